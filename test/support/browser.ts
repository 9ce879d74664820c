/** Tests in Chromium. */

import { existsSync } from "node:fs";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, test } from "vitest";

const CHROMIUM = process.env.CHROMIUM_PATH || "/usr/bin/chromium";

/** `--no-sandbox` is required to run as root in a container. The others prevent requests of the browser itself. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A public host to the browser. It resolves to 127.0.0.1. */
export const FOREIGN_HOST = "app.example.com";

interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console, and uncaught errors of scripts. */
  readonly complaints: string[];
}

let browser: Promise<Browser> | undefined;

/** Starts one browser for all tests of a file. */
function openBrowser(): Promise<Browser> {
  const args = [...FLAGS, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`];
  browser ??= chromium.launch({ executablePath: CHROMIUM, headless: true, args });
  return browser;
}

async function closeBrowser(): Promise<void> {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
}

/** Runs a test in a new browser context. If Chromium is not installed, the test is skipped, and its name gives the reason. In CI it fails. */
export function browserTest(
  name: string,
  run: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
): void {
  if (!process.env.CI && !existsSync(CHROMIUM)) {
    test.skip(`${name} (skipped: no Chromium at ${CHROMIUM}; set CHROMIUM_PATH)`, () => {});
    return;
  }
  // Registered for each file: files can share this module.
  afterAll(closeBrowser);
  test(name, async () => {
    await using context = await (await openBrowser()).newContext(options);
    // Vitest's limit applies, not Playwright's 30 s.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on("console", (message) => /^(?:error|warning)$/.test(message.type()) && complaints.push(message.text()));
    await run({ page, complaints });
  });
}
