/** Where requests go. Decided once, from the base URL alone: nothing later can point a token at another origin. */

import { UsageError } from "./errors.ts";

/** The two addresses of the platform's specification (sections 4.1 and 4.2). */
export interface Endpoints {
  /** Normalised base URL, without a trailing slash; free of credentials, so it may be printed. */
  readonly base: string;
  readonly api: string;
  readonly refresh: string;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads a base URL, with or without a path or a trailing slash.
 *
 * @throws UsageError where it is no URL, is neither `https:` nor `http:` on loopback (or `insecure`), or has user
 * information, a query or a fragment. The message shows no part that could be a credential.
 */
export function parseBaseUrl(value: unknown, insecure = false): Endpoints {
  const text = value instanceof URL ? value.href : typeof value === "string" ? value.trim() : "";
  if (text === "") throw new UsageError("baseUrl is missing: give the platform's address, https://…");
  const shown = /[@?#]/.test(text) ? "" : ` "${text}"`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new UsageError(`baseUrl${shown} is not a URL: it should look like https://platform.example.com`);
  if (url.username || url.password) throw new UsageError(`baseUrl for ${url.host} holds a user name or password`);
  if (/[?#]/.test(text)) throw new UsageError(`baseUrl for ${url.host} holds a query or a fragment: leave it out`);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new UsageError(`baseUrl${shown} uses ${url.protocol} where https: is needed`);
  }
  if (url.protocol === "http:" && !insecure && !LOOPBACK.test(url.hostname)) {
    throw new UsageError(
      `baseUrl${shown} would send tokens unencrypted: use https:, or pass insecureHttp: true if that is meant`,
    );
  }
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  return { base, api: `${base}/api`, refresh: `${base}/auth/refresh` };
}
