/** Runs the suite in Chromium, in a page of another origin, and prints its results. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const contents = 'import { runSuite } from "./suite.js"; globalThis.runSuite = runSuite;';
const { outputFiles } = await build({
  stdin: { contents, resolveDir: `${import.meta.dirname}/..` },
  bundle: true,
  write: false,
  format: "esm",
  target: "es2022",
  platform: "browser",
});
const site = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  response.end(`<!doctype html><title>Suite</title><script type="module">${outputFiles[0]?.text}</script>`);
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const executablePath = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
const targets: unknown = JSON.parse(process.env.TARGETS ?? "");
process.stdout.write(
  JSON.stringify(
    await page.evaluate((suiteTargets) => Reflect.get(globalThis, "runSuite")(suiteTargets), targets),
  ),
);
await browser.close();
site.close();
