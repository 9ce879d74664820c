/** A schema from a file that has a URL. */

import { Problem } from "../problem.ts";
import type { Terminal } from "../terminal.ts";
import { parseSchema } from "./schema-text.ts";
import type { LoadedSchema, SourceOptions } from "./source.ts";

/** GitHub's schema, among the largest that are public, is 1.2 MB as SDL and 9 MB as an introspection. */
export const MAX_SCHEMA_BYTES: number = 256 * 1024 * 1024;

const DEFAULT_TIMEOUT_MS = 30_000;

/** @throws Problem */
export async function downloadSchema(url: URL, options: SourceOptions, terminal: Terminal): Promise<LoadedSchema> {
  const { header = {}, timeout = DEFAULT_TIMEOUT_MS } = options;
  // Query and fragment may hold a credential.
  const label = `${url.origin}${url.pathname}`;
  const response = await get(
    url,
    header,
    AbortSignal.any([terminal.interruption, AbortSignal.timeout(timeout)]),
    label,
  );
  const { schema, how } = parseSchema(response, label);
  return { schema, kind: "url", label, way: { how, headers: Object.keys(header).sort() } };
}

async function get(url: URL, headers: Record<string, string>, signal: AbortSignal, label: string): Promise<string> {
  try {
    // Headers that were meant for this host are not taken to another one.
    const response = await fetch(url, { headers, signal, redirect: "manual" });
    if (response.ok) return await response.text();
    await response.body?.cancel();
    if (response.status >= 300 && response.status < 400) {
      throw new Problem(`${label} is a redirect, which is not followed`, "name the address that it leads to");
    }
    const hint = /^40[13]$/.test(String(response.status)) ? "send credentials with --header" : undefined;
    throw new Problem(`${label} answers with status ${response.status}`, hint, { code: "HTTP_STATUS" });
  } catch (error) {
    if (error instanceof Problem || signal.reason === error) throw toProblem(error, label);
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    throw new Problem(`${label} cannot be reached${code ? ` (${code})` : ""}`, undefined, { code: "NETWORK" });
  }
}

function toProblem(error: unknown, label: string): unknown {
  const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
  return isTimeout
    ? new Problem(`${label} does not answer in time`, "allow it more with --timeout <ms>", { code: "TIMEOUT" })
    : error;
}
