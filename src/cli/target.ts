/** Which platform an operation runs against: the configured one, or a local one that lives as long as the command. */

import { parseBaseUrl } from "../base-url.ts";
import { type Auth, refreshToken, UsageError } from "../index.ts";
import { fromEnvironment } from "../node.ts";
import { loadPeers } from "./peer.ts";
import { Problem } from "./problem.ts";
import type { Terminal } from "./terminal.ts";
import { nameVariables } from "./wording.ts";

/** When to start a local platform: whatever is configured, or only where nothing is. */
export type LocalChoice = "always" | "auto";

export interface Target extends AsyncDisposable {
  /** Normalised and free of credentials: may be printed. */
  readonly baseUrl: string;
  readonly local: boolean;
  readonly auth: Auth;
}

export interface TargetOptions {
  readonly env: Terminal["env"];
  /** First part of the names of the environment variables. */
  readonly prefix: string;
  /** What else one can do where nothing is configured. */
  readonly otherwise?: string;
}

const VARIABLES = ["BASE_URL", "REFRESH_TOKEN", "ACCESS_TOKEN", "TENANT_ID"] as const;

/** Values of the environment that are secret, for redaction. */
export function listSecrets(env: Terminal["env"], prefix: string): (string | undefined)[] {
  return [env[`${prefix}_REFRESH_TOKEN`], env[`${prefix}_ACCESS_TOKEN`]];
}

/** @throws Problem where the configuration is missing or wrong: part of one is never silently passed over. */
export async function openTarget(
  choice: LocalChoice | undefined,
  { env, prefix, otherwise = "try it without an account: add --local" }: TargetOptions,
): Promise<Target> {
  const isBlank = VARIABLES.every((name) => !env[`${prefix}_${name}`]?.trim());
  if (choice === "always" || (choice === "auto" && isBlank)) return startLocal();
  try {
    const { baseUrl, auth } = fromEnvironment({ prefix, env });
    return { baseUrl: parseBaseUrl(baseUrl).base, local: false, auth, [Symbol.asyncDispose]: async () => {} };
  } catch (error) {
    throw error instanceof UsageError ? explain(error, prefix, isBlank ? otherwise : undefined) : error;
  }
}

async function startLocal(): Promise<Target> {
  const { createPlatform } = await loadTesting();
  const platform = createPlatform();
  const server = await platform.listen();
  return {
    baseUrl: server.baseUrl,
    local: true,
    auth: refreshToken({ refreshToken: platform.refreshToken }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The local platform stands on optional peers. */
export function loadTesting(): Promise<typeof import("../testing/index.ts")> {
  return loadPeers(["graphql", "msw"], "for the local platform", () => import("../testing/index.ts"));
}

function explain({ message }: UsageError, prefix: string, otherwise: string | undefined): Problem {
  const hint = otherwise
    ? `set them, or ${otherwise}`
    : `the platform is configured by ${VARIABLES.map((name) => `${prefix}_${name}`).join(", ")}`;
  return new Problem(nameVariables(message, prefix), hint);
}
