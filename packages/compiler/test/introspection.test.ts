/** The introspection query: it requests what a server supports, and its response becomes the same schema. */

import {
  buildASTSchema,
  buildSchema,
  graphqlSync,
  introspectionFromSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  validateSchema,
} from "graphql";
import { expect, test } from "vitest";
import {
  buildIntrospected,
  editionOf,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "../src/model/index.ts";

/** Everything that introspection can describe, including newer editions. */
const EVERYTHING = buildSchema(`
  "What the platform offers."
  schema { query: Root }
  type Root { a(old: Int @deprecated(reason: "say b")): Money b(pick: Pick, filter: Filter): String }
  scalar Money @specifiedBy(url: "https://example.com/money")
  input Pick @oneOf { one: Int other: Int }
  input Filter { kind: String = "x" @deprecated(reason: "gone soon") }
  directive @tag(name: String @deprecated(reason: "unnamed")) repeatable on FIELD
`);

const support = readSupport(graphqlSync({ schema: EVERYTHING, source: SUPPORT_QUERY }).data);

/** Support without these fields, and without `includeDeprecated` on arguments and inputs. */
function without(...gone: string[]) {
  const limited = new Set(["__Field.args", "__Type.inputFields", "__Directive.args", "__Schema.directives"]);
  const kept = [...support].filter(([name]) => !gone.includes(name));
  return new Map(kept.map(([name, args]) => [name, limited.has(name) ? new Set<string>() : args]));
}

test("requests everything that the server supports, and builds the same schema", () => {
  const query = writeIntrospectionQuery(support);
  const { data, errors } = graphqlSync({ schema: EVERYTHING, source: query });
  expect(errors).toBeUndefined();
  const sorted = printSchema(lexicographicSortSchema(buildIntrospected(data)));
  expect(sorted).toBe(printSchema(lexicographicSortSchema(EVERYTHING)));
  for (const part of [
    "@oneOf",
    "repeatable",
    "@specifiedBy",
    'old: Int @deprecated(reason: "say b")',
    "offers.",
  ]) {
    expect(sorted).toContain(part);
  }
});

test("a schema that graphql-js finds invalid is built all the same", () => {
  const invalid = buildASTSchema(parse("type Query { a: Int } type Empty"), { assumeValid: true });
  const built = buildIntrospected(introspectionFromSchema(invalid));
  expect(printSchema(built)).toBe("type Query {\n  a: Int\n}\n\ntype Empty");
  expect(validateSchema(built)).toEqual([]);
});

test("requests nothing that a server of an older edition rejects", () => {
  const newer = [
    "__Type.isOneOf",
    "__Type.specifiedByURL",
    "__Directive.isRepeatable",
    "__Schema.description",
    "__InputValue.isDeprecated",
    "__InputValue.deprecationReason",
    "__Directive.isDeprecated",
    "__Directive.deprecationReason",
  ];
  const query = writeIntrospectionQuery(without(...newer));
  for (const name of ["isOneOf", "specifiedByURL", "isRepeatable"]) expect(query).not.toContain(name);
  const times = (word: string) => query.split(word).length - 1;
  // Fields and enum values can always be deprecated; types, fields, arguments, values and directives have
  // descriptions.
  expect({ deprecated: times("includeDeprecated"), reasons: times("deprecationReason") }).toEqual({
    deprecated: 2,
    reasons: 2,
  });
  expect(times("description")).toBe(5);
  expect(graphqlSync({ schema: EVERYTHING, source: query }).errors).toBeUndefined();
});

test("requests the supported parts of a newer edition", () => {
  const query = writeIntrospectionQuery(without("__Type.isOneOf"));
  expect(query).not.toContain("isOneOf");
  expect(query).toContain("specifiedByURL");
  expect(query).toContain("isRepeatable");
});

test("requests what all editions support if the server does not describe its introspection", () => {
  const query = writeIntrospectionQuery(readSupport({ Type: null, Field: null }));
  expect(() => parse(query)).not.toThrow();
  expect(query).not.toContain("isOneOf");
  expect(query).toContain("isDeprecated");
});

test.each([
  ["September 2025", []],
  ["October 2021", ["__Type.isOneOf"]],
  ["June 2018", ["__Type.isOneOf", "__Directive.isRepeatable"]],
] as const)("recognizes %s by its introspection", (edition, gone) => {
  expect(editionOf(without(...gone))).toBe(edition);
});

test.each([
  [
    "a missing query type",
    { __schema: { queryType: { name: "Q" }, types: [], directives: [] } },
    /unknown type: Q/,
  ],
  [
    "no query type",
    { __schema: { queryType: null, types: [], directives: [] } },
    /The schema has no query type/,
  ],
  ["no content", { data: null }, /Invalid or incomplete introspection result/],
] as const)("rejects an introspection with %s", (_, introspection, message) => {
  expect(() => buildIntrospected(introspection)).toThrow(message);
});
