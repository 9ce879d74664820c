/** A real Chromium, for what only a browser can tell. */

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, test } from "vitest";

const CHROMIUM = process.env.CHROMIUM_PATH || "/usr/bin/chromium";

/** Quiet, and able to run as root in a container. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A host of the web as far as the browser knows; in truth this machine's loopback. */
export const FOREIGN_HOST = "app.example.com";

export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the browser's console, and what scripts threw. */
  readonly complaints: string[];
}

let browser: Promise<Browser> | undefined;

afterAll(async () => (await browser)?.close());

/** One browser for the tests of a file, started with the first of them. */
function openBrowser(): Promise<Browser> {
  const args = [...FLAGS, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`];
  browser ??= chromium.launch({ executablePath: CHROMIUM, headless: true, args });
  return browser;
}

/** A test in a fresh window, with nothing stored. Where there is no Chromium it is skipped, and its name says so. */
export function browserTest(
  name: string,
  run: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  if (!existsSync(CHROMIUM)) {
    test.skip(`${name} (skipped: no Chromium at ${CHROMIUM}; set CHROMIUM_PATH)`, () => {});
    return;
  }
  test(name, { timeout: 60_000 }, async () => {
    await using context = await (await openBrowser()).newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (said) => /^(?:error|warning)$/.test(said.type()) && complaints.push(said.text()));
    await run({ page, complaints });
  });
}
