/**
 * A report with more of everything than the formats show: places, operations, lines, changes, errors and
 * consumers.
 */

import type { Report } from "../../src/index.ts";
import { checkTexts } from "./schema-check.ts";

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
const wide = names("field", 40);

const BEFORE = `
type Query { wide: Wide! node: Node items(first: Int = 5, filter: Filter): Items! kinds: [Kind!]! long: String! gone: String }
type Items { nodes: [Wide!]! }
interface Node { id: ID! }
type Wide implements Node { id: ID! ${wide.map((name) => `${name}: String!`).join(" ")} }
${names("Type", 12)
  .map((name) => `type ${name} implements Node { id: ID! own: String! }`)
  .join("\n")}
enum Kind { ${names("KIND", 70).join(" ")} }
input Filter { text: String kind: Kind }`;

const AFTER = BEFORE.replace("field1: String!", "field1: String")
  .replace("field20: String!", "field20: String")
  .replace("field40: String!", "field40: Int!")
  .replace(/KIND(?:[1-9]|[1-6]\d) /g, "")
  .replace("long: String!", "long: String")
  .replace(/type (Type[5-9]) implements Node \{ id: ID! own: String!/g, "type $1 { id: ID! own: Int!")
  .replace("first: Int = 5", "first: Int = 6")
  .replace("filter: Filter)", "filter: Filter!)")
  .replace("text: String kind", "text: String! kind")
  .concat(` type Added { ${names("a", 5).map((name) => `${name}: Int`)} }`);

const INDENT = " ".repeat(210);

/** Files by name. */
export const WIDE_FILES: Readonly<Record<string, string>> = {
  "operations/wide.graphql": `query Wide {\n  wide {\n    id\n${wide.map((name) => `    ${name}\n`).join("")}  }\n}\n`,
  "operations/fragment.graphql": "fragment Part on Wide {\n  # The first one.\n  field1\n\n  field40\n}\n",
  "operations/parts.graphql": names("Part", 14)
    .map((name) => `query ${name} { items(filter: { text: "a" }) { nodes { ...Part } } }\n`)
    .join(""),
  "operations/kinds.graphql":
    "query Kinds {\nkinds\n}\nquery Kind($kind: Kind) { items(filter: { kind: $kind }) { nodes { id } } }\n",
  "operations/long.graphql": `query Long { ${INDENT}long }\nquery Far { wide { id } ${"# 日本語 ".repeat(40)}\n long\n}\n`,
  "operations/nodes.graphql": `query Nodes { node { id ${names("Type", 12)
    .map((name) => `... on ${name} { own }`)
    .join(" ")} } }\n`,
  "operations/invalid.graphql": [
    "query InvalidOne { wide { missing } }\n",
    "query InvalidTwo { wide { missing other } }\n",
    "query InvalidThree { ...Broken wide { another } }\n",
    "query InvalidFour { ...Broken }\n",
    "fragment Broken on Query { wide { nothing } }\n",
  ].join(""),
};

export const WIDE_SOURCES: ReadonlyMap<string, string> = new Map(
  Object.entries(WIDE_FILES).filter(([name]) => !name.includes("nodes")),
);

const consumer = (name: string, names: readonly string[]) => ({ name, names: new Set(names) });

export const wideReport: Report = {
  ...checkTexts(BEFORE, AFTER, WIDE_FILES, {
    types: "closed",
    accepted: [
      { coordinate: "Query.long", reason: "Not shown.", expires: "2025-02-01" },
      ...names("gone", 3).map((name) => ({
        coordinate: `Query.${name}`,
        reason: "Gone.",
        expires: "2024-12-31",
      })),
    ],
    notCompared: names("more", 7).map((name, index) => ({
      subject: index % 2 === 0 ? `operations/in/a/folder/${name}.ts` : `${name}.ts`,
      reason: `The file ${name} is not read, because it does not parse in this version.`,
    })),
    consumers: [
      ...names("app", 8).map((name) => consumer(name, ["WideDocument", "Part1Document"])),
      consumer("other", ["KindsDocument", "KindDocument", "Kind"]),
    ],
  }),
  remarks: names("Remark ", 4).map((remark) => `${remark}: ${"a long text ".repeat(9)}.`),
};
