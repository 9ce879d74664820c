/** The platform that a command runs against: the configured one, or a local one that lives as long as the command. */

import { type Auth, refreshToken, UsageError } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import { loadPeers } from "./peer.ts";
import { Problem } from "./problem.ts";
import type { Terminal } from "./terminal.ts";
import { nameVariables } from "./wording.ts";

/** When to start a local platform: whatever is configured, or only where nothing is. */
export type LocalChoice = "always" | "auto";

/** What `auth` is made of, for a command that sends requests of its own. */
export interface Credentials {
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly tenantId?: string;
}

export interface Target extends AsyncDisposable {
  /** Normalised and free of credentials: may be printed. */
  readonly baseUrl: string;
  readonly local: boolean;
  readonly auth: Auth;
  readonly credentials: Credentials;
}

/** Where the configuration stands. */
export interface Configured {
  readonly env: Terminal["env"];
  /** First part of the names of the environment variables. */
  readonly prefix: string;
}

export interface TargetOptions extends Configured {
  /** What else one can do where nothing is configured. */
  readonly otherwise?: string;
}

const VARIABLES = ["BASE_URL", "REFRESH_TOKEN", "ACCESS_TOKEN", "TENANT_ID"] as const;

/** Values of the environment that are secret, for redaction. */
export function listSecrets(env: Terminal["env"], prefix: string): (string | undefined)[] {
  return [env[`${prefix}_REFRESH_TOKEN`], env[`${prefix}_ACCESS_TOKEN`]];
}

/** Whether a local platform is meant. */
export function wantsLocal(choice: LocalChoice | undefined, configured: Configured): boolean {
  return choice === "always" || (choice === "auto" && isBlank(configured));
}

/** @throws Problem where the configuration is missing or wrong: part of one is never silently passed over. */
export async function openTarget(choice: LocalChoice | undefined, options: TargetOptions): Promise<Target> {
  if (wantsLocal(choice, options)) return openLocalTarget();
  const { env, prefix, otherwise = "try it without an account: add --local" } = options;
  try {
    const { baseUrl, auth } = fromEnvironment({ prefix, env });
    const credentials = readCredentials(options);
    return { baseUrl, local: false, auth, credentials, [Symbol.asyncDispose]: async () => {} };
  } catch (error) {
    throw error instanceof UsageError ? explain(error, prefix, isBlank(options) ? otherwise : undefined) : error;
  }
}

export async function openLocalTarget(): Promise<Target> {
  const { createPlatform } = await loadTesting();
  const platform = createPlatform();
  const server = await platform.listen();
  const [tenant] = platform.tenants;
  return {
    baseUrl: server.baseUrl,
    local: true,
    auth: refreshToken({ refreshToken: platform.refreshToken }),
    credentials: { refreshToken: platform.refreshToken, ...(tenant && { tenantId: tenant.id }) },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The local platform, and the contract, stand on optional peers. */
export function loadTesting(
  purpose = "for the local platform",
): Promise<typeof import("@integration-platform/graphql-testing")> {
  return loadPeers(["graphql", "msw"], purpose, () => import("@integration-platform/graphql-testing"));
}

function isBlank(configured: Configured): boolean {
  return VARIABLES.every((name) => read(configured, name) === undefined);
}

function readCredentials(configured: Configured): Credentials {
  const held = read(configured, "REFRESH_TOKEN");
  const accessToken = read(configured, "ACCESS_TOKEN");
  const tenantId = read(configured, "TENANT_ID");
  return { ...(held && { refreshToken: held }), ...(accessToken && { accessToken }), ...(tenantId && { tenantId }) };
}

function read({ env, prefix }: Configured, name: (typeof VARIABLES)[number]): string | undefined {
  return env[`${prefix}_${name}`]?.trim() || undefined;
}

function explain({ message }: UsageError, prefix: string, otherwise: string | undefined): Problem {
  const hint = otherwise
    ? `set them, or ${otherwise}`
    : `the platform is configured by ${VARIABLES.map((name) => `${prefix}_${name}`).join(", ")}`;
  return new Problem(nameVariables(message, prefix), hint);
}
