/** The address that a platform answers at. */

export interface BaseUrl {
  /** Without a trailing slash. */
  readonly href: string;
  readonly origin: string;
  /** Path without a trailing slash: empty where the platform stands at the root. */
  readonly path: string;
}

/** @throws TypeError Where the text is no `http:` or `https:` URL, or has more than an origin and a path. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError("baseUrl must look like https://platform.example.com or https://example.com/platform");
  }
  const path = url.pathname.replace(/\/+$/, "");
  return { href: `${url.origin}${path}`, origin: url.origin, path };
}
