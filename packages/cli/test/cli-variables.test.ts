/**
 * Variables of `run`: the values that an operation accepts, and the problem and the hint for
 * others.
 */

import { buildSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import { expect, test } from "vitest";
import { checkVariables, parseVariables } from "../src/commands/run/variables-option.ts";

const SCHEMA = buildSchema(`
  type Query { find(filter: Filter, first: Int, at: Place, tags: [String!]): String }
  input Filter { ids: [ID!]!, status: Status, nested: Filter, since: DateTime = "2026-01-01", page: Int! = 1 }
  input Place @oneOf { id: ID, name: String }
  enum Status { ACTIVE PAUSED }
  scalar DateTime
`);

const FIND =
  parse(`query Find($filter: Filter, $first: Int!, $size: Int! = 10, $at: Place, $tags: [String!]) {
  find(filter: $filter, first: $first, at: $at, tags: $tags)
}`).definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);

/** Checks variables, with a valid `first` unless they have one. Returns the error. */
function findProblem(variables: object): { readonly message: string; readonly hint?: string } | undefined {
  if (!FIND) throw new Error("no operation");
  try {
    checkVariables(FIND, { first: 1, ...variables }, SCHEMA);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

test("lists some of many problems", () => {
  const ten = findProblem({ filter: { ids: Array.from({ length: 10 }, () => ({})) } });
  expect(ten?.message.split("; ").map((problem) => problem.replace("Find: ", ""))).toEqual(
    Array.from({ length: 10 }, (_, index) => `"filter.ids[${index}]" must be ID!, not an object`),
  );
  const { message = "" } = findProblem({ filter: { ids: Array.from({ length: 15 }, () => ({})) } }) ?? {};
  expect(message).toMatch(/^Find: "filter\.ids\[0\]" must be .*; and 5 more$/);
});

test.for([
  {},
  { size: 3 },
  { tags: null },
  { tags: "a single value for a list" },
  { filter: { ids: "one" } },
  { filter: { ids: ["a", 1], status: "PAUSED", nested: { ids: [] }, since: "today" } },
  { at: { name: "here" } },
])("accepts %o", (variables) => {
  expect(findProblem(variables)).toBeUndefined();
});

test.for([
  [{ first: undefined }, '"first" is required (Int!)'],
  [{ first: null }, '"first" is required (Int!)'],
  [{ first: "secret" }, '"first" must be Int!, not a string'],
  [{ first: 1.5 }, '"first" must be Int!, not a number'],
  [{ size: null }, '"size" is required (Int!)'],
  [{ frist: "secret" }, 'unknown variable "frist" (did you mean "first"?)'],
  [{ "not a name": "secret" }, "unknown variable"],
  [{ "1zzzzzz": 1 }, "unknown variable"],
  [{ "_a-1": 1 }, 'unknown variable "_a-1"'],
  [{ ["z".repeat(40)]: 1 }, `unknown variable "${"z".repeat(40)}"`],
  [{ ["z".repeat(41)]: 1 }, "unknown variable"],
  [{ tags: ["valid", 7] }, '"tags[1]" must be String!, not a number'],
  [{ tags: ["valid", null] }, '"tags[1]" is required (String!)'],
  [{ filter: "secret" }, '"filter" must be Filter, not a string'],
  [{ filter: {} }, '"filter.ids" is required ([ID!]!)'],
  [{ filter: { ids: [], statsu: "secret" } }, '"filter": unknown field "statsu" (did you mean "status"?)'],
  [{ filter: { ids: [], status: "secret" } }, '"filter.status" must be Status: ACTIVE, PAUSED, not a string'],
  [{ filter: { ids: [], nested: { ids: [true] } } }, '"filter.nested.ids[0]" must be ID!, not a boolean'],
  [{ at: { id: "secret", name: "secret" } }, '"at" must have exactly one field of Place'],
  [{ at: { id: null, name: "secret" } }, '"at" must have exactly one field of Place'],
  [{ at: { id: null } }, '"at" must have exactly one field of Place'],
  [{ at: {} }, '"at" must have exactly one field of Place'],
  [{ "not a name": 1, "nor this one": 1 }, "unknown variable"],
  [
    { filter: { ids: [], statsu: "secret", pagee: "secret" } },
    '"filter": unknown field "statsu" (did you mean "status"?); "filter": unknown field "pagee" (did you mean "page"?)',
  ],
  [{ first: true, tags: 1 }, '"first" must be Int!, not a boolean; "tags" must be String!, not a number'],
] as const)("rejects %o with path and type, and without the value", ([variables, message]) => {
  expect(findProblem(variables)?.message).toBe(`Find: ${message}`);
});

test("lists the variables of the operation", () => {
  expect(findProblem({ first: null })?.hint).toBe(
    "Pass $filter: Filter, $first: Int!, $size: Int!, $at: Place, $tags: [String!].",
  );
});

test.for([
  ["null", "null"],
  ["[]", "a list"],
  ['"text"', "a string"],
  ["1", "a number"],
])("rejects %s, which is no object", ([json, kind]) => {
  expect(() => parseVariables(json ?? "")).toThrow(`--variables must be a JSON object, not ${kind}`);
});

test("rejects a number that JavaScript cannot represent", () => {
  expect(() => parseVariables('{"id": 12345678901234567890}')).toThrow(
    '--variables: the number "id" is too large to be exact',
  );
  expect(() => parseVariables('{"a": {"not a name": -1e400}}')).toThrow(
    "--variables: the number is too large to be exact",
  );
  const [longest, longer] = ["a".repeat(40), "a".repeat(41)];
  expect(() => parseVariables(`{"a": [{"${longest}": 1e400}]}`)).toThrow(`the number "${longest}" is too`);
  expect(() => parseVariables(`{"${longer}": -9007199254740992}`)).toThrow("the number is too large");
  expect(parseVariables('{"id": 9007199254740991, "note": null}')).toEqual({
    id: 9_007_199_254_740_991,
    note: null,
  });
  expect(parseVariables('{"id": "12345678901234567890", "size": 1.5}')).toEqual({
    id: "12345678901234567890",
    size: 1.5,
  });
});
