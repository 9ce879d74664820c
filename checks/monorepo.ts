/**
 * `npm run check -- monorepo`: installs a copy of the example with the packed packages and runs its scripts.
 * Generated code must be current, Turborepo must cache codegen and never ci, the schema check must find a
 * broken fragment, and the built page must work in Chromium.
 */

import { appendFile, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import process from "node:process";
import { createPlatform } from "@integration-platform/graphql-testing";
import { chromium } from "playwright-core";
import { readBlocks } from "../test/support/blocks.ts";
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
  "codegen again": runTwice,
  Turborepo: runTurborepo,
  schema: checkSchema,
  "the commands of the page": runPage,
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
  await execute(folder, [
    "npm",
    "install",
    "--ignore-scripts",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
  ]);
}

async function checkSchema(): Promise<void> {
  const next = (await readFile(schemaFile, "utf8")).replace("  name: String!", "  title: String!");
  await writeFile(join(folder, "packages/operations/next.graphql"), next);
  const command = ["npm", "run", "--silent", "schema", "--", "--against", "next.graphql"];
  const report = await execute(folder, command, { code: 1 });
  const users = "2 of them used: @acme/dashboard (1), @acme/report (1), @acme/sync (1)";
  for (const text of ["ListRows", "ReportRows", "operations/integration-row.graphql:4:3", users]) {
    if (!report.replaceAll(/\s+/g, " ").includes(text))
      throw new Error(`The report does not contain ${text}\n${report}`);
  }
}

/** Those of docs/monorepo.md, with what they print, except the numbers of files that were read. */
async function runPage(): Promise<void> {
  const blocks = (await readBlocks("docs/monorepo.md")).filter(({ language }) => language === "sh");
  if (blocks.length !== 2) throw new Error(`${blocks.length} commands, not 2`);
  for (const { code: line, output = "" } of blocks) {
    const [, code = "0"] = /# exit code (\d)/.exec(line) ?? [];
    const command = ["sh", "-c", line];
    const printed = await execute(join(folder, "packages/operations"), command, { code: Number(code) });
    const [shown = ""] = output.split("\nread:");
    if (!printed.includes(shown)) throw new Error(printed);
  }
}

/** The second run finds the stamp of the first one. */
async function runTwice(): Promise<void> {
  await runScript("codegen");
  const { length } = await readdir(join(folder, "node_modules/.cache/platform-graphql"));
  const startedAt = performance.now();
  const output = await runScript("codegen");
  if (length !== 1 || !output.includes("up to date"))
    throw new Error(`${length} stamps, and the output\n${output}`);
  process.stdout.write(`  codegen again: ${Math.round(performance.now() - startedAt)} ms, with npm\n`);
}

/**
 * With the configuration of docs/task-runners.md: a second run of codegen restores the files, and a changed operation or
 * rules file is another run. `ci` runs each time, with the base that CI names, and asks git.
 */
async function runTurborepo(): Promise<void> {
  const page = await readFile(join(ROOT, "docs/task-runners.md"), "utf8");
  const [, config = ""] = /in `turbo\.json`:\n\n```json\n(.*?)```/s.exec(page) ?? [];
  await writeFile(join(folder, "turbo.json"), config.replace("schema/**", "schema.graphql"));
  await changeManifest("package.json", (manifest) => ({ ...manifest, packageManager: "npm@11.0.0" }));
  await changeManifest("packages/operations/package.json", (manifest) => ({
    ...manifest,
    scripts: { ...manifest.scripts, ci: "platform-graphql ci", types: "node --version" },
  }));
  const options = ["--no-save", "--prefer-offline", "--no-audit", "--no-fund"];
  await using tools = await createFolder("turbo-");
  await execute(tools.path, ["npm", "install", ...options, "turbo@2.11.11"]);
  const turbo = [join(tools.path, "node_modules/.bin/turbo"), "run"];
  const runner = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  await runCachedCodegen(async (cached) => {
    const output = await execute(folder, [...turbo, "codegen"], { env: runner });
    if (!output.includes(`${cached} cached, 1 total`)) throw new Error(output);
  });
  await runCiEachTime(async (base, code) => {
    // As in Jenkins. turbo itself passes the variables of some other systems.
    const env = { ...runner, CHANGE_ID: "7", CHANGE_TARGET: base };
    const output = await execute(folder, [...turbo, "ci", "--output-logs=full"], { env, code });
    // "cache bypass" is what turbo prints for a task without a cache.
    if (!output.includes(`merge base with ${base}, from CHANGE_TARGET`) || !output.includes("cache bypass"))
      throw new Error(output);
  });
}

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
}

async function changeManifest(file: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, "utf8")))));
}

/** @param run - Runs the task, and expects so many cached ones. */
async function runCachedCodegen(run: (cached: number) => Promise<void>): Promise<void> {
  const operations = join(folder, "packages/operations");
  const generated = join(operations, "src/generated");
  const rules = join(operations, "platform.rules.ts");
  await run(0);
  await rm(generated, { recursive: true });
  await run(1);
  await readFile(join(generated, "operations.ts"));
  await appendFile(join(operations, "operations/list-rows.graphql"), "\n");
  await run(0);
  await writeFile(rules, "export default {};\n");
  await run(0);
  await run(1);
  await appendFile(rules, "// changed\n");
  await run(0);
  await rm(rules);
  await rm(join(operations, "platform.types.ts"), { force: true });
  await run(1);
}

/** @param run - Runs the task with a base, and expects an exit code. */
async function runCiEachTime(run: (base: string, code: number) => Promise<void>): Promise<void> {
  const git = (...args: readonly string[]) => {
    const author = ["-c", "user.name=Owner", "-c", "user.email=owner@example.com"];
    return execute(folder, ["git", ...author, ...args]);
  };
  const schema = await readFile(schemaFile, "utf8");
  await writeFile(join(folder, ".gitignore"), "node_modules\n.turbo\n");
  await git("init", "--quiet", "--initial-branch=main");
  await git("remote", "add", "origin", ".");
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "Start");
  await writeFile(schemaFile, schema.replace("  name: String!", "  name: String"));
  await runScript("codegen");
  await git("switch", "--quiet", "--create", "broken");
  await git("commit", "--quiet", "--all", "--message", "Break");
  await git("switch", "--quiet", "--create", "change");
  await git("commit", "--quiet", "--allow-empty", "--message", "Change nothing more");
  await run("main", 1);
  await run("main", 1);
  await run("broken", 0);
  await run("main", 1);
  await git("switch", "--quiet", "main");
  await rm(join(folder, ".git"), { recursive: true });
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
