/** Verdicts of changes of interfaces, and of the types that implement them. */

import { test } from "vitest";
import { expectFindings, expectVerdicts, type VerdictCase } from "./support/verdict-cases.ts";

const CASES: readonly VerdictCase[] = [
  {
    title: "a field of an interface that becomes nullable, but not in its implementations",
    before: `
      type Query { a: N }
      interface N { id: ID! }
      type X implements N { id: ID! }`,
    after: ["interface N { id: ID! }", "interface N { id: ID }"],
    operations: ["query A { a { __typename id } }", "query B { a { id } }"],
    closed: ["2:15 breaks nullability N.id"],
    open: ["1:26 breaks nullability N.id", "2:15 breaks nullability N.id"],
    codegen: [],
  },
  {
    title: "an interface that no longer implements another one",
    before: `
      type Query { a: N }
      interface B { b: Int }
      interface N implements B { b: Int }
      type X implements N & B { b: Int }`,
    after: ["interface N implements B", "interface N"],
    operations: ["query A { a { __typename ... on B { b } } }"],
    closed: [],
    open: ["1:37 breaks type B.b"],
  },
  {
    title: "a type that no longer implements the interface of a selected field",
    before: `
      type Query { a: U }
      union U = X | Y
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int }`,
    after: ["type Y implements N", "type Y"],
    operations: ["query A { a { ... on N { n } } }"],
    closed: ["1:11 breaks type Y"],
    open: ["1:11 changes types type Y"],
  },
  {
    title:
      "a field of one implementation that becomes nullable, and one that becomes non-null, if callers distinguish the type",
    before: `
      type Query { a: N }
      interface N { n: Int m: Int }
      type X implements N { n: Int! m: Int }`,
    after: ["X implements N { n: Int! m: Int", "X implements N { n: Int m: Int!"],
    operations: ["query A { a { n m } }", "query B { a { __typename n m } }"],
    closed: ["2:26 breaks nullability X.n", "2:28 changes types nullability X.m"],
    codegen: [
      "1:15 breaks nullability X.n",
      "1:17 changes types nullability X.m",
      "2:26 breaks nullability X.n",
      "2:28 changes types nullability X.m",
    ],
  },
  {
    title: "a nullable field of an interface and of all its implementations, once",
    before: `
      type Query { a: N }
      interface N { n: Int! }
      type X implements N { n: Int! }
      type Y implements N { n: Int! }`,
    after: `
      type Query { a: N }
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int }`,
    operations: ["query A { a { n } }"],
    closed: ["1:15 breaks nullability N.n"],
  },
  {
    title: "a field or an object of one type that becomes nullable beside a sibling that selects less",
    before: `
      type Query { node: Node }
      interface Node { id: ID! }
      type Org implements Node { id: ID! plan: String! o: O! }
      type User implements Node { id: ID! }
      type O { p: Int! }`,
    after: ["plan: String! o: O!", "plan: String o: O"],
    operations: [
      "query A { node { id ... on Org { plan } } }",
      "query B { node { id ... on Org { o { p } } } }",
    ],
    closed: ["1:34 breaks nullability Org.plan", "2:34 breaks nullability Org.o"],
  },
  {
    title: "an enum value of one type beside a sibling that selects less",
    before: `
      type Query { a: U }
      union U = X | Y
      type X { n: Int e: E }
      type Y { n: Int }
      enum E { A }`,
    after: ["{ A }", "{ A B }"],
    operations: ["query A { a { ... on X { n e } ... on Y { n } } }"],
    closed: ["1:28 breaks enum-grew E.B"],
    open: ["1:28 changes types enum-grew E.B"],
  },
  {
    title: "no field of one implementation that becomes non-null, if callers do not distinguish the type",
    before: `
      type Query { a: N }
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int }`,
    after: ["X implements N { n: Int", "X implements N { n: Int!"],
    operations: ["query A { a { n } }"],
    closed: [],
    codegen: ["1:15 changes types nullability X.n"],
  },
  {
    title: "a type that gains a field that another type has, if callers do not distinguish their objects",
    before: `
      type Query { a: N b: Z }
      interface N { n: Int }
      interface P { p: Q }
      union Q = R | S
      type R { r: Int }
      type S { s: Int }
      type X implements N & P { n: Int p: R }
      type Y implements N { n: Int p: S }
      type Z implements P { p: R }`,
    after: ["type Y implements N", "type Y implements N & P"],
    operations: ["query A { a { n ... on P { p { ... on R { r } ... on S { s } } } } }"],
    closed: ["1:11 breaks type Y"],
    open: ["1:11 changes types type Y"],
    codegen: ["1:28 breaks type Y.p"],
  },
  {
    title: "a field of another type than the one at which the fragment is spread",
    before: `
      type Query { a: X b: N }
      interface N { n: Int }
      type X implements N { n: Int }
      type Y implements N { n: Int y: Int! }`,
    after: ["y: Int!", "y: Int"],
    operations: ["query A { a { ...F } }", "fragment F on N { n ... on Y { y } }"],
    closed: ["2:32 breaks nullability Y.y"],
  },
  {
    title:
      "no difference between an object type and the interface that it becomes, even with a fragment on another",
    before: `
      type Query { a: X! b: N }
      interface N { id: ID! }
      interface M implements N { id: ID! m: Int }
      type X implements N { id: ID! }
      type Y implements N & M { id: ID! m: Int }`,
    after: `
      type Query { a: X! b: N }
      interface N { id: ID! }
      interface M implements N { id: ID! m: Int }
      interface X implements N { id: ID! }
      type Z implements N & X { id: ID! }
      type Y implements N & M { id: ID! m: Int }`,
    operations: ["query A { a { id ... on N { ... on M { m } } } }"],
    closed: [],
    open: [],
  },
  {
    title: "a field that returns an interface of other types now, and no field that its old type lost",
    before: `
      type Query { a: X }
      type X { x: Int y: Int }
      interface N { y: Int }
      type Y implements N { y: Int }
      type Z implements N { y: Int }`,
    after: ["a: X", "a: N"],
    operations: ["query A { a { y ... on X { x } } }"],
    closed: ["1:17 breaks invalid X", "1:11 breaks union-grew Query.a", "1:11 breaks union-shrank Query.a"],
  },
];

test.each(CASES)("finds $title", expectVerdicts);

test("findings say what changed, which code breaks, and whether calls are rejected", () =>
  expectFindings("interfaces", CASES));
