/** Mistakes of test authors: each message says what is wrong, where, and what to do. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformOptions } from "../src/index.ts";
import { sendQuery } from "./support/requests.ts";

const SCHEMA = `
  type Query {
    ticket(id: ID!): Ticket
    tickets(status: Status, first: Int): TicketPage!
    project(slug: String!): Project
    title: String!
    all(where: String, ticketOrder: Int): TicketPage!
    sorted(orderBy: String): [Ticket!]!
  }
  type Mutation {
    ticket: TicketMutation!
    rename(id: ID!, title: String!): Ticket!
    createAll(title: String!): [Ticket!]!
  }
  type TicketMutation { close(id: ID!, reason: String!): Ticket! }
  type Ticket {
    id: ID!
    title: String!
    text: String!
    status: Status!
    priority: Int
    project: Project!
    address: Address
  }
  type Project { id: ID! slug: String! tickets: [Ticket!]! }
  type Address { city: String! }
  type TicketPage { nodes: [Ticket!]! totalCount: Int! }
  enum Status { OPEN CLOSED }`;
const project = { id: "p", slug: "web" };
const ticket = { id: "t", title: "Login", status: "OPEN", priority: 1, project: "p" };
const data = { Project: [project], Ticket: [ticket] };

const open = (options: PlatformOptions = {}) =>
  createPlatform({ schema: SCHEMA, data, onRulesError: () => {}, ...options });
const create = (options: object) => () => open(options as PlatformOptions);

/** The message of the first error of an operation, with one resolver. */
async function answer(text: string, coordinate = "", resolver: unknown = undefined): Promise<string> {
  const [type = "", field = ""] = coordinate.split(".");
  const rules = coordinate === "" ? {} : { [type]: { [field]: resolver } };
  const { result } = await sendQuery(open({ rules }), text);
  return String(result.errors?.[0]?.message);
}

// biome-ignore lint/suspicious/noExplicitAny: Each case has another type.
type AnyResolver = (parent: any, args: any, context: any) => unknown;
const LIST = "query ListTickets($status: Status) { tickets(status: $status) { nodes { id title } } }";
const RENAME = 'mutation { rename(id: "t", title: "x") { id } }';

test.for<[mistake: string, run: () => unknown, message: RegExp]>([
  [
    "a type of data",
    create({ data: { Tikcet: [] } }),
    /data\.Tikcet: .*no object type "Tikcet"\. Did you mean "Ticket"/,
  ],
  [
    "a field of data",
    create({ data: { Ticket: [{ titel: "a" }] } }),
    /data\.Ticket\[0\]\.titel: .*Did you mean "title"/,
  ],
  [
    "a number as text",
    create({ data: { Ticket: [{ priority: "1" }] } }),
    /priority: expected a 32-bit integer, got a string/,
  ],
  [
    "a value of an enum",
    create({ data: { Ticket: [{ status: "DONE" }] } }),
    /status: expected Status \(OPEN, CLOSED\)/,
  ],
  [
    "an unknown row",
    create({ data: { ...data, Ticket: [{ project: "p9" }] } }),
    /project: there is no Project "p9"/,
  ],
  [
    "an ID twice",
    create({ data: { Project: [project, project] } }),
    /data\.Project\[1\]\.id: another Project has the same ID/,
  ],
  ["rows of a type without a key", create({ data: { Address: [] } }), /Address has no ID/],
  ["rows of the root", create({ data: { Query: [] } }), /root type has no rows\. Write resolvers/],
  [
    "one row in place of a list",
    create({ data: { Ticket: ticket } }),
    /data\.Ticket: expected a list of objects/,
  ],
  ["a type of rules", create({ rules: { Tickt: {} } }), /Tickt: .*Did you mean "Ticket"/],
  [
    "a field of rules",
    create({ rules: { Query: { tickts: () => [] } } }),
    /Query\.tickts: .*Did you mean "tickets"/,
  ],
  [
    "a value as a resolver",
    create({ rules: { Query: { title: "a" } } }),
    /Query\.title: expected a function/,
  ],
  ["a key", create({ keys: { Address: "zip" } }), /keys\.Address: Address has no field "zip"/],
  ["an option", create({ rule: {} }), /createPlatform: unknown option "rule"\. Did you mean "rules"/],
  ["a scenario", create({ scenario: "expired" }), /Unknown scenario "expired"\. Scenarios: expired-token/],
  ["a schema", create({ schema: "type Query { a: Strin }" }), /The schema is not valid.*Strin/],
  [
    "a field of an answer",
    () => open().answer(LIST, { tickets: { nodes: [{ text: "a" }] } }),
    /nodes\[0\]\.text: the operation does not select it/,
  ],
  [
    "a value of an answer",
    () => open().answer(LIST, { tickets: { nodes: [{ title: 1 }] } }),
    /nodes\[0\]\.title: expected a string, got 1/,
  ],
  [
    "an operation of an answer",
    () => open().answer("query A { tickts { id } }"),
    /A does not match the schema:\s+line 1, column 11: .*tickts/,
  ],
  [
    "a variable of an answer",
    () => open().answer(LIST, {}, { variables: { state: "OPEN" } }),
    /no variable "state"\. Variables: status/,
  ],
  [
    "a variable of an answer without variables",
    () => open().answer("query A { title }", {}, { variables: { id: "t" } }),
    /A has no variable "id"\. Variables: none\./,
  ],
  ["a rejected query", () => open().reject(LIST, [{ messages: ["no"] }]), /ListTickets is not a mutation/],
])("%s is an error of the call", ([, run, message]) => {
  expect(run).toThrow(message);
});

const READ = '{ ticket(id: "t") { title } }';
test.for<[mistake: string, run: () => Promise<string>, message: RegExp]>([
  [
    "an argument without a resolver",
    () => answer("{ tickets(status: OPEN) { totalCount } }"),
    /No resolver decides Query\.tickets with "status"\. Add to Query in platform\.rules\.ts:\s+tickets: \(_, \{ status, \.\.\.rest \}, \{ db, page \}\) =>/,
  ],
  [
    "an argument of a page that has no arguments",
    () => answer('{ all(where: "a", ticketOrder: 1) { totalCount } }'),
    /all: \(_, \{ where, ticketOrder, \.\.\.rest \}, \{ db, page \}\) => page\(db\.Ticket\.list\(\(row\) => …\)\.toSorted\(\(a, b\) => …\), rest\),/,
  ],
  [
    "an order without a resolver",
    () => answer('{ sorted(orderBy: "a") { id } }'),
    /sorted: \(_, \{ orderBy \}, \{ db \}\) => db\.Ticket\.list\(\)\.toSorted\(\(a, b\) => …\),/,
  ],
  [
    "a mutation that returns a list without one",
    () => answer('mutation { createAll(title: "a") { id } }'),
    /createAll: \(_, \{ title \}, \{ db \}\) => …,/,
  ],
  [
    "a mutation below a group without one",
    () => answer('mutation { ticket { close(id: "t", reason: "r") { id } } }'),
    /No resolver decides TicketMutation\.close with "id", "reason"\. .*\s+close: \(_, \{ id, reason \}, \{ db \}\) => db\.Ticket\.update\(id, /,
  ],
  [
    "a value that no row has",
    () => answer('{ ticket(id: "t") { text } }'),
    /No Ticket has a "text"\. Add it to the data, generate it, or compute it/,
  ],
  [
    "a resolver without return",
    () => answer("{ title }", "Query.title", () => {}),
    /Query\.title .*returned nothing, but the field is String!/,
  ],
  [
    "a list for a page",
    () =>
      answer("{ tickets { totalCount } }", "Query.tickets", ((_, __, { db }) =>
        db.Ticket.list()) as AnyResolver),
    /returned a list, but the field is a TicketPage\. Return page\(rows, args\)/,
  ],
  [
    "a row of another type",
    () => answer(READ, "Query.ticket", ((_, { id: _id }, { db }) => db.Project.get("p")) as AnyResolver),
    /returned a Project\. Expected Ticket/,
  ],
  [
    "an ignored argument",
    () => answer(READ, "Query.ticket", () => null),
    /The resolver of Query\.ticket ignores the argument "id"/,
  ],
  [
    "a resolver that throws",
    () => answer("{ title }", "Query.title", () => Object(undefined).a.b),
    /Query\.title in platform\.rules\.ts threw TypeError/,
  ],
  [
    "a table",
    () => answer(READ, "Query.ticket", ((_, { id }, { db }) => db.Tickets.get(id)) as AnyResolver),
    /db\.Tickets: .*Did you mean "Ticket"/,
  ],
  [
    "a column",
    () => answer("{ title }", "Query.title", ((_, __, { db }) => db.Ticket.get("t").titel) as AnyResolver),
    /Ticket has no field "titel"\. Did you mean "title"/,
  ],
  [
    "a column of an update",
    () =>
      answer(RENAME, "Mutation.rename", ((_, { id, title }, { db }) =>
        db.Ticket.update(id, { titel: title })) as AnyResolver),
    /db\.Ticket\.update: titel: .*Did you mean "title"/,
  ],
  [
    "a row that is changed in place",
    () =>
      answer(RENAME, "Mutation.rename", ((_, { id, title }, { db }) =>
        Object.assign(db.Ticket.get(id), { title })) as AnyResolver),
    /Rows are read-only\. Use db\.Ticket\.update\(id, \{ title: … \}\)/,
  ],
  [
    "a query that changes a row",
    () =>
      answer(READ, "Query.ticket", ((_, { id }, { db }) =>
        db.Ticket.update(id, { title: "x" })) as AnyResolver),
    /db\.Ticket\.update: only the resolver of a mutation can change rows, while it runs\. Compute/,
  ],
  [
    "an unknown row of a mutation",
    () =>
      answer(RENAME.replace('"t"', '"x"'), "Mutation.rename", ((_, { id, title }, { db }) =>
        db.Ticket.update(id, { title })) as AnyResolver),
    /There is no Ticket with this ID/,
  ],
])("%s is an error of the response", async ([, run, message]) => {
  expect(await run()).toMatch(message);
});

test("each mistake in rules is reported once, with the name of the operation, and logged", async () => {
  const reported: string[] = [];
  const fail = () => {
    throw new Error("x");
  };
  const rules = { Ticket: { priority: fail } };
  const platform = open({ rules, onRulesError: (message) => void reported.push(message) });
  const selection = '{ a: ticket(id: "t") { priority } b: ticket(id: "t") { priority address { city } } }';
  const { result } = await sendQuery(platform, `query Read ${selection}`);
  const messages = result.errors?.map(({ message }) => String(message)) ?? [];
  expect(messages).toEqual([
    expect.stringContaining("Ticket.priority in platform.rules.ts threw Error: x"),
    expect.stringContaining('No Ticket has a "address".'),
  ]);
  expect(reported).toEqual(messages.map((message) => `Read: ${message}`));
  expect(platform.requests[0]?.problem).toBe(messages.join("; "));
  await sendQuery(platform, selection);
  expect(reported.slice(2)).toEqual(messages);
});
