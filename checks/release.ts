/**
 * `npm run check -- release`: releases the packages from a copy of the repository to a registry on loopback, as
 * the next minor version and then as the next major one: changeset, version, build, pack, publish. The tests of
 * packages pass at that version, and so do the example and the quick start with what the registry has.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { createPlatform } from "@integration-platform/graphql-testing";
import { readBlocks } from "../test/support/blocks.ts";
import { walkQuickStart } from "../test/support/walk.ts";
import { createFolder, execute, finish, ROOT, runSteps } from "./commands.ts";
import { copyRepository } from "./copy-repository.ts";

const REGISTRY = { verdaccio: "6.10.4" };
/** A tag of the registry, which a mirror does not have to know. */
const OVERRIDES = { "node-fetch": "^2.7.0" };
const QUIET = ["--prefer-offline", "--no-audit", "--no-fund"];
/** As in the workflow: the cli is last. */
const ORDER = ["graphql", "graphql-compiler", "graphql-testing", "graphql-cli"];

await using temp = await createFolder("release-");
const copy = join(temp.path, "copy");
const { PACKED: _, ...inherited } = process.env;
const env: NodeJS.ProcessEnv = { ...inherited, NO_COLOR: "1" };
const run = (...command: readonly string[]) => execute(copy, command, { env });

/** Starts the registry. Other packages come from the one of this machine. */
async function startRegistry(): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = join(temp.path, "registry");
  await mkdir(folder);
  const upstream = (await execute(folder, ["npm", "config", "get", "registry"])).trim();
  const config = {
    storage: "storage",
    uplinks: { upstream: { url: upstream } },
    packages: {
      "@integration-platform/*": { access: "$all", publish: "$anonymous" },
      "**": { access: "$all", proxy: "upstream" },
    },
    log: { type: "stdout", format: "json", level: "fatal" },
  };
  await writeFile(join(folder, "config.yaml"), JSON.stringify(config));
  const manifest = { private: true, dependencies: REGISTRY, overrides: OVERRIDES };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await execute(folder, ["npm", "install", "--ignore-scripts", ...QUIET]);
  const script = `
    const { runServer } = require("verdaccio");
    runServer("config.yaml").then((server) => server.listen(0, "127.0.0.1", () => console.log(server.address().port)));
    process.stdin.on("end", () => process.exit()).resume();`;
  const child = spawn(process.execPath, ["--eval", script], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

async function prepareCopy(): Promise<void> {
  await mkdir(copy);
  await copyRepository(copy);
  await run("git", "init", "--quiet", "--initial-branch=main");
  await commit("Start");
}

async function commit(message: string): Promise<void> {
  const author = ["-c", "user.name=Owner", "-c", "user.email=owner@example.com"];
  await run("git", "add", "--all");
  await run("git", ...author, "commit", "--quiet", "--message", message);
}

type Step = "minor" | "major";

/** What a person and the workflow do for a version. */
async function changeVersion(step: Step, expected: string): Promise<void> {
  const change = `---\n"@integration-platform/graphql": ${step}\n---\n\nA change.\n`;
  await writeFile(join(copy, ".changeset/change.md"), change);
  await commit("Change");
  await run("npm", "run", "release");
  const { version } = JSON.parse(await readFile(join(copy, "package.json"), "utf8"));
  if (version !== expected) throw new Error(`the version is ${version}, not ${expected}`);
  await commit(`Release ${version}`);
}

/** The steps of `.ci/run` that can depend on a version: the lock file, the build, the tests of packages. */
async function checkVersion(): Promise<void> {
  await run("npm", "ci", "--dry-run", "--ignore-scripts", ...QUIET);
  await run("node", "--run", "build");
  await run(process.execPath, "packages/cli/bin/platform-graphql.js", "codegen", "--check");
  await run("node_modules/.bin/vitest", "run", "test/package.test.ts");
}

/** As CONTRIBUTING.md says: in a clone of its own, with the tools of the build alone. */
async function pack(version: string): Promise<void> {
  const clone = join(temp.path, `clone-${version}`);
  await execute(temp.path, ["git", "clone", "--quiet", copy, clone]);
  const blocks = await readBlocks("CONTRIBUTING.md");
  const block = blocks.find(({ section }) => section === "Release");
  if (!block) throw new Error("CONTRIBUTING.md has no commands of a release");
  for (const line of block.code.trim().split("\n")) await execute(clone, ["sh", "-c", line], { env });
  await rename(join(clone, "tarballs"), join(temp.path, `tarballs-${version}`));
}

/** As the workflow does. The registry accepts any token. */
async function publish(url: string, version: string): Promise<void> {
  const folder = join(temp.path, `tarballs-${version}`);
  await writeFile(join(folder, ".npmrc"), `${url.replace("http:", "")}:_authToken=none\n`);
  for (const name of ORDER) {
    const tarball = `./integration-platform-${name}-${version}.tgz`;
    await execute(folder, ["npm", "publish", tarball, "--ignore-scripts", "--registry", url], { env });
  }
}

/** The example declares ranges, which the registry resolves. */
async function installExample(url: string, version: string): Promise<void> {
  const folder = join(temp.path, `example-${version}`);
  const filter = (path: string) => !/[\\/](?:node_modules|dist)$/.test(path);
  await cp(join(copy, "examples/monorepo"), folder, { recursive: true, filter });
  await writeFile(join(folder, ".npmrc"), `registry=${url}\n`);
  await execute(folder, ["npm", "install", "--ignore-scripts", ...QUIET], { env });
  const installed = join(folder, "node_modules/@integration-platform/graphql-cli/package.json");
  const { version: found } = JSON.parse(await readFile(installed, "utf8"));
  if (found !== version) throw new Error(`the example has ${found}, not ${version}`);
  for (const script of [["codegen", "--", "--check"], ["types"]])
    await execute(folder, ["npm", "run", "--silent", ...script], { env });
}

/** The page as a reader types it, with its installations. */
async function startQuickly(url: string, version: string): Promise<void> {
  const folder = join(temp.path, `quick-start-${version}`);
  await mkdir(folder);
  await writeFile(join(folder, ".npmrc"), `registry=${url}\n`);
  await execute(folder, ["npm", "init", "--yes"]);
  const blocks = await readBlocks("docs/quick-start.md");
  const installs = blocks.flatMap(({ code }) => code.match(/^npm install .*$/gm) ?? []);
  if (installs.length === 0) throw new Error("the page installs nothing");
  for (const line of installs) await execute(folder, [...line.split(" "), ...QUIET], { env });
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const variables = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  await walkQuickStart(folder, (line) => finish(folder, ["sh", "-c", line], { ...env, ...variables }));
}

const { version: current } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
const [major = 0, minor = 0] = current.split(".").map(Number);
const VERSIONS: readonly (readonly [Step, string])[] = [
  ["minor", `${major}.${minor + 1}.0`],
  ["major", `${major + 1}.0.0`],
];

await runSteps({ "copy the repository": prepareCopy });
await using registry = await startRegistry();
for (const [step, version] of VERSIONS)
  await runSteps({
    [`change the version to ${version}`]: () => changeVersion(step, version),
    [`check ${version}`]: checkVersion,
    [`pack ${version} with the tools of the build alone`]: () => pack(version),
    [`publish ${version}`]: () => publish(registry.url, version),
    [`install the example with ${version}`]: () => installExample(registry.url, version),
    [`the quick start with ${version}`]: () => startQuickly(registry.url, version),
  });
