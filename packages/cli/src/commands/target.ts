/** The platform that a command uses: the configured one, or a local one that stops with the command. */

import { type Auth, refreshToken, UsageError } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import type { LocalPlatform, PlatformOptions, SchemaError } from "@integration-platform/graphql-testing/local";
import { splitMessage } from "./failure.ts";
import { Problem } from "./problem.ts";
import type { Terminal } from "./terminal.ts";

/** When to start a local platform: always, or only if no platform is configured. */
export type LocalChoice = "always" | "auto";

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

export interface Configuration {
  readonly env: Terminal["env"];
  /** Prefix of the environment variables. */
  readonly prefix: string;
  /** Whether the base URL can be an `http:` URL that is not on loopback. @default false */
  readonly insecureHttp?: boolean | undefined;
}

/** Options of the program that select the configuration. */
export interface ConfigurationOptions {
  readonly envPrefix: string;
  readonly insecureHttp?: boolean;
}

export function pickConfiguration({ envPrefix, insecureHttp }: ConfigurationOptions, { env }: Terminal): Configuration {
  return { env, prefix: envPrefix, insecureHttp };
}

interface TargetOptions extends Configuration {
  /** Hint if nothing is configured. */
  readonly hint?: string;
  /** Reads the schema of a local platform. @default the snapshot of the package */
  readonly schema?: () => Promise<SchemaFile>;
}

export interface SchemaFile {
  /** SDL or introspection JSON. */
  readonly text: string;
  /** Name for messages. */
  readonly name: string;
}

const VARIABLES = ["BASE_URL", "REFRESH_TOKEN", "ACCESS_TOKEN", "TENANT_ID"] as const;

export function usesLocal(choice: LocalChoice | undefined, configuration: Configuration): boolean {
  return choice === "always" || (choice === "auto" && isBlank(configuration));
}

/** @throws Problem if the configuration is missing, incomplete or invalid. */
export async function openTarget(choice: LocalChoice | undefined, options: TargetOptions): Promise<Target> {
  if (usesLocal(choice, options)) return openLocalTarget(await options.schema?.());
  const { env, prefix, hint = "Set the variables, or try a local platform with --local." } = options;
  try {
    const { baseUrl, auth, insecureHttp } = fromEnvironment({
      prefix,
      env,
      insecureHttp: options.insecureHttp ?? false,
    });
    const credentials = readCredentials(options);
    return { baseUrl, local: false, insecureHttp, auth, credentials, [Symbol.asyncDispose]: async () => {} };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [message, action] = splitMessage(error.message, prefix);
    if (isBlank(options)) throw new Problem(message, hint);
    if (message.endsWith("unencrypted")) throw new Problem(message, "Use https:, or pass --insecure-http.");
    const [variable] = new RegExp(`^${prefix}_\\w+`).exec(message) ?? [];
    if (variable === undefined) throw new Problem(message, "Set the missing variables.");
    throw new Problem(message, [`Check ${variable}.`, ...(action ? [action] : [])].join(" "));
  }
}

export async function openLocalTarget(schema?: SchemaFile): Promise<Target> {
  const platform = await createLocal(schema ? { schema: await toSdl(schema) } : {}, schema?.name);
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

async function toSdl({ text, name }: SchemaFile): Promise<string> {
  if (!text.trimStart().startsWith("{")) return text;
  const [{ printSchema }, { parseSchema }] = await Promise.all([import("graphql"), import("./schema/schema-text.ts")]);
  return printSchema(parseSchema(text, name).schema);
}

/** Creates a local platform. @throws Problem if the schema is invalid. */
export async function createLocal(options: PlatformOptions, schemaName = "the schema"): Promise<LocalPlatform> {
  const { createLocalPlatform } = await import("@integration-platform/graphql-testing/local");
  try {
    return createLocalPlatform(options);
  } catch (error) {
    const { problem, line, column } = error as Partial<SchemaError>;
    if (problem === undefined) throw error;
    const place = line === undefined ? schemaName : `${schemaName}:${line}:${column}`;
    throw new Problem(`${place}: ${problem}`, "Fix the schema, or name another file.");
  }
}

function isBlank(configuration: Configuration): boolean {
  return VARIABLES.every((name) => readVariable(configuration, name) === undefined);
}

export function readCredentials(configuration: Configuration): Credentials {
  const refreshToken = readVariable(configuration, "REFRESH_TOKEN");
  const accessToken = readVariable(configuration, "ACCESS_TOKEN");
  const tenantId = readVariable(configuration, "TENANT_ID");
  return { ...(refreshToken && { refreshToken }), ...(accessToken && { accessToken }), ...(tenantId && { tenantId }) };
}

function readVariable({ env, prefix }: Configuration, name: (typeof VARIABLES)[number]): string | undefined {
  return env[`${prefix}_${name}`]?.trim() || undefined;
}
