/** Changes of possible types, for operations that tell them apart in every way. */

import { buildSchema, type DocumentNode, Kind, parse, Source, validateSchema } from "graphql";
import { findProblems } from "../../src/codegen/index.ts";
import { TYPE_STYLES } from "../../src/model/index.ts";
import type { OracleBase } from "./schema-oracle.ts";

/** Three object types, in two unions and three interfaces that overlap. */
const SDL = `type Query { all: [Any] nodes: [Node!]! named: Named one: A part: Part find(key: Key, keys: [Key!]): [Any] }
union Any = A | B | C
union Part = A | C
interface Node { id: ID! }
interface Named { name: String }
type A implements Node & Named { id: ID! name: String size: Int rank: Int! level: Level! owner: Named }
interface Sized { size: Int! }
type B implements Node & Named & Sized { id: ID! name: String! size: Int! level: Level part: Part }
type C implements Node & Sized { id: ID! note: String size: Int! }
enum Level { LOW HIGH }
enum Other { LOW }
input Key @oneOf { id: ID name: String level: Level }
input Range { from: Int! }
`;

const OPERATIONS: readonly string[] = [
  "query Bare { all { ... on Named { name } } }",
  "query Both { all { ... on Node { id } ... on Named { name } } }",
  "query Typed { all { __typename ... on Named { name } ... on C { size } } }",
  "query Kind { nodes { kind: __typename id ... on Named { name } } }",
  "query Same { all { ... on A { value: rank } ... on B { value: size } ... on C { value: size } } }",
  "query Apart { all { ... on A { own: level } ... on B { other: level } ... on C { note } } }",
  "query Spread { all { ...NamedParts ...NodeParts ... on A { owner { ...NamedParts } } } }",
  "query Twins { all { ... on Named { name } ... on Sized { size } ... on B { size } } }",
  "query Typename { part { __typename } named { __typename name } }",
  "query Nested { named { name ... on A { owner { name ... on B { part { ... on C { id } } } } } } }",
  "query One { one { owner { ... on Node { id } ... on A { level } } } }",
  "query Find($key: Key, $keys: [Key!]) { find(key: $key, keys: $keys) { ... on Node { id } } }",
  "fragment NamedParts on Named { name }",
  "fragment NodeParts on Node { id ... on B { size } ... on C { size } }",
  "fragment Lone on Any { ... on Node { __typename id } ... on B { size } }",
];

/** Each row replaces texts by others. */
const CHANGES: readonly (readonly (readonly [from: string, to: string])[])[] = [
  ...[
    "type D { id: ID! }",
    "type D implements Node { id: ID! }",
    "type D implements Named { name: String }",
    "type D implements Named { name: String! }",
    "type D implements Named & Sized { name: String size: Int! }",
    "type D implements Node & Sized { id: ID! size: Int! }",
    "type D implements Node & Named { id: ID! name: String }",
    "type D implements Node & Named { id: ID! name: String! size: Int! }",
  ].map((type) => [
    ["= A | B | C", "= A | B | C | D"] as const,
    ["enum Level", `${type} enum Level`] as const,
  ]),
  [["= A | B | C", "= A | B"]],
  [["= A | B | C", "= B | C"]],
  [["= A | B | C", "= A"]],
  [["= A | C", "= A"]],
  [["= A | C", "= A | B | C"]],
  [["= A | C", "= B"]],
  [["type C implements Node & Sized {", "type C implements Node & Sized & Named { name: String"]],
  [["type C implements Node & Sized {", "type C implements Sized {"]],
  [["type A implements Node & Named", "type A implements Node"]],
  [["type B implements Node & Named", "type B implements Named"]],
  [["name: String! size", "name: String size"]],
  [["id: ID! name: String size", "id: ID! name: String! size"]],
  [["id: ID! note", "id: ID! name: String! note"]],
  [
    ["size: Int! level: Level", "size: Int level: Level!"],
    ["Named & Sized", "Named"],
  ],
  [["size: Int! level: Level", "size: Int! more: Int level: Level"]],
  [["rank: Int!", "rank: Int"]],
  [["rank: Int!", "rank: Float!"]],
  [["= A | B | C", "= A | C"]],
  [["note: String size: Int! }", "note: String count: Int size: Int! }"]],
  [["level: Level! owner", "level: Other! owner"]],
  [["level: Level part", "level: String part"]],
  [
    ["= A | B | C", "= A | B | C | D"],
    [
      "type C implements Node & Sized {",
      "type D implements Named { name: String } type C implements Node & Sized & Named { name: String",
    ],
  ],
  [
    ["= A | B | C", "= A | C"],
    ["type A implements Node & Named", "type A implements Node"],
  ],
  [["type C implements Node & Sized {", "type C implements Node & Sized & Named { name: String!"]],
  [["type C implements Node & Sized {", "type C implements Sized & Named { name: String"]],
  [["all: [Any]", "all: [Any!]!"]],
  [["owner: Named", "owner: B"]],
  [["owner: Named", "owner: Node"]],
  [["owner: Named", "owner: Any"]],
  [["owner: Named", "owner: A"]],
  [["owner: Named", "owner: [Named]"]],
  [["part: Part find", "part: Any find"]],
  [["part: Part find", "part: C find"]],
  [["named: Named", "named: Node"]],
  [["all: [Any]", "all: [Node]"]],
  [["all: [Any]", "all: [Part]"]],
  [["nodes: [Node!]!", "nodes: [Any!]!"]],
  [["enum Level { LOW HIGH }", "enum Level { LOW }"]],
  [["enum Level { LOW HIGH }", "enum Level { LOW HIGH TOP }"]],
  [["enum Level { LOW HIGH }", "scalar Level"]],
  [["level: Level }\ninput", "level: Other }\ninput"]],
  [["Key @oneOf { id: ID name", "Key @oneOf { id: [ID!] name"]],
  [["Key @oneOf { id: ID name", "Key @oneOf { name"]],
  [["Key @oneOf { id: ID name", "Key @oneOf { id: ID range: Range name"]],
  [["input Key @oneOf", "input Key"]],
  [["(key: Key,", "(key: Range,"]],
  [["keys: [Key!]", "keys: Key"]],
];

function parseAll(texts: readonly string[]): DocumentNode {
  const definitions = texts.flatMap((text) => parse(new Source(text, "unions.graphql")).definitions);
  return { kind: Kind.DOCUMENT, definitions };
}

/** All operations and all changes, with the first styles of types. */
export function createUnions(count: number): OracleBase[] {
  const document = parseAll(OPERATIONS);
  const names = new Set(OPERATIONS.map((text) => /^\w+ (\w+)/.exec(text)?.[1] ?? ""));
  const changes = CHANGES.map((row) => {
    const text = row.reduce((sdl, [from, to]) => {
      if (!sdl.includes(from)) throw new Error(`the schema has no ${from}`);
      return sdl.replace(from, to);
    }, SDL);
    const after = buildSchema(text);
    const [error] = validateSchema(after);
    if (error) throw new Error(`${row.join()}: ${error.message}`);
    return { after, names };
  });
  const before = buildSchema(SDL);
  const [problem] = findProblems(before, document);
  if (problem) throw new Error(problem.message);
  return TYPE_STYLES.slice(0, count).map((types) => ({
    name: "unions",
    before,
    document,
    changes,
    scalars: {},
    types,
  }));
}
