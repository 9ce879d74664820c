/** `npm run check -- <name> [options]`: runs one of the slow checks. Without a name, it lists them. */

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { execute, install, ROOT } from "./commands.ts";

interface Check {
  /** What it does, for the list. */
  readonly does: string;
  /** The command, without the options of the caller. */
  readonly command: readonly string[];
  /** Folder with packages of its own, below `checks`. */
  readonly packages?: string;
  /** Whether it uses the built packages. */
  readonly needsBuild?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const SOURCE = "--conditions=@integration-platform/source";
const RANDOM =
  "properties sequences adaptive-limiter fleet-fuzz generated-types response-shape input-schema oracle".split(
    " ",
  );

const CHECKS: Readonly<Record<string, Check>> = {
  slow: {
    does: "runs the tests with the tag slow: browsers, Redis, other tools, compilers",
    command: [
      "vitest",
      "run",
      "--tags-filter=slow && !scheduled",
      ...findTests(/"slow"|-tag slow|browserTest/),
    ],
    needsBuild: true,
  },
  scheduled: {
    does: "runs the tests with the tag scheduled: all cases of random and interrupted runs",
    command: ["vitest", "run", "--tags-filter=scheduled", ...findTests(/"scheduled"/)],
    needsBuild: true,
  },
  codegen: {
    does: "fails if generated code is stale; --write writes that of the fixtures and of the example",
    command: ["node", "checks/codegen.ts"],
    needsBuild: true,
  },
  card: {
    does: "replaces each package that the project is built on by one that throws: a main command must fail",
    command: ["node", "checks/card.ts"],
  },
  package: {
    does: "packs the packages, and checks them with publint, attw and npm",
    command: ["node", "checks/package.ts"],
    packages: ".",
    needsBuild: true,
  },
  libraries: {
    does: "tests the client and the documentation with other libraries, such as Redis, OpenTelemetry and MCP",
    command: ["node", "checks/libraries/run.ts"],
    packages: ".",
  },
  recipes: {
    does: "runs the recipes for Vitest, Jest, node:test and Playwright, and linters; --all: all set-ups of Jest",
    command: ["node", "checks/recipes/run.ts"],
    needsBuild: true,
  },
  expressions: {
    does: "proves that the regular expressions of the sources need linear time; --write keeps the proofs",
    command: ["node", "checks/expressions/run.ts"],
    packages: ".",
  },
  "rule-types": {
    does: "compiles mistakes in rules with TypeScript 5.9, 6 and 7, and measures the types of a large schema",
    command: ["node", SOURCE, "checks/rule-types/run.ts"],
    packages: ".",
    needsBuild: true,
  },
  compatibility: {
    does: "installs the packed packages with versions of Node.js, graphql, msw and TypeScript; --all: all of them",
    command: ["node", "checks/compatibility/run.ts"],
    needsBuild: true,
  },
  walks: {
    does: "walks the quick start with the packed packages, and the README",
    command: ["node", "checks/walks.ts"],
    needsBuild: true,
  },
  projects: {
    does: "moves four applications with other generators to the packed packages, step by step",
    command: ["node", "checks/projects/run.ts"],
    needsBuild: true,
  },
  monorepo: {
    does: "builds and tests the example with the packed packages",
    command: ["node", "checks/monorepo.ts"],
    needsBuild: true,
  },
  release: {
    does: "releases the next minor and the next major version to a registry on loopback, and installs them",
    command: ["node", "checks/release.ts"],
    needsBuild: true,
  },
  "any-platform": {
    does: "pulls the schema of another platform into a copy of the repository",
    command: ["node", "checks/any-platform.ts"],
    needsBuild: true,
  },
  simulation: {
    does: "compares the simulated platform with an independent server; --write writes the tables of its page",
    command: ["node", "checks/simulation/run.ts"],
    packages: "simulation",
    needsBuild: true,
  },
  servers: {
    does: "compares the client with others behind real servers and gateways; --write writes the results",
    command: ["node", "checks/servers/run.ts"],
    packages: "servers",
    needsBuild: true,
  },
  next: {
    does: "builds and runs the example for Next.js: static and dynamic pages, an edge route, middleware",
    command: ["node", "checks/next.ts"],
    packages: ".",
    needsBuild: true,
  },
  workers: {
    does: "runs the page for Cloudflare Workers in their runtime: refreshes that outlive a request",
    command: ["node", "checks/workers/run.ts"],
    packages: "workers",
  },
  bench: {
    does: "measures the client and the tools next to peers; --only request: one measurement",
    command: ["node", "checks/bench/run.ts"],
    packages: "bench",
    needsBuild: true,
  },
  figures: {
    does: "prints counts of names, options, pages, words, lines, and finds measured figures older than the code",
    command: ["node", "checks/figures/run.ts"],
    packages: ".",
    needsBuild: true,
  },
  foreign: {
    does: "runs ten times as many cases of the tests with text of others; SAMPLES=100: a hundred times",
    command: ["vitest", "run", "foreign"],
    env: { SAMPLES: process.env.SAMPLES ?? "10" },
  },
  random: {
    does: "runs eighty times as many cases of the random tests; SAMPLES=200 before it: two hundred times",
    command: ["vitest", "run", "--test-timeout=3600000", ...RANDOM],
    env: { SAMPLES: process.env.SAMPLES ?? "80" },
  },
  oracle: {
    does: "compares verdicts with the TypeScript compiler and with executions, on public schemas",
    command: ["node", SOURCE, "checks/oracle/run.ts"],
    packages: "oracle/schemas",
    needsBuild: true,
  },
  pictures: {
    does: "makes the pictures of the documentation",
    command: ["node", "checks/pictures.ts"],
    needsBuild: true,
  },
};

/** The test files with a tag, so that the others are not loaded. Those with text of others are another check. */
function findTests(tag: RegExp): string[] {
  const files = globSync("{test,packages/*/test}/**/!(foreign-*).test.ts", { cwd: ROOT });
  return files.filter((file) => tag.test(readFileSync(join(ROOT, file), "utf8")));
}

const [name = "", ...options] = process.argv.slice(2);
const check = CHECKS[name];
if (check) {
  process.exitCode = await run(check);
} else {
  const lines = Object.entries(CHECKS).map(([name, { does }]) => `  ${name.padEnd(14)} ${does}`);
  process.stderr.write(`usage: npm run check -- <name> [options]\n\n${lines.join("\n")}\n`);
  process.exitCode = 2;
}

/** Returns the exit code of the check. */
async function run({ command, packages, needsBuild, env }: Check): Promise<number> {
  if (packages !== undefined) await install(join(ROOT, "checks", packages));
  // The caller has already built, and other checks use the build.
  if (needsBuild && process.env.BUILT === undefined) await execute(ROOT, ["node", "--run", "build"]);
  const [file = "", ...args] = command;
  const { status } = spawnSync(file, [...args, ...options], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}
