/** Verdicts of changes of the possible types of a union or an interface. */

import { test } from "vitest";
import { expectFindings, expectVerdicts, type VerdictCase } from "./support/verdict-cases.ts";

const CASES: readonly VerdictCase[] = [
  {
    title: "a type that is added to a union whose types are distinguished, or one of which has no selection",
    before: `
      type Query { a: U b: Y }
      union U = X
      type X { x: Int }
      type Y { y: Int }`,
    after: ["= X", "= X | Y"],
    operations: ["query A { a { __typename } }", "query B { a { ... on X { x } } }"],
    closed: ["1:11 breaks union-grew U", "2:11 breaks union-grew U"],
    open: ["1:11 changes types union-grew U"],
  },
  {
    title: "a type that is added to a union, if the result already had a type without a selection",
    before: `
      type Query { a: U b: Y }
      union U = X | Z
      type X { x: Int }
      type Y { y: Int }
      type Z { z: Int }`,
    after: ["= X", "= X | Y"],
    operations: ["query A { a { ... on X { x } } }"],
    closed: [],
  },
  {
    title: "a type that is added to an interface and has no selection of its own",
    before: `
      type Query { a: N b: Y }
      interface N { id: ID! }
      type X implements N { id: ID! x: Int }
      type Y { id: ID! }`,
    after: ["type Y", "type Y implements N"],
    operations: ["query A { a { __typename id } }", "query B { a { id ... on X { x } } }"],
    closed: ["1:11 breaks union-grew N", "2:11 breaks union-grew N"],
    open: ["1:11 changes types union-grew N"],
  },
  {
    title: "the first type of an interface",
    before: `
      type Query { a: N b: Y }
      interface N { id: ID! }
      type Y { id: ID! }`,
    after: ["type Y", "type Y implements N"],
    operations: ["query A { a { id } }"],
    closed: [],
  },
  {
    title:
      "a type that is added to a union, and whose only property can be absent, unlike that of the other types",
    before: `
      type Query { a: U b: Y }
      union U = X | Z
      interface N { n: Int! }
      type X implements N { n: Int! }
      type Y implements N { n: Int! }
      type Z { z: Int }`,
    after: ["= X", "= X | Y"],
    operations: ["query A($if: Boolean!) { a { ... on X { n } ... on N @include(if: $if) { n } } }"],
    closed: ["1:26 breaks union-grew U"],
  },
  {
    title: "an object that becomes a union",
    before: `
      type Query { a: X b: Y }
      union U = X | Y
      type X { x: Int }
      type Y { y: Int }`,
    after: ["a: X", "a: U"],
    operations: ["query A { a { __typename ... on X { x } } }"],
    closed: ["1:11 breaks union-grew Query.a"],
  },
  {
    title: "a union that becomes an object, with and without a type name",
    before: `
      type Query { a: U }
      union U = X | Y
      type X { x: Int }
      type Y { y: Int }`,
    after: ["a: U", "a: X"],
    operations: ["query A { a { ... on X { x } } }", "query B { a { __typename ... on X { x } } }"],
    closed: [
      "1:11 breaks name Query.a",
      "1:11 changes types union-shrank Query.a",
      "2:11 breaks union-shrank Query.a",
    ],
  },
  {
    title: "the last type of an interface",
    before: `
      type Query { a: N b: X }
      interface N { n: Int }
      type X implements N { n: Int }`,
    after: ["type X implements N", "type X"],
    operations: ["query A { a { __typename n } }"],
    closed: ["1:11 breaks union-shrank N"],
  },
  {
    title: "an interface that moves from one type of a union to another, with and without a type name",
    before: `
      type Query { a: U }
      union U = X | Y
      interface N { n: Int }
      type X implements N { n: Int }
      type Y { n: Int }`,
    after: `
      type Query { a: U }
      union U = X | Y
      interface N { n: Int }
      type X { n: Int }
      type Y implements N { n: Int }`,
    operations: [
      "query A { a { ... on N { n } } }",
      "query B { a { __typename ... on N { n } ... on X { __typename } ... on Y { __typename } } }",
    ],
    closed: [
      "2:37 breaks type X.n",
      "2:37 changes types type Y.n",
      "1:11 changes types type Y",
      "1:11 changes types type X",
    ],
  },
  {
    title: "a new type with the fields of a type that callers narrow to, if one is nullable",
    before: `
      type Query { a: N b: Z }
      interface N { n: Int }
      type X implements N { n: Int x: Int! }
      type Y implements N { n: Int }
      type Z { n: Int x: Int }`,
    after: ["type Z", "type Z implements N"],
    operations: ["query A { a { n ... on X { x } ... on Z { x } } }"],
    closed: [],
  },
  {
    title: "a new type with more fields than its siblings",
    before: `
      type Query { a: N b: M }
      interface N { n: Int }
      interface M { m: Int }
      type X implements N { n: Int x: Int! }
      type Y implements N { n: Int }
      type Z implements M { n: Int m: Int }`,
    after: ["type Z implements M", "type Z implements M & N"],
    operations: ["query A { a { n ... on X { x } ... on M { m } } }"],
    closed: [],
  },
  {
    title: "a type that loses all its fields in the result beside a type without a selection",
    before: `
      type Query { a: U }
      union U = X | Y | Z
      interface P { p: Int }
      type X implements P { p: Int }
      type Y { y: Int }
      type Z implements P { p: Int z: Int }`,
    after: ["type X implements P", "type X"],
    operations: ["query A { a { ... on P { p } ... on Z { z } } }"],
    closed: ["1:11 breaks type X"],
  },
  {
    title: "a conditional field that a type loses, with other fields or as its only one",
    before: `
      type Query { a: N b: Z }
      interface N { n: Int }
      interface P { p: Int }
      type X implements N & P { n: Int p: Int }
      type Y implements N & P { n: Int p: Int }
      type Z { z: Int }`,
    after: ["type X implements N & P", "type X implements N"],
    operations: [
      "query A($if: Boolean!) { a { n ... on P { p @include(if: $if) } } }",
      "query B($if: Boolean!) { a { ... on P @include(if: $if) { p } } }",
    ],
    closed: ["1:26 breaks type X", "2:26 breaks type X"],
    open: ["1:26 changes types type X", "2:26 changes types type X"],
  },
  {
    title: "a removed type with a fragment on it",
    before: `
      type Query { a: N }
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int }`,
    after: ["type Y implements N { n: Int }", ""],
    operations: ["query A { a { ... on Y { n } } }"],
    closed: ["1:22 breaks invalid Y", "1:11 breaks union-shrank N"],
  },
  {
    title: "a new type of an open union, with an alias of the type name",
    before: `
      type Query { a: U b: Y }
      union U = X
      type X { x: Int }
      type Y { y: Int }`,
    after: ["= X", "= X | Y"],
    operations: ["query A { a { kind: __typename ... on X { x } } }"],
    closed: ["1:11 breaks union-grew U"],
    open: ["1:11 changes types union-grew U"],
  },
  {
    title: "no new type whose field differs from that of another type with the same interface",
    before: `
      type Query { a: N b: P }
      interface N { n: Int }
      interface P { p: Q }
      union Q = R | S
      type R { r: Int }
      type S { s: Int }
      type X implements N & P { n: Int p: R }
      type Y implements P { n: Int p: S }`,
    after: ["type Y implements P", "type Y implements P & N"],
    operations: ["query A { a { n ... on P { p { ... on R { r } ... on S { s } } } } }"],
    closed: [],
    codegen: ["1:11 breaks union-grew N"],
  },
  {
    title: "a removed type without the fields of its sibling, conditional or not",
    before: `
      type Query { a: N b: Z }
      interface N { n: Int }
      type X implements N { n: Int x: Int }
      type Y implements N { n: Int }
      type Z { z: Int }`,
    after: ["type Y implements N", "type Y"],
    operations: [
      "query A($if: Boolean!) { a { n ... on X @include(if: $if) { x } } }",
      "query B { a { n ... on X { x } } }",
    ],
    closed: ["1:26 breaks union-shrank N", "2:11 breaks union-shrank N"],
    open: [],
  },
  {
    title: "a type that leaves an interface, if only the type of a spread fragment shows it",
    before: `
      type Query { a: X b: N }
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int }`,
    after: ["type Y implements N", "type Y"],
    operations: ["query A { a { ...F } }", "fragment F on N { __typename n }"],
    closed: ["2:1 breaks union-shrank N"],
  },
  {
    title: "a new type that sorts before the others",
    before: `
      type Query { a: N }
      interface N { n: O }
      type O { o: Int }
      type X implements N { n: O }`,
    after: ["type Query", "type A implements N { n: O } type Query"],
    operations: ["query A { a { n { o } } }"],
    closed: [],
  },
  {
    title: "a new member of an open union without a field that all others have",
    before: `
      type Query { a: U }
      union U = X | Y
      interface N { id: ID! }
      type X implements N { id: ID! }
      type Y implements N { id: ID! }
      type Z { z: Int }`,
    after: ["X | Y", "X | Y | Z"],
    operations: ["query A { a { ... on N { id } } }"],
    closed: ["1:11 breaks union-grew U"],
    open: [],
  },
  {
    title:
      "a new type with a field by which code narrows, and without another field of all types that have it",
    before: `
      type Query { a: U }
      interface I { i: Int }
      interface J { j: Int }
      interface K { k: Int }
      union U = X | Y
      type X implements I & J { i: Int j: Int }
      type Y implements K { k: Int }
      type Z implements I & K { i: Int k: Int }`,
    after: ["X | Y", "X | Y | Z"],
    operations: ["query A { a { ... on I { i } ... on J { j } ... on K { k } } }"],
    closed: ["1:11 breaks union-grew U"],
    open: ["1:11 breaks union-grew U"],
  },
  {
    title: "a field that returns another union",
    before: `
      type Query { a: U b: V }
      union U = X | Y
      union V = X
      type X { x: Int }
      type Y { y: Int }`,
    after: ["a: U", "a: V"],
    operations: ["query A { a { ... on X { x } ... on Y { y } } }"],
    closed: ["1:30 breaks invalid Y", "1:11 breaks union-shrank Query.a"],
  },
  {
    title: "a type that is removed from a union in which code cannot distinguish it",
    before: `
      type Query { a: U }
      union U = X | Y | Z
      type X { x: Int }
      type Y { y: Int }
      type Z { z: Int }`,
    after: ["X | Y | Z", "X | Y"],
    operations: ["query A { a { ... on X { x } } }"],
    closed: [],
  },
  {
    title: "no broken code if a type gains a field that a directive can remove from each type",
    before: `
      type Query { a: U }
      union U = X | Y
      interface N { n: Int }
      type X { x: Int n: Int }
      type Y implements N { n: Int y: Int }`,
    after: ["type X {", "type X implements N {"],
    operations: [
      "query A($if: Boolean!) { a { ... on X { x } ... on N { n @include(if: $if) } } }",
      // Code reads another field, or the name, after `"n" in value`.
      "query B($if: Boolean!) { a { ... on X { x } ... on N { n @include(if: $if) } ... on Y { y } } }",
      "query C($if: Boolean!) { a { ... on X { x } ... on N { n @include(if: $if) } ... on Y { __typename } } }",
      // No directive can remove the field of `Y`.
      "query D($if: Boolean!) { a { ... on X { x } ... on N { n @include(if: $if) } ... on Y { n } } }",
    ],
    closed: [
      "2:56 breaks type X.n",
      "3:56 breaks type X.n",
      "4:56 breaks type X.n",
      "1:56 changes types type X.n",
    ],
  },
  {
    title: "no difference if an object type becomes a union whose only type has the same fields",
    before: `
      type Query { a: X }
      interface N { id: ID! }
      union U = Y
      type X implements N { id: ID! }
      type Y implements N { id: ID! }`,
    after: ["a: X", "a: U"],
    operations: ["query A { a { ... on N { id } } }"],
    closed: [],
    open: ["1:11 breaks union-grew Query.a", "1:11 breaks union-shrank Query.a"],
  },
  {
    title:
      "code that reads a field after `in`, if a type gains it that the operation tells apart by its name",
    before: `
      type Query { a: U }
      union U = X | Y
      interface N { n: Int }
      type X { x: Int n: Int }
      type Y implements N { n: Int! }`,
    after: ["type X {", "type X implements N {"],
    operations: ["query A { a { __typename ... on X { x } ... on N { n } } }"],
    closed: ["1:52 breaks type X.n"],
  },
  {
    title:
      "no broken code if a type gains a field that another one has, and the operation tells them apart by name",
    before: `
      type Query { a: U }
      union U = X | Y
      interface N { n: Int }
      type X { x: Int n: Int }
      type Y implements N { n: Int }`,
    after: ["type X {", "type X implements N {"],
    operations: ["query A { a { __typename ... on X { x } ... on N { n } } }"],
    closed: ["1:52 changes types type X.n"],
  },
  {
    title: "two new types of an open union, of which code can read one",
    before: `
      type Query { a: U }
      union U = V | X | Y
      interface I { i: Int }
      interface J { j: Int }
      interface K { k: Int }
      interface L { l: Int }
      type V implements L { l: Int }
      type X implements I & J { i: Int j: Int }
      type Y implements K { k: Int }
      type Z implements I & K { i: Int k: Int }
      type W implements K & L { k: Int l: Int }`,
    after: ["V | X | Y", "V | X | Y | Z | W"],
    operations: ["query A { a { ... on I { i } ... on J { j } ... on K { k } ... on L { l } } }"],
    closed: ["1:11 breaks union-grew U"],
    open: ["1:11 breaks union-grew U", "1:11 changes types union-grew U"],
  },
  {
    title: "a second type that leaves a member, which a first one already replaces",
    before: `
      type Query { a: U }
      union U = W | X | Y | Z
      interface N { n: Int }
      interface M { m: Int }
      interface L { l: Int }
      type W implements L { l: Int }
      type X implements N { n: Int m: Int l: Int }
      type Y implements N { n: Int m: Int l: Int }
      type Z implements M { m: Int }`,
    after: `
      type Query { a: U }
      union U = W | X | Y | Z
      interface N { n: Int }
      interface M { m: Int }
      interface L { l: Int }
      type W implements L { l: Int }
      type X implements N & M { n: Int m: Int l: Int }
      type Y implements N & L { n: Int m: Int l: Int }
      type Z implements M { m: Int }`,
    operations: ["query A { a { ... on N { n } ... on M { m } ... on L { l } } }"],
    closed: ["1:11 breaks type Y", "1:41 breaks type M.m"],
    open: ["1:41 breaks type M.m", "1:11 changes types type Y"],
  },
];

test.each(CASES)("finds $title", expectVerdicts);

test("findings say what changed, which code breaks, and whether calls are rejected", () =>
  expectFindings("unions", CASES));
