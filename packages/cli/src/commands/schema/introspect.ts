/** Reads a schema by introspection with the package's client: the same authentication, retries, deadline and errors. */

import {
  type AnyOperationError,
  anonymous,
  type Client,
  createClient,
  GraphQLResponseError,
  isOperationError,
  type TypedDocumentString,
} from "@integration-platform/graphql";
import {
  editionOf,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "@integration-platform/graphql-compiler/check";
import { buildIntrospected, NO_QUERY_TYPE } from "@integration-platform/graphql-compiler/model";
import { Problem } from "../problem.ts";
import { openTarget } from "../target.ts";
import type { Terminal } from "../terminal.ts";
import {
  describeAddress,
  describeStatus,
  type LoadedSchema,
  MAX_SCHEMA_BYTES,
  type SourceOptions,
} from "./download.ts";
import { describeMissingQuery } from "./schema-text.ts";

/**
 * Introspects the configured platform.
 *
 * @throws OperationError of the client. Problem if the configuration or the schema is invalid.
 */
export async function introspectPlatform(options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
  const { env } = terminal;
  const { envPrefix: prefix, header: headers } = options;
  const hint = "Set the variables, or read the schema from a file.";
  await using target = await openTarget(options, terminal, { hint });
  const { baseUrl, auth, insecureHttp } = target;
  const maxResponseBytes = MAX_SCHEMA_BYTES;
  const client = createClient({ baseUrl, auth, insecureHttp, fetch: terminal.traffic.fetch, maxResponseBytes });
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
export async function introspectUrl(url: URL, options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
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
    throw isOperationError(error) ? explain(error, label) : error;
  }
}

async function introspect(
  client: Client,
  label: string,
  headers: Readonly<Record<string, string>>,
  { header, timeout }: SourceOptions,
  { interruption: signal }: Terminal,
): Promise<Omit<LoadedSchema, "kind">> {
  const query = (name: string, text: string) => {
    const document: TypedDocumentString<object, Record<string, never>> = { name, kind: "query", text };
    return client.execute(document, {}, { headers, signal, timeout });
  };
  try {
    const support = readSupport(await query("IntrospectionSupport", SUPPORT_QUERY));
    const data = await query("IntrospectionQuery", writeIntrospectionQuery(support));
    const capture = { how: "introspection", edition: editionOf(support), headers: Object.keys(header).sort() };
    return { schema: build(data, label), label, capture };
  } catch (error) {
    if (!(error instanceof GraphQLResponseError)) throw error;
    const hint = "Allow introspection for this token, or read the schema from a file.";
    throw new Problem(`${label} rejected the introspection query`, hint, { code: error.code });
  }
}

function build(data: object, label: string) {
  try {
    return buildIntrospected(data);
  } catch (error) {
    if (error instanceof Error && error.message === NO_QUERY_TYPE) throw describeMissingQuery(`the schema of ${label}`);
    const hint = "Read the schema from a file, or report the problem to the platform.";
    throw new Problem(`the introspection of ${label} is incomplete`, hint, { code: "MALFORMED_RESPONSE" });
  }
}

function explain(error: AnyOperationError, label: string): Problem {
  if (error.code === "HTTP_STATUS") return describeStatus(error.status, label);
  const [reason] = error.code === "NETWORK" ? (/ \([A-Z_0-9]+\)/.exec(error.message) ?? []) : [];
  return describeAddress(error.code, label, reason);
}
