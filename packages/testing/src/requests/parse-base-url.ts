/** Base URLs of the platform. */

export interface BaseUrl {
  /** Without a trailing slash. */
  readonly href: string;
  readonly origin: string;
  /** Path without a trailing slash. Empty at the root. */
  readonly path: string;
}

/** @throws TypeError if the text is not an `http:` or `https:` URL, or has more than an origin and a path. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      '"baseUrl" must be a URL such as https://platform.example.com or https://example.com/platform.',
    );
  }
  const path = url.pathname.replace(/\/+$/, "");
  return { href: `${url.origin}${path}`, origin: url.origin, path };
}

/** `URL.canParse` is missing in older environments of tests, such as jsdom 20. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
