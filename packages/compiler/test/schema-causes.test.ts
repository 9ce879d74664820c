/** Causes: each schema change once, with the operations that it affects. */

import { expect, test } from "vitest";
import { type AcceptedChange, type Report, renderReport } from "../src/index.ts";
import { createLargeChange } from "./support/large-change.ts";
import { checkTexts } from "./support/schema-check.ts";

/** `User.name is now nullable, was non-null. breaks A, B; changes C; 2 places`, for each cause. */
function renderCauses({ causes }: Report): string[] {
  return causes.map(({ message, breaks, changesTypes, findings, accepted }) => {
    const effects = [
      ...(breaks.length > 0 ? [`breaks ${breaks.join(", ")}`] : []),
      ...(changesTypes.length > 0 ? [`changes ${changesTypes.join(", ")}`] : []),
      `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`,
    ];
    return `${message} ${effects.join("; ")}${accepted ? `; accepted: ${"label" in accepted ? accepted.label : accepted.reason}` : ""}`;
  });
}

const USER = "type Query { user: User! users: [User!]! } type User { id: ID! name: String! email: String! }";

test("has one cause for all operations and places of a change", () => {
  const operations = `
    query A { user { ...F } } query B { users { ...F } } query C { user { name } }
    fragment F on User { id name }`;
  const report = checkTexts(USER, USER.replace("name: String!", "name: String"), operations);
  expect(renderCauses(report)).toEqual([
    "User.name is now nullable, was non-null. breaks A, B, C; 2 findings",
  ]);
  expect(report.causes[0]?.findings.map(({ place, operations }) => [place.line, ...operations])).toEqual([
    [2, "C"],
    [3, "A", "B"],
  ]);
});

test("sorts causes by the number of operations that they break", () => {
  const after = "type Query { user: User users: [User!]! } type User { id: ID name: String! email: String! }";
  const operations = "query A { user { id name } } query B { users { id } } query C { users { id } }";
  expect(renderCauses(checkTexts(USER, after, operations))).toEqual([
    "User.id is now nullable, was non-null. breaks A, B, C; 3 findings",
    "Query.user is now nullable, was non-null. breaks A; 1 finding",
  ]);
});

test("describes a removed element by one cause, whether operations or their variables use it", () => {
  const before = "type Query { a(e: E): Int b(e: E): Int } enum E { X Y }";
  const after = before.replace(" Y", "");
  const operations = "query A { a(e: Y) } query B($e: E) { b(e: $e) }";
  expect(renderCauses(checkTexts(before, after, operations))).toEqual([
    "E.Y was removed. breaks A, B; 2 findings",
  ]);
});

test("describes a removed type by one cause for its members, and an accepted change can name it", () => {
  const before = "type Query { one: One two: One } type One { a: Int b: Int }";
  const after = "type Query { one: Two two: Two } type Two { c: Int }";
  const operations = "query A { one { a b } } query B { two { ... on One { a } } }";
  expect(renderCauses(checkTexts(before, after, operations))).toEqual([
    "One was removed. breaks A, B; 4 findings",
  ]);
  const accepted = [{ coordinate: "One", reason: "Fixed next week.", expires: "2025-01-01" }];
  const report = checkTexts(before, after, operations, { accepted });
  expect([report.verdict, ...renderCauses(report)]).toEqual([
    "unaffected",
    "One was removed. breaks A, B; 4 findings; accepted: Fixed next week.",
  ]);
});

test("describes the schema, not a single operation, if the places have different messages", () => {
  const before = "type Query { a(i: Int): Int }";
  const operations =
    "query A($one: Int) { a(i: $one) } query B($two: Int) { a(i: $two) } query C { a(i: 1) }";
  expect(renderCauses(checkTexts(before, "type Query { a(i: String): Int }", operations))).toEqual([
    "Query.a(i:) is now String, was Int. breaks A, B, C; 3 findings",
  ]);
});

test("separates a default from a type that changes with it, whatever the default contains", () => {
  const before = 'type Query { a(x: String = "b. We"): Int }';
  expect(renderCauses(checkTexts(before, before.replace("b. We", "c. We"), "query A { a }"))).toEqual([
    'Query.a(x:) now has the default "c. We", was "b. We". breaks A; 1 finding',
  ]);
  const operations = "query A { a } query B($x: String) { a(x: $x) }";
  expect(renderCauses(checkTexts(before, "type Query { a(x: Int = 1): Int }", operations))).toEqual([
    "Query.a(x:) is now Int, was String. breaks B; 1 finding",
    'Query.a(x:) now has the default 1, was "b. We". breaks B, A; 2 findings',
  ]);
});

test("agrees with the verb in number if members change together", () => {
  const before = "type Query { a(x: Int, y: Int): Int }";
  const operations = "query A($x: Int = 1, $y: Int = 1) { a(x: $x, y: $y) }";
  expect(
    renderCauses(
      checkTexts(before, before.replaceAll(": Int,", ": Int!,").replace("y: Int)", "y: Int!)"), operations),
    ),
  ).toEqual(["Query: a(x:), a(y:) no longer accept null. breaks A; 2 findings"]);
});

test("lists the types that a union gained and lost in one cause", () => {
  const before =
    "type Query { u: U v: U } union U = A | B type A { a: Int } type B { b: Int } type C { c: Int }";
  const after = before.replace("A | B", "A | C");
  const operations = "query One { u { __typename } } query Two { v { __typename } }";
  expect(renderCauses(checkTexts(before, after, operations))).toEqual([
    "U can now be C, and can no longer be B. breaks One, Two; 4 findings",
  ]);
});

test("the first screen of a report of 870 changed fields has one row for each type", async () => {
  const names = Array.from({ length: 29 }, (_, f) => `f${f}`);
  const types = Array.from({ length: 30 }, (_, t) => `T${t}`);
  const write = (type: string) =>
    types.map((name) => `type ${name} { ${names.join(`: ${type} `)}: ${type} }`).join(" ");
  const query = `type Query { ${types.map((name) => `${name}: ${name}!`).join(" ")} }`;
  const operations = types.map((name) => `query Get${name} { ${name} { ${names.join(" ")} } }`).join("\n");
  const report = checkTexts(`${query} ${write("Int!")}`, `${query} ${write("Int")}`, operations);
  const rows = report.causes.map(({ message, findings }) => `${message} ${findings.length}`);
  expect(rows).toEqual(
    types.map((name) => `${name}: f0, f1 and 27 more are now nullable, were non-null. 29`).sort(),
  );
  const text = await renderReport("text", report, { sources: new Map(), width: 100 });
  const [title, ...screen] = text.split("\n").slice(3, 34);
  expect(title).toBe("✗ Code no longer compiles, or a wrong value is read: 30 changes, 30 operations");
  expect(
    screen.map(
      (line) => /^ {2}1 {2}(T\d+): f0, f1 and 27 more are now nullable, were non-null {2}/.exec(line)?.[1],
    ),
  ).toEqual(rows.map((row) => row.split(":")[0]));
});

test("has one cause for members of a type that change in the same way at the same places", () => {
  const before = "type Query { a(i: I): Int } input I { x: Int }";
  const after = before.replace("x: Int", "x: Int y: Int z: Int w: Int!");
  const report = checkTexts(before, after, "query A($i: I) { a(i: $i) }");
  expect(renderCauses(report)).toEqual([
    "I.w is new and required. breaks A; 1 finding",
    "I: y, z are new and optional. changes A; 2 findings",
  ]);
  expect(report.causes[1]?.coordinates).toEqual(["I.y", "I.z"]);
});

test("separates the operations for which a change is accepted", () => {
  const change: AcceptedChange = {
    coordinate: "User.name",
    operation: "A",
    reason: "Unused.",
    expires: "2025-01-01",
  };
  const report = checkTexts(
    USER,
    USER.replace("name: String!", "name: String"),
    "query A { user { name } } query B { user { name } }",
    { accepted: [change] },
  );
  expect(renderCauses(report)).toEqual([
    "User.name is now nullable, was non-null. breaks B; 1 finding",
    "User.name is now nullable, was non-null. breaks A; 1 finding; accepted: Unused.",
  ]);
  expect(report.changelog).toBe(
    "### Breaking changes\n\n- `User.name` is now nullable, was non-null: `B`, `A`\n",
  );
});

test("counts operations without a name separately", () => {
  const { causes } = checkTexts(USER, USER.replace("name: String!", "name: String"), {
    "a.graphql": "{ user { name } }",
    "b.graphql": "{ user { name } }",
  });
  expect(causes[0]?.breaks).toEqual(["unnamed query", "unnamed query"]);
});

test("assigns a conflict of two fields to the field whose type changed", () => {
  const before =
    "type Query { u: U all: [X] } union U = X | Y type X { v: Int w: Int } type Y { v: Int w: Int }";
  const after = before.replace("type Y { v: Int w: Int }", "type Y { v: Int! w: String }");
  const operations = `
    query A { u { ... on X { v } ... on Y { v } } }
    query B { u { ... on Y { v w } } }
    query C { u { ... on X { w } ... on Y { w } } }`;
  const report = checkTexts(before, after, operations);
  expect(renderCauses(report)).toEqual([
    "Y.w is now String, was Int. breaks C, B; 2 findings",
    "Y.v is now Int!, was Int. breaks A; changes B; 2 findings",
  ]);
});

test("a label accepts every break that no accepted change covers, and every format says who accepted it", async () => {
  const before = "type Query { user: User } type User { id: ID! name: String! old: Int mail: String }";
  const after = "type Query { user: User } type User { id: ID! name: String mail: String! }";
  const operations = "query A { user { name } } query B { user { old } } query C { user { mail } }";
  const file = "schema/accepted.json";
  const accepted = [{ coordinate: "User.old", reason: "Not read.", expires: "2025-01-01", file }];
  const acceptingLabel = { label: "breaking", actor: "anna" };
  const report = checkTexts(before, after, operations, { accepted, acceptingLabel });
  expect([report.verdict, report.semver, report.staleAccepted]).toEqual(["changes types", "major", []]);
  expect(report.causes.map(({ coordinates, accepted: by }) => [coordinates, by])).toEqual([
    [["User.mail"], undefined],
    [["User.old"], accepted[0]],
    [["User.name"], acceptingLabel],
  ]);
  for (const format of ["text", "markdown", "html"] as const) {
    const text = (await renderReport(format, report, { sources: new Map() })).replaceAll("&quot;", '"');
    expect(text).toContain('by the label "breaking" of anna');
    expect(text).toContain("in schema/accepted.json until 2025-01-01: Not read.");
  }
  // It hides no expired change.
  const later = checkTexts(before, after, operations, { accepted, acceptingLabel, today: "2025-01-02" });
  expect(later.causes.map((cause) => cause.accepted)).toEqual([undefined, acceptingLabel, acceptingLabel]);
  expect(later.staleAccepted).toMatchObject([{ coordinate: "User.old", problem: "expired" }]);
});

test("tells calls that the server rejects from code that breaks, in the order of causes and operations", () => {
  const before = "type Query { a: Int! b(x: Int, y: Int = 1): Int c: Int old: Int } enum E { X Y }";
  const after = "type Query { a: Int b(x: Int!, y: Int = 2): Int c: Int! }";
  const operations =
    "query A { a } query B { a } query Old { old c } query X($x: Int) { b(x: $x) } query Y { b }";
  const { operations: reports, causes } = checkTexts(before, after, operations);
  expect(reports.map(({ name, verdict, harm }) => [name, verdict, harm])).toEqual([
    ["Old", "breaks", "rejected"],
    ["X", "breaks", "rejected"],
    ["Y", "breaks", "rejected"],
    ["A", "breaks", "code"],
    ["B", "breaks", "code"],
  ]);
  expect(
    causes.map(({ coordinates: [name], harm, breaks, rejected }) => [name, harm, breaks, rejected]),
  ).toEqual([
    ["Query.b(x:)", "rejected", ["X", "Y"], ["X", "Y"]],
    ["Query.old", "rejected", ["Old"], ["Old"]],
    ["Query.a", "code", ["A", "B"], []],
    ["Query.b(y:)", "code", ["X"], []],
    ["Query.c", undefined, [], []],
  ]);
});

test.each([
  [
    "a variable that the server rejects",
    "a(x: Int): Int",
    "a(x: Int!): Int",
    "query A($x: Int) { a(x: $x) }",
    "rejected",
  ],
  [
    "an enum value that variables can have",
    "a(x: E): Int",
    "a(x: E): Int } enum E { X } #",
    "query A($x: E) { a(x: $x) }",
    "rejected",
  ],
  ["an enum value that results can have", "a: E", "a: E } enum E { X } #", "query A { a }", "code"],
  [
    "a default that the operation relies on",
    "a(x: Int = 1): Int",
    "a(x: Int = 2): Int",
    "query A { a }",
    "code",
  ],
])("names the harm of %s", (_, from, to, operation, harm) => {
  const rest = " } enum E { X Y }";
  const report = checkTexts(`type Query { ${from}${rest}`, `type Query { ${to}${rest}`, operation);
  expect(report.operations.map((operation) => operation.harm)).toEqual([harm]);
});

test.each([
  ["Int", "[Int!]", "code"],
  ["String", "[ID!]", "code"],
  ["[Int!]", "Int", "rejected"],
  ["String", "Int", "rejected"],
  ["Float", "Int", "rejected"],
  ["Int", "Int!", "rejected"],
])(
  "a field of a variable that was %s and is now %s does harm: %s, by what a server converts",
  (was, now, harm) => {
    const write = (type: string) => `type Query { a(i: I): Int } input I { x: ${type} }`;
    const { causes } = checkTexts(write(was), write(now), "query A($i: I) { a(i: $i) }");
    expect(causes.map((cause) => [...cause.coordinates, cause.harm])).toEqual([["I.x", harm]]);
    const isRejected = causes.some(({ findings }) =>
      findings.some(({ message }) => message.includes("rejected")),
    );
    expect(isRejected).toBe(harm === "rejected");
  },
);

test.each([
  ["a field that accepts its items", "x: Int", "x: [Int] y: Int", "code"],
  ["the same field, and itself", "x: Int j: J", "x: [Int] j: K", "code"],
  ["a field that rejects its items", "x: [Int!]", "x: Int", "rejected"],
  ["a field that requires a list", "x: Int", "x: [Int]!", "rejected"],
  ["another required field", "x: Int", "x: [Int] y: Int!", "rejected"],
  ["a field less", "x: Int y: Int", "x: [Int]", "rejected"],
])("a field of a variable that has another input type with %s does harm: %s, %s, %s", (_, was, now, harm) => {
  const write = (type: string) => `
      type Query { a(i: I): Int }
      input I { other: ${type} j: J k: K }
      input J { ${was} }
      input K { ${now} }`;
  const { causes } = checkTexts(write("J"), write("K"), "query A($i: I) { a(i: $i) }");
  expect(causes.map((cause) => [...cause.coordinates, cause.harm])).toEqual([["I.other", harm]]);
});

test("a field of a variable that has another input type with @oneOf is rejected", () => {
  const before = `type Query { a(i: I): Int } input I { other: J j: J k: K }
    input J { x: Int y: Int } input K @oneOf { x: [Int] y: Int }`;
  const { causes } = checkTexts(
    before,
    before.replace("other: J", "other: K"),
    "query A($i: I) { a(i: $i) }",
  );
  expect(causes.map((cause) => [...cause.coordinates, cause.harm])).toEqual([["I.other", "rejected"]]);
});

test("the first screen of a report of 205 changes has each kind of harm, and a change of each rule", async () => {
  const { before, after, files } = createLargeChange();
  const report = checkTexts(before, after, Object.fromEntries(files));
  const text = await renderReport("text", report, { sources: files, width: 100 });
  const screen = text.split("\n").slice(0, 40);
  expect(report.causes).toHaveLength(205);
  expect(screen.filter((line) => /^[✗~] [A-Z]/.test(line))).toEqual([
    "✗ The server rejects calls now: 10 changes, 11 operations",
    "✗ Code no longer compiles, or a wrong value is read: 160 changes, 60 operations",
    "~ Types change, and nothing breaks: 35 changes, 30 operations",
  ]);
  const others = screen.flatMap((line) => /^ {2}and (\d+) other changes/.exec(line)?.[1] ?? []);
  const rows = screen.filter((line) => /^ {2} ?\d+ {2}\S/.test(line));
  expect(rows.length + others.reduce((sum, size) => sum + Number(size), 0)).toBe(205);
  for (const change of [
    "was removed",
    "is new and required",
    "is now Int, was String",
    "is now nullable",
    "PAUSED is new",
  ])
    expect(rows.some((row) => row.includes(change))).toBe(true);
});
