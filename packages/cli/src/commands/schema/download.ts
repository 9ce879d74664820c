/** Downloads a schema from a URL, and the failures of schema URLs. */

import type { GraphQLSchema } from "graphql";
import { Problem } from "../problem.ts";
import type { ConfigurationOptions } from "../target.ts";
import type { Terminal } from "../terminal.ts";
import type { CaptureMethod } from "./provenance.ts";
import { parseSchema } from "./schema-text.ts";

export interface LoadedSchema {
  readonly schema: GraphQLSchema;
  readonly kind: "live" | "url" | "file" | "git";
  /** Without credentials: can be printed. */
  readonly label: string;
  readonly capture: CaptureMethod;
}

export interface SourceOptions extends ConfigurationOptions {
  /** Additional request headers. */
  readonly header: Readonly<Record<string, string>>;
  /** Timeout per request, in milliseconds. */
  readonly timeout: number;
  /** File that a git revision without a path refers to. */
  readonly snapshot: string;
}

/** In bytes, after decompression. GitHub's schema, one of the largest public ones, has 9 MB as introspection JSON. */
export const MAX_SCHEMA_BYTES: number = 64 * 1024 * 1024;

/** Downloads a schema file. @throws Problem */
export async function downloadSchema(
  url: URL,
  { header, timeout }: SourceOptions,
  terminal: Terminal,
): Promise<LoadedSchema> {
  // The query and the fragment can contain credentials.
  const label = `${url.origin}${url.pathname}`;
  const signal = AbortSignal.any([terminal.interruption, AbortSignal.timeout(timeout)]);
  const text = await download(url, header, signal, label);
  const { schema, how } = parseSchema(text, label, true);
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
    if (response.ok) return await readText(response, label);
    await response.body?.cancel();
    throw describeStatus(response.status, label);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError") throw describeAddress("TIMEOUT", label);
    if (signal.aborted) throw error;
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
    throw describeAddress("NETWORK", label, code && ` (${code})`);
  }
}

/** Stops as soon as the decompressed text is too large. */
async function readText({ body }: Response, label: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_SCHEMA_BYTES) throw describeAddress("RESPONSE_TOO_LARGE", label);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

export function describeStatus(status: number, label: string): Problem {
  if (status >= 300 && status < 400) return describeAddress("REDIRECT", label);
  const hint = status === 401 || status === 403 ? "Send credentials with --header." : "Check the URL.";
  return new Problem(`${label} returned HTTP ${status}`, hint, { code: "HTTP_STATUS" });
}

/** Failures of an address, by the codes of the client. The client's messages name the base URL, tokens and options. */
const FAILURES: Readonly<Record<string, readonly [problem: string, hint: string]>> = {
  UNAUTHENTICATED: ["LABEL requires authentication", "Send credentials with --header."],
  TIMEOUT: ["LABEL did not respond in time", "Allow more time with --timeout <ms>."],
  NETWORK: ["cannot connect to LABEL", "Check the URL and the network."],
  REDIRECT: ["LABEL is a redirect, which is not followed", "Pass its target URL."],
  RESPONSE_TOO_LARGE: [
    `the schema at LABEL is larger than ${MAX_SCHEMA_BYTES / 1024 / 1024} MiB`,
    "Read the schema from a file.",
  ],
};

/** @param reason - Such as ` (ECONNREFUSED)`. */
export function describeAddress(code: string, label: string, reason = ""): Problem {
  const [problem, hint] = FAILURES[code] ?? [
    "LABEL did not return a GraphQL response",
    "Check that it is a GraphQL endpoint.",
  ];
  return new Problem(problem.replace("LABEL", () => label) + reason, hint, { code });
}
