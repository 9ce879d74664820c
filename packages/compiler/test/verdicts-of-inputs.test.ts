/** Verdicts of changes of variables, arguments and input types. */

import { expect, test } from "vitest";
import { checkTexts } from "./support/schema-check.ts";
import { expectFindings, expectVerdicts, type VerdictCase } from "./support/verdict-cases.ts";

const CASES: readonly VerdictCase[] = [
  {
    title: "a value that is removed from an enum deep inside of a variable",
    before: `
      type Query { a(i: I): Int }
      input I { deep: [[J!]] }
      input J { e: E }
      enum E { X Y }`,
    after: ["Y", ""],
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: ["1:9 breaks enum-shrank E.Y"],
  },
  {
    title: "an argument that becomes required and is omitted, or passed by an optional variable",
    before: `
      type Query { a(x: Int): Int }`,
    after: ["x: Int", "x: Int!"],
    operations: ["query A { a }", "query B($x: Int) { a(x: $x) }"],
    closed: ["1:11 breaks required Query.a(x:)", "2:9 breaks required Query.a(x:)"],
  },
  {
    title: "null that all places of a variable with a default accept now, and that one still rejects",
    before: `
      type Query { a(x: Int!): Int b(x: Int!): Int }`,
    after: ["a(x: Int!)", "a(x: Int)"],
    operations: ["query A($x: Int = 1) { a(x: $x) }", "query B($x: Int = 1) { a(x: $x) b(x: $x) }"],
    closed: ["1:9 changes types nullability $x"],
    codegen: [],
  },
  {
    title: "an argument with another type, and a removed one",
    before: `
      type Query { a(x: Int): Int b(x: Int): Int }`,
    after: ["a(x: Int): Int b(x: Int)", "a(x: String): Int b"],
    operations: ["query A($x: Int) { a(x: $x) }", "query B { b(x: 1) }"],
    closed: ["1:9 breaks type Query.a(x:)", "2:13 breaks invalid Query.b(x:)"],
  },
  {
    title: "an input field that becomes required, in a recursive type",
    before: `
      type Query { a(i: I): Int }
      input I { x: Int, and: [I!] }`,
    after: ["x: Int", "x: Int!"],
    operations: ["query A($i: [I!]!) { a }", "query B($i: I) { a(i: $i) }"],
    closed: ["2:9 breaks required I.x"],
  },
  {
    title: "an input field that becomes required, in a variable that only the literal of a scalar contains",
    before: `
      scalar S
      type Query { a(s: S): Int b(i: I): Int }
      input I { x: Int }`,
    after: ["x: Int", "x: Int!"],
    operations: ["query A($i: I) { a(s: { x: $i }) }"],
    closed: ["1:9 breaks required I.x"],
  },
  {
    title: "a new and required input field",
    before: `
      type Query { a(o: Int, i: I): Int }
      input I { x: Int }`,
    after: ["x: Int", "x: Int, y: Int!"],
    operations: ["query A { a(i: {x: 1}) }", "query B($i: I) { a(i: $i) }"],
    closed: ["1:16 breaks required I.y", "2:9 breaks required I.y"],
  },
  {
    title:
      "input fields that accept other values than before: new ones, removed ones, with another nullability or type",
    before: `
      type Query { a(i: I): Int }
      input I {
        a: Int!
        b: Int = 1
        c: Int
        d: Int!
        e: Int
        f: [Float]
        g: Float
        h: Int
        i: Int
      }
      scalar Money`,
    after: `
      type Query { a(i: I): Int }
      input I {
        a: Int! = 1
        b: Int! = 1
        c: Money
        d: String
        e: String!
        f: [Int]
        g: ID
        h: Float
        j: Int! = 1
      }
      scalar Money`,
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: [
      "1:9 breaks type I.b",
      "1:9 breaks type I.d",
      "1:9 breaks type I.e",
      "1:9 breaks required I.e",
      "1:9 breaks type I.f",
      "1:9 breaks type I.g",
      "1:9 breaks input-field I.i",
      "1:9 changes types type I.a",
      "1:9 changes types type I.c",
      "1:9 changes types type I.d",
      "1:9 changes types type I.h",
      "1:9 changes types input-field I.j",
    ],
  },
  {
    title: "an enum that gains a value, once, beside a list of it whose items are nullable now",
    before: `
      type Query { a(i: I): Int }
      input I { x: [E!] }
      enum E { A }`,
    after: ["x: [E!] } enum E { A", "x: [E] } enum E { A B"],
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: ["1:9 changes types type I.x", "1:9 changes types enum-grew E.B"],
  },
  {
    title: "an input type that becomes @oneOf",
    before: `
      type Query { a(i: I): Int }
      input I { x: Int }`,
    after: ["input I", "input I @oneOf"],
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: ["1:9 breaks type I"],
  },
  {
    title:
      "an input field with another input type: with all fields of the old one, without one of them, with none, with another type",
    before: `
      type Query { a(h: H, i: I): Int }
      input H { a: J }
      input I { b: L c: J d: O }
      input J { a: Int }
      input K { a: Int b: Int }
      input L { a: Int c: Int }
      input M { b: Int }
      input O { y: Float }
      input P { y: Int }`,
    after: `
      type Query { a(h: H, i: I): Int }
      input H { a: K }
      input I { b: K c: M d: P }
      input J { a: Int }
      input K { a: Int b: Int }
      input L { a: Int c: Int }
      input M { b: Int }
      input O { y: Float }
      input P { y: Int }`,
    operations: ["query A($i: I) { a(i: $i) }", "query B($h: H) { a(h: $h) }"],
    closed: [
      "1:9 breaks input-field I.b",
      "1:9 breaks type I.c",
      "1:9 breaks type I.d",
      "2:9 breaks name H.a",
    ],
  },
  {
    title:
      "null in a variable for an argument, an input field, an item of a list or an argument of a directive that becomes non-null",
    before: `
      type Query { a(x: Int): Int b(x: Int = 5): Int c(i: I): Int d(x: [Int]!): Int }
      directive @d(x: Int = 1) on FIELD
      input I { x: Int = 5 }`,
    after: `
      type Query { a(x: Int!): Int b(x: Int! = 5): Int c(i: I): Int d(x: [Int!]): Int }
      directive @d(x: Int! = 1) on FIELD
      input I { x: Int! = 5 }`,
    operations: [
      "query A($x: Int = 5) { a(x: $x) }",
      "query B($x: Int! = 5) { a(x: $x) }",
      "query C { a(x: 5) }",
      "query D($x: Int) { b(x: $x) }",
      "query E { b }",
      "query F($x: Int) { c(i: { x: $x }) }",
      "query G($x: Int = 5) { d(x: [1, $x]) }",
      "query H($x: Int) { b @d(x: $x) }",
    ],
    closed: [
      "1:9 breaks type Query.a(x:)",
      "4:9 breaks type Query.b(x:)",
      "6:9 breaks type I.x",
      "7:9 breaks type Query.d(x:)",
      "8:9 breaks type @d(x:)",
    ],
  },
  {
    title: "an enum value in an argument of a directive, and a required field in its input object",
    before: `
      directive @d(e: E, i: I) on FIELD
      type Query { a: Int }
      enum E { X Y }
      input I { x: Int }`,
    after: `
      directive @d(e: E, i: I) on FIELD
      type Query { a: Int }
      enum E { X }
      input I { x: Int y: Int! }`,
    operations: ["query A { a @d(e: Y) }", "query B { a @d(e: X) }", "query C { a @d(i: { x: 1 }) }"],
    closed: ["1:19 breaks invalid E.Y", "3:19 breaks required I.y"],
  },
  {
    title: "a scalar in a directive that becomes an enum",
    before: `
      directive @d(s: S) on FIELD
      scalar S
      type Query { a: Int }`,
    after: ["scalar S", "enum S { X }"],
    operations: ['query A { a @d(s: "x") }', "query B($s: S) { a @d(s: $s) }"],
    closed: ["1:19 breaks invalid @d(s:)", "2:9 breaks type S"],
  },
  {
    title: "a literal that another scalar reads as another value, and none that it reads as the same value",
    before: `
      type Query { a(x: ID, y: Int): Int b(x: Int, y: ID, z: [Int]): Int }`,
    after: ["x: ID, y: Int): Int b(x: Int, y: ID", "x: Float, y: [Int]): Int b(x: Float, y: String"],
    operations: ["query A { a(x: 1, y: 1) }", 'query B { b(x: 1, y: "1", z: 1) }'],
    closed: ["1:16 changes types type Query.a(x:)", "1:22 changes types type Query.a(y:)"],
  },
  {
    title: "an input field whose new type has the name of a member of every object",
    before: `
      type Query { a(i: I): Int }
      input I { x: String }
      enum constructor { X }`,
    after: ["x: String", "x: constructor"],
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: ["1:9 breaks type I.x"],
  },
  {
    title: "an input type that becomes a scalar",
    before: `
      type Query { a(i: I): Int }
      input I { x: Int = 1 }`,
    after: ["input I { x: Int = 1 }", "scalar I"],
    operations: ["query A($i: I) { a(i: $i) }", "query B { a(i: {}) }"],
    closed: ["1:9 breaks name I", "2:16 breaks default I.x", "2:16 changes types type Query.a(i:)"],
  },
  {
    title: "an input type that was removed, by itself or with the argument, or is an object type now",
    before: `
      type Query { a(i: I): Int b(i: I): Int c(i: K): Int }
      input K { x: Int }
      input I { x: Int }
      input J { x: Int }`,
    after: `
      type Query { a(i: J): Int b: Int c(i: J): Int }
      type K { x: Int }
      input J { x: Int }`,
    operations: ["query A($i: I) { a(i: $i) }", "query B($i: I) { b(i: $i) }", "query C($i: K) { c(i: $i) }"],
    closed: [
      "1:13 breaks invalid I",
      "2:13 breaks invalid I",
      "2:20 breaks invalid Query.b(i:)",
      "3:9 breaks type Query.c(i:)",
      "3:13 breaks invalid K",
    ],
  },
  {
    title: "another enum with the same values, if the name of the old one still declares them",
    before: `
      type Query { a(i: I): Int b(e: E): Int }
      input I { x: [E!] }
      enum E { X }
      enum F { X }`,
    after: ["[E!]", "[F!]"],
    operations: ["query A($i: I) { a(i: $i) }", "query B($e: E) { b(e: $e) }"],
    closed: ["1:9 changes types type I.x"],
  },
  {
    title:
      "other types of input fields: an enum has the old name now, another @oneOf, a scalar that is an object",
    before: `
      type Query { a(i: I): Int b(h: H): Int }
      scalar S
      input H { s: S }
      input I { x: X y: Y }
      input X { n: Int }
      input Y @oneOf { n: Int }`,
    after: `
      type Query { a(i: I): Int b(h: H): Int }
      input H { s: Z }
      input I { x: Z y: O }
      enum X { X }
      input Z { n: Int e: X }
      input O @oneOf { n: Int }`,
    operations: ["query A($i: I) { a(i: $i) }", "query B($h: H) { b(h: $h) }"],
    closed: ["2:9 breaks type H.s", "1:9 breaks name I.x", "1:9 breaks name I.y"],
  },
  {
    title: "the field of an input type with @oneOf that has another type, and not its other fields",
    before: `
      type Query { a(i: I): Int }
      input I @oneOf { x: Int y: Int z: Int }`,
    after: ["x: Int y: Int", "y: [Int] x: Int"],
    operations: ["query A($i: I!) { a(i: $i) }"],
    closed: ["1:9 breaks type I.y"],
  },
  {
    title: "a place that rejects null now, and not the variable whose type lacks null because of that",
    before: `
      type Query { a(x: Int): Int }`,
    after: ["x: Int", "x: Int!"],
    operations: ["query A($x: Int = 1) { a(x: $x) }"],
    closed: ["1:9 breaks type Query.a(x:)"],
  },
  {
    title: "another choice of an input type with @oneOf, and a type that accepts several fields now",
    before: `
      type Query { a(i: I, j: J): Int }
      input I @oneOf { x: Int }
      input J @oneOf { x: Int y: Int }`,
    after: `
      type Query { a(i: I, j: J): Int }
      input I @oneOf { x: Int z: Int }
      input J { x: Int y: Int }`,
    operations: ["query A($i: I, $j: J) { a(i: $i, j: $j) }"],
    closed: ["1:9 changes types input-field I.z", "1:16 changes types type J"],
  },
  {
    title: "each of two input fields whose other type differs inside of itself",
    before: `
      type Query { a(i: I): Int }
      input I { x: J y: J }
      input J { l: L }
      input K { l: M }
      input L { a: J b: [J!] c: [J!] n: Int }
      input M { a: K b: [K!] c: [K] n: String }`,
    after: ["x: J y: J", "x: K y: K"],
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: ["1:9 breaks type I.x", "1:9 breaks type I.y"],
  },
];

test.each(CASES)("finds $title", expectVerdicts);

test("findings say what changed, which code breaks, and whether calls are rejected", () =>
  expectFindings("inputs", CASES));

const REJECTED = "Calls that pass a value of the old type are rejected.";
const NOT_COMPILED = "Calls that pass a value of the old type do not compile.";

// The server converts a value to a list of one item, and no list to a value.
test.for([
  ["Int", "[Int!]", NOT_COMPILED],
  ["Int!", "[[Int!]!]!", NOT_COMPILED],
  ["[Int]", "[[Int]]", NOT_COMPILED],
  ["[Int!]", "[[Int!]!]", NOT_COMPILED],
  ["[Int]", "[String]", REJECTED],
  ["[Int]", "Int", REJECTED],
  ["Int", "[String]", REJECTED],
  ["Int", "[ID]", NOT_COMPILED],
  ["Int", "[Float]", NOT_COMPILED],
  ["[Int]", "[String!]", REJECTED],
  ["[Int]", "[Int!]", "Calls that pass null are rejected."],
  ["Int!", "Boolean!", REJECTED],
  ["Float", "Boolean", REJECTED],
  ["One", "Other", "Code that imports One does not compile."],
  ["Float", "Int", "Calls that pass a fraction are rejected."],
  ["Fraction", "Whole", REJECTED],
] as const)("finds an input field of the type %s that becomes %s: %s", ([old, now, message]) => {
  const types = `input One @oneOf { n: Int } input Other @oneOf { n: [Int] }
    input Fraction { x: Float y: Int } input Whole { x: Int y: Boolean }`;
  const [before, after] = [old, now].map(
    (type) => `type Query { a(i: I): Int } ${types} input I { x: ${type} }`,
  );
  const { operations } = checkTexts(`${before}`, `${after}`, "query A($i: I) { a(i: $i) }");

  const findings = operations.flatMap((operation) => operation.findings);
  expect(findings.map((finding) => [finding.harm, finding.message])).toEqual([
    [
      message.endsWith("rejected.") ? "rejected" : "code",
      `I.x is now ${now}, was ${old}${old.endsWith("!") ? "" : "."} ${message}`,
    ],
  ]);
});
