/** Deep nesting: each command names the limit, or succeeds. */

import { expect, test } from "vitest";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const SDL = "type Query { a: Query b(i: I0): Int }\ninput I0 { x: Int y: [Int] }\n";

const create = (operation: string, { schema = SDL, script = "" } = {}): Project =>
  useProject({
    "codegen.ts": renderConfig(
      'schema: "schema.graphql", documents: ["operations", "src/*.ts"], output: "generated", plugins: []',
    ),
    "schema.graphql": schema,
    "next.graphql": `${schema}type More { a: Int }`,
    "operations/deep.graphql": operation,
    "src/a.ts": script,
  });

const COMMANDS = [
  ["codegen"],
  ["schema", "check", "--against", "next.graphql"],
  ["schema", "uses", "Query.b"],
  ["run", "Deep", "--local"],
  ["rules"],
];

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join("");

/** A chain of fragments. Each one has a level. */
const chain = (count: number) =>
  `query Deep { ...F0 }\n${repeat(count, (index) => `fragment F${index} on Query { a { ${index + 1 < count ? `...F${index + 1}` : "b"} } }\n`)}`;

const BRACKETS = "There are more than 500 levels of brackets";
const LEVELS = "This query has more than 500 levels of fields and fragments";

test.for([
  ["fields", `query Deep { ${repeat(1000, () => "a { ")} b ${"}".repeat(1001)}`, "1:2012", BRACKETS],
  ["values", `query Deep { b(i: { y: ${"[".repeat(5000)}${"]".repeat(5000)} }) }`, "1:521", BRACKETS],
  ["fragments", chain(501), "1:1", LEVELS],
] as const)("each command names the limit for %s", async ([, operation, place, problem]) => {
  for (const args of COMMANDS) {
    const { code, stderr } = await create(operation).run(...args);
    expect([args, code]).toEqual([args, args[0] === "codegen" ? 1 : 3]);
    expect(stderr).toContain(`operations/deep.graphql:${place}: ${problem}`);
  }
});

test("the limit is named for thousands of fragments", async () => {
  const { code, stderr } = await create(chain(10_000)).run("codegen");
  expect([code, stderr]).toEqual([1, expect.stringContaining(`operations/deep.graphql:1:1: ${LEVELS}`)]);
});

test("each command names a script that is nested too deeply", async () => {
  const script = `export const x = ${"(".repeat(20_000)}1${")".repeat(20_000)};\ngql\`query S { b }\`;`;
  for (const args of COMMANDS) {
    const { code, stderr } = await create("query Deep { b }", { script }).run(...args);
    expect([args, code]).toEqual([args, 3]);
    expect(stderr).toContain(
      'src/a.ts:1:1: the file has too many levels of brackets: leave it out, as in "!',
    );
  }
});

/** `run` needs a resolver, which these projects do not have. */
const expectAccepted = ([name, second]: readonly string[], code: number | null, stderr: string) => {
  expect([name, second, stderr]).toEqual([name, second, expect.not.stringContaining("RangeError")]);
  if (name === "run") expect(stderr).toMatch(/^$|No resolver decides|QUERY_TOO_COMPLEX/);
  else expect([name, second, code]).toEqual([name, second, 0]);
};

test("each command accepts documents up to the limit, with brackets in comments", async () => {
  const operation = `# ${"{".repeat(600)}\nquery Deep { ${repeat(490, () => "a { ")} b ${"}".repeat(491)}`;
  for (const args of [...COMMANDS, ["run", "--query", chain(240), "--local"]]) {
    const { code, stderr } = await create(operation).run(...args);
    expectAccepted(args, code, stderr);
  }
});

test("each command accepts a chain of input types of any length", async () => {
  const length = 3000;
  const write = (index: number) => `input I${index} { x: ${index + 1 < length ? `I${index + 1}` : "Int"} }\n`;
  const schema = `type Query { b(i: I0): Int }\n${repeat(length, write)}`;
  for (const args of COMMANDS) {
    const { code, stderr } = await create("query Deep($i: I0) { b(i: $i) }", { schema }).run(...args);
    expectAccepted(args, code, stderr);
  }
});
