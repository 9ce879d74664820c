/**
 * All changes between two schemas, whether or not operations use the elements: level, coordinate, and what is
 * folded.
 */

import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { compare } from "../src/check/index.ts";

/** `level coordinate +folded`, for each change. */
function list(before: string, after: string): string[] {
  return compare(buildSchema(before), buildSchema(after)).map(
    ({ level, coordinate, folded }) => `${level} ${coordinate}${folded > 0 ? ` +${folded}` : ""}`,
  );
}

test.each([
  ["a field", "type Query { a: Int b: Int }", "type Query { a: Int }", ["breaking Query.b"]],
  ["an argument", "type Query { a(x: Int): Int }", "type Query { a: Int }", ["breaking Query.a(x:)"]],
  ["a type", "type Query { a: Int }", "type Query { a: String }", ["breaking Query.a"]],
  [
    "a default",
    "type Query { a(x: Int = 1): Int }",
    "type Query { a(x: Int = 2): Int }",
    ["dangerous Query.a(x:)"],
  ],
  [
    "an enum value",
    "type Query { a: E } enum E { A }",
    "type Query { a: E } enum E { A B }",
    ["dangerous E.B"],
  ],
  [
    "an input field",
    "type Query { a(i: I): Int } input I { a: Int }",
    "type Query { a(i: I): Int } input I { a: Int! }",
    ["breaking I.a"],
  ],
  [
    "a directive",
    "type Query { a: Int } directive @d(x: Int) on FIELD",
    "type Query { a: Int } directive @d on FIELD",
    ["breaking @d(x:)"],
  ],
  [
    "a root type",
    "type Query { a: Int }",
    "schema { query: Q } type Q { a: Int }",
    ["breaking Query", "breaking schema", "safe Q +1"],
  ],
] as const)("names the coordinate and the level of a change of %s", (_, before, after, changes) => {
  expect(list(before, after)).toEqual(changes);
});

test("lists a new type and a removed type as one change each", () => {
  const small = "type Query { a: Int }";
  const large =
    'type Query { a: Int } "About." type X { "An x." x(i: I): Int @deprecated y: E } input I { i: Int } enum E { A B }';

  expect(list(small, large)).toEqual(["safe E +2", "safe I +1", "safe X +6"]);
  expect(list(large, small)).toEqual(["breaking E", "breaking I", "breaking X"]);
});

test("folds the removal of a union member or of an interface into the removal of the type", () => {
  const before = "type Query { u: U } union U = X | Y type X { x: Int } type Y { y: Int }";
  const having = "type Query { x: X } interface N { n: Int } type X implements N { n: Int }";

  expect(list(before, "type Query { u: U } union U = X type X { x: Int }")).toEqual(["breaking Y +1"]);
  expect(list(having, "type Query { x: X } type X { n: Int }")).toEqual(["breaking N +1"]);
});

test("lists the changes of one element by level, then by message", () => {
  const before = "directive @d on FIELD type Query { a: Int }";
  const after = "directive @d on MUTATION | QUERY | SUBSCRIPTION type Query { a: Int }";

  expect(
    compare(buildSchema(before), buildSchema(after)).map(({ level, message }) => `${level} ${message}`),
  ).toEqual([
    "breaking Location 'FIELD' was removed from directive 'd'",
    "safe Location 'MUTATION' was added to directive 'd'",
    "safe Location 'QUERY' was added to directive 'd'",
    "safe Location 'SUBSCRIPTION' was added to directive 'd'",
  ]);
});

test("lists a new argument of a directive, and the other changes of the directive", () => {
  const before = "directive @d(x: Int = 1) on FIELD type Query { a: Int }";
  const after = "directive @d(x: Int = 2, y: Int!, z: Int) on FIELD | QUERY type Query { a: Int }";

  expect(list(before, after)).toEqual(["breaking @d(y:)", "dangerous @d(x:)", "safe @d", "safe @d(z:)"]);
  expect(list("type Query { a: Int }", before)).toEqual(["safe @d +2"]);
});

test("folds fields of implementations into that of their interface, or of the interface of that", () => {
  const before =
    "type Query { n: N } interface N { a: Int } interface M implements N { a: Int } type X implements M & N { a: Int } type Y { a: Int }";
  const after = before
    .replaceAll("a: Int", "a(q: Int): Int b(z: Int): Int")
    .replace("Y {", "Y implements N {");

  expect(list(before, after)).toEqual(["dangerous N.a(q:) +3", "dangerous Y", "safe N.b +7"]);
  expect(list(after, before)).toEqual(["breaking N.a(q:) +3", "breaking N.b +3", "breaking Y"]);
});

test("lists all descriptions of a type, and a deprecation with its directive, as one change each", () => {
  const before = "type Query { a: Int b: Int c: Int }";

  expect(list(before, '"Q." type Query { "A." a: Int "B." b: Int c: Int @deprecated }')).toEqual([
    "safe Query +2",
    "safe Query.c",
  ]);
});

test("lists no applied directives of a server, because a snapshot does not contain them", () => {
  const directives =
    "directive @key(fields: String!) repeatable on OBJECT | FIELD_DEFINITION | ENUM | INPUT_OBJECT";
  const before = `${directives} type Query { a(i: I): E } enum E { A } input I { i: Int }`;
  const after = `${directives}
    type Query @key(fields: "a") @key(fields: "b") { a(i: I): E @key(fields: "a") }
    enum E @key(fields: "a") { A }
    input I @oneOf @key(fields: "a") { i: Int @deprecated }`;

  expect(list(before, after)).toEqual(["breaking I +1"]);
});

test("lists an applied directive of GraphQL and its arguments as a change of its type", () => {
  const before = "type Query { a(x: Int): S } scalar S";
  const after = 'type Query { a(x: Int @deprecated): S } scalar S @specifiedBy(url: "a")';

  expect(list(before, after)).toEqual(["dangerous S +1", "safe Query"]);
  expect(list(after, after.replace('"a"', '"b"'))).toEqual(["dangerous S +1"]);
});

test("finds no change if only the order differs", () => {
  expect(
    list("type Query { a: E b: Int } enum E { A B }", "enum E { B A } type Query { b: Int a: E }"),
  ).toEqual([]);
});
