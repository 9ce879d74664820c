import {
  buildClientSchema,
  buildSchema,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  introspectionFromSchema,
  parse,
  printSchema,
} from "graphql";
import { expect, test } from "vitest";
import { check, type Report } from "../src/index.ts";
import { createOperations } from "./support/schema-bases.ts";
import { checkTexts, parseFiles, renderFindings } from "./support/schema-check.ts";
import { SCHEMA } from "./support/schema-fixture.ts";
import { createDice } from "./support/schema-values.ts";

/**
 * Title, old schema, replacement (`=>*`: all occurrences), operations, findings of closed types; those of open
 * types and of the style graphql-codegen, if they differ.
 */
const CASES = String.raw`
a removed field, a removed directive, and a field with @include that becomes nullable
  directive @live on FIELD type Query { a: Int b: Int c: Int! }
  directive @live on FIELD type Query { a: Int b: Int c: Int! => type Query { a: Int c: Int
  query A {\n  a\n  b\n}\nquery B { a @live }\nquery C($if: Boolean!) { a c @include(if: $if) }
  3:3 breaks invalid Query.b; 5:13 breaks invalid @live; 6:28 breaks nullability Query.c

fields with another nullability or type. Code can compare a string with any text, but not an enum
  type Query { a: Int! b: Int c: [[Int!]!]! d: [Int] e: Int f: E g: String } enum E { X }
  a: Int! b: Int c: [[Int!]!]! d: [Int] e: Int f: E g: String => a: Int b: Int! c: [[Int]!]! d: Int e: String f: String g: E
  query A { a x: b c d e f g }
  1:11 breaks nullability Query.a; 1:18 breaks nullability Query.c; 1:20 breaks type Query.d; 1:22 breaks type Query.e; 1:24 breaks type Query.f; 1:26 breaks type Query.g; 1:13 changes types nullability Query.b

no other type in a scalar with the same TypeScript type, an ID that becomes a string, and an unmapped scalar that becomes nullable
  type Query { a: Date b: Money! c: ID d: Money! e: Money } scalar Date scalar Money scalar Amount
  a: Date b: Money! c: ID d: Money! e: Money => a: String b: Amount! c: String d: Money e: Money!
  query A { a b c d e }
  none
  none
  1:11 breaks type Query.a

a value that is removed from an enum deep inside of a variable
  type Query { a(i: I): Int } input I { deep: [[J!]] } input J { e: E } enum E { X Y }
  Y => 
  query A($i: I) { a(i: $i) }
  1:9 breaks enum-shrank E.Y

a value that is added to an enum in the result and in variables
  type Query { a(e: E): E } enum E { X }
  { X => { X Y
  query A($e: E) { a(e: $e) }
  1:18 breaks enum-grew E.Y; 1:9 changes types enum-grew E.Y
  1:9 changes types enum-grew E.Y; 1:18 changes types enum-grew E.Y

a type that is added to a union whose types are distinguished, or one of which has no selection
  type Query { a: U b: Y } union U = X type X { x: Int } type Y { y: Int }
  = X => = X | Y
  query A { a { __typename } }\nquery B { a { ... on X { x } } }
  1:11 breaks union-grew U; 2:11 breaks union-grew U
  1:11 changes types union-grew U

a type that is added to a union, if the result already had a type without a selection
  type Query { a: U b: Y } union U = X | Z type X { x: Int } type Y { y: Int } type Z { z: Int }
  = X => = X | Y
  query A { a { ... on X { x } } }
  none

a type that is added to an interface and has no selection of its own
  type Query { a: N b: Y } interface N { id: ID! } type X implements N { id: ID! x: Int } type Y { id: ID! }
  type Y => type Y implements N
  query A { a { __typename id } }\nquery B { a { id ... on X { x } } }
  1:11 breaks union-grew N; 2:11 breaks union-grew N
  1:11 changes types union-grew N

the first type of an interface
  type Query { a: N b: Y } interface N { id: ID! } type Y { id: ID! }
  type Y => type Y implements N
  query A { a { id } }
  none

a field of an interface that becomes nullable, but not in its implementations
  type Query { a: N } interface N { id: ID! } type X implements N { id: ID! }
  interface N { id: ID! } => interface N { id: ID }
  query A { a { __typename id } }\nquery B { a { id } }
  2:15 breaks nullability N.id
  1:26 breaks nullability N.id; 2:15 breaks nullability N.id
  none

a default of an interface that its implementations do not have
  type Query { a: N } interface N { id(x: Int = 1): ID! } type X implements N { id(x: Int = 1): ID! }
  interface N { id(x: Int = 1) => interface N { id(x: Int = 2)
  query A { a { __typename id } }
  none

an interface that no longer implements another one
  type Query { a: N } interface B { b: Int } interface N implements B { b: Int } type X implements N & B { b: Int }
  interface N implements B => interface N
  query A { a { __typename ... on B { b } } }
  none
  1:37 breaks type B.b

an object that becomes a union
  type Query { a: X b: Y } union U = X | Y type X { x: Int } type Y { y: Int }
  a: X => a: U
  query A { a { __typename ... on X { x } } }
  1:11 breaks union-grew Query.a

a type that no longer implements the interface of a selected field
  type Query { a: U } union U = X | Y interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }
  type Y implements N => type Y
  query A { a { ... on N { n } } }
  1:11 breaks type Y
  1:11 changes types type Y

an interface that moves from one type of a union to another, with and without a type name
  type Query { a: U } union U = X | Y interface N { n: Int } type X implements N { n: Int } type Y { n: Int }
  type X implements N { n: Int } type Y => type X { n: Int } type Y implements N
  query A { a { ... on N { n } } }\nquery B { a { __typename ... on N { n } ... on X { __typename } ... on Y { __typename } } }
  2:37 breaks type X.n; 2:37 changes types type Y.n; 1:11 changes types type Y; 1:11 changes types type X

a field of one implementation that becomes nullable, and one that becomes non-null, if callers distinguish the type
  type Query { a: N } interface N { n: Int m: Int } type X implements N { n: Int! m: Int }
  X implements N { n: Int! m: Int => X implements N { n: Int m: Int!
  query A { a { n m } }\nquery B { a { __typename n m } }
  2:26 breaks nullability X.n; 2:28 changes types nullability X.m
  2:26 breaks nullability X.n; 2:28 changes types nullability X.m
  1:15 breaks nullability X.n; 1:17 changes types nullability X.m; 2:26 breaks nullability X.n; 2:28 changes types nullability X.m

a nullable field of an interface and of all its implementations, once
  type Query { a: N } interface N { n: Int! } type X implements N { n: Int! } type Y implements N { n: Int! }
  Int! =>* Int
  query A { a { n } }
  1:15 breaks nullability N.n

a field or an object of one type that becomes nullable beside a sibling that selects less
  type Query { node: Node } interface Node { id: ID! } type Org implements Node { id: ID! plan: String! o: O! } type User implements Node { id: ID! } type O { p: Int! }
  plan: String! o: O! => plan: String o: O
  query A { node { id ... on Org { plan } } }\nquery B { node { id ... on Org { o { p } } } }
  1:34 breaks nullability Org.plan; 2:34 breaks nullability Org.o

an enum value of one type beside a sibling that selects less
  type Query { a: U } union U = X | Y type X { n: Int e: E } type Y { n: Int } enum E { A }
  { A } => { A B }
  query A { a { ... on X { n e } ... on Y { n } } }
  1:28 breaks enum-grew E.B
  1:28 changes types enum-grew E.B

a new type with the fields of a type that callers narrow to, if one is nullable
  type Query { a: N b: Z } interface N { n: Int } type X implements N { n: Int x: Int! } type Y implements N { n: Int } type Z { n: Int x: Int }
  type Z => type Z implements N
  query A { a { n ... on X { x } ... on Z { x } } }
  none

a new type with more fields than its siblings
  type Query { a: N b: M } interface N { n: Int } interface M { m: Int } type X implements N { n: Int x: Int! } type Y implements N { n: Int } type Z implements M { n: Int m: Int }
  type Z implements M => type Z implements M & N
  query A { a { n ... on X { x } ... on M { m } } }
  none

no field of one implementation that becomes non-null, if callers do not distinguish the type
  type Query { a: N } interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }
  X implements N { n: Int => X implements N { n: Int!
  query A { a { n } }
  none
  none
  1:15 changes types nullability X.n

a type that gains a field that another type has, if callers do not distinguish their objects
  type Query { a: N b: Z } interface N { n: Int } interface P { p: Q } union Q = R | S type R { r: Int } type S { s: Int } type X implements N & P { n: Int p: R } type Y implements N { n: Int p: S } type Z implements P { p: R }
  type Y implements N => type Y implements N & P
  query A { a { n ... on P { p { ... on R { r } ... on S { s } } } } }
  1:11 breaks type Y
  1:11 changes types type Y
  1:28 breaks type Y.p

a type that loses all its fields in the result beside a type without a selection
  type Query { a: U } union U = X | Y | Z interface P { p: Int } type X implements P { p: Int } type Y { y: Int } type Z implements P { p: Int z: Int }
  type X implements P => type X
  query A { a { ... on P { p } ... on Z { z } } }
  1:11 breaks type X

a conditional field that a type loses, with other fields or as its only one
  type Query { a: N b: Z } interface N { n: Int } interface P { p: Int } type X implements N & P { n: Int p: Int } type Y implements N & P { n: Int p: Int } type Z { z: Int }
  type X implements N & P => type X implements N
  query A($if: Boolean!) { a { n ... on P { p @include(if: $if) } } }\nquery B($if: Boolean!) { a { ... on P @include(if: $if) { p } } }
  1:26 breaks type X; 2:26 breaks type X
  1:26 changes types type X; 2:26 changes types type X

an argument that becomes required and is omitted, or passed by an optional variable
  type Query { a(x: Int): Int }
  x: Int => x: Int!
  query A { a }\nquery B($x: Int) { a(x: $x) }
  1:11 breaks required Query.a(x:); 2:9 breaks required Query.a(x:)

an argument with another type, and a removed one
  type Query { a(x: Int): Int b(x: Int): Int }
  a(x: Int): Int b(x: Int) => a(x: String): Int b
  query A($x: Int) { a(x: $x) }\nquery B { b(x: 1) }
  1:9 breaks type Query.a(x:); 2:13 breaks invalid Query.b(x:)

an input field that becomes required, in a recursive type
  type Query { a(i: I): Int } input I { x: Int, and: [I!] }
  x: Int => x: Int!
  query A($i: [I!]!) { a }\nquery B($i: I) { a(i: $i) }
  2:9 breaks required I.x

a new and required input field
  type Query { a(i: I): Int } input I { x: Int }
  x: Int => x: Int, y: Int!
  query A { a(i: {x: 1}) }\nquery B($i: I) { a(i: $i) }
  1:16 breaks required I.y; 2:9 breaks required I.y

input fields that accept other values than before: new ones, removed ones, with another nullability or type
  type Query { a(i: I): Int } input I { a: Int! b: Int = 1 c: Int d: Int! e: Int f: [Float] g: Float h: Int i: Int } scalar Money
  a: Int! b: Int = 1 c: Int d: Int! e: Int f: [Float] g: Float h: Int i: Int => a: Int! = 1 b: Int! = 1 c: Money d: String e: String! f: [Int] g: ID h: Float j: Int! = 1
  query A($i: I) { a(i: $i) }
  1:9 breaks type I.b; 1:9 breaks type I.d; 1:9 breaks required I.e; 1:9 breaks type I.e; 1:9 breaks type I.f; 1:9 breaks type I.g; 1:9 breaks input-field I.i; 1:9 changes types type I.a; 1:9 changes types type I.c; 1:9 changes types type I.h; 1:9 changes types input-field I.j

an input type that becomes @oneOf
  type Query { a(i: I): Int } input I { x: Int }
  input I => input I @oneOf
  query A($i: I) { a(i: $i) }
  1:9 breaks type I

an input field with another input type: with all fields of the old one, without one of them, with none, with another type
  type Query { a(h: H, i: I): Int } input H { a: J } input I { b: L c: J d: O } input J { a: Int } input K { a: Int b: Int } input L { a: Int c: Int } input M { b: Int } input O { y: Float } input P { y: Int }
  H { a: J } input I { b: L c: J d: O } => H { a: K } input I { b: K c: M d: P }
  query A($i: I) { a(i: $i) }\nquery B($h: H) { a(h: $h) }
  1:9 breaks input-field I.b; 1:9 breaks type I.c; 1:9 breaks type I.d; 2:9 breaks name H.a

a changed default of an argument that is omitted or that callers can omit, and not of one that is always set
  type Query { a(x: Int = 1): Int }
  1 => 2
  query A { a }\nquery B($x: Int) { a(x: $x) }\nquery C { a(x: 3) }\nquery D($x: Int = 4) { a(x: $x) }\nquery E($x: Int!) { a(x: $x) }
  1:11 breaks default Query.a(x:); 2:25 breaks default Query.a(x:)

a changed default of an input field, inline and in variables
  type Query { a(i: I): Int } input I { x: Int = 1, y: Int }
  1 => 2
  query A { a(i: { y: 1 }) }\nquery B($i: I) { a(i: $i) }\nquery C { a(i: { x: 1 }) }
  1:16 breaks default I.x; 2:9 breaks default I.x

new, removed and changed defaults. No call relies on a new one, and the order of fields has no meaning
  type Query { a(x: Int): Int b(i: I = {x: 1, y: 2}): Int c(x: ID = 1): Int d(x: String = "1"): Int e(x: Int = 1): Int f(x: Int = 1): Int g: Int } input I { x: Int y: Int }
  a(x: Int): Int b(i: I = {x: 1, y: 2}): Int c(x: ID = 1): Int d(x: String = "1"): Int e(x: Int = 1): Int f(x: Int = 1): Int g: Int => a(x: Int = 1): Int b(i: I = {y: 2, x: 1}): Int c(x: Int = 1): Int d(x: String = "1.0"): Int e(x: Int): Int f: Int g(x: Int = 1): Int
  query A { a b c d e f g }\nquery B { e(x: 2) }
  1:17 breaks default Query.d(x:); 1:19 breaks default Query.e(x:); 1:21 breaks default Query.f(x:); 1:11 changes types default Query.a(x:); 1:15 changes types type Query.c(x:)

a removed type with a fragment on it
  type Query { a: N } interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }
  type Y implements N { n: Int } => 
  query A { a { ... on Y { n } } }
  1:22 breaks invalid Y; 1:11 breaks union-shrank N

a mutation if the schema no longer has mutations
  schema { query: Query mutation: M } type Query { a: Int } type M { a: Int }
  mutation: M => 
  mutation A { a }
  1:1 breaks invalid M

a new type of an open union, with an alias of the type name
  type Query { a: U b: Y } union U = X type X { x: Int } type Y { y: Int }
  = X => = X | Y
  query A { a { kind: __typename ... on X { x } } }
  1:11 breaks union-grew U
  1:11 changes types union-grew U

no new type whose field differs from that of another type with the same interface
  type Query { a: N b: P } interface N { n: Int } interface P { p: Q } union Q = R | S type R { r: Int } type S { s: Int } type X implements N & P { n: Int p: R } type Y implements P { n: Int p: S }
  type Y implements P => type Y implements P & N
  query A { a { n ... on P { p { ... on R { r } ... on S { s } } } } }
  none
  none
  1:11 breaks union-grew N

a removed type without the fields of its sibling, conditional or not
  type Query { a: N b: Z } interface N { n: Int } type X implements N { n: Int x: Int } type Y implements N { n: Int } type Z { z: Int }
  type Y implements N => type Y
  query A($if: Boolean!) { a { n ... on X @include(if: $if) { x } } }\nquery B { a { n ... on X { x } } }
  1:26 breaks union-shrank N; 2:11 breaks union-shrank N
  none

a conditional fragment beside a fragment that selects other fields
  type Query { node: Node } interface Node { id: ID! } type Org implements Node { id: ID! plan: String } type User implements Node { id: ID! }
  Org implements Node { id: ID! plan: String } => Org implements Node { id: ID! plan: String! }
  query A($if: Boolean!) { node { ... on Node @include(if: $if) { id } ... on Org { plan } } }
  1:83 changes types nullability Org.plan

a field of a conditional fragment beside a fragment that selects other fields
  type Query { a: N b: T } interface N { n: Int! } type X implements N { n: Int! x: Int } type Y implements N { n: Int! } type T { t: Int }
  Int! =>* Int
  query A($if: Boolean!) { a { ... on N @skip(if: $if) { n } ... on X { x } } }
  1:56 breaks nullability N.n

null in a variable for an argument, an input field, an item of a list or an argument of a directive that becomes non-null
  type Query { a(x: Int): Int b(x: Int = 5): Int c(i: I): Int d(x: [Int]): Int } directive @d(x: Int = 1) on FIELD input I { x: Int = 5 }
  a(x: Int): Int b(x: Int = 5): Int c(i: I): Int d(x: [Int]): Int } directive @d(x: Int = 1) on FIELD input I { x: Int => a(x: Int!): Int b(x: Int! = 5): Int c(i: I): Int d(x: [Int!]): Int } directive @d(x: Int! = 1) on FIELD input I { x: Int!
  query A($x: Int = 5) { a(x: $x) }\nquery B($x: Int! = 5) { a(x: $x) }\nquery C { a(x: 5) }\nquery D($x: Int) { b(x: $x) }\nquery E { b }\nquery F($x: Int) { c(i: { x: $x }) }\nquery G($x: Int = 5) { d(x: [1, $x]) }\nquery H($x: Int) { b @d(x: $x) }
  1:9 breaks type Query.a(x:); 4:9 breaks type Query.b(x:); 6:9 breaks type I.x; 7:9 breaks type Query.d(x:); 8:9 breaks type @d(x:)

an enum value in an argument of a directive, and a required field in its input object
  directive @d(e: E, i: I) on FIELD type Query { a: Int } enum E { X Y } input I { x: Int }
  Y } input I { x: Int => } input I { x: Int y: Int!
  query A { a @d(e: Y) }\nquery B { a @d(e: X) }\nquery C { a @d(i: { x: 1 }) }
  1:19 breaks invalid E.Y; 3:19 breaks required I.y

a scalar in a directive that becomes an enum
  directive @d(s: S) on FIELD scalar S type Query { a: Int }
  scalar S => enum S { X }
  query A { a @d(s: "x") }\nquery B($s: S) { a @d(s: $s) }
  1:19 breaks invalid @d(s:); 2:9 breaks type S

directives on variable definitions: a removed location, enum value and default
  directive @d on VARIABLE_DEFINITION | FIELD directive @e(e: E, x: Int = 1) on VARIABLE_DEFINITION enum E { X Y } type Query { a(x: Int): Int }
  VARIABLE_DEFINITION | FIELD directive @e(e: E, x: Int = 1) on VARIABLE_DEFINITION enum E { X Y } => FIELD directive @e(e: E, x: Int = 2) on VARIABLE_DEFINITION enum E { X }
  query A($x: Int @d) { a(x: $x) }\nquery B($x: Int @e(e: Y, x: 1)) { a(x: $x) }\nquery C($x: Int @e) { a(x: $x) }
  1:17 breaks invalid @d; 2:23 breaks invalid E.Y; 3:17 breaks default @e(x:)

a default inside of a default, of an argument or of an input field
  type Query { a(o: O = {}): Int b(p: P): Int } input P { os: [O!] = [{}] } input O { x: Int = 1 }
  x: Int = 1 => x: Int = 2
  query A { a }\nquery B { a(o: { x: 1 }) }\nquery C { a(o: { }) }\nquery D { b(p: {}) }
  1:11 breaks default O.x; 3:16 breaks default O.x; 4:16 breaks default O.x

a default in which a field is now set to its own default
  type Query { a(o: O = {}): Int } input O { x: Int = 1, y: Int }
  {} => { x: 1 }
  query A { a }
  none

a default of an implementation, and not that of its interface: the platform uses the default of the implementation
  type Query { a: N } interface N { n(x: Int = 1): Int m(x: Int = 1): Int } type X implements N { n(x: Int = 1): Int m(x: Int = 1): Int }
  m(x: Int = 1): Int } type X implements N { n(x: Int = 1) => m(x: Int = 2): Int } type X implements N { n(x: Int = 2)
  query A { a { n m } }\nquery B { a { n(x: 1) } }
  1:15 breaks default X.n(x:)

equal defaults of a list, of numbers and of IDs
  type Query { a(x: [Int] = 1, i: [I] = {y: 1}, f: Float = 1, id: ID = 1, j: J): Int } input I { y: Int } input J { x: Float = 1.0, y: ID = "1" }
  x: [Int] = 1, i: [I] = {y: 1}, f: Float = 1, id: ID = 1, j: J): Int } input I { y: Int } input J { x: Float = 1.0, y: ID = "1" => x: [Int] = [1], i: [I] = [{y: 1}], f: Float = 1.0, id: ID = "1", j: J): Int } input I { y: Int } input J { x: Float = 1, y: ID = 1
  query A { a }\nquery B($x: [Int], $i: [I], $j: J) { a(x: $x, i: $i, j: $j) }
  none

a default of a list with another length
  type Query { a(x: [Int] = [1]): Int b(i: I): Int } input I { x: [Int] = [1, 2] }
  [1]): Int b(i: I): Int } input I { x: [Int] = [1, 2] => [1, 2]): Int b(i: I): Int } input I { x: [Int] = [1]
  query A { a }\nquery B { b(i: {}) }
  1:11 breaks default Query.a(x:); 2:16 breaks default I.x

two enums and two input types that exchange their names
  type Query { a: A b: B c(i: I, j: J): Int } enum A { X } enum B { Y } input I { k: K } input J { l: L } input K { x: Int } input L { y: Int }
  a: A b: B c(i: I, j: J): Int } enum A { X } enum B { Y } input I { k: K } input J { l: L } input K { x: Int } input L { y: Int } => a: B b: A c(i: I, j: J): Int } enum A { Y } enum B { X } input I { k: L } input J { l: K } input K { y: Int } input L { x: Int }
  query A($i: I, $j: J) { a b c(i: $i, j: $j) }
  1:9 breaks name I.k; 1:16 breaks name J.l; 1:25 breaks name Query.a; 1:27 breaks name Query.b

a field that is always present, because another fragment applies to its type
  type Query { a: M } interface M { id: ID } interface P { n: Int } interface N { n: Int } type X implements M & P { id: ID n: Int } type Y implements M & N { id: ID n: Int }
  type X implements M & P => type X implements M & P & N
  query A($if: Boolean!) { a { __typename ... on P @include(if: $if) { n } ... on N { n } } }
  1:70 changes types type X.n

a literal that another scalar reads as another value, and none that it reads as the same value
  type Query { a(x: ID, y: Int): Int b(x: Int, y: ID, z: [Int]): Int }
  x: ID, y: Int): Int b(x: Int, y: ID => x: Float, y: [Int]): Int b(x: Float, y: String
  query A { a(x: 1, y: 1) }\nquery B { b(x: 1, y: "1", z: 1) }
  1:16 changes types type Query.a(x:); 1:22 changes types type Query.a(y:)

no change of elements that the operation does not use
  type Query { a: X b(y: Int): Int! } type X { x: Int z: E } enum E { A }
  b(y: Int): Int! } type X { x: Int z: E } enum E { A => c: String } type X { x: Int z: E } enum E { A B
  query A { a { x } }
  none

a type that leaves an interface, if only the type of a spread fragment shows it
  type Query { a: X b: N } interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }
  type Y implements N => type Y
  query A { a { ...F } }\nfragment F on N { __typename n }
  2:1 breaks union-shrank N

a field of another type than the one at which the fragment is spread
  type Query { a: X b: N } interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int y: Int! }
  y: Int! => y: Int
  query A { a { ...F } }\nfragment F on N { n ... on Y { y } }
  2:32 breaks nullability Y.y

a new type that sorts before the others
  type Query { a: N } interface N { n: O } type O { o: Int } type X implements N { n: O }
  type Query => type A implements N { n: O } type Query
  query A { a { n { o } } }
  none

a renamed type, whose name is part of an exported name
  type Query { a: N } interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }
  type X => type X2
  query A { a { __typename n } }
  1:11 breaks union-grew N; 1:11 breaks union-shrank N
  1:11 breaks union-shrank N; 1:11 changes types union-grew N

a renamed enum that another operation still uses
  type Query { a: E b: E } enum E { X } enum F { X }
  a: E => a: F
  query A { a }\nquery B { b }
  1:11 changes types type Query.a

a renamed enum and a renamed input type inside of a variable
  type Query { a(i: I): Int } input I { e: E o: O } enum E { X } input O { x: Int }
  e: E o: O } enum E { X } input O => e: F o: P } enum F { X } input P
  query A($i: I) { a(i: $i) }
  1:9 breaks name I.e; 1:9 breaks name I.o

a renamed input type with another default, if an operation still uses the old one
  type Query { a(i: I, o: O): Int } input I { o: O } input O { x: Int = 1 } input P { x: Int = 2 }
  I { o: O } => I { o: P }
  query A($i: I) { a(i: $i) }\nquery B($o: O) { a(o: $o) }
  1:9 breaks default P.x; 1:9 changes types type I.o

a scalar that loses one of its types, and an unmapped one that becomes a number, a list or an enum, because code narrows it
  type Query { a: Decimal b: Decimal! c: S d: S e: S } scalar Decimal scalar S enum E { X }
  a: Decimal b: Decimal! c: S d: S e: S => a: String b: Float! c: Int d: [Int] e: E
  query A { a b c d e }
  1:11 breaks type Query.a; 1:13 breaks type Query.b; 1:15 breaks type Query.c; 1:17 breaks type Query.d; 1:19 breaks type Query.e

a new member of an open union without a field that all others have
  type Query { a: U } union U = X | Y interface N { id: ID! } type X implements N { id: ID! } type Y implements N { id: ID! } type Z { z: Int }
  X | Y => X | Y | Z
  query A { a { ... on N { id } } }
  1:11 breaks union-grew U
  none

a field that returns another union
  type Query { a: U b: V } union U = X | Y union V = X type X { x: Int } type Y { y: Int }
  a: U => a: V
  query A { a { ... on X { x } ... on Y { y } } }
  1:30 breaks invalid Y; 1:11 breaks union-shrank Query.a

a type that is removed from a union in which code cannot distinguish it
  type Query { a: U } union U = X | Y | Z type X { x: Int } type Y { y: Int } type Z { z: Int }
  X | Y | Z => X | Y
  query A { a { ... on X { x } } }
  none

an input type that becomes a scalar
  type Query { a(i: I): Int } input I { x: Int = 1 }
  input I { x: Int = 1 } => scalar I
  query A($i: I) { a(i: $i) }\nquery B { a(i: {}) }
  1:9 breaks name I; 2:16 breaks default I.x; 2:16 changes types type Query.a(i:)

a root type with another interface
  type Query { a: Int } interface N { n: Int } type X implements N { n: Int }
  type Query { => type Query implements N { n: Int
  query A { a }
  none
`;

const VERDICTS = CASES.trim()
  .split("\n\n")
  .map((text) => {
    const [
      title = "",
      before = "",
      change = "",
      operations = "",
      closed = "",
      open = closed,
      style = closed,
    ] = text.split(/\n\s*/);
    const [, from = "", all, to = ""] = /^(.*?) =>(\*?) ?(.*)$/.exec(change) ?? [];
    const after = all ? before.replaceAll(from, to) : before.replace(from, to);
    return { title, before, after, operations: operations.replaceAll("\\n", "\n"), closed, open, style };
  });

test.each(VERDICTS)("finds $title", ({ before, after, operations, closed, open, style }) => {
  expect(after).not.toBe(before);
  const find = (types?: "closed" | "graphql-codegen") =>
    renderFindings(checkTexts(before, after, operations, { types }))
      .map((finding) => finding.replace("a.graphql:", ""))
      .join("; ") || "none";
  expect(find("closed")).toBe(closed);
  expect(find("graphql-codegen")).toBe(style);
  expect(find()).toBe(open);
});

const listVerdicts = ({ operations }: Report) => operations.map(({ name, verdict }) => `${name} ${verdict}`);

test("reports the place in the fragment's file, for each operation that spreads it", () => {
  const report = checkTexts(
    "type Query { a: X } type X { x: Int! }",
    "type Query { a: X } type X { x: Int }",
    {
      "one.graphql": "query One { a { ...Part } }",
      "two.graphql": "query Two { a { ...Whole } }",
      "parts.graphql": "fragment Whole on X { ...Part }\n\nfragment Part on X {\n  alias: x\n}",
    },
  );

  expect(listVerdicts(report)).toEqual(["One breaks", "Two breaks"]);
  expect(renderFindings(report)).toEqual([
    "parts.graphql:4:3 breaks nullability X.x",
    "parts.graphql:4:3 breaks nullability X.x",
  ]);
});

test("assigns an error in a fragment to the operations that spread it, and an error of a variable to its operation", () => {
  const report = checkTexts(
    "type Query { a(x: Int): X } type X { x: Int y: Int }",
    "type Query { a(x: Int!): X } type X { y: Int }",
    {
      "a.graphql":
        "query A($x: Int) { a(x: $x) { y } }\nquery B { a(x: 1) { ...F } }\nquery C { a(x: 1) { y } }",
      "f.graphql": "fragment F on X { x }",
    },
  );

  expect(listVerdicts(report)).toEqual(["A breaks", "B breaks", "C unaffected"]);
  expect(renderFindings(report)).toEqual([
    "a.graphql:1:9 breaks required Query.a(x:)",
    "f.graphql:1:19 breaks invalid X.x",
  ]);
});

test("assigns a conflict of two fragments to the operations in which they overlap", () => {
  const before = "type Query { u: U } union U = X | Y type X { v: Int } type Y { v: Int }";
  const after = before.replace("type Y { v: Int }", "type Y { v: Int! }");
  const report = checkTexts(before, after, {
    "a.graphql": `
      query A { u { ...F ...G } }
      query B { u { ...F } }
      query C { x: u { ...F } y: u { ...G } }
      query D { u { ...G } u { ...F } }`,
    "f.graphql": "fragment F on X { v }\nfragment G on Y { v }",
  });

  expect(listVerdicts(report)).toEqual(["A breaks", "D breaks", "C changes types", "B unaffected"]);
});

test("assigns a conflict of two fragments to all its operations beside other errors", () => {
  const before = "type Query { u: U a: Int } union U = X | Y type X { v: Int } type Y { v: Int }";
  const after = before.replace("a: Int", "").replace("type Y { v: Int }", "type Y { v: Int! }");
  const report = checkTexts(before, after, {
    "a.graphql": "query A { u { ...F ...G } }\nquery B { a }\nquery C { u { ...G } u { ...F } }",
    "f.graphql": "fragment F on X { v }\nfragment G on Y { v }",
  });
  expect(listVerdicts(report)).toEqual(["A breaks", "B breaks", "C breaks"]);
});

test("checks the fragments that no operation spreads, because codegen generates their types", () => {
  const before = "type Query { a: X } type X { x: Int! y: Int z: Int }";
  const after = "type Query { a: X } type X { x: Int y: Int! }";
  const report = checkTexts(before, after, {
    "a.graphql": "query A { a { ...Used } }\nfragment Used on X { y }",
    "f.graphql":
      "fragment Gone on X { z }\nfragment Unused on X { x ...Used }\nfragment Invalid on X { nope }\nfragment SpreadsGone on X { ...Gone }",
  });

  expect(
    report.operations.map(({ kind, name, verdict, errors }) => [kind, name, verdict, errors?.length]),
  ).toEqual([
    ["fragment", "Gone", "breaks", undefined],
    ["fragment", "SpreadsGone", "breaks", undefined],
    ["fragment", "Unused", "breaks", undefined],
    ["query", "A", "changes types", undefined],
    ["fragment", "Invalid", "unaffected", 1],
  ]);
  expect(renderFindings(report)).toEqual([
    "f.graphql:1:22 breaks invalid X.z",
    "f.graphql:1:22 breaks invalid X.z",
    "f.graphql:2:24 breaks nullability X.x",
    "a.graphql:2:22 changes types nullability X.y",
    "a.graphql:2:22 changes types nullability X.y",
  ]);
  expect(report.operations[2]?.types?.after).toMatch(/^export type UnusedFragment = /);
});

test("reports all findings of an invalid operation", () => {
  const report = checkTexts("type Query { a: Int b: Int! }", "type Query { b: Int }", "query A { a b }");

  expect(renderFindings(report)).toEqual([
    "a.graphql:1:11 breaks invalid Query.a",
    "a.graphql:1:13 breaks nullability Query.b",
  ]);
  expect(report.operations[0]?.types).toBeUndefined();
});

test("reports the errors of an operation that is invalid in both schemas", () => {
  const report = checkTexts(
    "type Query { a: Int! }",
    "type Query { a: Int }",
    "query A { a nope }\nquery B { a }",
  );

  expect(report.operations.map(({ name, verdict, errors }) => [name, verdict, errors])).toEqual([
    ["B", "breaks", undefined],
    [
      "A",
      "unaffected",
      [
        {
          message: 'Cannot query field "nope" on type "Query".',
          place: { file: "a.graphql", line: 1, column: 13 },
        },
      ],
    ],
  ]);
  expect(report.remarks).toEqual([]);
});

test("compares no operation that is valid only in the new schema, and says so", () => {
  const report = checkTexts(
    "type Query { a: Int! }",
    "type Query { a: Int b: Int }",
    "query A { a }\nquery New { b }",
  );
  expect(listVerdicts(report)).toEqual(["A breaks", "New unaffected"]);
  expect(report.remarks).toEqual(["New is valid only in the new schema, so it was not compared."]);
});

/** The messages of the first operation. */
const listMessages = (...input: Parameters<typeof checkTexts>) =>
  checkTexts(...input).operations[0]?.findings.map(({ message }) => message);

test("names the types that are added to a union, and the values that are added to an enum", () => {
  const before =
    "type Query { a: U e: E } enum E { X } union U = A type A { x: Int } type B { y: Int } type C { z: Int }";
  const after = before.replace("= A", "= A | B | C").replace("{ X }", "{ X Y Z }");
  expect(listMessages(before, after, "query A { a { __typename } e }", { types: "closed" })).toEqual([
    "Query.a can now be B, C. Code that distinguishes its types does not handle this.",
    'Query.e can now be "Y". A switch over E does not handle it.',
    'Query.e can now be "Z". A switch over E does not handle it.',
  ]);
  expect(listMessages(before, after, "query A { a { __typename } e }")).toEqual([
    "Query.a can now be B, C. Code without a default must handle this.",
    'Query.e can now be "Y". A map of all values of E must contain it.',
    'Query.e can now be "Z". A map of all values of E must contain it.',
  ]);
});

test("reports an exported name that now belongs to a union without a type of the values", () => {
  const before = `
    type Query { node: Node }
    interface Node { id: ID }
    interface Repo_Event { detail: PushDetail }
    interface Hidden { reason: String }
    interface Event { detail: AnyDetail }
    union PushDetail = Push | Merge
    union AnyDetail = Push | Merge | Release
    type Push { size: Int }
    type Merge { size: Int }
    type Release { tag: String }
    type SecretPush implements Node & Repo_Event & Hidden { id: ID detail: PushDetail reason: String }
    type OpenPush implements Repo_Event { id: ID detail: PushDetail }
    type Published implements Node & Event { id: ID detail: AnyDetail }`;
  const after = before.replace("OpenPush implements", "OpenPush implements Node &");
  // The new member of "node" is named like that of "node_Repo".
  const operation = `query Get {
    node { id ... on Repo_Event { detail { ... on Push { size } } } ... on Hidden { reason } }
    node_Repo: node { id ... on Event { detail { ... on Push { size } ... on Release { tag } } } }
  }`;
  for (const types of ["open", "closed"] as const) {
    expect(listMessages(before, after, operation, { types })).toContain(
      "Query.node no longer has the type GetQuery_node_Repo_Event in generated code. Code that imports it does not compile.",
    );
  }
});

test("renders the types of an operation before and after, with the declarations that differ", () => {
  const before =
    "type Query { a(i: I): [X!] } type X { x: Int! e: E } input I { e: E, d: Date } enum E { A } scalar Date";
  const after = before.replace("{ A }", "{ A B }").replace("Int!", "Int").replace("[X!]", "[X!]!");
  const { types } =
    checkTexts(
      before,
      after,
      "query List($i: I, $n: [Int!]!) { a(i: $i) { x e } b: a { x @skip(if: true) } }",
    ).operations[0] ?? {};
  expect(types).toBeUndefined();

  const shown = checkTexts(before, after, "query List($i: I) { a(i: $i) { x e } b: a { x @skip(if: true) } }")
    .operations[0]?.types;

  expect(shown?.before).toBe(`\
export type ListQuery_a = {
  readonly x: number;
  readonly e: E | '%future added value' | null;
};

export type ListQuery_b = {
  readonly x?: number;
};

export type ListQuery = {
  readonly a: ReadonlyArray<ListQuery_a> | null;
  readonly b: ReadonlyArray<ListQuery_b> | null;
};

export type E =
  | 'A';`);
  expect(shown?.after).toBe(`\
export type ListQuery_a = {
  readonly x: number | null;
  readonly e: E | '%future added value' | null;
};

export type ListQuery_b = {
  readonly x?: number | null;
};

export type ListQuery = {
  readonly a: ReadonlyArray<ListQuery_a>;
  readonly b: ReadonlyArray<ListQuery_b>;
};

export type E =
  | 'A'
  | 'B';`);
});

test.each([
  ["major", "type Query { a: Int }", "query A { a }"],
  ["minor", "type Query { a: Int! b(i: I): Int } input I { x: Int, y: Int }", "query A($i: I) { b(i: $i) }"],
  ["minor", "type Query { a: Int! b(i: I): Int! } input I { x: Int }", "query A { b }"],
  ["patch", 'type Query { a: Int! "What it is." b(i: I): Int } input I { x: Int }', "query A { b }"],
  ["patch", "type Query { a: Int! b(i: I): Int @deprecated } input I { x: Int }", "query A { b }"],
  ["none", "type Query { a: Int! b(i: I): Int c: Int } input I { x: Int }", "query A { b }"],
  ["none", 'type Query { a: Int! b(i: I): Int } "About." input I { x: Int }', "query A { a }"],
  [
    "none",
    'type Query { a: Int! b(i: I): Int "About." description: Int deprecatedAt: Int @deprecated } input I { x: Int }',
    "query A { a }",
  ],
] as const)("chooses the step %s if the schema becomes %s", (step, after, operation) => {
  const before = "type Query { a: Int! b(i: I): Int } input I { x: Int }";

  expect(checkTexts(before, after, operation).semver).toBe(step);
});

test("ignores the order of input fields in the types of an operation", () => {
  const before = "type Query { a(i: I): Int } input I { x: Int y: String }";
  const after = "type Query { a(i: I): Int } input I { y: String z: Int x: Int }";
  const types = (now: string) => checkTexts(before, now, "query A($i: I) { a(i: $i) }").operations[0]?.types;
  expect(types(before.replace("x: Int y: String", "y: String x: Int"))).toBeUndefined();
  expect(types(after)?.after).toBe(`\
export type I = {
  readonly x?: number | null | undefined;
  readonly y?: string | null | undefined;
  readonly z?: number | null | undefined;
};`);
});

test("renders the changelog entry", () => {
  const before = "type Query { a: Int! b: E c: Int } enum E { X }";
  const after = 'type Query { a: Int b: E c: Int! @deprecated(reason: "Use `b`.") } enum E { X Y }';

  expect(
    checkTexts(before, after, "query One { a b }\nquery Two { a }\nquery Three { c }", { types: "closed" })
      .changelog,
  ).toBe(`\
### Breaking changes

- \`Query.a\` is now nullable, was non-null: \`One\`, \`Two\`
- \`E.Y\` is new: \`One\`

### Changed

- \`Query.c\` is now non-null, was nullable: \`Three\`

### Deprecated by the platform

- \`Query.c\`: Use \\\`b\\\`.
`);
  expect(checkTexts(before, before, "query One { a }").changelog).toBe("");
});

test("escapes foreign text in the changelog entry", () => {
  const reason = "<script>a()</script> ![i](//x) @team #12 | [b](//y)";
  const after = `type Query { a: Int @deprecated(reason: "${reason}") }`;
  expect(checkTexts("type Query { a: Int }", after, "query One { a }").changelog).toContain(
    "- `Query.a`: &lt;script\\>a()&lt;/script\\> !\\[i\\](//x) @&#8203;team #&#8203;12 \\| \\[b\\](//y)\n",
  );
});

test("lists new elements of used types except root types, with the operations that use them", () => {
  const before =
    "type Query { a(i: I): X u: U } type X { x: Int } type Y { y: Int } union U = X input I { i: Int } enum E { A }";
  const after =
    "type Query { a(i: I, e: E): X u: U root: Int } type X { x: Int z(q: Int): Int } type Y { y: Int n: Int } union U = X | Y input I { i: Int, j: Int } enum E { A B }";

  const { drift } = checkTexts(
    before,
    after,
    "query A { a { x } }\nquery B($i: I) { a(i: $i) { x } u { ... on X { x } } }",
  );

  expect(drift.map(({ coordinate, operations }) => `${coordinate}: ${operations.join(", ")}`)).toEqual([
    "I.j: B",
    "Query.a(e:): A, B",
    "U: B",
    "X.z: A, B",
  ]);
});

test("finds used deprecated elements, by the directive and by the description", () => {
  const before = 'type Query { a: Int "Deprecated: use a." b: Int c(old: Int): Int d: Int e: Int }';
  const after = `
    type Query {
      a: Int @deprecated(reason: "Use \`c\`.")
      "Deprecated: use a."
      b: Int
      c(old: Int @deprecated(reason: "Unused."), i: I): Int
      """
      How many.

      **DEPRECATED:** will go away in May.
      """
      d: Int
      "Whether it is deprecated, or not: unknown."
      e: Int
    }
    input I { gone: Int @deprecated(reason: "Gone soon."), kept: Int }
  `;

  const { deprecations } = checkTexts(before, after, "query A { a b c(old: 1) d e }\nquery B {\n  a\n}");

  expect(
    deprecations.map(({ coordinate, reason, announced, isNew, uses }) => {
      const places = uses.map(({ operation, place }) => `${operation} ${place.line}:${place.column}`);
      return [coordinate, reason, announced, isNew, places.join(", ")].join(" | ");
    }),
  ).toEqual([
    "Query.a | Use `c`. | directive | true | A 1:11, B 3:3",
    "Query.b | use a. | description | false | A 1:13",
    "Query.c(old:) | Unused. | directive | true | A 1:17",
    "Query.d | will go away in May. | description | true | A 1:25",
  ]);
});

test("finds deprecated input fields and enum values that the document sets, and not those that a variable can have", () => {
  const schema =
    'type Query { a(i: I): Int b: E } "Deprecated: use J." input I { old: Int @deprecated, e: E } enum E { X Y @deprecated }';

  const { deprecations } = checkTexts(
    schema,
    schema,
    "query A($i: I) { a(i: $i) }\nquery B { b }\nquery C($old: Int) { a(i: { old: $old, e: Y }) }\nquery D($i: I = { e: Y }) { a(i: $i) }",
  );

  expect(
    deprecations.map(({ coordinate, uses }) => [coordinate, uses.map(({ operation }) => operation)]),
  ).toEqual([
    ["E.Y", ["C", "D"]],
    ["I", ["A", "D"]],
    ["I.old", ["C"]],
  ]);
});

const ACCEPTED = { coordinate: "Query.a", reason: "It is not read.", expires: "2025-01-01" } as const;
const CHANGE = [
  "type Query { a: Int! b: Int! }",
  "type Query { a: Int b: Int! }",
  "query A { a }\nquery B { a }",
] as const;

test.each([
  ["all operations", ACCEPTED, "unaffected", []],
  ["one rule", { ...ACCEPTED, rule: "nullability" }, "unaffected", []],
  ["one operation only, so that the other one breaks", { ...ACCEPTED, operation: "A" }, "breaks", []],
  ["another rule, without effect", { ...ACCEPTED, rule: "type" }, "breaks", ["unused"]],
  ["another coordinate, without effect", { ...ACCEPTED, coordinate: "Query.b" }, "breaks", ["unused"]],
  ["the time until yesterday, without effect", { ...ACCEPTED, expires: "2024-12-31" }, "breaks", ["expired"]],
] as const)("accepts a change for %s", (_, accepted, verdict, problems) => {
  const report = checkTexts(...CHANGE, { accepted: [accepted] });

  expect(report.verdict).toBe(verdict);
  expect(report.semver).toBe(verdict === "breaks" ? "major" : "none");
  expect(report.staleAccepted.map(({ problem }) => problem)).toEqual(problems);
  expect(report.operations.flatMap(({ findings }) => findings)).toHaveLength(2);
});

test("compares scalars by the types of the options", () => {
  const before = "type Query { a: Old } scalar Old scalar New";
  const after = "type Query { a: New } scalar Old scalar New";
  const scalars = { Old: "string | number", New: "string" };

  expect(renderFindings(checkTexts(before, after, "query A { a }", { scalars }))).toEqual([
    "a.graphql:1:11 breaks type Query.a",
  ]);
  expect(renderFindings(checkTexts(after, before, "query A { a }", { scalars }))).toEqual([
    "a.graphql:1:11 breaks type Query.a",
  ]);
});

test("checks subscriptions and operations without a name", () => {
  const before = "type Query { a: Int! } type Subscription { s: Int! }";
  const report = checkTexts(before, before.replaceAll("Int!", "Int"), {
    "a.graphql": "{ a }",
    "b.graphql": "subscription S { s }",
  });

  expect(report.operations.map(({ name, kind, verdict }) => [name, kind, verdict])).toEqual([
    ["S", "subscription", "breaks"],
    ["unnamed query", "query", "breaks"],
  ]);
});

test("finds no difference between a schema and its introspection", () => {
  const before = buildSchema(SCHEMA);
  const after = buildClientSchema(
    introspectionFromSchema(before, { inputValueDeprecation: true, oneOf: true }),
  );
  const operations = createOperations(before, createDice(7), 60).document;

  const report = check({ before, after, operations });

  expect(report.operations.length).toBeGreaterThanOrEqual(60);
  expect(report).toMatchObject({
    verdict: "unaffected",
    semver: "none",
    changelog: "",
    drift: [],
    remarks: [],
  });
  expect(report).toMatchObject({ version: 1, before: { label: "before" }, after: { label: "after" } });
  expect(renderFindings(report)).toEqual([]);
});

test("rejects a schema of another copy of graphql", () => {
  const after = buildSchema("type Query { a: Int }");
  const foreign = Object.create(null);
  expect(() =>
    check({ before: foreign, after, operations: parseFiles({ "a.graphql": "query A { a }" }) }),
  ).toThrow(
    /^check: "before" is not a GraphQLSchema of this package's copy of graphql\. .*`npm dedupe` or overrides\.$/,
  );
});

const PART = new GraphQLInputObjectType({
  name: "Part",
  fields: { id: { type: GraphQLInt }, tag: { type: GraphQLString } },
});
const ORDER = new GraphQLEnumType({
  name: "Order",
  values: { NAME: { value: "NAME" }, SIZE: { value: "SIZE" } },
});

test.each([
  ["a number", GraphQLInt, 1, 2, "1"],
  ["a fraction", GraphQLFloat, 1.5, 2.5, "1.5"],
  ["a text", GraphQLString, "NAME", "SIZE", '"NAME"'],
  ["a switch", GraphQLBoolean, true, false, "true"],
  ["an enum", ORDER, "NAME", "SIZE", "NAME"],
  ["null", GraphQLInt, null, 1, "null"],
  ["an item", new GraphQLList(ORDER), "NAME", "SIZE", "NAME"],
  ["a list", new GraphQLList(GraphQLInt), [1, null], [1], "[1, null]"],
  ["an object", PART, { tag: "NAME", id: 1 }, { id: 1 }, '{ id: 1, tag: "NAME" }'],
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
