/** Tests in Chromium. */

import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { test } from "vitest";

const CHROMIUM = process.env.CHROMIUM_PATH || "/usr/bin/chromium";

/**
 * `--no-sandbox` is required to run as root in a container. The others prevent requests of the browser
 * itself.
 */
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

/**
 * The page of a process is in use until the process ends, because Chromium needs two seconds of CPU to start.
 */
// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern.
const pageTest = test.extend("page", { scope: "worker" }, async ({}, { onCleanup }): Promise<Page> => {
  const args = [...FLAGS, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`];
  // Here, because it takes half a second of CPU, and the files with these tests have fast ones too.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args });
  onCleanup(() => browser.close());
  const page = await browser.newPage();
  // Vitest's limit applies, not Playwright's 30 s.
  page.context().setDefaultTimeout(0);
  return page;
});

/** Undoes what a test changed. A new page needs a second of CPU. */
async function clear(page: Page): Promise<void> {
  page.removeAllListeners();
  const { origin } = new URL(page.url());
  if (origin !== "null") {
    const session = await page.context().newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await session.detach();
  }
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ media: null, colorScheme: null });
}

/**
 * Runs a test in the page of its process. If Chromium is not installed, the test is skipped, and its name
 * gives the reason. In CI it fails.
 */
export function browserTest(name: string, run: (visit: Visit) => Promise<void>): void {
  if (!process.env.CI && !existsSync(CHROMIUM)) {
    test.skip(`${name} (skipped: no Chromium at ${CHROMIUM}; set CHROMIUM_PATH)`, () => {});
    return;
  }
  pageTest(name, { tags: ["slow"] }, async ({ page }) => {
    await clear(page);
    const complaints: string[] = [];
    page.on("pageerror", ({ message }) => complaints.push(message));
    page.on(
      "console",
      (message) => /^(?:error|warning)$/.test(message.type()) && complaints.push(message.text()),
    );
    await run({ page, complaints });
  });
}
