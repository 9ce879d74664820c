/**
 * The files of the page. They and the JSON for them have one origin, and no script or style is in the HTML.
 */

import { readFile } from "node:fs/promises";

export interface PageFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** `tsc` writes scripts to `dist`. The other files are only in `src`, which the package has, too. */
const FOLDERS = { source: "../../src/page/browser/", built: "../../dist/page/browser/" } as const;

const TYPES: Readonly<Record<string, readonly [type: string, folder: keyof typeof FOLDERS]>> = {
  html: ["text/html; charset=utf-8", "source"],
  css: ["text/css; charset=utf-8", "source"],
  svg: ["image/svg+xml", "source"],
  js: ["text/javascript; charset=utf-8", "built"],
};

/** No script can be added to the page, and it cannot write HTML from a text. */
const POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "img-src", "connect-src", "form-action"].map((name) => `${name} 'self'`),
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Headers of all files and responses of the page. */
export const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": POLICY,
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  // Servers on other ports of the same host have another origin, and must not read the page.
  "cross-origin-resource-policy": "same-origin",
};

/** `undefined` if the page has no such file. */
export async function readPageFile(name: string): Promise<PageFile | undefined> {
  const extension = /^[a-z-]+\.([a-z]+)$/.exec(name)?.[1] ?? "";
  const served = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
  if (!served) return undefined;
  const [type, folder] = served;
  try {
    const body = await readFile(new URL(`${FOLDERS[folder]}${name}`, import.meta.url));
    return { headers: { ...HEADERS, "content-type": type }, body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
