/**
 * `npm run check:monorepo`: installs a copy of the example with the packed packages and runs its scripts. Generated code
 * must be current, the schema check must find a broken fragment, and the built page must work in Chromium.
 */

import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { createPlatform } from "@integration-platform/graphql-testing";
import { chromium } from "playwright-core";
import { packAll } from "./pack.ts";

const EXAMPLE = join(import.meta.dirname, "../examples/monorepo");
const folder = await mkdtemp(join(tmpdir(), "monorepo-"));
const schemaFile = join(folder, "packages/operations/schema.graphql");

try {
  await check("install", install);
  await check("codegen --check", () => npm("run", "--silent", "codegen", "--", "--check"));
  await check("types", () => npm("run", "--silent", "types"));
  await check("test", () => npm("run", "--silent", "test"));
  await check("schema", checkSchema);
  await check("build", () => npm("run", "--silent", "build"));
  await check("the page in Chromium", openDashboard);
} finally {
  await rm(folder, { recursive: true, maxRetries: 3 });
}

async function check(name: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  try {
    await run();
    process.stdout.write(`✓ ${name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    const { message, stdout = "" } = error as Error & { stdout?: string };
    process.stdout.write(`✗ ${name}\n${message}\n${stdout}\n`);
    process.exitCode = 1;
  }
}

async function npm(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)("npm", args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

async function install(): Promise<void> {
  await cp(EXAMPLE, folder, { recursive: true, filter: (path) => !/[\\/](?:node_modules|dist)$/.test(path) });
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const packed = await packAll(folder);
  for (const { name, tarball } of packed) manifest.devDependencies[name] = `file:${tarball}`;
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await npm("install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund");
}

async function checkSchema(): Promise<void> {
  const next = (await readFile(schemaFile, "utf8")).replace("  name: String!", "  title: String!");
  await writeFile(join(folder, "packages/operations/next.graphql"), next);
  const report = npm("run", "--silent", "schema", "--", "--against", "next.graphql");
  const { code, stdout } = await report.then(
    (output) => ({ code: 0, stdout: output }),
    (error: { code: number; stdout: string }) => error,
  );
  if (code !== 1) throw new Error(`exit code ${code}, not 1\n${stdout}`);
  for (const text of ["ListRows", "ReportRows", "operations/integration-row.graphql:4:3"]) {
    if (!stdout.includes(text)) throw new Error(`The report does not contain ${text}\n${stdout}`);
  }
}

/** Opens the built page. It is served from another origin than the platform. */
async function openDashboard(): Promise<void> {
  const site = createServer(async (request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    const file = await readFile(join(folder, "apps/dashboard/dist", path)).catch(() => undefined);
    const type = extname(path) === ".js" ? "text/javascript" : "text/html";
    response.writeHead(file ? 200 : 404, { "content-type": type }).end(file);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  await using platform = createPlatform({ schema: await readFile(schemaFile, "utf8") });
  const { baseUrl } = await platform.listen();
  const executablePath = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.getByLabel("Platform").fill(baseUrl);
    await page.getByLabel("Access token").fill(await platform.issueAccessToken());
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("listitem").first().waitFor();
    if (platform.count("api") !== 1) throw new Error(`${platform.count("api")} requests, not 1`);
  } finally {
    await browser.close();
    site.close();
    site.closeAllConnections();
  }
}
