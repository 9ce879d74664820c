/** Configuration from environment variables. */

import { parseBaseUrl } from "../base-url.ts";
import { UsageError } from "../errors.ts";
import { accessToken } from "./access-token.ts";
import { cleanTenantId, refreshToken } from "./refresh-token.ts";
import type { Auth } from "./source.ts";
import { cleanToken } from "./token.ts";

export interface EnvironmentOptions {
  /** First part of the variables' names, without the underscore. @default "PLATFORM" */
  readonly prefix?: string;
  /** Accepts an `http:` base URL that is not on loopback, as the option of `createClient` does. @default false */
  readonly insecureHttp?: boolean;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads `PLATFORM_BASE_URL` and `PLATFORM_REFRESH_TOKEN` (with `PLATFORM_TENANT_ID`, if set) or `PLATFORM_ACCESS_TOKEN`,
 * as options for `createClient`. With both tokens set the access token is used for as long as it lasts, and renewed after.
 * Blank means unset; surrounding white space is trimmed.
 *
 * @throws UsageError naming the variables that are missing or wrong, never their values.
 */
export function fromEnvironment(options: EnvironmentOptions = {}): {
  baseUrl: string;
  auth: Auth;
  insecureHttp: boolean;
} {
  const { prefix = "PLATFORM", env = process.env, insecureHttp = false } = options;
  const variable = (name: string) => `${prefix}_${name}`;
  const baseUrl = env[variable("BASE_URL")]?.trim();
  const refresh = cleanToken(env[variable("REFRESH_TOKEN")], variable("REFRESH_TOKEN"));
  const access = cleanToken(env[variable("ACCESS_TOKEN")], variable("ACCESS_TOKEN"));
  const missing = [
    ...(baseUrl ? [] : [variable("BASE_URL")]),
    ...(refresh || access ? [] : [`${variable("REFRESH_TOKEN")} or ${variable("ACCESS_TOKEN")}`]),
  ];
  if (!baseUrl || missing.length > 0) throw new UsageError(`the environment lacks ${missing.join(", and ")}`);
  const { base } = parseBaseUrl(baseUrl, insecureHttp);
  const tenantId = cleanTenantId(env[variable("TENANT_ID")], variable("TENANT_ID"));
  if (refresh)
    return {
      baseUrl: base,
      insecureHttp,
      auth: refreshToken({ refreshToken: refresh, tenantId, accessToken: access }),
    };
  return { baseUrl: base, insecureHttp, auth: accessToken(access ?? "") };
}
