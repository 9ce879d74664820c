/** Verdicts of changes that move or remove exported names. */

import { test } from "vitest";
import { expectFindings, expectVerdicts, type VerdictCase } from "./support/verdict-cases.ts";

const CASES: readonly VerdictCase[] = [
  {
    title: "two enums and two input types that exchange their names",
    before: `
      type Query { a: A b: B c(i: I, j: J): Int }
      enum A { X }
      enum B { Y }
      input I { k: K }
      input J { l: L }
      input K { x: Int }
      input L { y: Int }`,
    after: `
      type Query { a: B b: A c(i: I, j: J): Int }
      enum A { Y }
      enum B { X }
      input I { k: L }
      input J { l: K }
      input K { y: Int }
      input L { x: Int }`,
    operations: ["query A($i: I, $j: J) { a b c(i: $i, j: $j) }"],
    closed: [
      "1:9 breaks name I.k",
      "1:16 breaks name J.l",
      "1:25 breaks name Query.a",
      "1:27 breaks name Query.b",
    ],
  },
  {
    title: "a renamed type, whose name is part of an exported name",
    before: `
      type Query { a: N }
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int }`,
    after: ["type X", "type X2"],
    operations: ["query A { a { __typename n } }"],
    closed: ["1:11 breaks union-grew N", "1:11 breaks union-shrank N"],
    open: ["1:11 breaks union-shrank N", "1:11 changes types union-grew N"],
  },
  {
    title: "a renamed enum that another operation still uses",
    before: `
      type Query { a: E b: E }
      enum E { X Y }
      enum F { Y X }`,
    after: ["a: E", "a: F"],
    operations: ["query A { a }", "query B { b }"],
    closed: ["1:11 changes types type Query.a"],
  },
  {
    title: "a renamed enum whose name only an operation that is new exports",
    before: `
      type Query { a: E }
      enum E { X }
      enum F { X }`,
    after: ["a: E", "a: F b: E"],
    operations: ["query A { a }", "query B { b }"],
    closed: ["1:11 changes types type Query.a"],
  },
  {
    title: "a renamed enum whose name an input type has now",
    before: `
      type Query { a: E c(e: E): Int }
      enum E { X }`,
    after: `
      type Query { a: F c(e: E): Int }
      enum F { X }
      input E { x: Int }`,
    operations: ["query A { a }", "query B($e: E) { c(e: $e) }"],
    closed: ["2:9 breaks type E", "1:11 breaks name Query.a"],
  },
  {
    title:
      "an enum that is no list now, and no lost name of it or of another one in an operation that is invalid",
    before: `
      type Query { a: [E] b: Int c: E }
      enum E { X }
      enum F { X }`,
    after: ["a: [E] b: Int c: E", "a: E c: F"],
    operations: ["query A { a b c }"],
    closed: ["1:13 breaks invalid Query.b", "1:11 breaks type Query.a"],
  },
  {
    title: "a renamed enum and a renamed input type inside of a variable",
    before: `
      type Query { a(i: I): Int }
      input I { e: E o: O }
      enum E { X }
      input O { x: Int }`,
    after: `
      type Query { a(i: I): Int }
      input I { e: F o: P }
      enum F { X }
      input P { x: Int }`,
    operations: ["query A($i: I) { a(i: $i) }"],
    closed: ["1:9 breaks name I.e", "1:9 breaks name I.o"],
  },
  {
    title: "a renamed input type with another default, if an operation still uses the old one",
    before: `
      type Query { a(i: I, o: O): Int }
      input I { o: O }
      input O { x: Int = 1 }
      input P { x: Int = 2 }`,
    after: ["I { o: O }", "I { o: P }"],
    operations: ["query A($i: I) { a(i: $i) }", "query B($o: O) { a(o: $o) }"],
    closed: ["1:9 breaks default P.x", "1:9 changes types type I.o"],
  },
];

test.each(CASES)("finds $title", expectVerdicts);

test("findings say what changed, which code breaks, and whether calls are rejected", () =>
  expectFindings("names", CASES));
