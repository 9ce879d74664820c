/** The URLs of the platform. They are derived from the base URL alone, so nothing can send a token to another origin. */

import { UsageError } from "./errors.ts";

export interface Endpoints {
  /** Normalized base URL, without a trailing slash and without credentials. */
  readonly base: string;
  readonly api: string;
  readonly refresh: string;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Parses a base URL, with or without a path or a trailing slash.
 *
 * @param source - Option or variable that messages name. They never quote the value, because it can be a token.
 * @throws UsageError if it is not a URL, or has user info, a query or a fragment. `http:` requires loopback or `insecure`.
 */
export function parseBaseUrl(value: unknown, insecure = false, source = "baseUrl"): Endpoints {
  const text = value instanceof URL ? value.href : typeof value === "string" ? value.trim() : "";
  if (text === "")
    throw new UsageError(`${source} is missing. Pass the platform's URL, such as https://platform.example.com.`);
  const fail = (reason: string) => new UsageError(`${source} (${text.length} characters) ${reason}`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw fail("is not a URL. Pass the platform's URL, such as https://platform.example.com.");
  if (url.username || url.password) throw fail("contains a user name or password. Remove it.");
  if (/[?#]/.test(text)) throw fail("contains a query or a fragment. Remove it.");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw fail("must start with https:.");
  if (url.protocol === "http:" && !insecure && !LOOPBACK.test(url.hostname)) {
    throw fail("would send tokens unencrypted. Use https:, or pass insecureHttp: true.");
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  return { base, api: `${base}/api`, refresh: `${base}/auth/refresh` };
}
