import { expect, test } from "vitest";
import type { AnyDocument } from "../src/commands/operations.ts";
import { checkVariables, parseVariables } from "../src/commands/run/variables.ts";

const SDL = `
  type Query { find(filter: Filter, first: Int, at: Place, tags: [String!]): String }
  input Filter { ids: [ID!]!, status: Status, nested: Filter, since: DateTime = "2026-01-01" }
  input Place @oneOf { id: ID, name: String }
  enum Status { ACTIVE PAUSED }
  scalar DateTime
`;

const find: AnyDocument = {
  name: "Find",
  kind: "query",
  text: `query Find($filter: Filter, $first: Int!, $size: Int! = 10, $at: Place, $tags: [String!]) {
    find(filter: $filter, first: $first, at: $at, tags: $tags)
  }`,
};

/** What is said about these variables, beside a `first` that is fine. */
const complaint = (variables: object) =>
  checkVariables(find, { first: 1, ...variables }, SDL).then(
    () => undefined,
    (error: Error) => error.message,
  );

test.for([
  {},
  { size: 3 },
  { tags: null },
  { tags: "one for a list of one" },
  { filter: { ids: "one" } },
  { filter: { ids: ["a", 1], status: "PAUSED", nested: { ids: [] }, since: "today" } },
  { at: { name: "here" } },
])("takes %o", async (variables) => {
  expect(await complaint(variables)).toBeUndefined();
});

test.for([
  [{ first: undefined }, 'variable "first" is required (Int!)'],
  [{ first: null }, 'variable "first" is required (Int!)'],
  [{ first: "secret" }, 'variable "first" must be Int! (a string was given)'],
  [{ first: 1.5 }, 'variable "first" must be Int! (a number was given)'],
  [{ size: null }, 'variable "size" is required (Int!)'],
  [{ frist: "secret" }, 'there is no variable "frist"; did you mean first?'],
  [{ "not a name": "secret" }, "there is no variable of that name"],
  [{ tags: ["fine", 7] }, 'variable "tags[1]" must be String! (a number was given)'],
  [{ tags: ["fine", null] }, 'variable "tags[1]" is required (String!)'],
  [{ filter: "secret" }, 'variable "filter" must be Filter (a string was given)'],
  [{ filter: {} }, 'variable "filter.ids" is required ([ID!]!)'],
  [{ filter: { ids: [], statsu: "secret" } }, 'variable "filter" (Filter) has no field "statsu"; did you mean status?'],
  [
    { filter: { ids: [], status: "secret" } },
    'variable "filter.status" must be Status: ACTIVE, PAUSED (a string was given)',
  ],
  [
    { filter: { ids: [], nested: { ids: [true] } } },
    'variable "filter.nested.ids[0]" must be ID! (a boolean was given)',
  ],
  [{ at: { id: "secret", name: "secret" } }, 'variable "at" must hold exactly one field of Place'],
  [
    { first: true, tags: 1 },
    'variable "first" must be Int! (a boolean was given); variable "tags" must be [String!] (a number was given)',
  ],
] as const)("refuses %o with place and type, and without the value", async ([variables, says]) => {
  expect(await complaint(variables)).toBe(`Find: ${says}`);
});

test("says what the operation takes", async () => {
  await expect(checkVariables(find, {}, SDL)).rejects.toMatchObject({
    hint: "Find takes $filter: Filter, $first: Int!, $size: Int!, $at: Place, $tags: [String!]",
  });
});

test("refuses a number that JavaScript would change on the way", () => {
  expect(() => parseVariables('{"id": 12345678901234567890}')).toThrow('the number "id" is too large to be exact');
  expect(parseVariables('{"id": "12345678901234567890", "size": 1.5}')).toEqual({
    id: "12345678901234567890",
    size: 1.5,
  });
});
