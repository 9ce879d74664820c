/** Which platform is verified, and with which credentials: the checks send their own requests, so they need the tokens. */

import type { Auth } from "../index.ts";
import { refreshToken } from "../index.ts";
import { type LocalChoice, openTarget } from "./target.ts";
import type { Terminal } from "./terminal.ts";

type Testing = typeof import("../testing/index.ts");

export interface Credentials {
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly tenantId?: string;
}

export interface VerifyTarget extends AsyncDisposable {
  /** Normalised and free of credentials: may be printed. */
  readonly baseUrl: string;
  readonly local: boolean;
  readonly auth: Auth;
  readonly credentials: Credentials;
}

const VARIABLES = {
  refreshToken: "REFRESH_TOKEN",
  accessToken: "ACCESS_TOKEN",
  tenantId: "TENANT_ID",
} as const;

/** @throws Problem where the configuration is missing or wrong. */
export async function openVerifyTarget(
  choice: LocalChoice | undefined,
  { env, prefix }: { readonly env: Terminal["env"]; readonly prefix: string },
  testing: Testing,
): Promise<VerifyTarget> {
  const read = (name: string) => env[`${prefix}_${name}`]?.trim() || undefined;
  const isBlank = ["BASE_URL", ...Object.values(VARIABLES)].every((name) => read(name) === undefined);
  if (choice === "always" || (choice === "auto" && isBlank)) return startLocal(testing);
  const target = await openTarget(undefined, { env, prefix });
  const credentials = Object.entries(VARIABLES).flatMap(([key, name]) => {
    const value = read(name);
    return value === undefined ? [] : [[key, value]];
  });
  return { ...target, credentials: Object.fromEntries(credentials) };
}

async function startLocal({ createPlatform }: Testing): Promise<VerifyTarget> {
  const platform = createPlatform();
  const server = await platform.listen();
  const { refreshToken: token, tenants } = platform;
  return {
    baseUrl: server.baseUrl,
    local: true,
    auth: refreshToken({ refreshToken: token }),
    credentials: { refreshToken: token, ...(tenants[0] && { tenantId: tenants[0].id }) },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
