/** Small reports: each has one result of the check, or one of its parts. */

import type { Report } from "../../src/index.ts";
import { checkTexts, parseFiles } from "./schema-check.ts";

/** A number, a text, a list of items, and a page of them. Each report has one change of it. */
const SDL = `type Query { a: Int! b: String! list: [Item!]! items(first: Int, after: String): Items }
type Item { id: ID! name: String }
type Items { nodes: [Item!]! pageInfo: PageInfo! }
type PageInfo { hasNextPage: Boolean! endCursor: String }`;

export const SMALL_FILES: Readonly<Record<string, string>> = {
  "a.graphql": "query ReadA { a }\n",
  "all.graphql":
    "query ReadAll {\n\ta b   # both\r\n  list { id ...Name }\n}\nfragment Name on Item { name }\n",
  "far.graphql": `query ReadFar { ${" ".repeat(400)}b }\n`,
};
const INVALID = {
  "invalid.graphql": "query Invalid { nothing }\n",
  "second.graphql": "query Second {\n  a { b }\n}\n",
  "third.graphql": "query Third { lst { id } }\n",
};
const accept = (coordinate: string, expires = "2026-01-01") => ({
  coordinate,
  reason: `No <code> reads\n it.`,
  expires,
});

const consumer = (...names: readonly string[]) => ({ name: "shop", names: new Set(names) });
const [NULLABLE, GROWN, DEPRECATED] = [
  SDL.replace("a: Int!", "a: Int"),
  SDL.replace("name: String", "name: String!"),
  SDL.replace("b: String!", 'b: String! @deprecated(reason: "Use `a`.\\n\\nIt is faster.")'),
] as const;
const check = (
  after: string,
  options: Parameters<typeof checkTexts>[3] = {},
  more: Readonly<Record<string, string>> = {},
) => checkTexts(SDL, after, { ...SMALL_FILES, ...more }, options);

/** A type of many fields, of which the first, the fifth and the last are now nullable. */
const FIELDS = Array.from({ length: 14 }, (_, index) => `field${index + 1}`);
const FAR = `type Query { far: Far! near: String! next: Int }
type Far { ${FIELDS.map((name) => `${name}: Int!`).join(" ")} }`.replace(
  "field14",
  '"The last one." field14',
);
const FAR_FILES = {
  "fields.graphql": `query ReadFields {\n  far {\n    ${FIELDS.join("\n    ")}\n  }\n}\n`,
  "long.graphql": `query ReadLong { ${"a: next ".repeat(140)}
  ${"b: next ".repeat(70)} near ${"c: next ".repeat(70)}
${"d: next ".repeat(125)}}
`,
};

/** An enum that results and arguments have. */
const KINDS = "type Query { kind: Kind a(kind: Kind): Int b: Int! } enum Kind { ON OFF OLD }";
const KIND_FILES = {
  "read.graphql": `query ReadOne { ...Kind } query ReadTwo { ...Kind }
query ReadNumber { b } fragment Kind on Query { kind }\n`,
  "write.graphql": "query Write($kind: Kind) { a(kind: $kind) }\nquery WriteOld { a(kind: OLD) }\n",
};
const WITHOUT_OLD = KINDS.replace(" OLD", "").replace("b: Int!", "b: Int");

const UNION =
  "type Query { hit: Hit } union Hit = A | B type A { a: Int } type B { a: Int } type C { a: Int } type D { a: Int }";
const UNION_FILES = { "union.graphql": "query ReadUnion { hit { __typename } }\n" };

/** An input type of which code can build a value. */
const FILTERED = "type Query { a(filter: Filter): Int } input Filter { x: Int }";
const FILTERED_FILES = {
  "filter.graphql": ["One", "Two"].map((name) => `query ${name}($f: Filter) { a(filter: $f) }\n`).join(""),
};

/** The files of all reports. */
export const SMALL_SOURCES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...SMALL_FILES, ...FAR_FILES, ...KIND_FILES, ...UNION_FILES, ...FILTERED_FILES }),
);

export const smallReports: Readonly<Record<string, Report>> = {
  "no change": check(SDL),
  "a remark": check(SDL, { remarks: ["Read with another header."] }),
  "no document": checkTexts(SDL, NULLABLE, {}),
  "no operations": checkTexts(SDL, NULLABLE, { "empty.graphql": "fragment Unused on Query { list { id } }" }),
  "a description": check(`"The root." ${SDL.replace("a: Int!", '"A number." a: Int!')}`),
  "an unused change": check(SDL.replace("endCursor: String", "endCursor: ID")),
  "a new field": check(SDL.replace("name: String", "name: String more: Int")),
  "a deprecation": check(DEPRECATED),
  "a deprecation at one place": check(SDL.replace("name: String", "name: String @deprecated")),
  "an old deprecation": checkTexts(DEPRECATED, DEPRECATED, SMALL_FILES),
  "distant lines of types, and long lines of operations": checkTexts(
    FAR,
    FAR.replace(/(field(?:1|5|14)): Int!/g, "$1: Int").replace("near: String!", "near: String"),
    FAR_FILES,
  ),
  "many lines of types": checkTexts(FAR, FAR.replace(/(field\d+): Int!/g, "$1: Int"), FAR_FILES),
  "the worst place first, and a consumer of an enum": checkTexts(KINDS, WITHOUT_OLD, KIND_FILES, {
    types: "closed",
    consumers: [
      { name: "enums", names: new Set(["Kind"]) },
      { name: "both", names: new Set(["Kind", "ReadOneDocument"]) },
    ],
  }),
  "types of a union": checkTexts(UNION, UNION.replace("Hit = A | B", "Hit = A | C | D"), UNION_FILES, {
    types: "closed",
  }),
  "consumers of types": checkTexts(
    FILTERED,
    FILTERED.replace("x: Int }", "x: Int, y: Int } "),
    FILTERED_FILES,
    {
      consumers: [
        { name: "types", names: new Set(["Filter"]) },
        { name: "all", names: "all" },
      ],
    },
  ),
  "an accepted break of a type": checkTexts(KINDS, WITHOUT_OLD.replace("b: Int ", "b: Int! "), KIND_FILES, {
    types: "closed",
    accepted: [accept("Kind.OLD"), accept("Kind")],
    consumers: [{ name: "enums", names: new Set(["Kind"]) }],
  }),
  "one break": check(NULLABLE),
  "one changed type": check(GROWN),
  both: check(NULLABLE.replace("name: String", "name: String!")),
  "a removed field": check(SDL.replace("b: String!", "c: String!")),
  "an accepted break": check(NULLABLE, { accepted: [accept("Query.a")] }),
  "all accepted": check(NULLABLE.replace("name: String", "name: String!"), {
    accepted: [accept("Query.a"), accept("Item.name")],
  }),
  "expired and unused": check(NULLABLE, {
    accepted: [accept("Query.a", "2024-01-01"), accept("Query.gone")],
  }),
  "invalid in both": check(NULLABLE, {}, INVALID),
  "invalid only": checkTexts(SDL, SDL, INVALID),
  "consumers of nothing": check(NULLABLE, { consumers: [] }),
  "ignored unused operations": check(NULLABLE, {
    ignoreUnused: true,
    consumers: [consumer("ReadAllDocument")],
  }),
  "all ignored": check(NULLABLE, { ignoreUnused: true, consumers: [consumer()] }),
  "kinds of code that break": check(GROWN, { breaks: ["constructs"] }),
  "an added operation": check(
    NULLABLE,
    { installed: { operations: parseFiles(SMALL_FILES) } },
    { "added.graphql": "query Added { a }\n" },
  ),
  "not compared": check(
    SDL.replace("name: String", "name: String more: Int"),
    { notCompared: [{ subject: "operations/a.ts", reason: "The <base> does\n not parse." }] },
    { "new.graphql": "query OnlyInNew { list { more } }\n" },
  ),
  "nothing compared": check(SDL, { nothing: "The snapshot is new." }),
  "two types change": check(
    SDL.replace("name: String", "name: String!")
      .replace("id: ID!", "id: ID! of: Int")
      .replace("first: Int,", "first: Int, last: Int,"),
    {},
    { "b.graphql": "query ReadB { list { name } }\n" },
  ),
  "remarks and origins": check(NULLABLE, {
    remarks: ["The *first*.", "The second: <b>"],
    origins: { before: { label: "schema.graphql", how: "SDL" }, after: { label: "https://a.example/api" } },
  }),
};
