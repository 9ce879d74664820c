/**
 * `npm run check -- any-platform`: uses the schema of another platform and other operations in a copy of the
 * repository. Runs the commands that owners run, changes the platform's schema, and runs them again. Its root
 * types have other names. Then uses a Relay schema, and one of 1,600 types without a field of the documented
 * platform. Only `schema/`, `operations/` and `src/generated/` can differ at the end. `-- --all` runs all fast
 * tests with each schema, and not only the contract test, which alone reads the owner's data.
 */

import { readFileSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createPlatform } from "@integration-platform/graphql-testing";
import { createFolder, execute, ROOT, runSteps } from "./commands.ts";
import { copyRepository } from "./copy-repository.ts";

const FIXTURES = join(ROOT, "test/fixtures/foreign");
const RELAY = join(ROOT, "test/fixtures/relay");
const OWNED = /^(?:schema|operations|src\/generated)\//;

/** Root fields for `platform-graphql add`. */
const ADDED = [
  ..."account actor apiKeys categories customer customerByReference customers job members order orders".split(
    " ",
  ),
  ..."product products ticket tickets warehouse warehouses webhooks createCustomer placeOrder".split(" "),
];

/**
 * Operations of `operations/shared` and `operations/any-platform` that the second version breaks.
 * `operations/fixes` fixes them.
 */
const BROKEN = ["ListCustomerCards", "SearchAll", "CountOrders", "TrackOrder"];

/** Objects of the largest schema. It has as many enums. */
const TYPES = 800;

/** Compares the committed snapshot with the pulled one. */
const CHECK = ["schema", "check", "--snapshot", "git:HEAD", "--against", "schema/schema.graphql"];

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
await using folder = await createFolder("any-platform-");
const copy = folder.path;
// The copy packs its own packages, and the job of GitHub that runs this check has a summary of its own.
const inherited = Object.entries(process.env).filter(([name]) => !/^(?:PACKED$|GITHUB_)/.test(name));
const env: NodeJS.ProcessEnv = { ...Object.fromEntries(inherited), NO_COLOR: "1" };
const run = (...command: readonly string[]) => execute(copy, command, { env });
const runScript = (...script: readonly string[]) => run("npm", "run", "--silent", ...script);
const cli = [process.execPath, "packages/cli/bin/platform-graphql.js"];

await runSteps({
  "copy the repository": prepareCopy,
  "pull the schema of another platform": () => pull("schema.graphql"),
  [`add ${ADDED.length} operations, and write some`]: replaceOperations,
  "generate, test and start": runOwnersCommands,
  commit: () => commit("Use another platform"),
  "pull the changed schema": () => pull("schema-v2.graphql"),
  "find the operations that break": findBroken,
  "fix, generate, test and start": async () => {
    await write("fixes");
    await runOwnersCommands();
  },
  "commit the update": () => commit("Update the schema"),
  "find no more changes": () => run(...cli, ...CHECK),
  "use a Relay schema": () => replacePlatform(readFileSync(join(RELAY, "schema.graphql"), "utf8")),
  "generate and test with it": () => runTests(values.all),
  [`use a schema of ${2 * TYPES} types`]: () =>
    replacePlatform(renderLarge(), ["thing0", "thing1", "changeThing2"]),
  "generate and test with it, too": () => runTests(values.all),
  "commit both": () => commit("Use other platforms"),
});

/** Copies the repository, commits it and builds it. */
async function prepareCopy(): Promise<void> {
  await copyRepository(copy);
  await run("git", "init", "--quiet", "--initial-branch=main");
  await commit("Start");
  await runScript("build");
}

async function commit(message: string): Promise<void> {
  const author = ["-c", "user.name=Owner", "-c", "user.email=owner@example.com"];
  await run("git", "add", "--all");
  const changed = (await run("git", "diff", "--cached", "--name-only")).split("\n").filter(Boolean);
  const foreign = message === "Start" ? [] : changed.filter((file) => !OWNED.test(file));
  if (foreign.length > 0) throw new Error(`other files changed: ${foreign.join(", ")}`);
  await run("git", ...author, "commit", "--quiet", "--message", message);
}

/** Pulls by introspection, with the credentials of a local platform that has this schema. */
async function pull(file: string): Promise<void> {
  await using platform = createPlatform({ schema: await readFile(join(FIXTURES, file), "utf8") });
  const { baseUrl } = await platform.listen();
  Object.assign(env, { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken });
  await run(...cli, "schema", "pull");
  delete env.PLATFORM_BASE_URL;
  delete env.PLATFORM_REFRESH_TOKEN;
}

async function replaceOperations(): Promise<void> {
  await rm(join(copy, "operations"), { recursive: true });
  await run(...cli, "add", ...ADDED);
  await write("shared");
  await write("any-platform");
}

/** Copies a folder of `checks/operations` into the project. */
function write(name: string): Promise<void> {
  return cp(join(import.meta.dirname, "operations", name), join(copy, "operations"), { recursive: true });
}

async function runOwnersCommands(): Promise<void> {
  await runScript("codegen");
  await runScript("codegen", "--", "--check");
  if (values.all) await run("npm", "test");
  else {
    await runScript("types");
    await run("node_modules/.bin/vitest", "run", "test/contract");
  }
  await run("npm", "start");
}

/** Objects and enums in a ring. */
function renderLarge(): string {
  const numbers = Array.from({ length: TYPES }, (_, index) => index);
  return [
    `type Query { ${numbers.map((n) => `thing${n}(id: ID!): Thing${n}`).join(" ")} }`,
    `type Mutation { ${numbers.map((n) => `changeThing${n}(id: ID!, state: State${n}!): Thing${n}`).join(" ")} }`,
    ...numbers.map((n) => `type Thing${n} { id: ID! state: State${n}! next: Thing${(n + 1) % TYPES} }`),
    ...numbers.map((n) => `enum State${n} { ON${n} OFF${n} }`),
  ].join("\n");
}

/** Without fields, the operations are those of the Relay fixture. */
async function replacePlatform(sdl: string, fields: readonly string[] = []): Promise<void> {
  await mkdir(join(copy, "node_modules/.cache"), { recursive: true });
  await writeFile(join(copy, "node_modules/.cache/other.graphql"), sdl);
  await run(...cli, "schema", "pull", "--from", "node_modules/.cache/other.graphql");
  await rm(join(copy, "operations"), { recursive: true });
  if (fields.length > 0) await run(...cli, "add", ...fields);
  else await cp(join(RELAY, "operations"), join(copy, "operations"), { recursive: true });
}

async function runTests(all: boolean): Promise<void> {
  await runScript("codegen");
  await runScript("codegen", "--", "--check");
  await runScript("types");
  await run("node_modules/.bin/vitest", "run", ...(all ? ["--tags-filter=!slow"] : ["test/contract"]));
}

/** The check that `.ci/run` runs. Its base is the commit before the second version. */
async function findBroken(): Promise<void> {
  const base = (await run("git", "rev-parse", "HEAD")).trim();
  const file = join(copy, "node_modules/.cache/report.json");
  await execute(copy, [...cli, "ci", "--base", base, "--output", file], { env, code: 1 });
  const report: { operations: { name: string; verdict: string }[] } = JSON.parse(
    await readFile(file, "utf8"),
  );
  const broken = report.operations.filter(({ verdict }) => verdict === "breaks").map(({ name }) => name);
  const missing = BROKEN.filter((name) => !broken.includes(name));
  if (missing.length > 0) throw new Error(`not found: ${missing.join(", ")}`);
}
