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
  const problem = findProblem(address, url, insecure);
  if (!url || problem) {
    const length = address && ` (${address.length} characters)`;
    throw createUsageError(`${label}${length} ${problem}`, problem === INSECURE ? INSECURE_ADVICE : ADVICE);
  }
  const base = url.origin + withoutSlashes(url.pathname);
  return { base, api: base + API_PATH, refresh: base + REFRESH_PATH };
}

const ADVICE = "Pass a URL such as https://platform.example.com.";
const INSECURE = "would send tokens unencrypted";
const INSECURE_ADVICE = "Use https:, or set insecureHttp: true.";

function findProblem(address: string, url: URL | undefined, insecure: boolean): string | undefined {
  if (address === "") return "is missing";
  const isPlain = url?.protocol === "http:";
  if (!url || (url.protocol !== "https:" && !isPlain)) return "is not an https: URL";
  if (url.username || url.password || /[?#]/.test(address))
    return "contains a user name, a query or a fragment";
  if (isPlain && !insecure && !LOOPBACK.test(url.hostname)) return INSECURE;
  return undefined;
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
