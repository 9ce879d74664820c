/**
 * `npm run check -- compatibility`: installs the packed packages with different versions of their peers. Each
 * installation runs codegen, tsc, a schema check and the client. Runs the oldest and the newest versions;
 * `-- --all` runs all rows, and `-- --only <text>` runs the rows whose names contain the text.
 */

import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { readBlocks } from "../../test/support/blocks.ts";
import { createFolder, execute, ROOT, step } from "../commands.ts";
import { packAll } from "../pack.ts";
import { EXPECTED, startPlatforms } from "./platforms.ts";

interface Row {
  readonly name: string;
  /** @default npm */
  readonly manager?: "pnpm" | "yarn";
  /** Dependencies in addition to the four packages. */
  readonly versions: Readonly<Record<string, string>>;
  /** A file of `consumer/src/more`. @default the suite and MSW, as in `consumer/src/main.ts` */
  readonly program?: "clients" | "bundlers" | "worker" | "page";
  /** The runtime of the program. @default the version of Node that the row installs */
  readonly runtime?: readonly string[];
  /** Whether each dependency of the packages is installed in the oldest version of its range. */
  readonly floors?: true;
  /** JSON that the program prints. */
  readonly prints: unknown;
}

const NODE = ["node_modules/node/bin/node"];
const CLI = "node_modules/@integration-platform/graphql-cli/bin/platform-graphql.js";
const node = (version: string) => `npm:node-${process.platform}-${process.arch}@${version}`;
const OLDEST = { node: node("22.12.0"), graphql: "16.11.0", msw: "~2.11.0", typescript: "~5.9.0" };
const NEWEST = { node: node("26"), graphql: "17", msw: "3", typescript: "7" };
const GRAPHQL_16 = { ...NEWEST, graphql: "16.11.0" };

const NAMES = ["Orders", "Invoices"];
const MSW = { ...EXPECTED, msw: ["Orders"] };
const forEach = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value]));

const ROWS: readonly Row[] = [
  { name: "npm, oldest versions", versions: OLDEST, floors: true, prints: MSW },
  { name: "npm, newest versions", versions: NEWEST, prints: MSW },
  {
    name: "npm, graphql 16 with msw 3, TypeScript 6",
    versions: { ...GRAPHQL_16, typescript: "6" },
    prints: MSW,
  },
  {
    name: "npm, graphql 17 with msw 2.11, Node 24",
    versions: { ...NEWEST, node: node("24"), msw: "~2.11.0" },
    prints: MSW,
  },
  { name: "pnpm, oldest versions", manager: "pnpm", versions: OLDEST, prints: MSW },
  { name: "pnpm, newest versions", manager: "pnpm", versions: NEWEST, prints: MSW },
  { name: "Yarn, oldest versions", manager: "yarn", versions: OLDEST, prints: MSW },
  { name: "Yarn, newest versions", manager: "yarn", versions: NEWEST, prints: MSW },
  {
    name: "Bun",
    versions: { ...NEWEST, bun: "npm:@oven/bun-linux-x64@1" },
    runtime: ["node_modules/bun/bin/bun", "run"],
    prints: EXPECTED,
  },
  {
    name: "Deno",
    versions: { ...NEWEST, deno: "npm:@deno/linux-x64-glibc@2" },
    runtime: ["node_modules/deno/deno", "run", "--allow-env", "--allow-net=127.0.0.1"],
    prints: EXPECTED,
  },
  {
    name: "workerd",
    versions: { ...NEWEST, esbuild: "0.28", miniflare: "4" },
    program: "worker",
    prints: EXPECTED,
  },
  {
    name: "Chromium",
    versions: { ...NEWEST, esbuild: "0.28", "playwright-core": "1" },
    program: "page",
    prints: EXPECTED,
  },
  {
    name: "other clients",
    // graphql-request 7 does not allow graphql 17.
    versions: {
      ...GRAPHQL_16,
      "@apollo/client": "4",
      "@urql/core": "6",
      "graphql-request": "7",
      "@tanstack/query-core": "5",
      ky: "2",
      rxjs: "7",
    },
    program: "clients",
    prints: forEach(
      ["ours", "@apollo/client", "@urql/core", "graphql-request", "@tanstack/query-core", "ky"],
      NAMES,
    ),
  },
  {
    name: "bundlers",
    versions: { ...NEWEST, "@rollup/plugin-node-resolve": "16", esbuild: "0.28", rollup: "4", webpack: "5" },
    program: "bundlers",
    // The bundle contains the imported operation and no other one. A program without calls has an empty
    // bundle.
    prints: forEach(["esbuild", "rollup", "webpack"], [true, false, ""]),
  },
];

const { values } = parseArgs({
  options: { all: { type: "boolean", default: false }, only: { type: "string" } },
});
const { all, only } = values;
const chosen = ROWS.filter(({ name }, index) =>
  only === undefined ? all || index < 2 : name.includes(only),
);

await using temp = await createFolder("compatibility-");
const packed = await packAll(temp.path);
for (const [index, row] of chosen.entries())
  await step(row.name, () => checkRow(row, join(temp.path, `${index}`)));

async function checkRow(row: Row, folder: string): Promise<void> {
  const { program, runtime = NODE, prints } = row;
  const isExtra = (path: string) => path.includes("/more/") && !path.endsWith(`/${program}.ts`);
  await cp(join(import.meta.dirname, "consumer"), folder, {
    recursive: true,
    filter: (path) => !isExtra(path),
  });
  if (program === "clients") await writeGuide(folder);
  await writeTypeTests(folder);
  await install(row, folder);
  await execute(folder, [...NODE, CLI, "codegen"]);
  await execute(folder, [...NODE, "node_modules/typescript/bin/tsc"]);
  const entry = program === undefined ? ["build/main.js"] : [`build/more/${program}.js`];
  if (program === undefined && runtime === NODE) {
    const schema = await readFile(join(folder, "schema.graphql"), "utf8");
    await writeFile(join(folder, "next.graphql"), schema.replace("name: String!", "title: String!"));
    const check = ["schema", "check", "--snapshot", "schema.graphql", "--against", "next.graphql"];
    const report = await execute(folder, [...NODE, CLI, ...check], { code: 1 });
    if (!report.includes("operations/list-rows.graphql:12:3")) throw new Error(`no broken field\n${report}`);
    entry.push("--msw");
  }
  await using platforms = await startPlatforms();
  const env = { ...process.env, TARGETS: platforms.targets, DENO_NO_UPDATE_CHECK: "1" };
  const printed = await execute(folder, [...runtime, ...entry], { env });
  const complaints = prints === EXPECTED || prints === MSW ? platforms.checkCounts() : [];
  if (!isDeepStrictEqual(JSON.parse(printed), prints)) complaints.push(`printed ${printed}`);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
}

/**
 * Adds the code of the guide for other clients, for the compiler. It uses the operations of this project
 * instead of the shipped ones.
 */
async function writeGuide(folder: string): Promise<void> {
  const blocks = (await readBlocks("docs/other-clients.md")).filter(({ flags }) => flags === "other-client");
  for (const [index, { code }] of blocks.entries()) {
    const text = code.replace(
      /"@integration-platform\/graphql\/(operations|documents)"/,
      '"./generated/$1.ts"',
    );
    await writeFile(join(folder, `src/guide-${index}.ts`), `${text}\nexport {};\n`);
  }
}

/** Adds the type tests of variables, for the compiler. */
async function writeTypeTests(folder: string): Promise<void> {
  const file = "exact-variables.test-d.ts";
  const code = await readFile(join(import.meta.dirname, "../../test", file), "utf8");
  await writeFile(
    join(folder, "src", file),
    code.replace("../src/index.ts", "@integration-platform/graphql"),
  );
}

/**
 * The oldest version of each range in the packages. A project that only installs older releases gets them.
 */
async function readFloors(): Promise<Record<string, string>> {
  const floors: Record<string, string> = {};
  for (const folder of ["", "packages/compiler", "packages/testing", "packages/cli"]) {
    const { dependencies } = JSON.parse(await readFile(join(ROOT, folder, "package.json"), "utf8"));
    for (const [name, range] of Object.entries<string>(dependencies)) {
      if (!name.startsWith("@integration-platform/")) floors[name] = range.replace("^", "");
    }
  }
  return floors;
}

async function expectVersions(folder: string, expected: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, floor] of Object.entries(expected)) {
    const { version } = JSON.parse(
      await readFile(join(folder, "node_modules", name, "package.json"), "utf8"),
    );
    if (version !== floor) throw new Error(`${name} is ${version}, not the oldest version ${floor}`);
  }
}

/**
 * Installs without scripts, third-party overrides and a lock file, as a new user does. Peer conflicts fail.
 */
async function install({ manager, versions, floors }: Row, folder: string): Promise<void> {
  const write = (file: string, content: object) => writeFile(join(folder, file), JSON.stringify(content));
  const packages = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = {
    private: true,
    type: "module",
    dependencies: { ...packages, ...versions, "@types/node": "22" },
  };
  if (manager === undefined) {
    const overrides = floors ? await readFloors() : {};
    await write("package.json", { ...manifest, overrides });
    const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    await execute(folder, ["npm", "install", ...flags]);
    await expectVersions(folder, overrides);
  } else if (manager === "pnpm") {
    await write("package.json", manifest);
    // Without the override, pnpm looks for the packages in the registry when one depends on another.
    const settings = {
      hoist: false,
      strictPeerDependencies: true,
      autoInstallPeers: false,
      overrides: packages,
    };
    await write("pnpm-workspace.yaml", settings);
    await execute(folder, ["npx", "--yes", "pnpm@12", "install", "--ignore-scripts", "--prefer-offline"]);
  } else {
    await write("package.json", { ...manifest, resolutions: packages });
    await write(".yarnrc.yml", { nodeLinker: "node-modules", enableScripts: false, enableTelemetry: false });
    await writeFile(join(folder, "yarn.lock"), "");
    const output = await execute(folder, [
      "npx",
      "--yes",
      "--package=@yarnpkg/cli-dist@4",
      "yarn",
      "install",
    ]);
    // Yarn only warns about missing and incompatible peers.
    if (/YN0002|YN0060|YN0086/.test(output)) throw new Error(output);
  }
}
