/** Verdicts of changes of fields, scalars and enums in results. */

import { test } from "vitest";
import { expectFindings, expectVerdicts, type VerdictCase } from "./support/verdict-cases.ts";

const CASES: readonly VerdictCase[] = [
  {
    title: "a removed field, a removed directive, and a field with @include that becomes nullable",
    before: `
      directive @live on FIELD
      type Query { a: Int b: Int c: Int! }`,
    after: `
      type Query { a: Int c: Int }`,
    operations: [
      "query A {",
      "  a",
      "  b",
      "}",
      "query B { a @live }",
      "query C($if: Boolean!) { a c @include(if: $if) }",
    ],
    closed: ["3:3 breaks invalid Query.b", "5:13 breaks invalid @live", "6:28 breaks nullability Query.c"],
  },
  {
    title:
      "fields with another nullability or type. Code can compare a string with any text, but not an enum",
    before: `
      type Query { a: Int! b: Int c: [[Int!]!]! d: [Int] e: Int f: E g: String }
      enum E { X }`,
    after: `
      type Query { a: Int b: Int! c: [[Int]!]! d: Int e: String f: String g: E }
      enum E { X }`,
    operations: ["query A { a x: b c d e f g }"],
    closed: [
      "1:11 breaks nullability Query.a",
      "1:18 breaks nullability Query.c",
      "1:20 breaks type Query.d",
      "1:22 breaks type Query.e",
      "1:24 breaks type Query.f",
      "1:26 breaks type Query.g",
      "1:13 changes types nullability Query.b",
    ],
  },
  {
    title:
      "no other type in a scalar with the same TypeScript type, an ID that becomes a string, a number without fractions, and an unmapped scalar that becomes nullable",
    before: `
      type Query { a: Date b: Money! c: ID d: Money! e: Money f: Float }
      scalar Date
      scalar Money
      scalar Amount`,
    after: `
      type Query { a: String b: Amount! c: String d: Money e: Money! f: Int }
      scalar Date
      scalar Money
      scalar Amount`,
    operations: ["query A { a b c d e f }"],
    closed: [],
    codegen: ["1:11 breaks type Query.a"],
  },
  {
    title: "a value that is added to an enum in the result and in variables",
    before: `
      type Query { a(e: E): E }
      enum E { X }`,
    after: ["{ X", "{ X Y"],
    operations: ["query A($e: E) { a(e: $e) }"],
    closed: ["1:18 breaks enum-grew E.Y", "1:9 changes types enum-grew E.Y"],
    open: ["1:9 changes types enum-grew E.Y", "1:18 changes types enum-grew E.Y"],
  },
  {
    title: "a mutation if the schema no longer has mutations",
    before: `
      schema { query: Query mutation: M }
      type Query { a: Int }
      type M { a: Int }`,
    after: ["mutation: M", ""],
    operations: ["mutation A { a }"],
    closed: ["1:1 breaks invalid M"],
  },
  {
    title: "a conditional fragment beside a fragment that selects other fields",
    before: `
      type Query { node: Node }
      interface Node { id: ID! }
      type Org implements Node { id: ID! plan: String }
      type User implements Node { id: ID! }`,
    after: `
      type Query { node: Node }
      interface Node { id: ID! }
      type Org implements Node { id: ID! plan: String! }
      type User implements Node { id: ID! }`,
    operations: [
      "query A($if: Boolean!) { node { ... on Node @include(if: $if) { id } ... on Org { plan } } }",
    ],
    closed: ["1:83 changes types nullability Org.plan"],
  },
  {
    title: "a field of a conditional fragment beside a fragment that selects other fields",
    before: `
      type Query { a: N b: T }
      interface N { n: Int! }
      type X implements N { n: Int! x: Int }
      type Y implements N { n: Int! }
      type T { t: Int }`,
    after: `
      type Query { a: N b: T }
      interface N { n: Int }
      type X implements N { n: Int x: Int }
      type Y implements N { n: Int }
      type T { t: Int }`,
    operations: ["query A($if: Boolean!) { a { ... on N @skip(if: $if) { n } ... on X { x } } }"],
    closed: ["1:56 breaks nullability N.n"],
  },
  {
    title: "a field that is always present, because another fragment applies to its type",
    before: `
      type Query { a: M }
      interface M { id: ID }
      interface P { n: Int }
      interface N { n: Int }
      type X implements M & P { id: ID n: Int }
      type Y implements M & N { id: ID n: Int }`,
    after: ["type X implements M & P", "type X implements M & P & N"],
    operations: [
      "query A($if: Boolean!) { a { __typename ... on P @include(if: $if) { n } ... on N { n } } }",
    ],
    closed: ["1:70 changes types type X.n"],
  },
  {
    title: "no change of elements that the operation does not use",
    before: `
      type Query { a: X b(y: Int): Int! }
      type X { x: Int z: E }
      enum E { A }`,
    after: `
      type Query { a: X c: String }
      type X { x: Int z: E }
      enum E { A B }`,
    operations: ["query A { a { x } }"],
    closed: [],
  },
  {
    title:
      "a scalar that loses one of its types, and an unmapped one that becomes a number, a list or an enum, because code narrows it",
    before: `
      type Query { a: Decimal b: Decimal! c: S d: S e: S }
      scalar Decimal
      scalar S
      enum E { X }`,
    after: ["a: Decimal b: Decimal! c: S d: S e: S", "a: String b: Float! c: Int! d: [Int!]! e: E"],
    operations: ["query A { a b c d e }"],
    closed: [
      "1:11 breaks type Query.a",
      "1:13 breaks type Query.b",
      "1:15 breaks type Query.c",
      "1:17 breaks type Query.d",
      "1:19 breaks type Query.e",
    ],
  },
  {
    title: "a root type with another interface",
    before: `
      type Query { a: Int }
      interface N { n: Int }
      type X implements N { n: Int }`,
    after: ["type Query {", "type Query implements N { n: Int"],
    operations: ["query A { a }"],
    closed: [],
  },
];

test.each(CASES)("finds $title", expectVerdicts);

test("findings say what changed, which code breaks, and whether calls are rejected", () =>
  expectFindings("results", CASES));
