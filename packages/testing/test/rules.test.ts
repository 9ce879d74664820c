/** Declared rules: what they change, and the errors that a test author sees without them. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { createPlatform, type PlatformData, type PlatformOptions } from "../src/index.ts";
import { is, type Rules, reject, some } from "../src/rules.ts";
import tracker from "./fixtures/tickets/platform.rules.ts";
import { ask, askData } from "./support/requests.ts";

const FOLDER = new URL("fixtures/tickets/", import.meta.url);
const schema = readFileSync(new URL("schema.graphql", FOLDER), "utf8");
const data: PlatformData = {
  Project: [
    { id: "p1", slug: "web" },
    { id: "p2", slug: "api" },
  ],
  Label: [{ id: "l1", name: "bug" }],
  Ticket: [
    { id: "t1", title: "Login fails", status: "OPEN", priority: 2, project: "p1", labels: ["l1"] },
    { id: "t2", title: "Cart is slow", status: "CLOSED", priority: 3, project: { id: "p1" } },
    { id: "t3", title: "Log in twice", status: "OPEN", priority: 2, project: "p2", labels: [] },
  ],
};

/** Opens a tracker whose errors of rules are kept. */
function open(options: PlatformOptions = {}) {
  const shown: string[] = [];
  const onRulesError = (message: string) => void shown.push(message);
  const platform = createPlatform({ schema, data, rules: tracker, onRulesError, ...options });
  const query = (text: string, variables?: object) => askData(platform, text, variables);
  const fail = async (text: string) => {
    const [error, ...others] = (await ask(platform, text)).result.errors ?? [];
    expect(others).toEqual([]);
    return String(error?.message);
  };
  return { platform, query, fail, shown };
}

const create = (title: string, more = "") =>
  `mutation { createTicket(input: { title: "${title}", projectId: "p2"${more} }) {
    ticket { id title status priority closedAt project { slug } } errors { field message } } }`;

test("creates rows with defaults, in both directions of relations, and restores all with reset()", async () => {
  const now = () => Date.UTC(2026, 0, 31);
  const { platform, query } = open({ now });
  const ticket = {
    id: "Ticket-4",
    title: "New",
    status: "OPEN",
    priority: 1,
    closedAt: null,
    project: { slug: "api" },
  };
  expect(await query(create("New"))).toEqual({ createTicket: { ticket, errors: [] } });
  const text = "{ projects { openTicketCount tickets { id } } tickets { nodes { id createdAt } } }";
  const { projects, tickets } = await query(text);
  expect(projects).toEqual([
    { openTicketCount: 1, tickets: [{ id: "t1" }, { id: "t2" }] },
    { openTicketCount: 2, tickets: [{ id: "t3" }, { id: "Ticket-4" }] },
  ]);
  expect(tickets?.nodes?.[3]).toEqual({ id: "Ticket-4", createdAt: "2026-01-31T00:00:00.000Z" });
  await query('mutation { deleteTicket(id: "t1") { deletedTicketId } closeTicket(id: "t3") { ticket { id } } }');
  expect((await query(text)).projects?.map(({ openTicketCount }) => openTicketCount)).toEqual([0, 1]);
  platform.reset();
  expect((await query(text)).projects?.map(({ openTicketCount }) => openTicketCount)).toEqual([1, 1]);
  expect(await query(create("Again"))).toMatchObject({ createTicket: { ticket: { id: "Ticket-4" } } });
});

test("rejects a mutation with payload errors, or with a GraphQL error if its type has none", async () => {
  const { query, platform } = open();
  const errors = [{ field: "title", message: "must not be empty" }];
  expect(await query(create(""))).toEqual({ createTicket: { ticket: null, errors } });
  const unknown = await query('mutation { closeTicket(id: "t9") { ticket { id } errors { field message } } }');
  expect(unknown?.closeTicket?.errors).toEqual([{ field: "id", message: "There is no Ticket with this ID." }]);
  const text = 'mutation { createTicket(input: { title: "a", projectId: "p9" }) { errors { field message } } }';
  expect(await query(text)).toEqual({
    createTicket: { errors: [{ field: "project", message: "There is no Project with this ID." }] },
  });
  const { result } = await ask(platform, 'mutation { renameProject(id: "p1", slug: "api") { id } }');
  expect(result.errors?.[0]).toMatchObject({ extensions: { code: "ALREADY_EXISTS" } });
});

test("has the user, the organization and the tenants of the option users", async () => {
  const users = [{ name: "ada", email: "ada@example.org" }];
  const { platform, query } = open({ users });
  const text = "{ me { name email organization { id name } } }";
  const [tenant, other] = platform.tenants;
  expect(await query(text)).toEqual({ me: { name: "ada", email: "ada@example.org", organization: tenant } });
  const token = await platform.issueAccessToken({ tenantId: other?.id ?? "" });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: text });
  const response = await platform.fetch(new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body }));
  expect((await response.json()).data.me.organization).toEqual(other);
  const wrong = [{ name: "ada", mail: "x" }] as unknown as typeof users;
  expect(() => open({ users: wrong })).toThrow('users: unknown member "mail". Did you mean "email"?');
});

test.for<[string, string]>([
  [
    '{ tickets(filter: { projectSlug: "web" }) { totalCount } }',
    `platform.rules.ts has no rule for the argument TicketFilter.projectSlug. Add to filters:

  "TicketFilter.projectSlug": is("project.slug"),`,
  ],
  [
    'mutation { closeTicket(id: "t1") { ticket { id } } }',
    `platform.rules.ts has no rule for the mutation closeTicket. Add to resolvers.Mutation:

  closeTicket: (_, { id }, { db }) => db.Ticket.update(id, { … }), // or create, upsert, delete, add, remove`,
  ],
  [
    "{ version }",
    `platform.rules.ts has no rule for the field Query.version. Add to resolvers.Query:

  version: generated, // or a function that returns the value`,
  ],
  [
    "{ projects { openTicketCount } }",
    `platform.rules.ts has no rule for the number Project.openTicketCount. Add to resolvers.Project:

  openTicketCount: ({ id }, _, { db }) => db.….filter(…).length, // or generated`,
  ],
])("fails without a rule, with the line to add: %s", async ([text, message]) => {
  const { platform, fail, shown } = open({ rules: {} });
  expect(await fail(text)).toBe(message);
  await ask(platform, text);
  expect(shown).toEqual([message]);
  expect(platform.describe()).toContain(`(${message.replaceAll(/\s*\n\s*/g, " ")})`);
});

const PROPOSED = `enum Sort { NAME_ASC NAME_DESC SIZE OTHERdesc } enum Nulls { ascending_nulls_first DescNullsLast } enum State { OPEN } enum Direction { ASC DESC } interface Named { name: String! }
  type Owner implements Named { id: ID! name: String! kind: [String!] } type Item { id: ID! name: String! state: State
    owner: Owner owners: [Owner!]! part: Part labelNames: [String!] } type Part { width: Int }
  input Where { owner: Inner not: Where } input Inner { name: String } scalar BigInt`;

test.for<[argument: string, value: string, rule: string]>([
  ["name: String", '"a"', 'filters: is("name")'],
  ["Name: String", '"a"', 'filters: is("name")'],
  ["state: State", "OPEN", 'filters: is("state")'],
  ["owner: ID", '"o"', 'filters: is("owner")'],
  ["owner: String", '"o"', 'filters: is("owner.…")'],
  ["ownerId: ID", '"o"', 'filters: is("owner")'],
  ["ownerName: String", '"a"', 'filters: is("owner.name")'],
  ["owner_kind: String", '"a"', 'filters: is("owner.kind")'],
  ["ownerNames: String", '"a"', 'filters: is("…")'],
  ["part_width: Int", "1", 'filters: is("part.width")'],
  ["part: Int", "1", 'filters: is("…")'],
  ["labelNames: [String!]", '["a"]', 'filters: is("labelNames")'],
  ["search: String", '"a"', 'filters: is("…")'],
  ["sort: Sort", "NAME_DESC", 'orders: "Sort.NAME_DESC": "-name"'],
  [
    "sort: [Sort!]",
    "[NAME_ASC, SIZE, OTHERdesc]",
    'orders: "Sort.NAME_ASC": "name", "Sort.SIZE": "…", "Sort.OTHERdesc": "-…"',
  ],
  ["sort: Nulls", "null", 'orders: "Nulls.ascending_nulls_first": keep, "Nulls.DescNullsLast": descending'],
  ["sort: Direction", "null", 'orders: "Direction.ASC": keep, "Direction.DESC": descending'],
  ["reverse: Boolean", "true", "orders: descending"],
  ["limit: Int", "1", 'pages: "first"'],
  ["offset: BigInt", "1", 'pages: "skip"'],
  ["page: Int", "1", 'pages: "page"'],
  ["offset: String", '"1"', 'filters: is("…")'],
  ["where: Where", '{ owner: { name: "a" } }', 'filters: "Where.owner": some("owner")'],
  ["where: [Where!]", "[{}]", 'filters: some("…")'],
  ["where: Where", "{ not: {} }", 'filters: "Where.not": not'],
])("proposes the rule of the argument %s: %s", async ([argument, value, rule]) => {
  const sdl = `${PROPOSED} type Query { items(${argument}): [Item!]! }`;
  const message = await open({ schema: sdl, data: {}, rules: {} }).fail(
    `{ items(${argument.replace(/:.*/, "")}: ${value}) { id } }`,
  );
  const [section = "", lines = ""] = message.replace(/^.*Add to /, "").split(":\n\n");
  const line = lines.replace(`"Query.items(${argument.replace(/:.*/, "")}:)": `, "").replaceAll(/\s+/g, " ");
  expect(`${section}:${line}`).toBe(`${rule},`);
});

test("prints an error of rules to the console once", async () => {
  const print = vi.spyOn(console, "error").mockImplementation(() => {});
  const platform = createPlatform({ schema });
  for (const _ of [1, 2]) await ask(platform, "{ version }");
  expect(print.mock.calls).toEqual([[expect.stringContaining("has no rule for the field Query.version.")]]);
  print.mockRestore();
});

test("names the candidates of a list with two other directions, and the key of a type without an ID", async () => {
  const two = `type Query { users: [User!]! sums: [Sum!]! } type Sum { name: String! total: Int! }
    type User { id: ID! issues: [Issue!]! } type Issue { id: ID! author: User! assignee: User }`;
  const rows = { User: [{ id: "u1" }], Issue: [{ id: "i1", author: "u1" }] };
  const options = { schema: two, data: rows, rules: {} };
  expect(await open(options).fail("{ users { issues { id } } }")).toBe(
    `platform.rules.ts has no rule for the list User.issues, which can be the other direction of Issue.author or Issue.assignee. Add to inverses:

  "User.issues": "author",
  // "User.issues": "assignee",`,
  );
  const rules: Rules = { inverses: { "User.issues": "author" }, keys: { Sum: "name" } };
  const { query } = open({ ...options, rules, data: { ...rows, Sum: [{ name: "a", total: 7 }] } });
  expect(await query("{ users { issues { id } } sums { name total } }")).toEqual({
    users: [{ issues: [{ id: "i1" }] }],
    sums: [{ name: "a", total: 7 }],
  });
  expect(() => open({ ...options, data: { Sum: [{ name: "a" }] } })).toThrow(
    'data.Sum: Sum has no ID, so its objects are parts of others. Name its key in "keys" of platform.rules.ts',
  );
});

test("reads keys inside of parts, namespaces of mutations, and async resolvers", async () => {
  const nested = `type Query { entry(id: String!): Entry entries(skip: Int, limit: Int): EntryList! }
    type EntryList { total: Int! skip: Int! items: [Entry!]! } type Entry { sys: Sys! title: String }
    type Sys { id: String! version: Int! } type Mutation { entries: EntryMutations! }
    type EntryMutations { publish(id: String!, title: String): Entry! }`;
  const rules: Rules = {
    keys: { Entry: "sys.id" },
    pages: { "Query.entries(skip:)": "skip", "Query.entries(limit:)": "first" },
    resolvers: {
      EntryList: { skip: ({ total, items }) => total - items.length },
      EntryMutations: {
        publish: async (_, { id, title }, { db }) => {
          if (title === "") throw reject("must not be empty", { code: "EMPTY" });
          return db.Entry.update(id, { title });
        },
      },
    },
  };
  const { platform, query } = open({
    schema: nested,
    rules,
    data: { Entry: [{ sys: { id: "a", version: 2 } }, { title: "B" }] },
  });
  expect(await query('mutation { entries { publish(id: "a", title: "A") { title sys { id version } } } }')).toEqual({
    entries: { publish: { title: "A", sys: { id: "a", version: 2 } } },
  });
  expect(await query('{ entry(id: "a") { title } entries(skip: 1, limit: 5) { total skip items { title } } }')).toEqual(
    { entry: { title: "A" }, entries: { total: 2, skip: 1, items: [{ title: "B" }] } },
  );
  const { result } = await ask(platform, 'mutation { entries { publish(id: "a", title: "") { title } } }');
  expect(result.errors?.[0]).toMatchObject({ message: "must not be empty", extensions: { code: "EMPTY" } });
});

test("relates what a rule creates to the user, and rejects with the member of a union that has a message", async () => {
  const sdl = `type Query { me: User! image(width: Int): Image! } type Image { id: ID! url(width: Int): String! } type User { id: ID! name: String! notes: [Note!]! }
    type Note { id: ID! text: String! author: User! } union AddNote = Note | Invalid type Invalid { message: String! }
    type Mutation { addNote(text: String!): AddNote! }`;
  const rules: Rules = {
    resolvers: {
      Query: { image: (_, _args, { db }) => db.Image.all()[0] },
      Mutation: {
        addNote(_, { text }, { db, user }) {
          if (text === "") throw reject("Write something.");
          return db.Note.create({ text, author: user });
        },
      },
    },
  };
  const { query, fail } = open({ schema: sdl, rules, data: { Note: [] } });
  const add = (text: string) =>
    query(
      `mutation { addNote(text: "${text}") { __typename ... on Note { author { name } } ... on Invalid { message } } }`,
    );
  expect(await add("a")).toEqual({ addNote: { __typename: "Note", author: { name: "demo" } } });
  expect(await query("{ me { notes { text } } }")).toEqual({ me: { notes: [{ text: "a" }] } });
  expect(await add("")).toEqual({ addNote: { __typename: "Invalid", message: "Write something." } });
  expect(await fail("{ image { url(width: 1) } }")).toBe(
    'platform.rules.ts has no rule for the argument Image.url(width:). Add to filters:\n\n  "Image.url(width:)": ignored, // or write a resolver of the field',
  );
});

test("accepts input objects without a rule only as arguments, and rejects their members", async () => {
  const sdl = `type Query { items(where: Where): [Item!]! } input Where { owner: OwnerWhere } input OwnerWhere { name: String }
    type Item { id: ID! owner: Owner } type Owner { id: ID! name: String! }`;
  const ask = '{ items(where: { owner: { name: "a" } }) { id } }';
  expect(await open({ schema: sdl, data: {}, rules: {} }).fail(ask)).toBe(
    'platform.rules.ts has no rule for the argument Where.owner. Add to filters:\n\n  "Where.owner": some("owner"),',
  );
  const rules: Rules = { filters: { "Where.owner": some("owner"), "OwnerWhere.name": is("name") } };
  const rows = { Owner: [{ id: "o", name: "a" }], Item: [{ id: "1", owner: "o" }, { id: "2" }] };
  expect(await open({ schema: sdl, data: rows, rules }).query(ask)).toEqual({ items: [{ id: "1" }] });
});

test("type-checks without codegen, and with typescript-resolvers", { timeout: 60_000, tags: ["slow"] }, async () => {
  const check = (...more: string[]) => {
    const settings = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext"];
    const files = ["platform.rules.ts", "typed.rules.ts"].map((name) => fileURLToPath(new URL(name, FOLDER)));
    const args = [
      ...settings,
      "--target",
      "es2024",
      "--allowImportingTsExtensions",
      "--ignoreConfig",
      ...more,
      ...files,
    ];
    return new Promise<string>((resolve) => {
      execFile("tsc", args, (_, stdout) => resolve(stdout));
    });
  };
  expect(await Promise.all([check(), check("--noUncheckedIndexedAccess")])).toEqual(["", ""]);
});
