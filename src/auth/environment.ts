/** Configuration from environment variables. */

import { parseBaseUrl } from "../shared/base-url.ts";
import { checkOptions } from "../shared/check-options.ts";
import { createUsageError } from "../shared/errors.ts";
import { type Auth, accessToken } from "./auth.ts";
import { cleanToken } from "./read-token.ts";
import { cleanTenantId, type RefreshTokenOptions, refreshToken } from "./refresh-token.ts";

export interface EnvironmentOptions {
  /** Prefix of the names, without the underscore. @default "PLATFORM" */
  readonly prefix?: string;
  /** Allows an `http:` base URL that is not on loopback. @default false */
  readonly insecureHttp?: boolean;
  /** The variables. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Makes credentials of the refresh token, for example
   * `(options) => rotatingToken({ ...options, store })`.
   *
   * @default refreshToken
   */
  readonly credential?: (options: RefreshTokenOptions) => Auth;
}

const OPTIONS = { prefix: "string", insecureHttp: "boolean", env: "object", credential: "function" } as const;

/**
 * Reads `PLATFORM_BASE_URL` and `PLATFORM_REFRESH_TOKEN` (with `PLATFORM_TENANT_ID`, if set) or
 * `PLATFORM_ACCESS_TOKEN`, and returns options for `createClient`. If both tokens are set, the access token
 * is used until it expires. White space is trimmed; a blank variable counts as unset.
 *
 * @throws `USAGE` that names the missing or invalid variables, never their values.
 */
export function fromEnvironment(options: EnvironmentOptions = {}): {
  /** Without a trailing slash. */
  baseUrl: string;
  auth: Auth;
  insecureHttp: boolean;
} {
  const { prefix = "PLATFORM", env, ...rest } = checkOptions("fromEnvironment", options, OPTIONS);
  const { insecureHttp = false, credential = refreshToken } = rest;
  const variables: Readonly<Record<string, unknown>> = env ?? process.env;
  const variable = (name: string) => `${prefix}_${name}`;
  const url = variables[variable("BASE_URL")];
  const refresh = cleanToken(variables[variable("REFRESH_TOKEN")], variable("REFRESH_TOKEN"));
  const access = cleanToken(variables[variable("ACCESS_TOKEN")], variable("ACCESS_TOKEN"));
  const missing: string[] = [];
  if (String(url ?? "").trim() === "") missing.push(variable("BASE_URL"));
  if (!refresh && !access) missing.push(`${variable("REFRESH_TOKEN")} or ${variable("ACCESS_TOKEN")}`);
  if (missing.length > 0)
    throw createUsageError(`Missing environment variables: ${missing.join(", and ")}`, "Set them.");
  const { base: baseUrl } = parseBaseUrl(url, insecureHttp, variable("BASE_URL"));
  const tenantId = cleanTenantId(variables[variable("TENANT_ID")], variable("TENANT_ID"));
  const auth = refresh
    ? credential({ refreshToken: refresh, tenantId, accessToken: access })
    : accessToken(access as string);
  return { baseUrl, auth, insecureHttp };
}
