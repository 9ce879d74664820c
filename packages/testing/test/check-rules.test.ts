/** Rules that do not match the schema. */

import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";
import { checkRules } from "../src/local.ts";
import {
  above,
  and,
  between,
  contains,
  containsAll,
  descending,
  exists,
  generated,
  ignored,
  is,
  isNull,
  isText,
  like,
  matching,
  not,
  nullsLast,
  type Rules,
  self,
  some,
  todo,
} from "../src/rules.ts";

const sdl = `scalar Date union Any = Item | Owner interface Named { name: String! }
  type Query { total(where: Where): Int! items(where: Where, done: Boolean, id: ID, text: String, n: Float, sort: Sort, range: Range, first: Int): [Item!]!
    owners(both: Both): [Owner!]! tags(both: Both): [Tag!]! any(text: String): [Any!]! page(where: Where): Page! one: Item }
  input Where { name: Text, owner: OwnerWhere, and: [Where!], done: Boolean, tag: String } input Text { eq: String }
  input OwnerWhere { name: String, age: Int } input Range { from: Int, to: Int } input Both { label: String } enum Sort { NAME }
  type Page { nodes: [Item!]! totalCount: Int! }
  type Item { id: ID! name: String! done: Boolean! count: Int! at: Date owner: Owner tags: [Tag!]! }
  type Owner implements Named { id: ID! name: String! items: [Item!]! } type Tag { label: String! }
  type Mutation { run(where: Where, text: String): Owner }`;
const schema = buildSchema(sdl);

/** The first sentence of each problem, after its section, and before them what the schema does not have, indented. */
function check(rules: object): string {
  try {
    checkRules(schema, rules);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    const lines = (error as Error).message.split("\n").filter((line) => / *\w+(?:\["|\.\w+:)/.test(line));
    if (lines.length === 0) return (error as Error).message;
    return lines
      .map((line) =>
        line.replace(/(?:\[".*?"\]|\.[\w.]+)(?: in platform.rules.ts)?: /, ": ").replace(/\. (?!Did you).*/, "."),
      )
      .join("\n");
  }
}

/** A rule of `filters`, and one of `orders`. */
const f = (coordinate: string, rule: unknown): object => ({ filters: { [coordinate]: rule } });
const o = (coordinate: string, rule: unknown): object => ({ orders: { [coordinate]: rule } });

test.for<[rules: object, problems: string]>([
  [f("Query.items(text:)", is("name")), ""],
  [
    f("Query.items(txt:)", is("name")),
    '  filters: the schema has no argument "Query.items(txt:)". Did you mean "Query.items(text:)"?',
  ],
  [f("Query.itms", () => true), '  filters: the schema has no field "Query.itms". Did you mean "Query.items"?'],
  [f("Where.nam", is()), '  filters: the schema has no field "Where.nam". Did you mean "Where.name"?'],
  [f("Sort.NAM", is()), '  filters: the schema has no enum value "Sort.NAM". Did you mean "Sort.NAME"?'],
  [f("Itm.name", is()), '  filters: the schema has no field "Itm.name". Did you mean "Item"?'],
  [f("Date.name", is()), '  filters: the schema has no field "Date.name".'],
  [f("Itm.name(text:)", is()), '  filters: the schema has no argument "Itm.name(text:)". Did you mean "Item"?'],
  [f("Query", is()), '  filters: expected a name such as "Type.field" or "Type.field(argument:)", got "Query".'],
  [
    f("Query.items(text:).name", is()),
    '  filters: expected a name such as "Type.field" or "Type.field(argument:)", got "Query.items(text:).name".',
  ],
  [
    f(" Query.items(text:)", is()),
    '  filters: expected a name such as "Type.field" or "Type.field(argument:)", got " Query.items(text:)".',
  ],
  [f("Sort.NAME", is()), "filters: an enum value selects nothing."],
  [f("Query.items", is("name")), "filters: a field has no value to compare with."],
  [f("Query.items", () => true), ""],
  [f("Query.items(text:)", "name"), 'filters: expected a comparison such as is("status"), or a function.'],
  [f("Query.items(text:)", null), 'filters: expected a comparison such as is("status"), or a function.'],
  [f("Query.items(text:)", todo), ""],
  [f("Query.items(text:)", ignored), ""],
  [f("Query.items(text:)", is("nam")), 'filters: Item has no field "nam". Did you mean "name"?'],
  [f("Query.items(text:)", is("owner.nam")), 'filters: Owner has no field "nam". Did you mean "name"?'],
  [f("Query.items(text:)", not(is("nam"))), 'filters: Item has no field "nam". Did you mean "name"?'],
  [f("Query.items(text:)", is("tags.label", "owner.items.name")), ""],
  [f("Query.items(text:)", contains("count")), 'filters: "count" is Int!: contains needs a text.'],
  [f("Query.items(text:)", isText("done")), 'filters: "done" is Boolean!: isText needs a text.'],
  [f("Query.items(text:)", like("owner")), 'filters: "owner" is Owner: like needs a value.'],
  [
    f("Query.items(text:)", exists("name")),
    'filters: "name" is String!: exists needs a Boolean, and the value is String.',
  ],
  [f("Query.items(text:)", is("done")), 'filters: "done" is Boolean!: it cannot be compared with String.'],
  [f("Query.items(text:)", is("owner")), ""],
  [f("Query.items(text:)", and), "filters: and needs an input object."],
  [f("Query.items(text:)", containsAll("tags")), ""],
  [f("Query.items(done:)", is("owner")), 'filters: "owner" is Owner: a Boolean is no ID.'],
  [f("Query.items(done:)", exists("owner")), ""],
  [f("Query.items(done:)", isNull("at")), ""],
  [f("Query.items(done:)", is("done")), ""],
  [f("Query.items(done:)", above("done")), 'filters: "done" is Boolean!: above needs values with an order.'],
  [f("Query.items(n:)", containsAll("owner")), 'filters: "owner" is Owner: a Float is no ID.'],
  [f("Query.items(n:)", above("count")), ""],
  [f("Query.items(n:)", above("at")), ""],
  [f("Query.items(range:)", between("count")), ""],
  [f("Query.items(range:)", above("count")), "filters: above compares a value, and Range is an input object."],
  [f("Query.items(where:)", some("ownr")), 'filters: Item has no field "ownr". Did you mean "owner"?'],
  [f("Query.items(where:)", matching(self)), ""],
  [f("Query.any(text:)", is("name")), ""],
  [f("Query.any(text:)", is("nam")), 'filters: Any has no field "nam".'],
  [f("Query.page(where:)", is("name")), "filters: is compares a value, and Where is an input object."],
  [f("Where.and", and), ""],
  [f("Where.tag", is("items.name")), 'filters: Item has no field "items".'],
  [f("Both.label", is("label")), ""],
  [f("Both.label", is("lable")), 'filters: Owner has no field "lable".'],
  [{ filters: { "Query.items(range:)": some("owner"), "Range.from": is("items.count") } }, ""],
  [
    { filters: { "Query.items(range:)": some("owner"), "Range.from": is("count") } },
    'filters: Owner has no field "count".',
  ],
  [
    { orders: { "Query.items(sort:)": "-owner", "Sort.NAME": "at" } },
    'orders: Owner has no field "at". Did you mean "id"?',
  ],
  [{ orders: { "Query.items(sort:)": "-owner", "Sort.NAME": "items.at" } }, ""],
  [f("Where.tag", is("tags.label")), ""],
  [f("Where.tag", is("tags.name")), 'filters: Tag has no field "name".'],
  [f("OwnerWhere.name", is("nam")), 'filters: Item has no field "nam". Did you mean "name"?'],
  [
    { filters: { "Where.owner": some("owner"), "OwnerWhere.name": is("nam") } },
    'filters: Owner has no field "nam". Did you mean "name"?',
  ],
  [
    { filters: { "Where.owner": not(some("owner")), "OwnerWhere.age": is("nam") } },
    'filters: Owner has no field "nam". Did you mean "name"?',
  ],
  [
    { filters: { "Where.owner": is("owner.name"), "OwnerWhere.name": is("nam") } },
    'filters: is compares a value, and OwnerWhere is an input object.\nfilters: Item has no field "nam". Did you mean "name"?',
  ],
  [{ filters: { "Where.owner": () => true, "OwnerWhere.name": is("nam") } }, ""],
  [{ filters: { "Where.name": some("name"), "Text.eq": is() } }, ""],
  [o("Sort.NAME", "-name"), ""],
  [o("Sort.NAME", ["-nam", "name"]), 'orders: Item has no field "nam". Did you mean "name"?'],
  [o("Sort.NAME", nullsLast("nam")), 'orders: Item has no field "nam". Did you mean "name"?'],
  [o("Sort.NAME", descending), ""],
  [o("Sort.NAME", () => "nam"), ""],
  [o("Sort.NAME", 7), 'orders: expected a path such as "createdAt" or "-createdAt".'],
  [o("Sort.NAM", "name"), '  orders: the schema has no enum value "Sort.NAM". Did you mean "Sort.NAME"?'],
  [o("Query.items", "-nam"), 'orders: Item has no field "nam". Did you mean "name"?'],
  [o("Query.items(first:)", "owner.nam"), 'orders: Owner has no field "nam". Did you mean "name"?'],
  [{ pages: { "Query.items(first:)": "limit" } }, "pages: expected one of first, after, last, before, skip, page."],
  [{ pages: { "Query.items(first:)": "first", "Range.from": "skip", "Range.to": todo } }, ""],
  [{ pages: { "Query.items": "first" } }, "pages: only an argument of a list, or a member of one, selects a page."],
  [
    { pages: { "Query.items(frst:)": "first" } },
    '  pages: the schema has no argument "Query.items(frst:)". Did you mean "Query.items(first:)"?',
  ],
  [{ keys: { Tag: "label", Page: todo } }, ""],
  [{ keys: { Tag: "lable" } }, 'keys: Tag has no field "lable". Did you mean "label"?'],
  [{ keys: { Tags: "label" } }, '  keys: the schema has no object type "Tags". Did you mean "Tag"?'],
  [{ inverses: { "Owner.items": "owner" } }, ""],
  [{ inverses: { "Owner.items": "ownr" } }, 'inverses: Item has no field "ownr". Did you mean "owner"?'],
  [
    { inverses: { "Owner.itms": "owner" } },
    '  inverses: the schema has no field "Owner.itms". Did you mean "Owner.items"?',
  ],
  [{ inverses: { "Owner.name": "owner" } }, "inverses: the field is no list of objects."],
  [{ inverses: { "Owner.items": todo } }, ""],
  [{ resolvers: { Item: { nam: () => "" } } }, '  resolvers: the schema has no field "Item.nam". Did you mean "name"?'],
  [
    { resolvers: { Itm: { name: () => "" } } },
    '  resolvers: the schema has no object type "Itm". Did you mean "Item"?',
  ],
  [
    { resolvers: { Item: { name: "a", count: generated, done: { resolve: () => true }, at: undefined } } },
    "resolvers: expected a function.",
  ],
  [{ resolvers: { Item: { at: undefined } } }, ""],
  [{ resolvers: { Date: {}, Any: { __resolveType: () => "Item" }, Item: { __isTypeOf: true } } }, ""],
  [{ resolvers: { Named: { name: () => "" } } }, '  resolvers: the schema has no object type "Named".'],
  [
    { defaults: { Item: { name: "a", nam: "a" }, Sort: {} } },
    '  defaults: the schema has no field "Item.nam". Did you mean "name"?\n  defaults: the schema has no object type "Sort".',
  ],
  [{ unique: { Item: ["nam"] } }, '  unique: the schema has no field "Item.nam". Did you mean "name"?'],
  [{ unique: { Item: "name" } }, "unique: expected a list of fields."],
  [
    { hidden: { Item: () => true, Itm: () => true } },
    '  hidden: the schema has no object type "Itm". Did you mean "Item"?',
  ],
  [{ hidden: { Item: "done" } }, "hidden: expected a function of the row."],
])("checks rules: %#", ([rules, problems]) => {
  expect(check(rules)).toBe(problems);
});

test("rejects rules of a platform, with what the schema does not have before other problems", () => {
  const rules: Rules = { filters: { "Query.items(text:)": is("nam"), "Query.items(txt:)": is("name") } };
  expect(() => createPlatform({ schema: sdl, rules })).toThrow(
    new TypeError(`platform.rules.ts does not match the schema:

  filters["Query.items(txt:)"]: the schema has no argument "Query.items(txt:)". Did you mean "Query.items(text:)"?

Run "platform-graphql rules": it turns these lines into comments.
filters["Query.items(text:)"] in platform.rules.ts: Item has no field "nam". Did you mean "name"?`),
  );
  for (const wrong of ["rules", null]) {
    expect(() => checkRules(schema, wrong as Rules)).toThrow('"rules" must be an object.');
  }
  const section = 'platform.rules.ts: unknown section "filter". Did you mean "filters"?';
  expect(() => checkRules(schema, { filter: {} } as Rules)).toThrow(section);
});

test("marks cannot be called", () => {
  expect(() => todo()).toThrow("This rule is not decided yet.");
  expect(() => generated()).toThrow('"generated" is a rule. Do not call it.');
});
