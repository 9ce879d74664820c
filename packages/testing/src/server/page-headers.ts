/**
 * Headers of the login page and the token page: they run no script, and no other page can show them in a
 * frame or read them. The page of `serve` has a policy of its own, because it runs scripts.
 */

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  // Servers on other ports of the same host have another origin, and must not read the page.
  "cross-origin-resource-policy": "same-origin",
};
