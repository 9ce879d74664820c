/** Reads a schema over the network: by introspection, with the package's client, or from a file at a URL. */

import {
  type AnyOperationError,
  anonymous,
  type Client,
  createClient,
  isOperationError,
  type TypedDocumentString,
} from "@integration-platform/graphql";
import {
  buildIntrospected,
  editionOf,
  MissingQueryTypeError,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "@integration-platform/graphql-compiler/internal/model/index";
import type { GraphQLSchema } from "graphql";
import type { CaptureMethod } from "../../files/provenance.ts";
import { decodeText } from "../../text/decode-text.ts";
import { codeOf } from "../errors/node-errors.ts";
import { quoteCause, quoteServer } from "../errors/operation-errors.ts";
import { Problem } from "../errors/problem.ts";
import { MAX_SCHEMA_BYTES, parseSchema } from "../project/schema-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ConfigurationOptions, openTarget } from "./target.ts";

export interface LoadedSchema {
  readonly schema: GraphQLSchema;
  readonly kind: "live" | "url" | "file" | "git";
  /** Without credentials: can be printed. */
  readonly label: string;
  readonly capture: CaptureMethod;
}

/** The default of the client, for a download. */
const TIMEOUT_MS = 30_000;

export interface SourceOptions extends ConfigurationOptions {
  /** Additional request headers. */
  readonly header: Readonly<Record<string, string>>;
  /** Of each request, in milliseconds. @default 30000 */
  readonly timeout?: number;
  /** File that a git revision without a path refers to. */
  readonly snapshot: string;
  /** Option that names the schema, such as `--from`, for messages. */
  readonly option: string;
}

/**
 * Introspects the configured platform.
 *
 * @throws OperationError of the client. Problem if the configuration or the schema is invalid.
 */
export async function introspectPlatform(options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
  const { env } = terminal;
  const { envPrefix: prefix, header: headers, option } = options;
  const hint = `Set the variables, or read the schema from a file with ${option} <file>.`;
  await using target = await openTarget(options, terminal, { hint });
  const { baseUrl, auth, insecureHttp } = target;
  const maxResponseBytes = MAX_SCHEMA_BYTES;
  const client = createClient({
    baseUrl,
    auth,
    insecureHttp,
    fetch: terminal.traffic.fetch,
    maxResponseBytes,
  });
  const label = `${baseUrl}/api`;
  const loaded = await introspect(client, label, headers, options, terminal);
  const tenant = env[`${prefix}_TENANT_ID`]?.trim() || undefined;
  return { ...loaded, kind: "live", capture: { ...loaded.capture, tenant } };
}

/**
 * Introspects another endpoint. Only the headers in the options are sent, and not the platform's token.
 *
 * @throws Problem
 */
export async function introspectUrl(
  url: URL,
  options: SourceOptions,
  terminal: Terminal,
): Promise<LoadedSchema> {
  const label = `${url.origin}${url.pathname}`;
  // The client adds its own path, which is replaced, and accepts no `Authorization` header.
  const send: typeof fetch = (_, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(options.header)) headers.set(name, value);
    return terminal.traffic.fetch(url, { ...init, headers });
  };
  const client = createClient({
    baseUrl: url.origin,
    auth: anonymous(),
    fetch: send,
    // Headers are sent to https: and loopback URLs only, and there is no token.
    insecureHttp: true,
    maxResponseBytes: MAX_SCHEMA_BYTES,
  });
  try {
    return { ...(await introspect(client, label, {}, options, terminal)), kind: "url" };
  } catch (error) {
    throw isOperationError(error) ? explain(error, label, options.header) : error;
  }
}

async function introspect(
  client: Client,
  label: string,
  headers: Readonly<Record<string, string>>,
  { header, timeout, option }: SourceOptions,
  { interruption: signal }: Terminal,
): Promise<Omit<LoadedSchema, "kind">> {
  try {
    const { support, data } = await requestSchema(client, { headers, signal, timeout });
    const capture = {
      how: "introspection",
      edition: editionOf(support),
      headers: Object.keys(header).sort(),
    };
    return { schema: build(data, label, option), label, capture };
  } catch (error) {
    if (!isOperationError(error, "GRAPHQL")) throw error;
    const hint = `Allow introspection for this token, or read the schema from a file with ${option} <file>.`;
    const details = quoteServer(error, header);
    throw new Problem(`${label} rejected the introspection query`, hint, { code: error.code, details });
  }
}

/** Asks which introspection the server supports, then for the schema. */
export async function requestSchema(
  client: Client,
  options: Parameters<Client["execute"]>[2],
): Promise<{ readonly support: ReturnType<typeof readSupport>; readonly data: object }> {
  const query = (text: string) => {
    // Messages contain the name.
    const document: TypedDocumentString<object, Record<string, never>> = {
      name: "introspection",
      kind: "query",
      text,
    };
    return client.execute(document, {}, options);
  };
  const support = readSupport(await query(SUPPORT_QUERY));
  return { support, data: await query(writeIntrospectionQuery(support)) };
}

function build(data: object, label: string, option: string) {
  try {
    return buildIntrospected(data);
  } catch (error) {
    const isWithoutQuery = error instanceof MissingQueryTypeError;
    const problem = isWithoutQuery ? "has no query type" : "is incomplete";
    const hint = `Read the schema from a file with ${option} <file>, or report the problem to the platform.`;
    throw new Problem(`the introspection of ${label} ${problem}`, hint, { code: "MALFORMED_RESPONSE" });
  }
}

function explain(error: AnyOperationError, label: string, headers: SourceOptions["header"]): Problem {
  if (error.code === "HTTP_STATUS") return describeStatus(error.status, label, quoteServer(error, headers));
  const cause = quoteCause(error);
  if (cause !== undefined) return createAddressProblem("NETWORK", label, cause);
  const reason = error.code === "NETWORK" ? error.reason : undefined;
  return createAddressProblem(error.code, label, reason);
}

/** Downloads a schema file. @throws Problem */
export async function downloadSchema(
  url: URL,
  { header, timeout = TIMEOUT_MS }: SourceOptions,
  terminal: Terminal,
): Promise<LoadedSchema> {
  // The query and the fragment can contain credentials.
  const label = `${url.origin}${url.pathname}`;
  const signal = AbortSignal.any([terminal.interruption, AbortSignal.timeout(timeout)]);
  const text = await download(url, header, signal, label);
  const { schema, how } = parseSchema({ text, name: label }, true);
  return { schema, kind: "url", label, capture: { how, headers: Object.keys(header).sort() } };
}

async function download(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  label: string,
): Promise<string> {
  try {
    // The headers are for this host only.
    const response = await fetch(url, { headers, signal, redirect: "manual" });
    if (response.ok) return await readBody(response, label);
    await response.body?.cancel();
    throw describeStatus(response.status, label);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError")
      throw createAddressProblem("TIMEOUT", label);
    if (signal.aborted) throw error;
    const { cause } = error as Error;
    const reason = codeOf(error) ?? (cause instanceof Error ? cause.message : undefined);
    throw createAddressProblem("NETWORK", label, reason);
  }
}

/** Stops as soon as the decompressed text is too large. @throws Problem if it is not UTF-8, as for a file */
async function readBody({ body }: Response, label: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_SCHEMA_BYTES) throw createAddressProblem("RESPONSE_TOO_LARGE", label);
    chunks.push(chunk);
  }
  const decoded = decodeText(Buffer.concat(chunks));
  if ("text" in decoded) return decoded.text;
  throw new Problem(`${label} at ${decoded.place}: ${decoded.problem}`, "Download it, and save it as UTF-8.");
}

function describeStatus(status: number, label: string, details: readonly string[] = []): Problem {
  if (status < 400) return createAddressProblem("REDIRECT", label);
  if (status === 429) return createAddressProblem("RATE_LIMITED", label);
  const isLogin = status === 401 || status === 403;
  const other = status >= 500 ? "Try again later." : "Check the URL.";
  const hint = isLogin ? "Send credentials with --header." : other;
  return new Problem(`${label} returned HTTP ${status}`, hint, { code: "HTTP_STATUS", details });
}

/**
 * Failures of an address, by the codes of the client. The client's messages name the base URL, tokens and
 * options.
 */
const FAILURES: Readonly<Record<string, (label: string) => readonly [problem: string, hint: string]>> = {
  UNAUTHENTICATED: (label) => [`${label} requires authentication`, "Send credentials with --header."],
  TIMEOUT: (label) => [`${label} did not respond in time`, "Allow more time with --timeout <ms>."],
  RATE_LIMITED: (label) => [`${label} limits the rate`, "Wait, then try again."],
  NETWORK: (label) => [`cannot connect to ${label}`, "Check the URL and the network."],
  REDIRECT: (label) => [`${label} is a redirect, which is not followed`, "Pass its target URL."],
  RESPONSE_TOO_LARGE: (label) => [
    `the schema at ${label} is larger than ${MAX_SCHEMA_BYTES / 1024 / 1024} MiB`,
    "Read the schema from a file.",
  ],
};

const describeOther = (label: string) =>
  [`${label} did not return a GraphQL response`, "Check that it is a GraphQL endpoint."] as const;

/** @param reason - Code of the system, such as `ECONNREFUSED`. */
function createAddressProblem(code: string, label: string, reason?: string): Problem {
  const describe = FAILURES[code] ?? describeOther;
  const [problem, hint] = describe(label);
  return new Problem(reason ? `${problem} (${reason})` : problem, hint, { code });
}
