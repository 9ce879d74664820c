/** The option `headers` of a client and of a call. */

import { callProgram, createUsageError } from "../shared/errors.ts";
import { isRecord } from "../shared/wire.ts";

/**
 * Additional headers. The client sets `Authorization`, `Content-Type`, `Content-Length` and `Host` itself.
 */
export type HeadersOption = Headers | Readonly<Record<string, string>> | null | undefined;

const RESERVED_HEADERS = /^(?:authorization|content-type|content-length|host)$/i;

/**
 * Reads the option `headers`, or what its function returns. Names are in lower case: a header of a call
 * replaces that of the client in any spelling.
 *
 * @param subject - The function or operation, for messages. They quote the name of a header only if it is
 * plain, and never a value.
 * @throws `USAGE` for a header that the client sets itself, or that is invalid.
 */
export function readHeaders(
  subject: string,
  option: HeadersOption | (() => HeadersOption),
): Record<string, string> {
  const headers: unknown =
    typeof option === "function"
      ? callProgram(`${subject}: the function "headers" of the client`, option)
      : option;
  if (headers === undefined || headers === null) return {};
  // A promise, such as that of an `async` function, is an object without entries.
  if (!isRecord(headers) || typeof headers.then === "function")
    throw createUsageError(`${subject}: "headers" must be an object, or a function that returns one`);
  const entries: Iterable<[string, unknown]> =
    Symbol.iterator in headers ? (headers as unknown as Headers) : Object.entries(headers);
  const result: Record<string, string> = {};
  for (const [name, value] of entries) {
    const shown = /^[\w-]{1,64}$/.test(name) ? `the header "${name}"` : "a header name";
    if (RESERVED_HEADERS.test(name)) throw createUsageError(`${subject}: the client sets ${shown} itself`);
    if (!isHeader(name, value)) throw createUsageError(`${subject}: ${shown} or its value is invalid`);
    result[name.toLowerCase()] = value;
  }
  return result;
}

export function isHeader(name: string, value: unknown): value is string {
  try {
    new Headers([[name, value as string]]);
    return typeof value === "string";
  } catch {
    return false;
  }
}
