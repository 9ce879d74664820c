/** Verdicts of changed default values. */

import {
  buildSchema,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  printSchema,
} from "graphql";
import { expect, test } from "vitest";
import { check } from "../src/index.ts";
import { expectFindings, expectVerdicts, type VerdictCase } from "./support/verdict-cases.ts";

const CASES: readonly VerdictCase[] = [
  {
    title: "a default of an interface that its implementations do not have",
    before: `
      type Query { a: N }
      interface N { id(x: Int = 1): ID! }
      type X implements N { id(x: Int = 1): ID! }`,
    after: ["interface N { id(x: Int = 1)", "interface N { id(x: Int = 2)"],
    operations: ["query A { a { __typename id } }"],
    closed: [],
  },
  {
    title:
      "a changed default of an argument that is omitted or that callers can omit, and not of one that is always set",
    before: `
      type Query { a(x: Int = 1): Int }`,
    after: ["1", "2"],
    operations: [
      "query A { a }",
      "query B($x: Int) { a(x: $x) }",
      "query C { a(x: 3) }",
      "query D($x: Int = 4) { a(x: $x) }",
      "query E($x: Int!) { a(x: $x) }",
    ],
    closed: ["1:11 breaks default Query.a(x:)", "2:25 breaks default Query.a(x:)"],
  },
  {
    title: "a changed default of an input field, inline and in variables",
    before: `
      type Query { a(i: I): Int }
      input I { x: Int = 1, y: Int }`,
    after: ["1", "2"],
    operations: ["query A { a(i: { y: 1 }) }", "query B($i: I) { a(i: $i) }", "query C { a(i: { x: 1 }) }"],
    closed: ["1:16 breaks default I.x", "2:9 breaks default I.x"],
  },
  {
    title:
      "new, removed and changed defaults. No call relies on a new one, and the order of fields and the form of a string have no meaning",
    before: `
      type Query {
        a(x: Int): Int
        b(i: I = {x: 1, y: 2}): Int
        c(x: ID = 1): Int
        d(x: String = "1"): Int
        e(x: Int = 1): Int
        f(x: Int = 1): Int
        g: Int
        h(x: String = """b"""): Int
      }
      input I { x: Int y: Int }`,
    after: `
      type Query {
        a(x: Int = 1): Int
        b(i: I = {y: 2, x: 1}): Int
        c(x: Int = 1): Int
        d(x: String = "1.0"): Int
        e(x: Int): Int
        f: Int
        g(x: Int = 1): Int
        h(x: String = "b"): Int
      }
      input I { x: Int y: Int }`,
    operations: ["query A { a b c d e f g h }", "query B { e(x: 2) }"],
    closed: [
      "1:17 breaks default Query.d(x:)",
      "1:19 breaks default Query.e(x:)",
      "1:21 breaks default Query.f(x:)",
      "1:11 changes types default Query.a(x:)",
      "1:15 changes types type Query.c(x:)",
    ],
  },
  {
    title: "an input with a default that is now required, and no change of its default",
    before: `
      type Query { a(i: I): Int }
      input I { x: Int = 1, y: Int }`,
    after: ["Int = 1", "Int!"],
    operations: ["query A { a(i: { y: 1 }) }", "query B($i: I) { a(i: $i) }", "query C { a(i: { x: 1 }) }"],
    closed: ["1:16 breaks required I.x", "2:9 breaks required I.x"],
  },
  {
    title: "directives on variable definitions: a removed location, enum value and default",
    before: `
      directive @d on VARIABLE_DEFINITION | FIELD
      directive @e(e: E, x: Int = 1) on VARIABLE_DEFINITION
      enum E { X Y }
      type Query { a(x: Int): Int }`,
    after: `
      directive @d on FIELD
      directive @e(e: E, x: Int = 2) on VARIABLE_DEFINITION
      enum E { X }
      type Query { a(x: Int): Int }`,
    operations: [
      "query A($x: Int @d) { a(x: $x) }",
      "query B($x: Int @e(e: Y, x: 1)) { a(x: $x) }",
      "query C($x: Int @e) { a(x: $x) }",
    ],
    closed: ["1:17 breaks invalid @d", "2:23 breaks invalid E.Y", "3:17 breaks default @e(x:)"],
  },
  {
    title: "a directive that a field can no longer have twice",
    before: `
      directive @d(x: Int) repeatable on FIELD
      type Query { a: Int }`,
    after: ["repeatable ", ""],
    operations: ["query A { a @d(x: 1) @d(x: 2) }", "query B { a @d(x: 1) }"],
    closed: ["1:13 breaks invalid @d"],
  },
  {
    title: "a default inside of a default, of an argument or of an input field",
    before: `
      type Query { a(o: O = {}): Int b(p: P): Int }
      input P { os: [O!] = [{}] }
      input O { x: Int = 1 }`,
    after: ["x: Int = 1", "x: Int = 2"],
    operations: [
      "query A { a }",
      "query B { a(o: { x: 1 }) }",
      "query C { a(o: { }) }",
      "query D { b(p: {}) }",
    ],
    closed: ["1:11 breaks default O.x", "3:16 breaks default O.x", "4:16 breaks default O.x"],
  },
  {
    title: "a default in which a field is now set to its own default",
    before: `
      type Query { a(o: O = {}): Int }
      input O { x: Int = 1, y: Int }`,
    after: ["{}", "{ x: 1 }"],
    operations: ["query A { a }"],
    closed: [],
  },
  {
    title:
      "a default of an implementation, and not that of its interface: the platform uses the default of the implementation",
    before: `
      type Query { a: N }
      interface N { n(x: Int = 1): Int m(x: Int = 1): Int }
      type X implements N { n(x: Int = 1): Int m(x: Int = 1): Int }`,
    after: `
      type Query { a: N }
      interface N { n(x: Int = 1): Int m(x: Int = 2): Int }
      type X implements N { n(x: Int = 2): Int m(x: Int = 1): Int }`,
    operations: ["query A { a { n m } }", "query B { a { n(x: 1) } }"],
    closed: ["1:15 breaks default X.n(x:)"],
  },
  {
    title: "a default of an interface whose types are all other ones now",
    before: `
      type Query { a: N }
      interface N { n(x: Int = 1): N m(x: Int = 1): Int }
      type X implements N { n(x: Int = 1): N m(x: Int = 1): Int }
      type Y implements N { n(x: Int = 1): N m(x: Int = 1): Int }`,
    after: `
      type Query { a: N }
      interface N { n(x: Int = 1): N m(x: Int = 2): Int }
      type V implements N { n(x: Int = 1): N m(x: Int = 2): Int }
      type W implements N { n(x: Int = 1): N m(x: Int = 2): Int }`,
    operations: [
      "query A { a { n { m } } }",
      "query B { a { n { m(x: 1) } } }",
      // The names of types tell the old types from the new ones, so there is no call to compare.
      "query C { a { n { __typename m } } }",
    ],
    closed: ["1:19 breaks default N.m(x:)", "3:15 breaks union-grew N", "3:15 breaks union-shrank N"],
    open: ["1:19 breaks default N.m(x:)", "3:15 breaks union-shrank N", "3:15 changes types union-grew N"],
  },
  {
    title: "a default of an interface that had one type or has one type now, of another name",
    before: `
      type Query { a: N b: M }
      interface N { n(x: Int = 1): Int }
      interface M { m(x: Int = 1): Int }
      type X implements N { n(x: Int = 1): Int }
      type Y implements M { m(x: Int = 1): Int }
      type Z implements M { m(x: Int = 1): Int }`,
    after: `
      type Query { a: N b: M }
      interface N { n(x: Int = 2): Int }
      interface M { m(x: Int = 2): Int }
      type V implements N { n(x: Int = 1): Int }
      type W implements N { n(x: Int = 1): Int }
      type U implements M { m(x: Int = 1): Int }`,
    operations: ["query A { a { n } b { m } }"],
    closed: ["1:15 breaks default N.n(x:)", "1:23 breaks default M.m(x:)"],
  },
  {
    title: "no default of an interface whose types are all other ones now, which are told apart",
    before: `
      type Query { a: N }
      interface N { m(x: Int = 1): Int }
      interface P { p: Int }
      type X implements N & P { m(x: Int = 1): Int p: Int }
      type Y implements N & P { m(x: Int = 1): Int p: Int }`,
    after: `
      type Query { a: N }
      interface N { m(x: Int = 2): Int }
      interface P { p: Int }
      type V implements N & P { m(x: Int = 2): Int p: Int }
      type W implements N { m(x: Int = 2): Int }`,
    operations: ["query A { a { m ... on P { p } } }"],
    closed: ["1:11 breaks union-grew N"],
    open: [],
  },
  {
    title: "a default of the only type of a field or of lists, which has another name now",
    before: `
      type Query { a: X b: [[X]] }
      type X { n(x: Int = 1): Int }`,
    after: `
      type Query { a: Y b: [[Y]] }
      type Y { n(x: Int = 2): Int }`,
    operations: ["query A { a { n } b { n } }"],
    closed: ["1:15 breaks default X.n(x:)", "1:23 breaks default X.n(x:)"],
  },
  {
    title: "a default of one of several types, each of which has its own member, or all of which share one",
    before: `
      type Query { a: U b: N }
      union U = X | Y
      interface N { n(x: Int = 1): Int }
      type X implements N { n(x: Int = 1): Int }
      type Y implements N { n(x: Int = 1): Int m: Int }`,
    after: ["Y implements N { n(x: Int = 1)", "Y implements N { n(x: Int = 2)"],
    operations: ["query A { a { ... on X { n } ... on Y { n m } } }", "query B { b { n } }"],
    closed: ["1:41 breaks default Y.n(x:)", "2:15 breaks default Y.n(x:)"],
  },
  {
    title: "equal defaults of a list, of numbers, of IDs, and of an enum that is a string now",
    before: `
      type Query { a(x: [Int] = 1, i: [I] = {y: 1}, f: Float = 1, id: ID = 1, j: J, e: E = A): Int }
      enum E { A }
      input I { y: Int }
      input J { x: Float = 1.0, y: ID = "1" }`,
    after: `
      type Query {
        a(x: [Int] = [1], i: [I] = [{y: 1}], f: Float = 1.0, id: ID = "1", j: J, e: String = "A"): Int
      }
      input I { y: Int }
      input J { x: Float = 1, y: ID = 1 }`,
    operations: ["query A { a }", "query B($x: [Int], $i: [I], $j: J) { a(x: $x, i: $i, j: $j) }"],
    closed: [],
  },
  {
    title: "defaults of another input type: of a field with another default, and of one that is gone",
    before: `
      type Query { a(o: O = {}): Int }
      input O { x: Int = 1 y: Int = 1 }
      input P { x: Int = 2 }`,
    after: ["o: O", "o: P"],
    operations: ["query A { a }"],
    closed: ["1:11 breaks default P.x", "1:11 breaks default O.y"],
  },
  {
    title: "a single default that is now a list, and a list that is now a single default",
    before: `
      type Query { a(x: Int = 1): Int b(x: [Int] = [1]): Int c(x: [Int] = [1, 2]): Int d(i: I = {}): Int }
      input I { x: Int = 1 }`,
    after: `
      type Query { a(x: [Int] = [1]): Int b(x: Int = 1): Int c(x: [[Int]] = [1, 2]): Int d(i: I = {}): Int }
      input I { x: [Int] = [1] }`,
    operations: ["query A { a b c d }"],
    closed: [
      "1:11 changes types type Query.a(x:)",
      "1:13 changes types type Query.b(x:)",
      "1:15 changes types type Query.c(x:)",
      "1:17 changes types type I.x",
    ],
  },
  {
    title:
      "defaults of the fields of an input type that is now a scalar, at each depth of a literal or a default",
    before: `
      scalar S
      type Query { a(i: I): Int b(i: [I] = [{ x: 2, j: { y: 2 } }, { j: {} }]): Int c(i: I = { x: 2, j: null }): Int }
      input I { x: Int = 1, j: J }
      input J { y: Int = 1 }`,
    after: `
      scalar S
      type Query { a(i: S): Int b(i: [S] = [{ x: 2, j: { y: 2 } }, { j: {} }]): Int c(i: S = { x: 2, j: null }): Int }`,
    operations: [
      "query A { a(i: { x: 2, j: {} }) }",
      "query B { a(i: { x: 2, j: { y: 2 } }) }",
      "query C { b }",
      "query D { c }",
    ],
    closed: [
      "1:27 breaks default J.y",
      "1:16 changes types type Query.a(i:)",
      "3:11 breaks default I.x",
      "3:11 breaks default J.y",
      "3:11 changes types type Query.b(i:)",
      "2:16 changes types type Query.a(i:)",
      "4:11 changes types type Query.c(i:)",
    ],
  },
  {
    title: "a default of a list with another length",
    before: `
      type Query { a(x: [Int] = [1]): Int b(i: I): Int }
      input I { x: [Int] = [1, 2] }`,
    after: `
      type Query { a(x: [Int] = [1, 2]): Int b(i: I): Int }
      input I { x: [Int] = [1] }`,
    operations: ["query A { a }", "query B { b(i: {}) }"],
    closed: ["1:11 breaks default Query.a(x:)", "2:16 breaks default I.x"],
  },
  {
    title:
      "a default that becomes null or was null, one that sets or omits a field, and another object of a scalar",
    before: `
      type Query { a(x: I = { n: 1 }): Int b(x: I): Int c(x: I = {}): Int d(x: I = { n: 1 }): Int e(x: J): Int }
      input I { n: Int j: J = null }
      scalar J
      directive @b(x: I = null, j: J = { n: 1 }) on FIELD`,
    after: `
      type Query { a(x: I = null): Int b(x: I): Int c(x: I = { n: 1 }): Int d(x: I = {}): Int e(x: J): Int }
      input I { n: Int j: J = null }
      scalar J
      directive @b(x: I = { n: 1 }, j: J = { n: 2 }) on FIELD`,
    operations: ["query A { a b @b c d e }"],
    closed: [
      "1:11 breaks default Query.a(x:)",
      "1:15 breaks default @b(x:)",
      "1:15 breaks default @b(j:)",
      "1:18 breaks default Query.c(x:)",
      "1:20 breaks default Query.d(x:)",
    ],
  },
  {
    title: "no other value if a default omits a field that it set, and whose own default is the same now",
    before: `
      type Query { a(x: I = { n: 1 }): Int }
      input I { n: Int }`,
    after: `
      type Query { a(x: I = {}): Int }
      input I { n: Int = 1 }`,
    operations: ["query A { a }"],
    closed: [],
  },
  {
    title: "an input type that is now a scalar: null, another object, and a field that is a scalar",
    before: `
      type Query { a(x: I = null): Int b(x: I = { n: 1 }): Int c(x: I): Int }
      input I { n: Int = 1 j: J }
      scalar J`,
    after: `
      type Query { a(x: I = null): Int b(x: I = { n: 2 }): Int c(x: I): Int }
      scalar I
      scalar J`,
    operations: ["query A { a b }", "query B { c(x: { j: { n: 1 } }) }"],
    closed: [
      "1:13 breaks default Query.b(x:)",
      "2:16 breaks default I.n",
      "2:16 changes types type Query.c(x:)",
    ],
  },
  {
    title: "a scalar that is now an input type",
    before: `
      scalar I
      type Query { a(x: I = { n: 1 }): Int }`,
    after: ["scalar I", "input I { n: Int }"],
    operations: ["query A { a }", "query B($x: I) { a(x: $x) }"],
    closed: [
      "2:9 breaks type I",
      "2:23 changes types type Query.a(x:)",
      "1:11 changes types type Query.a(x:)",
    ],
  },
];

test.each(CASES)("finds $title", expectVerdicts);

test("findings say what changed, which code breaks, and whether calls are rejected", () =>
  expectFindings("defaults", CASES));

const ORDER = new GraphQLEnumType({
  name: "Order",
  values: { NAME: { value: "NAME" }, SIZE: { value: "SIZE" } },
});
const PART = new GraphQLInputObjectType({
  name: "Part",
  fields: { id: { type: GraphQLInt }, tag: { type: GraphQLString }, order: { type: ORDER } },
});

test.each([
  ["a number", GraphQLInt, 1, 2, "1"],
  ["a fraction", GraphQLFloat, 1.5, 2.5, "1.5"],
  ["a text", GraphQLString, "NAME", "SIZE", '"NAME"'],
  ["a switch", GraphQLBoolean, true, false, "true"],
  ["an enum", ORDER, "NAME", "SIZE", "NAME"],
  ["null", GraphQLInt, null, 1, "null"],
  ["an argument that is not null", new GraphQLNonNull(GraphQLInt), 1, 2, "1"],
  ["an item", new GraphQLList(ORDER), "NAME", "SIZE", "NAME"],
  ["a list", new GraphQLList(GraphQLInt), [1, null], [1], "[1, null]"],
  ["a list of enums", new GraphQLList(ORDER), ["NAME"], [], "[NAME]"],
  ["an object", PART, { tag: "NAME", id: 1 }, { id: 1 }, '{ id: 1, tag: "NAME" }'],
  ["an object with an enum", PART, { order: "NAME" }, { id: 1 }, "{ order: NAME }"],
  ["an object without fields", PART, {}, { id: 1 }, "{}"],
] as const)("compares a default that code declares: %s", (_, type, value, other, literal) => {
  const build = (defaultValue: unknown) => {
    const items = { type: GraphQLInt, args: { by: { type, defaultValue } } };
    return new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields: { items } }) });
  };
  const operations = parse("query A { items }");
  const compareWith = (after: GraphQLSchema) =>
    check({ before: build(value), after, operations }).causes.map(({ change }) => change);

  expect(compareWith(buildSchema(printSchema(build(value))))).toEqual([]);
  expect(compareWith(build(other))).toMatchObject([{ kind: "default", was: literal }]);
});
