/** The rest of a report: version step, changelog, new elements, deprecations and accepted changes. */

import { expect, test, vi } from "vitest";
import { checkTexts } from "./support/schema-check.ts";

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

test.each([
  ["an enum in a result", "enum State", '"About." enum State', "query A { a { state } }"],
  ["a value of an enum in a result", "{ ON", '{ "About." ON', "query A { a { state } }"],
  [
    "a field of a type of an interface",
    "N & M { id",
    'N & M { "About." id',
    "query A { a { __typename id } }",
  ],
  [
    "an interface of a fragment",
    "interface M",
    '"About." interface M',
    "query A { a { ... on M { ... on X { id } } } }",
  ],
  ["an input type inside of a variable", "input J", '"About." input J', "query A($i: I) { b(i: $i) }"],
])(
  "chooses the step patch if %s is described, and none if no operation uses it",
  (_, text, described, used) => {
    const before = `type Query { a: N b(i: I): Int } interface N { id: ID state: State } interface M { id: ID }
    type X implements N & M { id: ID state: State } enum State { ON OFF } input I { j: J } input J { n: Int }`;
    const after = before.replace(text, described);

    expect(after).not.toBe(before);
    expect(checkTexts(before, after, used).semver).toBe("patch");
    expect(checkTexts(before, after, "query B { b }").semver).toBe("none");
  },
);

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

test.each([
  ["ABCDEFGHIJ", ""],
  ["ABCDEFGHIJK", " and 1 more"],
])("a line of the changelog names at most ten operations: %s%s", (names, rest) => {
  const operations = [...names].map((name) => `query ${name} { a }`).join("\n");
  const { changelog } = checkTexts("type Query { a: Int! }", "type Query { a: Int }", operations);

  expect(changelog).toBe(
    `### Breaking changes\n\n- \`Query.a\` is now nullable, was non-null: ${[..."ABCDEFGHIJ"].map((name) => `\`${name}\``).join(", ")}${rest}\n`,
  );
});

test("escapes foreign text in the changelog entry", () => {
  const reason = "<script>a()</script> ![i](//x) @team #12 | [b](//y)";
  const after = `type Query { a: Int @deprecated(reason: "${reason}") }`;
  expect(checkTexts("type Query { a: Int }", after, "query One { a }").changelog).toContain(
    "- `Query.a`: &lt;script\\>a()&lt;/script\\> !\\[i\\](//x) @&#8203;team #&#8203;12 \\| \\[b\\](//y)\n",
  );
});

test("lists new elements of used types except root types, with the operations that use them", () => {
  const before = `
    type Query { a(i: I): X u: U f: F }
    type X { x: Int }
    type Y { y: Int }
    union U = X
    input I { i: Int }
    enum E { A }
    enum F { A }`;
  const after = `
    type Query { a(i: I, e: E): X u(q: Int!): U f: F root: Int }
    type X { x: Int z(q: Int): Int }
    type Y { y: Int n: Int }
    union U = X | Y
    input I { i: Int, j: Int }
    enum E { A B }
    enum F { A B }`;

  const { additions } = checkTexts(
    before,
    after,
    "query C { f }\nquery B($i: I) { a(i: $i) { x } u { ... on X { x } } }\nquery A { a { x } }",
  );

  expect(additions).toEqual([
    { coordinate: "F.B", message: "New enum value.", operations: ["C"] },
    { coordinate: "I.j", message: "New input field.", operations: ["B"] },
    { coordinate: "Query.a(e:)", message: "New argument.", operations: ["A", "B"] },
    { coordinate: "U", message: "New possible types: Y.", operations: ["B"] },
    { coordinate: "X.z", message: "New field.", operations: ["A", "B"] },
  ]);
});

test("lists the types of an interface that was an object type, and nothing of a type that is gone", () => {
  const before = "type Query { x: X y: Y } type X { id: ID } type Y { id: ID }";
  const after = "type Query { x: X } interface X { id: ID } type Z implements X { id: ID }";

  expect(checkTexts(before, after, "query A { x { id } y { id } }").additions).toEqual([
    { coordinate: "X", message: "New possible types: Z.", operations: ["A"] },
  ]);
});

test("finds used deprecated elements, by the directive", () => {
  const before = 'type Query { a: Int b: Int @deprecated(reason: "use a.") c(old: Int): Int d: Int }';
  const after = `
    type Query {
      a: Int @deprecated(reason: "Use \`c\`.")
      b: Int @deprecated(reason: "use a.")
      c(old: Int @deprecated(reason: "Unused."), i: I): Int
      "Deprecated: a description decides nothing."
      d: Int
    }
    input I { gone: Int @deprecated(reason: "Gone soon."), kept: Int }
  `;

  const { deprecations } = checkTexts(
    before,
    after,
    "query B {\n  z: a a\n  ...F\n}\nquery A { a b c(old: 1) d }\nfragment F on Query { a }",
  );

  expect(
    deprecations.map(({ coordinate, reason, isNew, uses }) => {
      const places = uses.map(({ operation, place }) => `${operation} ${place.line}:${place.column}`);
      return [coordinate, reason, isNew, places.join(", ")].join(" | ");
    }),
  ).toEqual([
    "Query.a | Use `c`. | true | A 5:11, B 2:3, B 2:8, B 6:23",
    "Query.b | use a. | false | A 5:13",
    "Query.c(old:) | Unused. | true | A 5:17",
  ]);
});

test("finds deprecated input fields and enum values that the document sets, and not those that a variable can have", () => {
  const schema = `
    type Query { a(i: I): Int b: E }
    input I { old: Int @deprecated, e: E }
    enum E { X Y @deprecated }`;

  const { deprecations } = checkTexts(
    schema,
    schema,
    `query A($i: I) { a(i: $i) }
    query B { b }
    query C($old: Int) { a(i: { old: $old, e: Y }) }
    query D($i: I = { e: Y }) { a(i: $i) }`,
  );

  expect(
    deprecations.map(({ coordinate, uses }) => [coordinate, uses.map(({ operation }) => operation)]),
  ).toEqual([
    ["E.Y", ["C", "D"]],
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
  // Consumers have the old code installed, whether the change is accepted or not.
  expect(report.semver).toBe("major");
  expect(report.staleAccepted.map(({ problem }) => problem)).toEqual(problems);
  expect(report.operations.flatMap(({ findings }) => findings)).toHaveLength(2);
});

test("an accepted change that has expired does not hide one that covers the same finding", () => {
  const old = { ...ACCEPTED, expires: "2024-12-31" };
  const report = checkTexts(...CHANGE, { accepted: [old, ACCEPTED, { ...ACCEPTED, rule: "nullability" }] });

  expect(report.verdict).toBe("unaffected");
  expect(report.staleAccepted).toEqual([{ ...old, problem: "expired" }]);
});

test("an accepted change applies until the end of its last day, in UTC", () => {
  const verdictAt = (time: string) => {
    vi.setSystemTime(time);
    return checkTexts(...CHANGE, { accepted: [ACCEPTED], today: undefined }).verdict;
  };
  try {
    expect(verdictAt("2025-01-01T23:59:59.999Z")).toBe("unaffected");
    expect(verdictAt("2025-01-02T00:00:00.000Z")).toBe("breaks");
  } finally {
    vi.useRealTimers();
  }
});

test("the steps say what to change, whom to ask, how to accept, and nothing if all of it is accepted", () => {
  const before = "type Query { a: Int! b: Int! }";
  const options = {
    acceptFile: "api/accepted.json",
    acceptLabel: "breaking",
    regenerate: '"make codegen"',
    consumers: [{ name: "shop", names: new Set(["ADocument"]) }],
  };
  const accept = (coordinate: string) => ({ coordinate, reason: "Agreed.", expires: "2025-01-02" });
  const check = (...accepted: ReturnType<typeof accept>[]) =>
    checkTexts(before, "type Query { a: Int b: Int }", "query A { a b }", { ...options, accepted }).steps;

  const steps = check(accept("Query.a")).join("\n");

  for (const part of ["make codegen", "shop", "Query.b", "nullability", "api/accepted.json", '"breaking"'])
    expect(steps).toContain(part);
  expect(check(accept("Query.a"), accept("Query.b"))).toEqual(['Run "make codegen".']);
  expect(checkTexts(before, before, "query A { a b }", options).steps).toEqual([]);
});
