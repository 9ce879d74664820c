/**
 * `npm run check -- rule-types`: the compilers of TypeScript 5.9, 6 and 7 reject mistakes in rules and accept
 * rules without mistakes; what the types of a large schema cost.
 */

import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  findReach,
  renderPlatformTypes,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { findMissingRules } from "@integration-platform/graphql-testing/rules";
import { buildSchema, parse } from "graphql";
import { createFolder, finish, ROOT, runSteps } from "../commands.ts";
import { createLargeSchema } from "./large-schema.ts";
import { MISTAKES, RIGHT } from "./mistakes.ts";

const TICKETS = join(ROOT, "packages/testing/test/fixtures/tickets");
const MODULE = "@integration-platform/graphql-testing/rules";

/** Compilers by their versions. */
const COMPILERS: Readonly<Record<string, string>> = {
  "5.9": "checks/node_modules/typescript-5",
  "6": "checks/node_modules/typescript",
  "7": "node_modules/typescript",
};

/**
 * Most types that TypeScript 7 creates for the rules of 1,600 types. With this many they take at most 1 s of
 * a quiet machine. Not a time, because other checks run at the same time.
 */
const MAX_TYPES = 9_000;

const OPTIONS = {
  module: "nodenext",
  target: "es2024",
  lib: ["es2024", "esnext.disposable"],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
};

await using temporary = await createFolder("rule-types-");
symlinkSync(join(ROOT, "node_modules"), join(temporary.path, "node_modules"));
writeFileSync(join(temporary.path, "package.json"), '{ "type": "module" }');

/** Writes a program, and returns the path of its config. */
function writeProgram(
  name: string,
  files: Readonly<Record<string, string>>,
  roots: readonly string[],
): string {
  const folder = join(temporary.path, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const config = join(folder, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, files: roots }));
  return config;
}

/** What a compiler prints about a program. */
async function compile(version: string, config: string, ...options: readonly string[]): Promise<string> {
  const command = join(ROOT, COMPILERS[version] ?? "", "bin/tsc");
  const { stdout, stderr, code } = await finish(ROOT, [process.execPath, command, "-p", config, ...options]);
  if (typeof code === "string") throw new Error(code);
  return `${stdout}${stderr}`;
}

/** Each mistake is a line of one program. */
async function rejectMistakes(version: string): Promise<void> {
  const cases = [...MISTAKES.map(({ rules }) => rules), ...RIGHT];
  const lines = cases.map((rules, index) => `export const rules${index} = { ${rules} } satisfies Rules;`);
  const files = {
    "platform.types.ts": readFileSync(join(TICKETS, "platform.types.ts"), "utf8"),
    "mistakes.ts": `import type { Rules } from "./platform.types.ts";\n${lines.join("\n")}\n`,
  };
  const output = await compile(version, writeProgram("mistakes", files, ["mistakes.ts"]));
  const elsewhere = output
    .split("\n")
    .filter((line) => /error TS/.test(line) && !/mistakes\.ts\(/.test(line));
  if (elsewhere.length > 0) throw new Error(elsewhere.join("\n"));
  const rejected = new Set([...output.matchAll(/mistakes\.ts\((\d+),/g)].map(([, line]) => Number(line) - 2));
  const missed = MISTAKES.filter((_, index) => !rejected.has(index)).map(
    ({ what, rules }) => `accepts ${what}: ${rules}`,
  );
  const wrong = RIGHT.filter((_, index) => rejected.has(MISTAKES.length + index)).map(
    (rules) => `rejects ${rules}`,
  );
  if (missed.length + wrong.length > 0) throw new Error([...missed, ...wrong, output].join("\n"));
}

/** The rules files of tests and examples. `npm run check -- simulation` compiles its own. */
async function acceptRules(version: string): Promise<void> {
  const pattern = "{packages/testing/test,test/fixtures,examples}/**/platform.rules.ts";
  const files = globSync(pattern, { cwd: ROOT, exclude: (path) => path.includes("node_modules") });
  if (files.length < 4) throw new Error(`${files.length} rules files`);
  const paths = files.map((file) => join(ROOT, file));
  const output = await compile(version, writeProgram(`rules-${version}`, {}, paths));
  if (output !== "") throw new Error(output);
}

const LARGE_RULES = `import type { Rules } from "./platform.types.ts";

export const rules = {
  Query: {
    thing1s: (_, { filter, ...rest }, { db, page }) =>
      page(db.Thing1.list(({ name }) => name === filter?.name), rest),
  },
  Thing2: { name: ({ code, other }) => code ?? other?.name ?? null },
  Mutation: {
    createThing3: (_, { input: { otherId, ...input } }, { db }) => ({
      thing: db.Thing3.create({ ...input, other: otherId }),
    }),
  },
} satisfies Rules;
`;

/** Lists with required arguments, groups, pages and payloads, as in an API that Expo's command line calls. */
const STUBS_SCHEMA = `
  type Query { app: AppQuery! apps(filter: AppFilter, sort: Order, limit: Int!, offset: Int!): [App!]! }
  type AppQuery { byId(appId: String!): App! byName(name: String!): App }
  type App { id: ID! builds(limit: Int!, offset: Int!, status: Status): [Build!]! logs(first: Int, after: String): Logs! size(unit: String!): Int }
  type Build { id: ID! status: Status! }
  type Logs { edges: [LogEdge!]! pageInfo: PageInfo! }
  type LogEdge { node: Log! cursor: String! }
  type Log { id: ID! text: String }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Mutation { build: BuildMutation! logOut: Boolean! }
  type BuildMutation { create(appId: ID!, input: BuildInput!): CreateBuildResult! cancel(buildId: ID!): Build! remove(id: ID!): RemoveResult! }
  type CreateBuildResult { build: Build! }
  type RemoveResult { id: ID! }
  input AppFilter { name: String }
  input BuildInput { status: Status! }
  enum Status { NEW DONE }
  enum Order { NAME }
`;
const STUBS_OPERATIONS = `
  query ListApps($size: Int!) { apps(filter: { name: "a" }, sort: NAME, limit: $size, offset: 0) {
    id builds(limit: 1, offset: 0, status: NEW) { id } logs(first: 1) { edges { node { text } } } size(unit: "MB") } }
  query GetApp { app { byId(appId: "1") { id } byName(name: "a") { id } } }
  mutation Build { logOut build { create(appId: 1, input: { status: NEW }) { build { id } } cancel(buildId: 1) { id } remove(id: 1) { id } } }
`;

/** The lines that `platform-graphql rules` prints, with a value in place of each "…". */
async function acceptStubs(version: string): Promise<void> {
  const schema = buildSchema(STUBS_SCHEMA);
  const document = parse(STUBS_OPERATIONS);
  const { resolvers } = findMissingRules(schema, document, {});
  const types = Map.groupBy(resolvers, ({ type }) => type);
  const lines = [...types].map(
    ([type, stubs]) => `  ${type}: {\n${stubs.map(({ line }) => line).join("\n")}\n  },`,
  );
  const values: readonly (readonly [string, string])[] = [
    ["(row) => …", "() => true"],
    ["(a, b) => …", "() => 0"],
    ["{ … }", "{}"],
    ["…", "undefined as never"],
  ];
  const text = values.reduce((all, [stub, value]) => all.replaceAll(stub, value), lines.join("\n"));
  const files = {
    "platform.types.ts": renderPlatformTypes(schema, {}, MODULE, findReach(schema, document, new Set())),
    "stubs.ts": `import type { Rules } from "./platform.types.ts";\nexport const rules = {\n${text}\n} satisfies Rules;\n`,
  };
  const output = await compile(version, writeProgram(`stubs-${version}`, files, ["stubs.ts"]));
  if (output !== "") throw new Error(`${text}\n${output}`);
}

/** Seconds until a compiler ends, and how many types it creates. */
async function measure(version: string, config: string): Promise<{ seconds: number; types: number }> {
  const startedAt = performance.now();
  const output = await compile(version, config, "--extendedDiagnostics");
  const seconds = (performance.now() - startedAt) / 1000;
  const types = Number(/^Types:\s+(\d+)$/m.exec(output)?.[1]);
  if (!types) throw new Error(`TypeScript ${version} does not print how many types it creates:\n${output}`);
  return { seconds, types };
}

async function measureCost(): Promise<void> {
  const schema = buildSchema(createLargeSchema());
  const count = Object.keys(schema.getTypeMap()).length;
  const document = parse("query GetThing { thing1s { nodes { name } } thing2(id: 1) { name other { id } } }");
  const names = new Set(LARGE_RULES.match(/\w+/g));
  const types = renderPlatformTypes(schema, {}, MODULE, findReach(schema, document, names));
  const without = `import type * as Platform from "${MODULE}";\nexport type Rules = Platform.Rules;\n`;
  const main = `import "./rules.ts";\n`;
  const large = writeProgram(
    "large",
    { "platform.types.ts": types, "rules.ts": LARGE_RULES, "main.ts": main },
    ["main.ts"],
  );
  const untyped = `import type { Rules } from "./platform.types.ts";\n\nexport const rules: Rules = {};\n`;
  const small = writeProgram(
    "small",
    { "platform.types.ts": without, "rules.ts": untyped, "main.ts": main },
    ["main.ts"],
  );
  for (const version of Object.keys(COMPILERS)) {
    const before = await measure(version, small);
    const after = await measure(version, large);
    const cost = after.types - before.types;
    process.stdout.write(
      `  ${count} types, TypeScript ${version}: ${before.seconds.toFixed(2)} s without them, ${after.seconds.toFixed(2)} s with them, ${cost} types more\n`,
    );
    if (version === "7" && cost > MAX_TYPES) throw new Error(`${cost} types more, at most ${MAX_TYPES}`);
  }
}

const steps = Object.keys(COMPILERS).flatMap((version): [string, () => Promise<void>][] => [
  [`TypeScript ${version} rejects ${MISTAKES.length} mistakes`, () => rejectMistakes(version)],
  [`TypeScript ${version} accepts the rules of tests and examples`, () => acceptRules(version)],
  [`TypeScript ${version} accepts printed stubs`, () => acceptStubs(version)],
]);
await runSteps({
  ...Object.fromEntries(steps),
  "the types of a large schema": measureCost,
});
