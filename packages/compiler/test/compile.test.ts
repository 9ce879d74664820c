/** The model of operations: exported names, conditions, and what is compiled again. */

import { buildSchema, concatAST, type DocumentNode, parse } from "graphql";
import { expect, test } from "vitest";
import { compile, renderDeclaration } from "../src/index.ts";

/**
 * Flows and steps, with owners. Some names are also names that generated code uses: `Exact`, `ListQuery`,
 * `constructor`.
 */
const SDL = `
  type Query { node: Node flow: Flow search: [Hit!]! states(in: ListQuery): Exact }

  interface Node { id: ID! owner: Node }
  interface Owned { owner: Node }
  type Flow implements Node & Owned { id: ID! owner: Flow! name: String! }
  type Step implements Node { id: ID! owner: Node title: String! }
  type constructor implements Node & Owned { id: ID! owner: Node }
  union Hit = Flow | Step

  enum Exact { ON OFF }
  input ListQuery { name: String toString: Exact! = ON }`;
const schema = buildSchema(SDL);

const declare = (operation: string, options?: Parameters<typeof compile>[2], used = schema): string[] => {
  const { inputs, definitions } = compile(used, parse(operation), options);
  return [...inputs, ...definitions.flatMap(({ declarations }) => declarations)].map((declaration) =>
    renderDeclaration(declaration)
      .replaceAll(/\s+/g, " ")
      .replaceAll("readonly ", "")
      .replace("export type ", ""),
  );
};
const nested = (selection: string, options?: Parameters<typeof compile>[2]) =>
  declare(`query List($a: Boolean!, $b: Boolean!) ${selection}`, options).slice(0, -2);

test.each([
  ["no type", "{ node { id } }", ["ListQuery_node = { id: string; };"]],
  [
    "one type",
    "{ node { id ... on Flow { name } } }",
    [
      "ListQuery_node_Flow = { id: string; name: string; };",
      "ListQuery_node_other = { id: string; };",
      "ListQuery_node = | ListQuery_node_Flow | ListQuery_node_other;",
    ],
  ],
  [
    "types that only the schema names, whose names an object has already",
    "{ node { __typename } node_Flow: flow { id } }",
    [
      "ListQuery_node_Flow_ = { __typename: 'Flow'; };",
      "ListQuery_node_Step = { __typename: 'Step'; };",
      "ListQuery_node_constructor = { __typename: 'constructor'; };",
      "ListQuery_node_other = { __typename: '%other'; };",
      "ListQuery_node = | ListQuery_node_Flow_ | ListQuery_node_Step | ListQuery_node_constructor | ListQuery_node_other;",
      "ListQuery_node_Flow = { id: string; };",
    ],
  ],
  [
    "the types of an interface",
    "{ node { ... on Owned { owner { id } } } }",
    [
      "ListQuery_node_Owned_owner = { id: string; };",
      "ListQuery_node_Owned = { owner: ListQuery_node_Owned_owner | null; };",
      "ListQuery_node = | ListQuery_node_Owned | { __typename?: never };",
    ],
  ],
  [
    "all types, and an object that one of them narrows",
    "{ node { __typename owner { id } } }",
    [
      "ListQuery_node_Flow_owner = { id: string; };",
      "ListQuery_node_Flow = { __typename: 'Flow'; owner: ListQuery_node_Flow_owner; };",
      "ListQuery_node_owner = { id: string; };",
      "ListQuery_node_Step = { __typename: 'Step'; owner: ListQuery_node_owner | null; };",
      "ListQuery_node_constructor = { __typename: 'constructor'; owner: ListQuery_node_owner | null; };",
      "ListQuery_node_other = { __typename: '%other'; owner: ListQuery_node_owner | null; };",
      "ListQuery_node = | ListQuery_node_Flow | ListQuery_node_Step | ListQuery_node_constructor | ListQuery_node_other;",
    ],
  ],
] as const)("names the members of a selection that distinguishes %s", (_, selection, types) => {
  expect(nested(selection)).toEqual(types);
});

test("only the style of graphql-codegen names the types whose field is narrower than that of the interface", () => {
  const selection = "{ node { id owner { id } } }";
  expect(nested(selection, { types: "graphql-codegen" })).toEqual([
    "ListQuery_node_Flow_owner = { id: string; };",
    "ListQuery_node_Flow = { id: string; owner: ListQuery_node_Flow_owner; };",
    "ListQuery_node_owner = { id: string; };",
    "ListQuery_node_other = { id: string; owner: ListQuery_node_owner | null; };",
    "ListQuery_node = | ListQuery_node_Flow | ListQuery_node_other;",
  ]);
  expect(nested(selection, { types: "closed" })).toEqual([
    "ListQuery_node_owner = { id: string; };",
    "ListQuery_node = { id: string; owner: ListQuery_node_owner | null; };",
  ]);
  const fragment = "fragment F on Node { ... on Flow { name } }";
  const typesOf = (types: "closed" | "graphql-codegen") =>
    declare(`query A { node { ...F } } ${fragment}`, { types }).filter((text) =>
      text.startsWith("FFragment"),
    );
  expect([typesOf("closed"), typesOf("graphql-codegen")]).toMatchInlineSnapshot(`
    [
      [
        "FFragment_Flow = { name: string; };",
        "FFragment = | FFragment_Flow | { __typename?: never };",
      ],
      [
        "FFragment_Flow = { name: string; };",
        "FFragment = | FFragment_Flow;",
      ],
    ]
  `);
});

test.each([
  ["query Thing", "ThingQuery ThingQueryVariables"],
  ["query ThingQuery", "ThingQueryQuery ThingQueryQueryVariables"],
  ["query getHTMLPage", "GetHtmlPageQuery GetHtmlPageQueryVariables"],
  ["query users_by_pk2", "Users_By_Pk2Query Users_By_Pk2QueryVariables"],
  ["fragment XFragment on Flow", "XFragmentFragment"],
])("%s has the names that graphql-codegen writes by default", (start, names) => {
  const selection = start.startsWith("fragment") ? "id" : "__typename";
  const types = declare(`${start} { ${selection} }`);
  expect(types.map((text) => text.split(" ")[0]).join(" ")).toBe(names);
});

test("gives each type a name of its own", () => {
  const types =
    declare(`query List($in: ListQuery) { states(in: $in) a: flow { b: owner { id } } a_b: flow { id } }
    query List_a($x: ListQuery) { states(in: $x) }`);
  const names = types.map((text) => text.split(" ")[0]);
  expect(names).toEqual([
    "Exact_",
    "ListQuery_",
    "ListQuery_a_b",
    "ListQuery_a",
    "ListQuery_a_b_",
    "ListQuery",
    "ListQueryVariables",
    "List_AQuery",
    "List_AQueryVariables",
  ]);
  expect(types[1]).toBe("ListQuery_ = { name?: string | null | undefined; toString?: Exact_ | undefined; };");
  expect(types[5]).toContain("states: Exact_ | '%future added value' | null;");
});

test("an enum or an input type does not have the name of a document that the same file exports", () => {
  const used = buildSchema(`
    enum CopyFragmentDoc { SCAN }
    input SignDocument { id: ID! }
    type Query { sign(in: SignDocument!): Copy }
    type Copy { doc: CopyFragmentDoc }
  `);
  const operations =
    "query sign($in: SignDocument!) { sign(in: $in) { ...Copy } } fragment Copy on Copy { doc }";
  const types = declare(operations, { types: "closed" }, used);
  expect(types.slice(0, 3)).toEqual([
    "CopyFragmentDoc_ = | 'SCAN';",
    "SignDocument_ = { id: string | number; };",
    "CopyFragment = { doc: CopyFragmentDoc_ | null; };",
  ]);
});

test.each([
  ["id @include(if: true)", "id: string"],
  ["id @skip(if: false)", "id: string"],
  ["id @include(if: false)", "id?: string"],
  ["id @include(if: $a)", "id?: string"],
  ["id @include(if: $a) id @skip(if: $a)", "id: string"],
  ["id @include(if: $a) id @include(if: $b)", "id?: string"],
  ["id @include(if: $a) @skip(if: $b) id @skip(if: $a) id @include(if: $b)", "id: string"],
  ["... @include(if: $a) { id } ... on Flow @skip(if: $a) { id }", "id: string"],
  ["... @include(if: $a) { ... @skip(if: $a) { id } } ", "id?: string"],
  ["... @include(if: $a) { id @include(if: $b) } id @skip(if: $b)", "id?: string"],
  ["... @skip(if: $a) { id @skip(if: $b) } id @include(if: $a) id @include(if: $b)", "id: string"],
  ["__typename @include(if: $a)", "__typename?: 'Flow'"],
  ["id @show(if: $a)", "id: string"],
  ["id @skip(if: true) id @include(if: $a) id @skip(if: $a)", "id: string"],
  ["... @defer { id }", "id?: string"],
  ["... @defer(if: $a) { id }", "id?: string"],
  ["... @defer(if: false) { id }", "id: string"],
])("%s is %s", (selection, property) => {
  expect(nested(`{ flow { ${selection} } }`)).toEqual([`ListQuery_flow = { ${property}; };`]);
});

test("fields under the same conditions, in any order, are in each object that the conditions keep", () => {
  const both = "{ flow @include(if: $a) @skip(if: $b) { id } flow @skip(if: $b) @include(if: $a) { name } }";
  expect(nested(both)).toEqual(["ListQuery_flow = { id: string; name: string; };"]);
  const one = "{ flow @include(if: $a) @skip(if: $b) { id } flow @include(if: $a) { name } }";
  expect(nested(one)).toEqual(["ListQuery_flow = { id?: string; name?: string; };"]);
});

test("the names of types do not depend on the order of spreads, and are unique", () => {
  const fragments = `fragment X on Flow { AFragment: owner { b: owner { id } } }
    fragment XFragment_a on Flow { b: owner { name } }`;
  const spreads = ["...X ...XFragment_a", "...XFragment_a ...X"];
  const names = spreads.map((text) =>
    declare(`fragment A on Flow { ${text} } ${fragments}`).map((type) => type.split(" ")[0]),
  );
  expect(names[0]).toEqual([
    "AFragment",
    "XFragment_AFragment_b",
    "XFragment_AFragment_",
    "XFragment",
    "XFragment_AFragment_b_",
    "XFragment_AFragment",
  ]);
  expect(names[1]).toEqual(names[0]);
});

test("enums and input types do not have the names of types of operations, or of each other", () => {
  const names = ["ListQueryVariables", "ListQuery_a_b", "ListQuery_a_b_", "ListDocument"];
  const used = buildSchema(`type Query { flow: Flow ${names.map((name) => `${name}: ${name}`).join(" ")} }
    type Flow { id: ID! b: Flow } ${names.map((name) => `enum ${name} { A }`).join(" ")}`);
  const operation = `query List { a: flow { b { id } } a_b: flow { id } ${names.join(" ")} }`;
  const { inputs, definitions } = compile(used, parse(operation), { types: "closed" });
  expect(inputs.map(({ type, name }) => [type.name, name])).toEqual([
    ["ListDocument", "ListDocument_"],
    ["ListQueryVariables", "ListQueryVariables_"],
    ["ListQuery_a_b", "ListQuery_a_b__"],
    ["ListQuery_a_b_", "ListQuery_a_b___"],
  ]);
  expect(definitions[0]?.declarations.map(({ name }) => name)).toEqual([
    "ListQuery_a_b",
    "ListQuery_a",
    "ListQuery_a_b_",
    "ListQuery",
    "ListQueryVariables",
  ]);
});

test("an enum does not get a name that a nested type has", () => {
  const used = buildSchema(
    "type Query { flow: Flow e: ListQuery_a_b } type Flow { b: Flow id: ID } enum ListQuery_a_b { A }",
  );
  const { inputs } = compile(used, parse("query List { a: flow { b { id } } a_b: flow { id } e }"));
  expect(inputs.map(({ name }) => name)).toEqual(["ListQuery_a_b__"]);
});

test("a nested type does not have the name of the variables or of the document of another operation", () => {
  const types =
    declare(`query A { BQueryVariables: flow { id } BDocument: flow { name } } query AQuery_b { flow { id } }
    fragment AQuery_c on Flow { id } query D { CFragmentDoc: flow { id } }`);
  const names = types.map((text) => text.split(" ")[0]);
  expect(names.slice(1, 3)).toEqual(["AQuery_BQueryVariables_", "AQuery_BDocument_"]);
  expect(new Set(names).size).toBe(names.length);
});

test("a variable in a non-null position of a fragment is not null", () => {
  const used = buildSchema("type Query { list(first: Int! = 10, after: Int): [Int] }");
  const operation = `query A($first: Int, $after: Int) { ...F } fragment F on Query { ...G }
    fragment G on Query { list(first: $first, after: $after) }`;
  const variables = (types: "open" | "graphql-codegen") => declare(operation, { types }, used).at(-1);
  expect(variables("open")).toBe(
    "AQueryVariables = Exact<{ first?: number | undefined; after?: number | null | undefined; }>;",
  );
  expect(variables("graphql-codegen")).toBe(
    "AQueryVariables = Exact<{ first?: number | null | undefined; after?: number | null | undefined; }>;",
  );
});

test.each([
  ["an argument", "type Query { f(b: Int, a: Int! = 1): Int g: Int }", "f(a: $a)", ""],
  [
    "an argument of an interface",
    "type Query { g: Int n: N } interface N { g: Int f(a: Int! = 1): Int }",
    "n { f(a: $a) }",
    "",
  ],
  ["an input field", "type Query { f(in: I): Int } input I { b: Int a: Int! = 1 }", "f(in: { a: $a })", ""],
  ["an argument, by its own default", "type Query { f(a: Int!): Int }", "f(a: $a)", " = 2"],
] as const)("a nullable variable in a non-null position of %s is not null", (_, sdl, selection, value) => {
  const operation = `query A($o: Int, $a: Int${value}, $d: Int!) { __typename ${selection} }`;
  expect(declare(operation, {}, buildSchema(sdl)).at(-1)).toBe(
    "AQueryVariables = Exact<{ o?: number | null | undefined; a?: number | undefined; d: number; }>;",
  );
  const nullable = buildSchema(sdl.replace(/Int!(?: = 1)?/, "Int"));
  expect(declare(operation, {}, nullable).at(-1)).toContain(" a?: number | null | undefined; ");
});

test("a variable with a default can be undefined, and null only if it is nullable", () => {
  const variables =
    "$a: Boolean! = false, $b: Boolean = false, $c: Boolean!, $d: [Boolean], $e: Any = 1, $f: Any!";
  const [, text] = declare(
    `query List(${variables}) { flow { id } }`,
    {},
    buildSchema(`${SDL} scalar Any`),
  ).slice(-2);
  expect(text).toBe(
    "ListQueryVariables = Exact<{ a?: boolean | undefined; b?: boolean | null | undefined; c: boolean; " +
      "d?: ReadonlyArray<boolean | null | undefined> | null | undefined; e?: unknown; f: unknown; }>;",
  );
});

test("writes the type of a scalar as the option has it, except for spaces around its parts", () => {
  const used = buildSchema("scalar Mark type Query { mark(in: Mark!): Mark! }");
  const typeOf = (Mark: string) => declare("query A { mark }", { scalars: { Mark } }, used)[0];
  expect(typeOf(`"a|b"|'|' | null`)).toBe(`AQuery = { mark: "a|b" | '|' | null; };`);
  expect(typeOf(" Map<string, 1|2> ")).toBe("AQuery = { mark: Map<string, 1|2>; };");
});

test.each([
  [
    "string",
    "Date DateTime DateTimeISO Duration ISO8601Date ISO8601DateTime LocalDate LocalDateTime LocalTime Time TimeZone " +
      "Email EmailAddress HTML Hostname IPv4 IPv6 Markdown PhoneNumber URI URL " +
      "Base64 Byte CountryCode Currency Cursor GUID JSONString JWT Locale NonEmptyString SemVer UUID",
  ],
  ["string | number", "BigDecimal BigInt Decimal Int64 Long Timestamp"],
  ["number", "NegativeInt NonNegativeInt PositiveInt Port UnsignedInt"],
  ["Readonly<Record<string, unknown>>", "JSONObject"],
  ["unknown", "JSON Other"],
])(
  "the type %s is that of the custom scalars %s, which the style of graphql-codegen does not know",
  (type, names) => {
    const scalars = names.split(" ");
    const fields = scalars.map((name) => `${name}: ${name}!`).join(" ");
    const used = buildSchema(`${scalars.map((name) => `scalar ${name}`).join(" ")} type Query { ${fields} }`);
    const typesIn = (style: "closed" | "graphql-codegen") =>
      declare(`query A { ${names} }`, { types: style }, used)[0];
    const write = (text: string) => `AQuery = { ${scalars.map((name) => `${name}: ${text}; `).join("")}};`;
    expect(typesIn("closed")).toBe(write(type));
    expect(typesIn("graphql-codegen")).toBe(write("unknown"));
  },
);

test("an enum does not have the name of a type that generated code uses, or a word of TypeScript", () => {
  const names =
    "Array DocumentNode Exact PropertyKey Readonly ReadonlyArray Record TypedDocumentString " +
    "any as asserts async await bigint boolean break case catch class const continue debugger declare default delete do " +
    "else enum export extends finally for function if implements import in infer instanceof interface is keyof let module " +
    "namespace never new number object package private protected public readonly return static string super switch " +
    "symbol this throw try type typeof undefined unique unknown var void while with yield";
  const enums = names.split(" ");
  const used = buildSchema(
    `${enums.map((name) => `enum ${name} { A }`).join(" ")} enum Word { A } enum of { A }
    type Query { ${[...enums, "Word", "of"].map((name) => `${name}: ${name}`).join(" ")} }`,
  );
  const { inputs } = compile(used, parse(`query A { ${names} Word of }`), { types: "closed" });
  expect(inputs.map(({ name }) => name)).toEqual(
    [...enums.map((name) => `${name}_`), "Word", "of"].sort((a, b) =>
      a.replace(/_$/, "") < b.replace(/_$/, "") ? -1 : 1,
    ),
  );
});

test("compiles a definition again only if it, one of its fragments, or the schema is another object", () => {
  const [own, fragment, other] = [
    "query A { flow { ...F } }",
    "fragment F on Flow { id }",
    "query B { flow { id } }",
  ].map((text) => parse(text));
  if (!own || !fragment || !other) throw new Error("three documents");
  const compileAll = (...parts: Parameters<typeof concatAST>[0]) =>
    compile(schema, concatAST(parts)).definitions;
  const before = compileAll(own, fragment, other);
  const again = compileAll(other, fragment, own);
  expect(again.every((definition, index) => definition === before[index])).toBe(true);

  const changed = compileAll(own, parse("fragment F on Flow { name }"), other);

  expect(changed.map((definition, index) => definition === before[index])).toEqual([false, false, true]);
  const elsewhere = compile(buildSchema(SDL), concatAST([own, fragment, other])).definitions;
  expect(elsewhere.some((definition, index) => definition === before[index])).toBe(false);
});

test("names an object by the operation if only the schema gives it a name in the fragment that selects it", () => {
  // A schema in which no type narrows "owner" has no type "FFragment_Flow_owner".
  const fragment = "fragment F on Node { __typename owner { id } }";
  const types = declare(`query A { flow { ...F } node { ...F } } ${fragment}`);
  expect(types).toContain("FFragment_Flow_owner = { id: string; };");
  expect(types).toContain("AQuery_flow = { __typename: 'Flow'; owner: AQuery_flow_owner; };");
  expect(types).toContain("AQuery_node_Step = { __typename: 'Step'; owner: FFragment_owner | null; };");
});

test("enters a fragment in itself once, at the same object and in a nested one", () => {
  const fragment = "fragment F on Flow { ...F name ... { ...F } owner { id ...F } }";
  expect(declare(`query A { flow { ...F } } ${fragment}`).slice(-4)).toEqual([
    "FFragment = { name: string; owner: FFragment_owner; };",
    "AQuery_flow = { name: string; owner: FFragment_owner; };",
    "AQuery = { flow: AQuery_flow | null; };",
    "AQueryVariables = Exact<{ [key: string]: never; }>;",
  ]);
});

test.each([
  ["another condition", "flow { ...F @include(if: $a) ...F }", ["ListQuery_flow = { id: string; };"]],
  [
    "another type condition",
    "node { ... on Flow { ...F } ... on Step { ...F } }",
    ["ListQuery_node_Flow = { id: string; };", "ListQuery_node_Step = { id: string; };"],
  ],
  [
    "fewer type conditions",
    "node { ... on Flow { ...F name } ...F }",
    ["ListQuery_node_Flow = { id: string; name: string; };", "ListQuery_node_other = { id: string; };"],
  ],
])("enters a fragment again under %s", (_, selection, types) => {
  const [, ...declared] = declare(`query List($a: Boolean!) { ${selection} } fragment F on Node { id }`);
  expect(declared.slice(0, types.length)).toEqual(types);
});

test.each([
  ["an interface and its type", "Actor", "User", "User"],
  ["an interface and one that extends it", "Actor", "Member", "Member"],
  ["a union and its type", "Any", "User", "User"],
  ["two types of one interface", "User", "Bot", "User"],
])("a field of %s has the narrower type, in any order", (_, wide, narrow, expected) => {
  const used = buildSchema(`
    type Query { any: Any } union Any = Doc | Bot | User
    interface Actor { id: ID! } interface Member implements Actor { id: ID! }
    type User implements Actor & Member { id: ID! } type Bot implements Actor { id: ID! }
    interface Wide { by: ${wide} } interface Narrow { by: ${narrow} }
    type Doc implements Wide & Narrow { by: ${narrow} }`);
  const compiled = ["Wide Narrow", "Narrow Wide"].map((order) => {
    const parts = order.replaceAll(/\w+/g, "... on $& { by { __typename } }");
    const [definition] = compile(used, parse(`query A { any { ${parts} } }`)).definitions;
    return definition?.declarations.flatMap((declaration) => {
      if (declaration.kind !== "result" || !("properties" in declaration.type)) return [];
      return declaration.type.properties.get("by")?.coordinate ?? [];
    });
  });
  expect(compiled).toEqual(
    expected === narrow ? [["Narrow.by"], ["Narrow.by"]] : [["Wide.by"], ["Narrow.by"]],
  );
});

test("an interface that no type implements is never in a closed style, and open otherwise", () => {
  const used = buildSchema("type Query { empty: Empty } interface Empty { id: ID! }");
  const typeIn = (types: "closed" | "open") =>
    declare("query A { empty { __typename id } }", { types }, used);
  expect(typeIn("closed").slice(0, -1)).toEqual([
    "AQuery_empty = never;",
    "AQuery = { empty: AQuery_empty | null; };",
  ]);
  expect(typeIn("open").slice(0, -2)).toEqual([
    "AQuery_empty_other = { __typename: '%other'; id: string; };",
    "AQuery_empty = | AQuery_empty_other;",
  ]);
});

test("declares each enum and input type that a variable can contain, at any level", () => {
  const used = buildSchema(`type Query { f(z: Z): Int } input Z { list: [Y!] } input Y { x: X }
    input X { kind: Kind z: Z } enum Kind { ON } input Other { a: Int }`);
  const { inputs } = compile(used, parse("query A($z: Z) { f(z: $z) }"));
  expect(inputs.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "enum Kind",
    "input X",
    "input Y",
    "input Z",
  ]);
});

test("has the types of introspection", () => {
  const types = declare('query A { __type(name: "Flow") { name } __schema { queryType { name } } }');
  expect(types.map((text) => text.split(" ")[0])).toEqual([
    "AQuery___type",
    "AQuery___schema_queryType",
    "AQuery___schema",
    "AQuery",
    "AQueryVariables",
  ]);
});

test("leaves out definitions and variables whose type is not in the schema, or is no such type", () => {
  const { definitions, inputs } = compile(
    schema,
    parse(`query A($a: Missing, $b: Flow, $c: ListQuery) { flow { id } }
      mutation M { gone } fragment F on Missing { id } fragment G on Exact { id }`),
  );
  expect(
    definitions.map(({ name, variables }) => [name, variables.map((variable) => variable.name)]),
  ).toEqual([["A", ["c"]]]);
  expect(inputs.map(({ type }) => type.name)).toEqual(["Exact", "ListQuery"]);
});

test("compiles an operation again if one of its fragments was missing", () => {
  const [own, fragment] = [parse("query A { flow { ...F } }"), parse("fragment F on Flow { id }")];
  const namesOf = (document: DocumentNode) =>
    compile(schema, document)
      .definitions.find(({ kind }) => kind === "query")
      ?.fragments.map(({ name }) => name);
  expect([own, concatAST([own, fragment])].map(namesOf)).toEqual([[], ["F"]]);
});

test.each([
  ["is new", [false, true]],
  ["is gone", [true, false]],
])("renames a nested type if a definition of that name %s", (_, steps) => {
  const [own, other] = [parse("query A { BQuery: flow { id } }"), parse("query AQuery_B { flow { id } }")];
  const names = steps.map((isTaken) => {
    const { definitions } = compile(schema, isTaken ? concatAST([own, other]) : own);
    return definitions[0]?.declarations[0]?.name;
  });
  expect(names).toEqual(steps.map((isTaken) => (isTaken ? "AQuery_BQuery_" : "AQuery_BQuery")));
});
