/** The option `types: "graphql-codegen"`, compared with what graphql-codegen itself writes. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "@graphql-codegen/cli";
import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { renderTypes } from "../../compiler/src/codegen/render-types.ts";
import { compile } from "../../compiler/src/index.ts";
import type { TypeStyle } from "../../compiler/src/model/index.ts";
import { runTypeScript } from "../../compiler/test/support/typescript.ts";
import { renderConfig, useProject } from "./support/project.ts";

const FIXTURE = join(import.meta.dirname, "fixtures/migration");
const read = (name: string) => readFileSync(join(FIXTURE, name), "utf8");
const SDL = read("schema.graphql");
const OPERATIONS = read("operations.graphql");
const APP = read("app.ts");

/** The types that the plugin writes with its defaults. */
async function generateTheirs(schema: string, documents: string): Promise<string> {
  const generates = { "types.ts": { plugins: ["typescript-operations"] } };
  const outputs: { content: string }[] = await generate(
    { schema, documents, generates, silent: true },
    false,
  );
  return outputs.map(({ content }) => content).join("");
}

function generateOurs(types: TypeStyle): string {
  return renderTypes(compile(buildSchema(SDL), parse(OPERATIONS), { types }));
}

const listNames = (text: string) =>
  Array.from(text.matchAll(/^export type (\w+)/gm), ([, name = ""]) => name);

/**
 * Statements that compile if each type of one module is assignable to that of the other, and the other way
 * around.
 */
function writeComparison(names: readonly string[], left: string, right: string): string {
  const lines = names.flatMap((name) => [
    `export const there${name} = (value: Left.${name}): Right.${name} => value;`,
    `export const back${name} = (value: Right.${name}): Left.${name} => value;`,
  ]);
  return [`import type * as Left from "${left}";`, `import type * as Right from "${right}";`, ...lines].join(
    "\n",
  );
}

test("with the option, the types are those of graphql-codegen, and code that was written for them compiles", async () => {
  const theirs = await generateTheirs(SDL, OPERATIONS);
  const ours = (["graphql-codegen", "closed", "open"] as const).map(generateOurs);
  const [same = ""] = ours;
  const names = listNames(theirs).filter((name) => name !== "Incremental");
  const others = new Set(listNames(same));
  const apps = ["0", "1", "2", "3"].map((module) => APP.replace('"./types"', `"./${module}"`));

  const output = await runTypeScript([theirs, ...ours, writeComparison(names, "./0", "./1"), ...apps]);

  expect(names.filter((name) => !others.has(name))).toEqual([]);
  expect(names).toHaveLength(18);
  const errors = Map.groupBy(output.match(/^\d+\.ts/gm) ?? [], (file) => file);
  // The applications are 5.ts to 8.ts. Without the option, the names and shapes are others.
  expect([...errors].map(([file, all]) => [file, all.length])).toEqual([
    ["7.ts", 18],
    ["8.ts", 21],
  ]);
});

test("names of enums and input types are in Pascal case, as graphql-codegen writes them", () => {
  const schema = buildSchema(`
    enum HTTPMethod { GET }
    input users_bool_exp { method: HTTPMethod, _and: [users_bool_exp!], by: OrderBy2D }
    input OrderBy2D { a: Int }
    type Query { users(where: users_bool_exp): HTTPMethod }`);
  const { inputs } = compile(schema, parse("query Users($where: users_bool_exp) { users(where: $where) }"), {
    types: "graphql-codegen",
  });
  expect(inputs.map(({ name }) => name)).toEqual(["HttpMethod", "OrderBy2D", "Users_Bool_Exp"]);
});

const CLASH = {
  "codegen.ts": renderConfig(
    'schema: "schema.graphql", documents: "a.graphql", output: "generated", types: "graphql-codegen"',
  ),
  "schema.graphql": "enum URLKind { A }\nenum UrlKind { B }\ntype Query { a: URLKind, b: UrlKind }\n",
};

test("two types that need the same name are an error that names both, if operations use both", async () => {
  const project = useProject({ ...CLASH, "a.graphql": "query A { a }" });
  expect(await project.run("codegen")).toMatchObject({ code: 0 });

  project.write({ "a.graphql": "query A { a b }" });
  const { code, stderr } = await project.run("codegen");
  expect(code).toBe(1);
  expect(stderr).toContain(
    'The types "URLKind" and "UrlKind" need the same name "UrlKind". Set the option types to "closed".',
  );
});
