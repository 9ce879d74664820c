/** Which consumers a change affects, by the names that they import. */

import { expect, test } from "vitest";
import type { Consumer } from "../src/check/impact/consumers.ts";
import { renderReport } from "../src/index.ts";
import { checkTexts } from "./support/schema-check.ts";

/** Orders and their users. The ID of a user becomes nullable, and a status is removed. */
const BEFORE = `type Query { order: Order orderUser(by: By): User status: Status }
type Order { id: ID! user: User }
type User { id: ID! }
input By { status: Status }
enum Status { OPEN DONE }`;
const AFTER = BEFORE.replace("{ id: ID! }", "{ id: ID }").replace("OPEN DONE", "OPEN");
const OPERATIONS = `
query Order { order { id user { id } } }
query OrderUser($by: By) { orderUser(by: $by) { ...Name } }
query Status { status }
query Untouched { order { id } }
fragment Name on User { id }`;

function createConsumer(name: string, names: readonly string[] | "all"): Consumer {
  return { name, names: names === "all" ? names : new Set(names) };
}

function checkConsumers(...consumers: readonly Consumer[]) {
  return checkTexts(BEFORE, AFTER, OPERATIONS, { consumers });
}

const affected = (consumer: Consumer) =>
  checkConsumers(consumer).operations.flatMap(({ name, consumers }) => (consumers?.length ? [name] : []));

test.for([
  [["OrderDocument"], ["Order"]],
  [["OrderQuery"], ["Order"]],
  [["OrderQuery_order_user"], ["Order"]],
  [["OrderUserQuery"], ["OrderUser"]],
  [["OrderUserQueryVariables"], ["OrderUser"]],
  [["NameFragment"], ["OrderUser"]],
  [["Status", "By", "Other"], []],
  [
    ["StatusDocument", "UntouchedDocument"],
    ["Status", "Untouched"],
  ],
  ["all", ["OrderUser", "Order", "Status", "Untouched"]],
] as const)("%s uses the operations %s", ([names, operations]) => {
  expect(affected(createConsumer("shop", names))).toEqual(operations);
});

test("lists the consumers of each operation and cause, sorted by name and by number", () => {
  const { operations, causes, consumers } = checkConsumers(
    createConsumer("zoo", ["OrderDocument", "Status"]),
    createConsumer("team", "all"),
    createConsumer("shop", ["OrderUserDocument", "OrderDocument", "OrderDocument", "Status"]),
    createConsumer("none", []),
  );

  expect(operations.map(({ name, consumers }) => `${name}: ${consumers}`)).toEqual([
    "OrderUser: shop,team",
    "Order: shop,team,zoo",
    "Status: team",
    "Untouched: team",
  ]);
  const uses = causes.map(({ coordinates, used }) =>
    [
      ...coordinates,
      used?.operations,
      ...(used?.consumers ?? []).map(({ name, operations }) => `${name} ${operations}`),
    ].join(),
  );
  expect(uses).toEqual(["Status.DONE,2,team 2,shop 1,zoo 0", "User.id,2,shop 2,team 2,zoo 1"]);
  expect(
    consumers?.map(({ name, operations, breaks, changesTypes }) =>
      [name, operations, ...breaks, ...changesTypes].join(),
    ),
  ).toEqual(["zoo,1,Order", "team,4,OrderUser,Order,Status", "shop,2,OrderUser,Order", "none,0"]);
});

test.for([
  ["Status", "breaks", [], ["shop"]],
  ["By", "breaks", [], ["shop"]],
  ["Other", "unaffected", ["OrderUser", "Status"], []],
] as const)(
  "if only %s is used, the verdict on a removed value of Status is %s, and it ignores the operations %s",
  ([name, expected, ignored, users]) => {
    const after = BEFORE.replace("OPEN DONE", "OPEN");
    const consumers = [createConsumer("shop", [name])];
    const report = checkTexts(BEFORE, after, OPERATIONS, { consumers, ignoreUnused: true });

    expect(report.verdict).toBe(expected);
    expect(report.operations.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : []))).toEqual(ignored);
    expect(report.causes.map(({ used }) => used?.consumers.map(({ name }) => name))).toEqual([users]);
  },
);

test("an accepted break of a used enum does not make an operation used", () => {
  const report = checkTexts(BEFORE, AFTER, OPERATIONS, {
    consumers: [createConsumer("shop", ["Status"])],
    ignoreUnused: true,
    accepted: [{ coordinate: "Status.DONE", reason: "Agreed.", expires: "2025-01-02" }],
  });
  expect(report.operations.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : []))).toEqual([
    "Order",
    "OrderUser",
  ]);
});

test.for([
  ["the others are ignored", "code of 2 others breaks (1 used by consumers, the others are ignored)"],
  ["all count", "code of 2 others breaks (1 used by consumers)"],
] as const)(
  "counts an operation that breaks because of a used enum as used, if %s",
  async ([rest, expected]) => {
    const report = checkTexts(BEFORE, AFTER, OPERATIONS, {
      consumers: [createConsumer("shop", ["Status"])],
      ignoreUnused: rest === "the others are ignored",
    });
    const text = await renderReport("text", report, { sources: new Map(), width: 200 });
    const start = "✗ the server rejects 1 of 4 operations (1 used by consumers)";
    expect(text.split("\n", 1)).toEqual([`${start} · ${expected} · major version`]);
  },
);

test.for([
  ["Status", "State"],
  ["[Status]", "State"],
])(
  "an enum in %s that is no longer exported breaks its consumers, even if none uses the operation",
  ([was, now]) => {
    const consumers = [createConsumer("shop", ["Status"])];
    const before = `type Query { status: ${was} } enum Status { OPEN } enum State { OPEN }`;
    const after = before.replace(`status: ${was}`, `status: ${now}`);
    const { verdict, causes } = checkTexts(before, after, "query Status { status }", {
      consumers,
      ignoreUnused: true,
    });

    expect(verdict).toBe("breaks");
    expect(causes.map(({ used }) => used?.consumers)).toEqual([[{ name: "shop", operations: 0 }]]);
  },
);

test("an input type that is no longer exported breaks its consumers, even if none uses the operation", () => {
  const before = `type Query { a(i: I): Int } input I { x: One } input One { n: Int } input Two { n: Int }`;
  const { verdict, causes } = checkTexts(
    before,
    before.replace("x: One", "x: Two"),
    "query A($i: I) { a(i: $i) }",
    {
      consumers: [createConsumer("shop", ["One"])],
      ignoreUnused: true,
    },
  );

  expect(verdict).toBe("breaks");
  expect(causes.map(({ used }) => used?.consumers)).toEqual([[{ name: "shop", operations: 0 }]]);
});

test("finds the consumers of an enum by its name in the generated code", () => {
  const before = "type Query { status: order_status } enum order_status { OPEN DONE }";
  const { causes } = checkTexts(before, before.replace("DONE", ""), "query Status { status }", {
    consumers: [createConsumer("shop", ["Order_Status"])],
    types: "graphql-codegen",
  });

  expect(causes.map(({ used }) => used?.consumers)).toEqual([[{ name: "shop", operations: 0 }]]);
});

test("a type whose name ends like a document is one", () => {
  const before = `type Query { user(by: ByDocument): User } type User { idDocument: Doc } type Doc { id: ID! }
    input ByDocument { id: ID kind: ID }`;
  const after = before.replace("id: ID!", "id: ID").replace("kind: ID", "");
  const { operations, causes } = checkTexts(
    before,
    after,
    "query User { user { idDocument { id } } } query By($by: ByDocument) { user(by: $by) { idDocument { id } } }",
    {
      consumers: [
        createConsumer("shop", ["UserQuery_user_idDocument"]),
        createConsumer("web", ["ByDocument"]),
        createConsumer("old", ["UserQueryOldDocument"]),
      ],
    },
  );

  expect(operations.map(({ name, consumers }) => `${name}: ${consumers}`)).toEqual(["By: web", "User: shop"]);
  expect(
    causes.map(({ coordinates, used }) => `${coordinates}: ${used?.consumers.map(({ name }) => name)}`),
  ).toEqual(["ByDocument.kind: web", "Doc.id: shop,web"]);
});
