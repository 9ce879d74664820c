/** The platform that a command uses: the configured one, or a local one that stops with the command. */

import { type Auth, isOperationError, refreshToken } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import type { LocalPlatform, PlatformOptions } from "@integration-platform/graphql-testing/local";
import type { RulesOptions } from "@integration-platform/graphql-testing/rules";
import type { SchemaText } from "../../codegen/schema-files.ts";
import { renderAdvice } from "../errors/operation-errors.ts";
import { Problem } from "../errors/problem.ts";
import { renderHint } from "../terminal/messages.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Credentials of a target, for commands that send requests of their own. */
export interface Credentials {
  readonly refreshToken?: string;
  readonly accessToken?: string;
  readonly tenantId?: string;
}

export interface Target extends AsyncDisposable {
  /** Normalized, without credentials. */
  readonly baseUrl: string;
  readonly local: boolean;
  readonly insecureHttp: boolean;
  readonly auth: Auth;
  readonly credentials: Credentials;
}

/** Options that select the configuration. */
export interface ConfigurationOptions {
  /** Prefix of the environment variables. */
  readonly envPrefix: string;
  /** Whether the base URL can be an `http:` URL that is not on loopback. @default false */
  readonly insecureHttp?: boolean | undefined;
  /** Whether to start a local platform. @default false */
  readonly local?: boolean;
}

interface TargetOptions {
  /** Hint if nothing is configured. */
  readonly hint?: string;
  /** Reads the schema of a local platform. @default the snapshot of the package */
  readonly schema?: () => SchemaText;
  /** Reads the rules of a local platform. @default none */
  readonly rules?: () => Promise<RulesOptions>;
}

/** The environment variables, without their prefix. */
export const VARIABLES: readonly {
  readonly key: "baseUrl" | keyof Credentials;
  readonly name: string;
  /** For messages. */
  readonly label: string;
}[] = [
  { key: "baseUrl", name: "BASE_URL", label: "base URL" },
  { key: "refreshToken", name: "REFRESH_TOKEN", label: "refresh token" },
  { key: "accessToken", name: "ACCESS_TOKEN", label: "access token" },
  { key: "tenantId", name: "TENANT_ID", label: "tenant" },
];

/**
 * When it is closed, a configured target says that the refresh token was replaced: the next command needs the
 * new one.
 *
 * @throws Problem if the configuration is missing, incomplete or invalid.
 */
export async function openTarget(
  options: ConfigurationOptions,
  terminal: Pick<Terminal, "env" | "stderr" | "traffic">,
  { schema, rules, hint = "Set the variables, or try a local platform with --local." }: TargetOptions = {},
): Promise<Target> {
  if (options.local) return openLocalTarget(schema?.(), await rules?.());
  const { envPrefix: prefix } = options;
  try {
    const { baseUrl, auth, insecureHttp } = fromEnvironment({
      prefix,
      env: terminal.env,
      insecureHttp: options.insecureHttp ?? false,
    });
    const { baseUrl: _, ...credentials } = readEnvironment(options, terminal);
    const close = async () => {
      if (terminal.traffic.refreshToken() === undefined) return;
      const hint = `Set a new ${prefix}_REFRESH_TOKEN: the platform rotates refresh tokens, and has replaced it.`;
      terminal.stderr.print(renderHint(hint));
    };
    return { baseUrl, local: false, insecureHttp, auth, credentials, [Symbol.asyncDispose]: close };
  } catch (error) {
    if (!isOperationError(error, "USAGE")) throw error;
    const isBlank = Object.keys(readEnvironment(options, terminal)).length === 0;
    throw new Problem(error.problem, isBlank ? hint : (renderAdvice(error, prefix) ?? hint));
  }
}

export async function openLocalTarget(schema?: SchemaText, rules: RulesOptions = {}): Promise<Target> {
  const options = {
    ...rules,
    // The errors are in the response.
    onRulesError: () => {},
    ...(schema && { schema: schema.text }),
  };
  const platform = await createLocal(options);
  const server = await platform.listen();
  const [tenant] = platform.tenants;
  return {
    baseUrl: server.baseUrl,
    local: true,
    insecureHttp: false,
    auth: refreshToken({ refreshToken: platform.refreshToken }),
    credentials: { refreshToken: platform.refreshToken, ...(tenant && { tenantId: tenant.id }) },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Creates a local platform. Its code is loaded only now. */
export async function createLocal(options: PlatformOptions): Promise<LocalPlatform> {
  const { createLocalPlatform } = await import("@integration-platform/graphql-testing/local");
  return createLocalPlatform(options);
}

/** Values of the environment variables that are set. */
function readEnvironment(
  { envPrefix }: ConfigurationOptions,
  { env }: Pick<Terminal, "env">,
): Credentials & { baseUrl?: string } {
  const values = VARIABLES.map(({ key, name }) => [key, env[`${envPrefix}_${name}`]?.trim()]);
  return Object.fromEntries(values.filter(([, value]) => value));
}
