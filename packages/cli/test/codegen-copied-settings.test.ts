/** What a project copies from graphql-codegen: scalars of modules, comments for tools, arguments with defaults. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { runTool } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const SDL = `scalar Money
scalar Day
type Query { price(of: Day, first: Int! = 10, in: Filter, all: [Int!]): Money }
input Filter { size: Int! = 1 day: Day }
`;

function create(operation: string, options = "", files: Readonly<Record<string, string>> = {}): Project {
  return useProject({
    "codegen.ts": renderConfig(
      `schema: "schema.graphql", documents: "operations", output: "generated", plugins: []${options}`,
    ),
    "schema.graphql": SDL,
    "operations/a.graphql": operation,
    ...files,
  });
}

async function generate(project: Project): Promise<void> {
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
}

const SCALARS = `, scalars: { Money: "./money.js#Money", Day: { input: "../days#default as Day", output: "../days#Day" } }`;

test.for([false, true])("accepts scalars as types of modules, with filePerOperation: %s", async (many) => {
  const project = create("query A($of: Day) { price(of: $of) }", `${SCALARS}, filePerOperation: ${many}`, {
    "tsconfig.json":
      '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "strict": true, "noEmit": true, "skipLibCheck": true }, "include": ["use.ts"] }',
    "generated/money.ts": "export type Money = { readonly cents: number };",
    "days.ts": "export type Day = string; type Input = Day | Date; export default Input;",
    "use.ts": `import type { AQuery, AQueryVariables } from "./generated/${many ? "operations/A" : "types"}.js";
export const result: AQuery = { price: { cents: 7 } };
export const variables: AQueryVariables = { of: new Date() };
// @ts-expect-error: it is a price.
export const wrong: AQuery = { price: "7" };
`,
  });
  project.link("node_modules", join(import.meta.dirname, "../../../node_modules"));
  await generate(project);
  expect(await runTool(project.folder, "tsc", "-p", "tsconfig.json")).toMatchObject({ code: 0 });
});

test("leaves out comments for tools above a definition", async () => {
  const project = create(`#import "./parts.graphql"
# import Parts from "parts.graphql"
# eslint-disable-next-line @graphql-eslint/no-anonymous-operations
# The price of a day.
#   Indented, import of goods.
# prettier-ignore
query A { price }

# graphql
# biome-ignore lint: no reason
query B { price }
`);
  await generate(project);
  const code = project.read("generated/operations.ts");
  expect(code).toContain(
    "/**\n * The price of a day.\n *   Indented, import of goods.\n */\nexport const ADocument",
  );
  expect(code).toMatch(/;\n\nexport const BDocument/);
});

/** Variables, how the operation uses them, and the type of the first one. */
const VARIABLES: readonly (readonly [variables: string, use: string, type: string])[] = [
  ["$d: Int", "price(first: $d)", "d?: number"],
  ["$d: Int = 2", "price(first: $d)", "d?: number"],
  ["$d: Int", "price(in: { size: $d })", "d?: number"],
  ["$d: Int = 2", "price(all: [$d])", "d?: number"],
  ["$d: Int", "...Parts", "d?: number"],
  ["$d: Int! = 2", "price(first: $d)", "d?: number"],
  ["$d: Day", "price(of: $d)", "d?: string | null"],
  ["$d: Day = 1", "price(of: $d)", "d?: string | null"],
];

test.for(VARIABLES)("a variable %s in %s is %s", async ([variables, use, type]) => {
  const parts = use === "...Parts" ? " fragment Parts on Query { price(first: $d) }" : "";
  const project = create(`query A(${variables}) { ${use} }${parts}`, ', scalars: { Day: "string" }');
  await generate(project);
  const [, written = ""] =
    /AQueryVariables = Exact<\{([^}]*)\}/.exec(project.read("generated/types.ts")) ?? [];
  expect(written.replaceAll(/\s+/g, " ").trim()).toBe(`${type} | undefined;`);
});

test("with the types of graphql-codegen, such a variable accepts null as there", async () => {
  const project = create("query A($d: Int) { price(first: $d) }", ', types: "graphql-codegen"');
  await generate(project);
  expect(project.read("generated/types.ts")).toContain("d?: number | null | undefined;");
});
