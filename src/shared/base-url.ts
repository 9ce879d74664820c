/** The URLs of the platform, derived from the base URL alone, so that no token goes to another origin. */

import { createUsageError } from "./errors.ts";
import { API_PATH, LOOPBACK, REFRESH_PATH } from "./wire.ts";

export interface Endpoints {
  /** Normalized base URL, without a trailing slash and without credentials. */
  readonly base: string;
  readonly api: string;
  readonly refresh: string;
}

/**
 * Parses a base URL, with or without a path or a trailing slash.
 *
 * @param label - Option or variable that messages name. They never quote the value, because it can be a
 * token.
 * @throws `USAGE` if it is not a URL, or has user info, a query or a fragment. `http:` requires loopback or
 * `insecure`.
 */
export function parseBaseUrl(value: unknown, insecure = false, label = "baseUrl"): Endpoints {
  const text = value instanceof URL ? value.href : value;
  const address = typeof text === "string" ? text.trim() : "";
  const url = parseUrl(address);
  const isPlain = url?.protocol === "http:";
  const fail = (problem: string, advice = "Pass a URL such as https://platform.example.com.") =>
    createUsageError(`${label}${address && ` (${address.length} characters)`} ${problem}`, advice);
  if (address === "") throw fail("is missing");
  if (!url || (url.protocol !== "https:" && !isPlain)) throw fail("is not an https: URL");
  if (url.username || url.password || /[?#]/.test(address))
    throw fail("contains a user name, a query or a fragment");
  if (isPlain && !insecure && !LOOPBACK.test(url.hostname))
    throw fail("would send tokens unencrypted", "Use https:, or set insecureHttp: true.");
  const base = url.origin + withoutSlashes(url.pathname);
  return { base, api: base + API_PATH, refresh: base + REFRESH_PATH };
}

/** `URL.canParse` is missing in older environments of tests, such as jsdom 20. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}
