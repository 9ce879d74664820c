/**
 * `npm run check:monorepo`: installs a copy of the example with the packed packages and runs its scripts. Generated code
 * must be current, the schema check must find a broken fragment, and the built page must work in Chromium.
 */

import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import process from "node:process";
import { createPlatform } from "@integration-platform/graphql-testing";
import { chromium } from "playwright-core";
import { createFolder, execute, ROOT, runSteps } from "./commands.ts";
import { packAll } from "./pack.ts";

await using temp = await createFolder("monorepo-");
const folder = temp.path;
const schemaFile = join(folder, "packages/operations/schema.graphql");
const runScript = (...script: readonly string[]) => execute(folder, ["npm", "run", "--silent", ...script]);

await runSteps({
  install,
  "codegen --check": () => runScript("codegen", "--", "--check"),
  types: () => runScript("types"),
  test: () => runScript("test"),
  schema: checkSchema,
  build: () => runScript("build"),
  "the page in Chromium": openDashboard,
});

async function install(): Promise<void> {
  await cp(join(ROOT, "examples/monorepo"), folder, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|dist)$/.test(path),
  });
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const packed = await packAll(folder);
  for (const { name, tarball } of packed) manifest.devDependencies[name] = `file:${tarball}`;
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await execute(folder, ["npm", "install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
}

async function checkSchema(): Promise<void> {
  const next = (await readFile(schemaFile, "utf8")).replace("  name: String!", "  title: String!");
  await writeFile(join(folder, "packages/operations/next.graphql"), next);
  const command = ["npm", "run", "--silent", "schema", "--", "--against", "next.graphql"];
  const report = await execute(folder, command, { code: 1 });
  for (const text of ["ListRows", "ReportRows", "operations/integration-row.graphql:4:3"]) {
    if (!report.includes(text)) throw new Error(`The report does not contain ${text}\n${report}`);
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
