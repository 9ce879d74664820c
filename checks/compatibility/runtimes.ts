/** The same smoke suite in every runtime. */

import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { versionOf } from "./versions.ts";

const run = promisify(execFile);
const CHROMIUM = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
const binary = (path: string): string => join(import.meta.dirname, "node_modules", path);

/** Runs the suite from the project in `folder` against `targets`, JSON in and its results out. */
type RunSuite = (folder: string, targets: string) => Promise<Readonly<Record<string, unknown>>>;

export interface Runtime {
  readonly name: string;
  readonly version: string;
  readonly runSuite: RunSuite;
}

export const RUNTIMES: readonly Runtime[] = [
  ...["node22", "node24", "node26"].map((name) => ({
    name: "Node",
    version: versionOf(name),
    runSuite: fromCommand(binary(`${name}/bin/node`)),
  })),
  {
    name: "Bun",
    version: versionOf("@oven/bun-linux-x64"),
    runSuite: fromCommand(binary("@oven/bun-linux-x64/bin/bun"), "run"),
  },
  {
    name: "Deno",
    version: versionOf("@deno/linux-x64-glibc"),
    runSuite: fromCommand(binary("@deno/linux-x64-glibc/deno"), "run", "--allow-env", "--allow-net=127.0.0.1"),
  },
  { name: "Cloudflare worker (workerd)", version: versionOf("workerd"), runSuite: inWorker },
  { name: "Chromium", version: "", runSuite: inPage },
];

/** As it is: the package is found in `node_modules`, and the suite's types are stripped by the runtime. */
function fromCommand(command: string, ...args: string[]): RunSuite {
  return async (folder, targets) => {
    const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", SMOKE_TARGETS: targets };
    const { stdout } = await run(command, [...args, "smoke/main.ts"], { cwd: folder, env, timeout: 120_000 });
    return JSON.parse(stdout);
  };
}

async function inWorker(folder: string, targets: string): Promise<Record<string, unknown>> {
  const script = await bundle(folder, "smoke/worker.ts", ["workerd", "worker", "browser"]);
  // `cf: false`, since it would ask the network for what a request to Cloudflare carries.
  const worker = new Miniflare({ modules: true, script, compatibilityDate: "2026-07-01", cf: false });
  try {
    const response = await worker.dispatchFetch("http://localhost/", { method: "POST", body: targets });
    return (await response.json()) as Record<string, unknown>;
  } finally {
    await worker.dispose();
  }
}

/** On another port than the platforms: what the page asks is asked across origins. */
async function inPage(folder: string, targets: string): Promise<Record<string, unknown>> {
  const script = await bundle(folder, "smoke/page.ts", ["browser"]);
  const site = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Smoke</title><script type="module">${script}</script>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    return await page.evaluate((given) => Reflect.get(globalThis, "smoke")(JSON.parse(given)), targets);
  } finally {
    await browser.close();
    site.close();
    site.closeAllConnections();
  }
}

async function bundle(folder: string, entry: string, conditions: string[]): Promise<string> {
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], absWorkingDir: folder, conditions, bundle: true, write: false },
    ...{ format: "esm", platform: "browser", target: "es2022" },
  });
  return outputFiles[0]?.text ?? "";
}
