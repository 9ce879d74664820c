/** The URLs of the platform. They are derived from the base URL alone, so nothing can send a token to another origin. */

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
 * @param source - Option or variable that messages name. They never quote the value, because it can be a token.
 * @throws `USAGE` if it is not a URL, or has user info, a query or a fragment. `http:` requires loopback or `insecure`.
 */
export function parseBaseUrl(value: unknown, insecure = false, source = "baseUrl"): Endpoints {
  const text = value instanceof URL ? value.href : typeof value === "string" ? value.trim() : "";
  const url = parseUrl(text);
  const { protocol, hostname, username, password } = url ?? {};
  const isPlain = protocol === "http:";
  const problem =
    text === ""
      ? "is missing"
      : !url || (protocol !== "https:" && !isPlain)
        ? "is not an https: URL"
        : username || password || /[?#]/.test(text)
          ? "contains a user name, a query or a fragment"
          : isPlain && !insecure && !LOOPBACK.test(hostname ?? "")
            ? "would send tokens unencrypted, unless insecureHttp is true"
            : "";
  if (!url || problem) {
    const length = text && ` (${text.length} characters)`;
    throw createUsageError(`${source}${length} ${problem}. Pass a URL such as https://platform.example.com.`);
  }
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
