/** A schema by introspection, through our own client: the same authentication, retries, deadline and errors. */

import type { TypedDocumentString } from "@integration-platform/graphql";
import {
  accessToken,
  type Client,
  createClient,
  GraphQLResponseError,
  isOperationError,
} from "@integration-platform/graphql";
import {
  buildIntrospected,
  editionOf,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "../../schema/introspection.ts";
import { Problem } from "../problem.ts";
import { createRedact, type Redact } from "../redact.ts";
import { listSecrets, openTarget } from "../target.ts";
import type { Terminal } from "../terminal.ts";
import type { LoadedSchema, SourceOptions } from "./source.ts";
import { MAX_SCHEMA_BYTES } from "./url-source.ts";

/**
 * Introspects the configured platform.
 *
 * @throws OperationError of the client; Problem where the configuration is wrong, or the answer is no schema.
 */
export async function introspectPlatform(options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
  const { env } = terminal;
  const { envPrefix: prefix, header = {} } = options;
  await using target = await openTarget(undefined, {
    env,
    prefix,
    hint: "Set the variables, or read the schema from a file.",
  });
  const { baseUrl, auth } = target;
  const client = createClient({ baseUrl, auth, maxResponseBytes: MAX_SCHEMA_BYTES });
  const redact = createRedact(listSecrets(env, prefix), header);
  const label = `${baseUrl}/api`;
  const { schema, edition } = await introspect(client, label, { headers: header, options, terminal, redact });
  const tenant = env[`${prefix}_TENANT_ID`]?.trim() || undefined;
  return { schema, kind: "live", label, way: { how: "introspection", edition, headers: namesOf(header), tenant } };
}

/**
 * Introspects another endpoint. It gets the headers that were given for it, and no token of ours.
 *
 * @throws Problem
 */
export async function introspectUrl(url: URL, options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
  const { header = {} } = options;
  const label = `${url.origin}${url.pathname}`;
  // The client signs what it sends and adds its path. Both are replaced: the rest of it is what is wanted here.
  const send: typeof fetch = (_, init) => {
    const headers = new Headers(init?.headers);
    headers.delete("authorization");
    for (const [name, value] of Object.entries(header)) headers.set(name, value);
    return globalThis.fetch(url, { ...init, headers });
  };
  try {
    const client = createClient({
      baseUrl: url.origin,
      auth: accessToken("none"),
      fetch: send,
      // Whoever has headers to send has been asked for `https:` already; without any there is nothing to hide.
      insecureHttp: true,
      maxResponseBytes: MAX_SCHEMA_BYTES,
    });
    const redact = createRedact(header, url.search);
    const { schema, edition } = await introspect(client, label, { headers: {}, options, terminal, redact });
    return { schema, kind: "url", label, way: { how: "introspection", edition, headers: namesOf(header) } };
  } catch (error) {
    throw isOperationError(error) ? explain(error.code, error.message, label) : error;
  }
}

interface Circumstances {
  readonly headers: Readonly<Record<string, string>>;
  readonly options: SourceOptions;
  readonly terminal: Terminal;
  readonly redact: Redact;
}

async function introspect(client: Client, label: string, { headers, options, terminal, redact }: Circumstances) {
  const execution = { headers, signal: terminal.interruption, timeout: options.timeout };
  const ask = (name: string, text: string) => client.execute(toDocument(name, text), {}, execution);
  try {
    const support = readSupport(await ask("IntrospectionSupport", SUPPORT_QUERY));
    const data = await ask("IntrospectionQuery", writeIntrospectionQuery(support));
    return { schema: build(data, label), edition: editionOf(support) };
  } catch (error) {
    if (!(error instanceof GraphQLResponseError)) throw error;
    const [first] = error.errors;
    throw new Problem(
      `${label} does not answer introspection: ${redact(first?.message ?? "no reason given")}`,
      "it must be allowed for this token; or read the schema from a file",
      { code: error.code },
    );
  }
}

function build(data: object, label: string) {
  try {
    return buildIntrospected(data);
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : "").split("\n");
    throw new Problem(`the introspection of ${label} is no complete schema: ${line}`, "read the schema from a file", {
      code: "MALFORMED_RESPONSE",
    });
  }
}

function toDocument(name: string, text: string): TypedDocumentString<object, Record<string, never>> {
  return { name, kind: "query", text };
}

function namesOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).sort();
}

/** The client speaks of its base URL and of tokens; here there is only an address, and headers. */
function explain(code: string, message: string, label: string): Problem {
  const said = message.replace(/^\w+: /, "").replace(/: check baseUrl$/, "");
  const hint =
    code === "UNAUTHENTICATED" ? "send credentials with --header" : "is that the address of a GraphQL endpoint?";
  return new Problem(`${label}: ${code === "UNAUTHENTICATED" ? "it asks for credentials" : said}`, hint, { code });
}
