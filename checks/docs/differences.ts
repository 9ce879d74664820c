/**
 * The table of differences between the types of graphql-codegen and those of this package, written by both
 * generators.
 */

import { generate } from "@graphql-codegen/cli";
import { buildSchema, parse } from "graphql";
import { renderTypes } from "../../packages/compiler/src/codegen/render-types.ts";
import { compile } from "../../packages/compiler/src/index.ts";
import type { TypeStyle } from "../../packages/compiler/src/model/index.ts";
import { renderTable } from "../results.ts";

const SCHEMA = `
type Query {
  note: String
  tags: [String!]!
  state: State!
  at: DateTime!
  found: Found!
  named: Named!
  list(of: order_by, in: Filter, ids: [Int!]): Int!
}
enum State { ON OFF }
enum order_by { asc desc }
input Filter { state: State! = ON, name: String }
scalar DateTime
interface Named { name: String }
type Item implements Named { name: String! }
type Box implements Named { name: String, size: Int! }
union Found = Item | Box
`;

/**
 * An operation, one of its exported types, and the edit of code that was written for the type of
 * graphql-codegen.
 */
type Difference = readonly [kind: string, operation: string, type: string, edit: string];

const DIFFERENCES: readonly Difference[] = [
  ["nullable field", "query Q { note }", "QQuery", "copy a result to change it"],
  ["list", "query Q { tags }", "QQuery", "accept `ReadonlyArray`"],
  ["enum in a result", "query Q { state }", "QQuery", "add a `default`"],
  ["union with `__typename`", "query Q { found { __typename } }", "QQuery", "add a `default`"],
  ["type without a field", "query Q { found { ... on Box { size } } }", "QQuery", '`"size" in found`'],
  ["interface", "query Q { named { name } }", "QQuery", "handle `null`"],
  ["custom scalar", "query Q { at }", "QQuery", "set `scalars`"],
  ["variables", "query Q($ids: [Int!]) { list(ids: $ids) }", "QQueryVariables", "pass a list"],
  ["enum", "query Q($of: order_by) { list(of: $of) }", "order_by", "rename"],
  ["input type", "query Q($in: Filter) { list(in: $in) }", "Filter", "create it at once"],
];

/**
 * Renders the table: a row for each kind of type.
 *
 * @throws Error if a type with the option `types: "graphql-codegen"` is not that of graphql-codegen
 */
export async function renderDifferences(): Promise<string> {
  const rows: string[][] = [];
  for (const [kind, operation, type, edit] of DIFFERENCES) {
    const theirs = showType(await generateTheirs(operation), type);
    const ours = showType(generateOurs(operation, "open"), type);
    const option = showType(generateOurs(operation, "graphql-codegen"), type);
    if (normalize(option) !== normalize(theirs)) throw new Error(`${kind}: ${option} is not ${theirs}.`);
    rows.push([kind, `\`${theirs}\``, `\`${ours}\``, edit]);
  }
  const head = ["kind", "graphql-codegen", "by default", "edit"];
  return renderTable([head, ...rows]);
}

/** The types that the newest version of the plugin writes with its defaults. */
async function generateTheirs(documents: string): Promise<string> {
  const generates = { "types.ts": { plugins: ["typescript-operations"] } };
  const config = { schema: SCHEMA, documents, generates, silent: true };
  const outputs: { content: string }[] = await generate(config, false);
  return outputs.map(({ content }) => content).join("");
}

function generateOurs(operation: string, types: TypeStyle): string {
  return renderTypes(compile(buildSchema(SCHEMA), parse(operation), { types }));
}

/**
 * The text of an exported type on one line, with its nested types inside. Names are compared without regard
 * to case.
 */
function showType(text: string, type: string): string {
  const declarations = new Map(
    Array.from(text.matchAll(/^export type (\w+) =([\s\S]*?);\n(?=\n|$)/gm), ([, name = "", body = ""]) => [
      name,
      body,
    ]),
  );
  const name =
    [...declarations.keys()].find((declared) => declared.toLowerCase() === type.toLowerCase()) ?? type;
  const inline = (body: string): string =>
    body.replaceAll(/\bQQuery_\w+/g, (nested) => inline(declarations.get(nested) ?? nested));
  const shown = inline(declarations.get(name) ?? "")
    .replaceAll(/\s+/g, " ")
    .replace(/^ Exact<(.*)>$/, "$1")
    .replaceAll(/([:<]) \| /g, "$1 ")
    .replaceAll(/[;,] \}/g, " }")
    .replace(/^ (?:\| )?/, "");
  return OF_THE_SCHEMA.has(type) ? `${name} = ${shown}` : shown;
}

/** Types whose name is part of the table. */
const OF_THE_SCHEMA: ReadonlySet<string> = new Set(["order_by", "Filter"]);

/** Two texts of one type can differ in the order of fields and members. */
function normalize(type: string): string {
  return (type.match(/'[^']*'|\w+\??/g) ?? []).sort().join(" ");
}
