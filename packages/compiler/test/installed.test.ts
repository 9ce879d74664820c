/** The operations of the base, which consumers have installed, are compared with those of today. */

import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { check, type Report } from "../src/index.ts";
import { checkTexts, parseFiles, renderFindings } from "./support/schema-check.ts";

const SCHEMA = `type Query { flow(id: ID, first: Int = 1): Flow }
  type Flow { id: ID! name: String! note: String state: State! at: Date owner: User }
  type User { id: ID! mail: String }
  enum State { ON OFF }
  scalar Date`;

type Options = Parameters<typeof checkTexts>[3];

interface Change {
  readonly schema?: string;
  readonly base: string;
  readonly head: string;
  readonly options?: Options;
  readonly baseOptions?: object;
}

function compare({ schema = SCHEMA, base, head, options, baseOptions }: Change): Report {
  const operations = parseFiles({ "base:a.graphql": base });
  return checkTexts(SCHEMA, schema, head, { ...options, installed: { operations, ...baseOptions } });
}

const listVerdicts = ({ operations, semver }: Report) => [
  ...operations.map(({ name, verdict, comparison }) => [name, verdict, comparison].filter(Boolean).join(" ")),
  semver,
];

test("a field that the schema and the operation lose together breaks code that reads it, because of the schema", () => {
  const report = compare({
    schema: SCHEMA.replace("name: String!", "title: String!"),
    base: "query A { flow { id name } }",
    head: "query A { flow { id title } }",
  });

  expect(listVerdicts(report)).toEqual(["A breaks", "major"]);
  expect(renderFindings(report)).toEqual([
    "base:a.graphql:1:21 breaks type Flow.name",
    "a.graphql:1:1 changes types operation A",
  ]);
  expect(report.causes.map(({ message, breaks }) => [message, ...breaks])).toEqual([
    ["Flow.name was removed.", "A"],
    ["A has another text than at the base."],
  ]);
});

test.for([
  ["leaves out a field", "{ flow { note } }", "{ flow { id } }", [["A"]]],
  [
    "makes a field conditional",
    "($s: Boolean!) { flow { id @skip(if: $s) note } }",
    "($s: Boolean!) { flow { id @skip(if: $s) note @skip(if: $s) } }",
    [["Flow.note"], ["A"]],
  ],
  ["selects a field", "{ flow { id } }", "{ flow { id note } }", [["A"]]],
] as const)(
  "an operation that %s is the cause, even if the schema changes the field too: %j",
  ([, base, head, causes]) => {
    const schema = SCHEMA.replace("note: String", "note: Int");
    const report = compare({ schema, base: `query A ${base}`, head: `query A ${head}` });

    expect(report.causes.map(({ coordinates }) => coordinates)).toEqual(causes);
  },
);

test("an alias that keeps the types of consumers breaks nothing", () => {
  const report = compare({
    schema: SCHEMA.replace("name: String!", "title: String!"),
    base: "query A { flow { id name } }",
    head: "query A { flow { id name: title } }",
  });

  expect(listVerdicts(report)).toEqual(["A unaffected", "none"]);
  expect(report.notCompared).toEqual([]);
});

test.for([
  ["loses a field", "{ flow { id note } }", "{ flow { id } }", ["breaks"], "reads constructs", "major"],
  ["gets a field", "{ flow { id } }", "{ flow { id note } }", ["changes types"], "constructs", "minor"],
  [
    "gets a field that can be absent",
    "{ flow { id } }",
    "{ flow { id @include(if: true) } }",
    [],
    "",
    "none",
  ],
  ["gets an alias", "{ flow { id } }", "{ flow { key: id } }", ["breaks"], "reads constructs", "major"],
  [
    "gets a required variable",
    "{ flow { id } }",
    "($id: ID!) { flow(id: $id) { id } }",
    ["breaks"],
    "writes",
    "major",
  ],
  [
    "gets an optional variable",
    "{ flow { id } }",
    "($id: ID) { flow(id: $id) { id } }",
    ["changes types"],
    "switches",
    "minor",
  ],
  [
    "loses a variable",
    "($id: ID) { flow(id: $id) { id } }",
    "{ flow { id } }",
    ["breaks"],
    "writes readsVariables switches",
    "major",
  ],
  [
    "requires a variable",
    "($id: ID) { flow(id: $id) { id } }",
    "($id: ID!) { flow(id: $id) { id } }",
    ["breaks"],
    "writes",
    "major",
  ],
  [
    "no longer requires a variable",
    "($id: ID!) { flow(id: $id) { id } }",
    "($id: ID) { flow(id: $id) { id } }",
    ["changes types"],
    "readsVariables",
    "minor",
  ],
  ["has another argument", "{ flow(id: 1) { id } }", "{ flow(id: 2) { id } }", [], "", "none"],
  ["has another order", "{ flow { id note } }", "{ flow { note id } }", [], "", "none"],
  ["is formatted", "{ flow { id } }", "{\n  flow {\n    id\n  }\n}", [], "", "none"],
] as const)("an operation that %s: %j", ([, base, head, verdicts, code, semver]) => {
  const report = compare({ base: `query A ${base}`, head: `query A ${head}` });

  const [a] = report.operations;
  expect(a?.findings.map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(
    a?.findings
      .map((finding) => finding.code)
      .join(" ")
      .replaceAll(",", " "),
  ).toBe(code);
  expect(a?.findings.every(({ rule, coordinate }) => rule === "operation" && coordinate === "A")).toBe(true);
  expect(report.semver).toBe(semver);
});

test("a variable that has another input type breaks code that imports the name of the old one", () => {
  const schema = "type Query { a(i: I, j: J): Int } input I { x: Int } input J { y: Int }";
  const { causes } = checkTexts(schema, schema, "query A($v: J) { a(j: $v) }", {
    installed: { operations: parseFiles({ "base:a.graphql": "query A($v: I) { a(i: $v) }" }) },
  });

  const code = ["readsVariables", "writes", "switches"];
  const worst = { coordinate: "$v", change: { kind: "name", name: "I" }, code };
  expect(causes.map(({ change }) => change)).toEqual([
    { kind: "operation", change: "changed", by: "text", differences: 2, worst },
  ]);
});

test("a variable of a type that only one of the schemas has belongs to the text of the operation", () => {
  const kind = `${SCHEMA.replace("first: Int = 1", "first: Int = 1, kind: Kind")} enum Kind { A }`;
  const without = "query A { flow { id } }";
  const having = "query A($kind: Kind!) { flow(kind: $kind) { id } }";
  const added = compare({ schema: kind, base: without, head: having });
  const removed = checkTexts(kind, SCHEMA, without, {
    installed: { operations: parseFiles({ "base:a.graphql": having }) },
  });

  expect(
    [added, removed].map(({ causes }) => causes.map(({ coordinates, verdict }) => [coordinates, verdict])),
  ).toEqual([[[["A"], "breaks"]], [[["A"], "breaks"]]]);
});

test("an operation that is removed, renamed or added", () => {
  const report = compare({
    base: "query A { flow { id } } query B { flow { note } } query C { flow { name } } query E { flow { name } }",
    head: "query B2 { flow { note } } query C { flow { name } } mutation D { gone }",
  });

  expect(listVerdicts(report)).toEqual([
    "A breaks",
    "B breaks",
    "E breaks",
    "B2 unaffected added",
    "C unaffected",
    "D unaffected",
    "major",
  ]);
  expect(report.causes.map(({ message }) => message)).toEqual([
    "A was removed.",
    "B is now named B2.",
    "E was removed.",
  ]);
  expect(report.operations.find(({ name }) => name === "A")?.place.file).toBe("base:a.graphql");
  expect(report.changelog).toContain("### Added\n\n- `B2`");
});

test("an operation that is added needs a minor version", () => {
  const base = "query A { flow { id } }";
  expect(listVerdicts(compare({ base, head: `${base} query B { flow { id } }` }))).toEqual([
    "A unaffected",
    "B unaffected added",
    "minor",
  ]);
});

test("what the schema breaks is apart from what the text of the operation changes, also in a new operation", () => {
  const report = compare({
    schema: SCHEMA.replace("note: String", "note: Int").replace("mail: String", "mail: Int"),
    base: "query A { flow { id note } }",
    head: "query A { flow { note owner { mail } } } query New { flow { note } }",
  });

  expect(renderFindings(report)).toEqual([
    "a.graphql:1:1 breaks operation A",
    "a.graphql:1:18 breaks type Flow.note",
  ]);
  // The mail was not read before.
  expect(report.causes.map(({ coordinates }) => coordinates)).toEqual([["Flow.note"], ["A"]]);
});

test("a change of a fragment is one cause for all operations that spread it, and an accepted line covers it", () => {
  const [a, b] = ["query A { flow { ...F } }", "query B { flow { id ...F } }"];
  const change = {
    base: `${a} fragment F on Flow { note } ${b}`,
    head: `${a} fragment F on Flow { state } ${b}`,
  };
  const report = compare(change);
  const accepted = compare({
    ...change,
    options: { accepted: [{ coordinate: "F", rule: "operation", reason: "Agreed.", expires: "2025-01-02" }] },
  });

  expect(report.causes.map(({ coordinates, breaks }) => [coordinates, breaks])).toEqual([
    [["F"], ["A", "B"]],
  ]);
  expect(accepted.verdict).toBe("unaffected");
  expect(accepted.staleAccepted).toEqual([]);
});

test("the schema is the cause of another kind of type and of other types of a union, beside another text", () => {
  const before = "type Query { u: U x: X } union U = X type X { k: ID s: S } type Y { k: ID } enum S { A }";
  const after = before.replace("enum S { A }", "scalar S").replace("= X", "= X | Y");
  const base = "query A { u { __typename ... on X { k } } x { s k } }";
  const report = checkTexts(before, after, base.replace("s k", "s"), {
    installed: { operations: parseFiles({ "base:a.graphql": base }) },
  });

  expect(report.causes.map(({ coordinates }) => coordinates)).toEqual([["X.s"], ["A"], ["U"]]);
});

test.each([
  ["base", "A", true, false],
  ["today", "F", false, true],
])(
  "an operation has the changes of its fragments if the text of %s has no locations",
  (_, name, ofBase, ofToday) => {
    const base = "query A { flow { ...F } } fragment F on Flow { id note }";
    const schema = buildSchema(SCHEMA);
    const report = check({
      before: schema,
      after: schema,
      operations: parse(base.replace("id note", "id"), { noLocation: ofToday }),
      installed: { operations: parse(base, { noLocation: ofBase }) },
    });

    expect(report.causes.map(({ coordinates, breaks }) => [coordinates, breaks])).toEqual([[[name], ["A"]]]);
  },
);

test("an accepted change of an operation does not accept what the schema breaks", () => {
  const report = compare({
    schema: SCHEMA.replace("name: String!", "title: String!"),
    base: "query A { flow { id name } }",
    head: "query A { flow { title } }",
    options: { accepted: [{ coordinate: "A", rule: "operation", reason: "Agreed.", expires: "2025-01-02" }] },
  });

  expect(report.causes.map(({ coordinates, accepted }) => [coordinates, accepted !== undefined])).toEqual([
    [["Flow.name"], false],
    [["A"], true],
  ]);
});

test("a fragment stays the same if operations begin or end to spread it", () => {
  const fragment = "fragment F on Flow { id }";
  const spread = `query A { flow { id ...F } } ${fragment}`;
  const unused = `query A { flow { id } } ${fragment}`;

  expect(listVerdicts(compare({ base: unused, head: spread }))).toEqual(["A unaffected", "none"]);
  expect(listVerdicts(compare({ base: spread, head: unused }))).toEqual([
    "A unaffected",
    "F unaffected",
    "none",
  ]);
  expect(listVerdicts(compare({ base: unused, head: "query A { flow { id } }" }))).toEqual([
    "F breaks",
    "A unaffected",
    "major",
  ]);
  expect(
    listVerdicts(compare({ base: unused, head: "query A { flow { id } } query F { flow { id } }" })),
  ).toEqual(["F breaks", "A unaffected", "F unaffected added", "major"]);
});

test("a fragment that is gone breaks code that imports its type", () => {
  const report = compare({
    base: "query A { flow { ...F } } fragment F on Flow { id }",
    head: "query A { flow { id } }",
  });

  expect(
    report.operations.map(({ name, findings }) => [name, ...findings.map(({ message }) => message)]),
  ).toEqual([
    [
      "A",
      "F has another text than at the base. F no longer has the type FFragment in generated code. Code that imports it does not compile.",
    ],
  ]);
});

test("other options of codegen are one change", () => {
  const report = compare({
    base: "query A { flow { at } } query B { flow { id } }",
    head: "query A { flow { at } } query B { flow { id } }",
    options: { scalars: { Date: "Date" } },
    baseOptions: { scalars: { Date: "string" } },
  });

  expect(listVerdicts(report)).toEqual(["A breaks", "B unaffected", "major"]);
  expect(report.causes.map(({ message }) => message)).toEqual([
    "codegen has other options than at the base.",
  ]);
});

test("options of codegen are no change if they have another order, or one is the default", () => {
  const before = `type Query { a: M } interface M { id: ID } interface P { n: Int } interface N { n: Int }
    type X implements M & P { id: ID n: Int } type Y implements M & N { id: ID n: Int } scalar D scalar E`;
  const after = before.replace("X implements M & P", "X implements M & P & N");
  const operation =
    "query A($if: Boolean!) { a { __typename ... on P @include(if: $if) { n } ... on N { n } } }";
  const installed = {
    operations: parseFiles({ "base:a.graphql": operation }),
    scalars: { E: "number", D: "string" },
    types: "open",
  } as const;
  const { causes } = checkTexts(before, after, operation, {
    installed,
    scalars: { D: "string", E: "number" },
  });

  expect(causes.map(({ coordinates }) => coordinates)).toEqual([["X.n"]]);
});

test("an operation that only the new schema accepts is not compared if the base is unknown", () => {
  const report = checkTexts(
    SCHEMA,
    SCHEMA.replace("note", "memo"),
    "query A { flow { memo } } query B { flow { id } }",
  );

  expect(listVerdicts(report)).toEqual(["A unaffected not compared", "B unaffected", "none"]);
  expect(report.notCompared).toEqual([{ subject: "A", reason: "It is valid only in the new schema." }]);
});

test("consumers of an operation that is gone or changed are named", () => {
  const consumer = (name: string, word: string) => ({ name, names: new Set([word]) });
  const report = compare({
    base: "query A { flow { id note } } query B { flow { id } }",
    head: "query A { flow { id } }",
    options: { consumers: [consumer("shop", "ADocument"), consumer("mail", "BQuery")] },
  });

  expect(report.consumers?.map(({ name, breaks }) => [name, breaks])).toEqual([
    ["shop", ["A"]],
    ["mail", ["B"]],
  ]);
});
