/**
 * The rows of the platform: what mutations change is what later queries return, in both directions of
 * relations.
 */

import { expect, test } from "vitest";
import { fill, type PlatformData, type PlatformOptions } from "../src/index.ts";
import type { Context } from "../src/rules-entry.ts";
import { openForeign } from "./support/foreign-platform.ts";
import { type Data, queryData, sendQuery } from "./support/requests.ts";

/** Opens a platform, and returns functions that send queries. */
function open(options: PlatformOptions = {}) {
  const platform = openForeign(options);
  const query = (text: string) => queryData(platform, text);
  const findError = async (text: string) => (await sendQuery(platform, text)).result.errors?.[0];
  return { platform, query, findError };
}

const LIST = "{ customers { totalCount nodes { id name } } }";
const entriesOf = (list: Data | undefined) => [...(list?.nodes ?? list ?? [])] as Data[];
const idsOf = (list: Data | undefined) => (list?.nodes ?? list)?.map(({ id }) => id);

test("changes an object wherever it appears", async () => {
  const { query } = open({
    data: { Customer: [{ id: "c1", name: "Ada" }], Order: [{ id: "o1", customer: "c1" }] },
  });
  await query('mutation { updateCustomer(input: { id: "c1", name: "Bob" }) { customer { id } } }');
  expect(await query('{ customer(id: "c1") { name } order(id: "o1") { customer { name } } }')).toEqual({
    customer: { name: "Bob" },
    order: { customer: { name: "Bob" } },
  });
});

test("removes what a mutation deleted, and reports it as missing", async () => {
  const { query, findError } = open({ data: { Customer: fill([{ id: "c1" }, { id: "c2" }]) } });
  const remove = 'mutation { deleteCustomer(id: "c1") { deletedId errors { field messages } } }';
  expect(await query(remove)).toEqual({ deleteCustomer: { deletedId: "c1", errors: [] } });
  expect(idsOf((await query(LIST)).customers)).toEqual(["c2"]);
  expect(await query('{ customer(id: "c1") { id } node(id: "c1") { id } }')).toEqual({
    customer: null,
    node: null,
  });
  const messages = ["There is no Customer with this ID."];
  expect(await query(remove)).toEqual({
    deleteCustomer: { deletedId: null, errors: [{ field: "id", messages }] },
  });
  const update = await query(
    'mutation { updateCustomer(input: { id: "c1" }) { customer { id } errors { messages } } }',
  );
  expect(update).toEqual({ updateCustomer: { customer: null, errors: [{ messages }] } });
  expect(await findError('mutation { closeTicket(id: "t") { id } }')).toMatchObject({
    message: "There is no Ticket with this ID.",
    extensions: { code: "NOT_FOUND" },
  });
  expect(await findError("{ customers { totalCount } }")).toBeUndefined();
});

const RELATED =
  '{ customer(id: "c1") { orders { count nodes { id customer { id } } } } orders { nodes { id customer { id } } } }';

test.for<[string, PlatformData]>([
  [
    "the list",
    {
      Customer: [
        { id: "c1", orders: [{ id: "o2" }] },
        { id: "c2", orders: ["o1"] },
      ],
      Order: [{ id: "o1" }, { id: "o2" }],
    },
  ],
  [
    "the object",
    {
      Customer: [{ id: "c1" }, { id: "c2" }],
      Order: [
        { id: "o1", customer: { id: "c2" } },
        { id: "o2", customer: { id: "c1" } },
      ],
    },
  ],
])("relates objects in both directions if the data gives %s", async ([, data]) => {
  expect(await open({ data }).query(RELATED)).toEqual({
    customer: { orders: { count: 1, nodes: [{ id: "o2", customer: { id: "c1" } }] } },
    orders: {
      nodes: [
        { id: "o1", customer: { id: "c2" } },
        { id: "o2", customer: { id: "c1" } },
      ],
    },
  });
});

test("lists objects that the data gives inside of others", async () => {
  const { query } = open({ data: { Customer: [{ id: "c1", orders: [{ number: "7" }, { number: "8" }] }] } });
  const { orders } = await query("{ orders { nodes { number customer { id } } } }");
  expect(orders?.nodes).toEqual(["7", "8"].map((number) => ({ number, customer: { id: "c1" } })));
});

test("rejects data that contradicts itself", () => {
  const nested = {
    schema: `
      type Query { docs: [Doc!]! }
      type Doc { sys: Sys! }
      type Sys { id: ID! }`,
    keys: { Doc: "sys.id" },
  };
  expect(() => open({ ...nested, data: { Doc: [{ sys: { id: "d" } }, { sys: { id: "d" } }] } })).toThrow(
    "data.Doc[1].sys.id: another Doc has the same ID.",
  );
  const data = {
    Customer: [{ id: "c1", orders: [{ id: "o1" }] }],
    Order: [{ id: "o1", customer: { id: "c2" } }],
  };
  const problem = 'Order:o1: "customer" must be the Customer whose "orders" contains it.';
  expect(() => open({ data })).toThrow(
    expect.objectContaining({
      message: `The data contradicts itself:\n  ${problem}`,
      mismatch: "data",
      problems: [problem],
    }),
  );
});

test("rejects data with two lists that are read from the same relation", () => {
  const schema = `
    type Query { shops: [Shop!]! }
    type Shop { id: ID! items: [Item!]! sold: [Item!]! }
    type Item { id: ID! shop: Shop! }`;
  const data = { Shop: [{ id: "s", items: ["a", "b"], sold: ["a"] }], Item: [{ id: "a" }, { id: "b" }] };
  expect(() => open({ schema, data })).toThrow('Item:a: "shop" must be the Shop whose "sold" contains it.');
});

test("generates relations that agree in both directions", async () => {
  const { query } = open({
    data: {
      Customer: fill(Array.from({ length: 5 }, () => ({}))),
      Order: fill(Array.from({ length: 20 }, () => ({}))),
    },
  });
  const { customers, orders } = await query(
    "{ customers { nodes { id orders { nodes { id } } } } orders { nodes { id customer { id } } } }",
  );
  const listed = entriesOf(customers).flatMap(({ id, orders: own }) =>
    entriesOf(own).map((order) => `${order.id} ${id}`),
  );
  const referred = entriesOf(orders).map(({ id, customer }) => `${id} ${customer?.id}`);
  expect(listed.toSorted()).toEqual(referred.toSorted());
  expect(listed).toHaveLength(20);
  const { categories } = await query("{ categories { id parent { id } children { id parent { id } } } }");
  for (const { id, children } of entriesOf(categories)) {
    expect(entriesOf(children).every(({ parent }) => parent?.id === id)).toBe(true);
  }
  expect(entriesOf(categories).map(({ parent }) => parent?.id ?? null)).toEqual([
    null,
    ...Array(2).fill(categories?.[0]?.id),
  ]);
});

test("keeps the other relations when an object is created", async () => {
  const { query } = open();
  const text =
    "{ orders { nodes { id customer { id } lines { variant { id } } } } products { edges { node { id category { id } } } } }";
  const before = await query(text);
  await query('mutation { createCustomer(input: { name: "Ada" }) { customer { id } } }');
  expect(await query(text)).toEqual(before);
});

test('with nulls: "sometimes", lists the rows that refer back to each row of the data', async () => {
  const schema = `
    type Customer { id: ID! tickets: [Ticket!] }
    type Ticket { id: ID! customer: Customer }
    type Query { customers: [Customer!]! }`;
  const ids = ["1", "2", "3", "4", "5", "6", "7", "8"];
  const rows = ids.map((id) => ({ id }));
  const tickets = ids.map((id) => ({ id, customer: id }));
  const customers = ids.map((id) => ({ id, tickets: [{ id }] }));
  const text = "{ customers { id tickets { id } } }";
  for (const Customer of [rows, fill(rows)]) {
    const { query } = open({ schema, nulls: "sometimes", data: { Customer, Ticket: tickets } });
    expect(await query(text)).toEqual({ customers });
  }
  const without = open({ schema, nulls: "sometimes", data: { Customer: rows, Ticket: [] } });
  expect(await without.query(text)).toEqual({ customers: ids.map((id) => ({ id, tickets: [] })) });
});

test('with nulls: "sometimes", a list that the data leaves out is empty', async () => {
  const schema = `
    type Query { customers: [Customer!]! }
    type Customer { id: ID! labels: [Label!] }
    type Label { id: ID! }`;
  const others = ["2", "3", "4", "5", "6", "7", "8"];
  const data = {
    Customer: [{ id: "1", labels: ["late"] }, ...others.map((id) => ({ id }))],
    Label: [{ id: "late" }],
  };
  const { query } = open({ schema, nulls: "sometimes", data });
  expect(await query("{ customers { id labels { id } } }")).toEqual({
    customers: [{ id: "1", labels: [{ id: "late" }] }, ...others.map((id) => ({ id, labels: [] }))],
  });
});

test("keeps the generated lists of other rows when a list of one row is emptied", async () => {
  const schema = `
    type Customer { id: ID! labels: [Label!]! }
    type Label { id: ID! }
    type Query { customers: [Customer!]! }
    type Mutation { clear(id: ID!): Customer! drop(id: ID!): Boolean! }`;
  const rules = {
    Mutation: {
      drop: (_: object, { id }: { id: string }, { db }: Context) => Boolean(db.Label?.delete(id)),
      clear: (_: object, { id }: { id: string }, { db }: Context) => db.Customer?.update(id, { labels: [] }),
    },
  };
  const { query } = open({ schema, rules });
  const text = "{ customers { id labels { id } } }";
  const [first, ...others] = entriesOf((await query(text)).customers);
  expect(others.map(({ labels }) => labels?.length)).toEqual([expect.any(Number), expect.any(Number)]);
  await query(`mutation { clear(id: "${first?.id}") { id } }`);
  expect(await query(text)).toEqual({ customers: [{ id: first?.id, labels: [] }, ...others] });
  const dropped = others[0]?.labels?.[0]?.id;
  await query(`mutation { drop(id: "${dropped}") }`);
  const kept = others.map(({ id, labels }) => ({
    id,
    labels: labels?.filter((label) => label.id !== dropped),
  }));
  expect(await query(text)).toEqual({ customers: [{ id: first?.id, labels: [] }, ...kept] });
});

test("relates two lists in both directions", async () => {
  const schema = `
    type Tag { id: ID! posts: [Post!]! }
    type Post { id: ID! tags: [Tag!]! }
    type Query { tags: [Tag!]! posts: [Post!]! }
    type Mutation { updatePost(id: ID!, tagIds: [ID!]): Post! updateTag(id: ID!, postIds: [ID!]): Tag! }`;
  const pairs = async (query: ReturnType<typeof open>["query"]) => {
    const { tags, posts } = await query("{ tags { id posts { id } } posts { id tags { id } } }");
    const fromTags = entriesOf(tags).flatMap(({ id, posts: own }) =>
      idsOf(own)?.map((post) => `${post} ${id}`),
    );
    const fromPosts = entriesOf(posts).flatMap(({ id, tags: own }) =>
      idsOf(own)?.map((tag) => `${id} ${tag}`),
    );
    expect(fromTags.toSorted()).toEqual(fromPosts.toSorted());
    return fromPosts;
  };
  expect((await pairs(open({ schema }).query)).length).toBeGreaterThan(0);
  const data = { Tag: [{ id: "t1" }, { id: "t2" }], Post: [{ id: "p1", tags: ["t1"] }] };
  const rules = {
    Mutation: {
      updatePost: (_: object, { id, tagIds }: { id: string; tagIds: string[] }, { db }: Context) =>
        db.Post?.update(id, { tags: tagIds }),
      updateTag: (_: object, { id, postIds }: { id: string; postIds: string[] }, { db }: Context) =>
        db.Tag?.update(id, { posts: postIds }),
    },
  };
  const { query } = open({ schema, data, rules });
  expect(await pairs(query)).toEqual(["p1 t1"]);
  await query('mutation { updatePost(id: "p1", tagIds: ["t2"]) { id } }');
  expect(await pairs(query)).toEqual(["p1 t2"]);
  await query('mutation { updateTag(id: "t1", postIds: ["p1"]) { id } }');
  expect(await pairs(query)).toEqual(["p1 t2", "p1 t1"]);
  await query('mutation { updateTag(id: "t2", postIds: []) { id } }');
  expect(await pairs(query)).toEqual(["p1 t1"]);
});

test.for(["", "!"])(
  "sets a list of rows of the data, if some of them refer to no Customer%s",
  async (required) => {
    const schema = `
    type Query { customers: [Customer!]! }
    type Mutation { take(ids: [ID!]!): Customer! }
    type Customer { id: ID! orders: [Order!]! }
    type Order { id: ID! customer: Customer${required} }`;
    const rules = {
      Mutation: {
        take: (_: object, { ids }: { ids: string[] }, { db }: Context) =>
          db.Customer?.update("c", { orders: ids }),
      },
    };
    const first = required ? { id: "1" } : { id: "1", customer: "c" };
    const data = { Customer: [{ id: "c" }], Order: [first, { id: "2" }, { id: "3" }] };
    const { query } = open({ schema, rules, data });
    expect(await query('mutation { take(ids: ["2"]) { orders { id customer { id } } } }')).toEqual({
      take: { orders: [{ id: "2", customer: { id: "c" } }] },
    });
  },
);

test("does not change objects if a test answers or rejects the mutation", async () => {
  const { platform, query } = open();
  const text =
    'mutation Create { createCustomer(input: { name: "Ada" }) { customer { id } errors { field } } }';
  platform.answer(text, { createCustomer: { customer: { id: "c7" } } });
  expect(await query(text)).toMatchObject({ createCustomer: { customer: { id: "c7" } } });
  platform.reject(text, [{ messages: ["no"] }]);
  await query(text);
  expect((await query(LIST)).customers?.totalCount).toBe(3);
});

test("shares nothing between platforms, and generates the same objects for the same seed", async () => {
  const changed = open();
  const other = open();
  const before = await changed.query(LIST);
  await changed.query('mutation { createCustomer(input: { name: "Ada" }) { customer { id } } }');
  expect(await other.query(LIST)).toEqual(before);
  changed.platform.reset();
  expect(await changed.query(LIST)).toEqual(before);
  const create = 'mutation { createCustomer(input: { name: "Ada" }) { customer { id email } } }';
  expect(await changed.query(create)).toEqual(await other.query(create));
});

test("continues after an item that was deleted while the pages were read", async () => {
  const { query } = open({ data: { Customer: ["a", "b", "c", "d"].map((id) => ({ id, name: id })) } });
  const page = (after: unknown) =>
    query(`{ customers(first: 2, after: "${after}") { nodes { id } pageInfo { endCursor } } }`);
  const first = (await page("")).customers;
  await query('mutation { deleteCustomer(id: "b") { deletedId } }');
  expect(idsOf((await page(first?.pageInfo?.endCursor)).customers)).toEqual(["c", "d"]);
  const before = `{ customers(before: "${first?.pageInfo?.endCursor}") { nodes { id } } }`;
  expect(idsOf((await query(before)).customers)).toEqual(["a"]);
});

test("finds the relation of an ID in another case", async () => {
  const sdl = `
    type Query { posts: [Post!]! comments: [Comment!]! }
    type Post { id: ID! Comments: [Comment!]! }
    type Comment { id: ID! post_id: ID! Post: Post }`;
  const data = {
    Post: [{ id: "p1" }, { id: "p2" }],
    Comment: fill([{ id: "c1", post_id: "p2" }, { id: "c2" }]),
  };
  const { query } = open({ schema: sdl, data });
  const { posts, comments } = await query(
    "{ posts { id Comments { id } } comments { id post_id Post { id } } }",
  );
  expect(comments?.[0]).toEqual({ id: "c1", post_id: "p2", Post: { id: "p2" } });
  for (const { id, post_id, Post } of entriesOf(comments)) {
    expect(Post?.id).toBe(post_id);
    const owners = entriesOf(posts).filter(({ Comments }) => Comments?.some((comment) => comment.id === id));
    expect(owners).toMatchObject([{ id: post_id }]);
  }
});

/** Tickets with relations that can be null, and resolvers that change them. */
const TICKETS = `
  type Query { tickets: [Ticket!]! projects: [Project!]! }
  type Mutation { addTicket: Ticket! moveTickets(projectId: ID!, ticketIds: [ID!]!): Project! }
  type Ticket { id: ID! project: Project ownerId: ID! owner: Owner reviewer: Owner }
  type Project { id: ID! tickets: [Ticket!]! }
  type Owner { id: ID! }`;
const ticketRules = {
  Mutation: {
    addTicket: (_: object, _args: object, { db }: Context) => db.Ticket?.create({}),
    moveTickets: (_: object, args: { projectId: string; ticketIds: readonly string[] }, { db }: Context) =>
      db.Project?.update(args.projectId, { tickets: args.ticketIds }),
  },
};

test("a mutation moves the same generated relations, even if no query has read them before", async () => {
  const openTickets = () => open({ schema: TICKETS, rules: ticketRules });
  const projectsOf = ({ tickets }: Data) => entriesOf(tickets).map(({ project }) => project?.id ?? null);
  const readRelations = "{ tickets { project { id } } }";
  const earlyReader = openTickets();
  const lateReader = openTickets();
  const initial = projectsOf(await earlyReader.query(readRelations));
  const { tickets, projects } = await lateReader.query("{ tickets { id } projects { id } }");
  const move = `mutation {
    moveTickets(projectId: "${projects?.[0]?.id}", ticketIds: ["${tickets?.[1]?.id}"]) { id }
  }`;
  await earlyReader.query(move);
  await lateReader.query(move);
  const moved = [null, initial[0], initial[2]];
  expect(projectsOf(await earlyReader.query(readRelations))).toEqual(moved);
  expect(projectsOf(await lateReader.query(readRelations))).toEqual(moved);
  lateReader.platform.reset();
  expect(projectsOf(await lateReader.query(readRelations))).toEqual(initial);
});

test("a query cannot change rows while a mutation runs, which could undo the change", async () => {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const rules = {
    Query: { tickets: (_: object, _args: object, { db }: Context) => [db.Ticket?.create({})] },
    Mutation: {
      async addTicket(_: object, _args: object, { db }: Context) {
        started.resolve();
        await end.promise;
        return db.Ticket?.create({});
      },
    },
  };
  const { query, findError } = open({ schema: TICKETS, rules, onRulesError: () => {} });
  const mutation = query("mutation { addTicket { id } }");
  await started.promise;
  const error = await findError("{ tickets { id } }");
  end.resolve();
  expect(error?.message).toContain("db.Ticket.create: only the resolver of a mutation can change rows");
  expect(await mutation).toEqual({ addTicket: { id: "Ticket-4" } });
});

test("reset keeps the initial rows if a mutation that is running fails afterwards", async () => {
  const started = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<never>();
  const rules = {
    Mutation: {
      addTicket(_: object, _args: object, { db }: Context) {
        db.Ticket?.create({});
        started.resolve();
        return failure.promise;
      },
    },
  };
  const { platform, query } = open({ schema: TICKETS, rules, onRulesError: () => {} });
  const { tickets } = await query("{ tickets { id } }");
  const mutation = query("mutation { addTicket { id } }");
  await started.promise;
  platform.reset();
  failure.reject(new Error("The disk is full."));
  await mutation;
  expect((await query("{ tickets { id } }")).tickets).toEqual(tickets);
});

test("a required ID of a relation that was left out is an error with the line to add", async () => {
  const data = { Owner: [{ id: "w1" }], Ticket: [{ id: "t1", owner: "w1" }, { id: "t2" }] };
  const options = { schema: TICKETS, rules: ticketRules, data, onRulesError: () => {} };
  const { findError } = open(options);
  expect((await findError("{ tickets { ownerId } }"))?.message).toContain(
    'Ticket "t2" has no "ownerId", which is ID!.',
  );
  expect((await findError("mutation { addTicket { ownerId } }"))?.message).toContain(
    'A mutation created Ticket "Ticket-3" without "ownerId", which is ID!.',
  );
});

test("if a test answers, a relation that can be null and was left out is null, also in created rows", async () => {
  const data = { Owner: [{ id: "w1" }], Ticket: [{ id: "t1" }] };
  const { platform, query } = open({ schema: TICKETS, rules: ticketRules, data });
  await query("mutation { addTicket { id } }");
  const list = "query ListTickets { tickets { id reviewer { id } } }";
  platform.answer(list, {});
  expect((await query(list)).tickets).toEqual([
    { id: "t1", reviewer: null },
    { id: "Ticket-2", reviewer: null },
  ]);
});

test("a generated relation to a deleted row is an error that names the row, and the row is in no list", async () => {
  const schema = `
    type Query { owners: [Owner!]! tickets: [Ticket!]! }
    type Mutation { deleteOwner(id: ID!): Boolean! }
    type Owner { id: ID! tickets: [Ticket!]! }
    type Ticket { id: ID! owner: Owner! }`;
  const rules = {
    Mutation: {
      deleteOwner: (_: object, { id }: { id: string }, { db }: Context) => Boolean(db.Owner?.delete(id)),
    },
  };
  const { query, findError } = open({ schema, rules, onRulesError: () => {} });
  const { tickets } = await query("{ tickets { id owner { id } } }");
  const [first, second] = entriesOf(tickets);
  await query(`mutation { deleteOwner(id: "${first?.owner?.id}") }`);
  expect((await findError("{ tickets { owner { id } } }"))?.message).toBe(
    `Ticket "${first?.id}": "owner" refers to Owner "${first?.owner?.id}", which is deleted. ` +
      "Delete or change the Ticket in the resolver of the mutation.",
  );
  const { owners } = await query("{ owners { id tickets { id } } }");
  expect(entriesOf(owners)[0]).toEqual({ id: second?.owner?.id, tickets: [{ id: second?.id }] });
});

const BOARDS = `
  type Query { boards: [Board!]! }
  type Mutation { deleteCell(id: ID!): Boolean! take(id: ID!): Taken! }
  type Board { id: ID! rows: [[Cell]!]! all: [Cell!]! corner: Corner! }
  type Taken { rows: [[Cell!]!]! all: [Cell!]! }
  type Corner { cell: Cell! }
  type Cell { id: ID! }`;
const boardOptions: PlatformOptions = {
  schema: BOARDS,
  data: {
    Board: [{ id: "b", rows: [["c1", "c2", null], ["c1"]], all: ["c1", "c2"], corner: { cell: "c1" } }],
    Cell: [{ id: "c1" }, { id: "c2" }],
  },
  rules: {
    Mutation: {
      deleteCell: (_: object, { id }: { id: string }, { db }: Context) => Boolean(db.Cell?.delete(id)),
      take: (_: object, { id }: { id: string }, { db }: Context) => {
        const cell = db.Cell?.delete(id);
        return { rows: [[cell]], all: [cell] };
      },
    },
  },
  onRulesError: () => {},
};

test("lists lack the rows that were deleted, except in the result of the mutation", async () => {
  const { query } = open(boardOptions);
  const [first, second] = [{ id: "c1" }, { id: "c2" }];
  expect(await query('mutation { take(id: "c1") { rows { id } all { id } } }')).toEqual({
    take: { rows: [[first]], all: [first] },
  });
  expect(await query("{ boards { rows { id } all { id } } }")).toEqual({
    boards: [{ rows: [[second, null], []], all: [second] }],
  });
});

test("a value that only a deleted row had is still null in the other rows", async () => {
  const rules = {
    Mutation: {
      drop: (_: object, { id }: { id: string }, { db }: Context) => Boolean(db.Ticket?.delete(id)),
    },
  };
  const { query } = open({
    schema:
      "type Query { tickets: [Ticket!]! } type Mutation { drop(id: ID!): Boolean! } type Ticket { id: ID! note: String }",
    rules,
    data: { Ticket: [{ id: "1", note: "late" }, { id: "2" }] },
  });
  expect(await query('mutation { drop(id: "1") }')).toEqual({ drop: true });
  expect(await query("{ tickets { id note } }")).toEqual({ tickets: [{ id: "2", note: null }] });
});

test("reset restores the first values of a row that changed twice", async () => {
  const { platform, query } = open({ data: { Customer: [{ id: "c1", name: "Ada" }] } });
  for (const name of ["Bob", "Eve"]) {
    await query(`mutation { updateCustomer(input: { id: "c1", name: "${name}" }) { customer { id } } }`);
  }
  expect(await query('{ customer(id: "c1") { name } }')).toEqual({ customer: { name: "Eve" } });
  platform.reset();
  expect(await query('{ customer(id: "c1") { name } }')).toEqual({ customer: { name: "Ada" } });
});

test("lists of lists are generated, of rows empty, and null or an error in created rows", async () => {
  const schema = `
    type Query { items: [Item!]! }
    type Mutation { add: Item! }
    type Item { id: ID! grid: [[Box!]!]! parts: [[Item!]!]! boxes: [[Box!]!] labels: [Label!] }
    type Label { id: ID! }
    type Box { width: Int! }`;
  const rules = { Mutation: { add: (_: object, __: object, { db }: Context) => db.Item?.create({}) } };
  const { query, findError } = open({ schema, rules, onRulesError: () => {} });
  const boxes = expect.arrayContaining([expect.arrayContaining([{ width: expect.any(Number) }])]);
  const { items } = await query("{ items { grid { width } parts { id } } }");
  expect(items).toEqual([1, 2, 3].map(() => ({ grid: boxes, parts: [] })));
  expect(await query("mutation { add { boxes { width } } }")).toEqual({ add: { boxes: null } });
  expect((await findError("mutation { add { grid { width } } }"))?.message).toContain('without "grid"');
  const data = { Item: fill(Array.from({ length: 40 }, (_, id) => ({ id: `${id}` }))) };
  const some = open({ schema, data, nulls: "sometimes" });
  const lists = entriesOf((await some.query("{ items { boxes { width } labels { id } } }")).items);
  expect(new Set(lists.map((item) => item.boxes === null))).toEqual(new Set([true, false]));
  expect(new Set(lists.map(({ labels }) => labels?.length ?? null))).toEqual(new Set([null, 0]));
});

test("a part without the required ID of a relation is an error that names its type", async () => {
  const schema = `
    type Query { shops: [Shop!]! }
    type Shop { id: ID! address: Address! }
    type Address { cityId: String! city: City }
    type City { id: ID! }`;
  const data = { Shop: [{ id: "s", address: { city: null } }] };
  const { findError } = open({ schema, data, onRulesError: () => {} });
  expect((await findError("{ shops { address { cityId } } }"))?.message).toContain(
    'This Address has no "cityId". Add it to the data:',
  );
});

test("a part that refers to a deleted row is an error that names the type of the part", async () => {
  const { query, findError } = open(boardOptions);
  await query('mutation { deleteCell(id: "c1") }');
  expect((await findError("{ boards { corner { cell { id } } } }"))?.message).toBe(
    'This Corner: "cell" refers to Cell "c1", which is deleted. Delete or change the Corner in the resolver of the mutation.',
  );
});

test("if a test answers, a list that can be the other direction of several fields needs no rule", async () => {
  const schema = `
    type Query { owners: [Owner!]! }
    type Owner { id: ID! tickets: [Ticket!]! }
    type Ticket { id: ID! owner: Owner! author: Owner! }`;
  const { platform, query, findError } = open({ schema, onRulesError: () => {} });
  const list = "query ListOwners { owners { tickets { id } } }";
  expect((await findError(list))?.message).toContain("The list Owner.tickets can be the other direction of");
  platform.answer(list, {});
  const { owners } = await query(list);
  expect(entriesOf(owners).map(({ tickets }) => idsOf(tickets))).toEqual([[], [], []]);
});

const REQUIRED = `
  type Query { customers: [Customer!]! orders: [Order!]! }
  type Mutation { addOrder: Order! }
  type Customer { id: ID! orders: [Order!]! }
  type Order { id: ID! customer: Customer! lines: [Line!]! related: [Product!]! }
  type Line { text: String! }
  type Product { id: ID! }`;
const requiredRules = {
  Mutation: { addOrder: (_: object, _args: object, { db }: Context) => db.Order?.create({}) },
};
const LIST_CUSTOMERS = "query ListCustomers { customers { id orders { id customer { id } } } }";

test("if a test answers, a required relation that was left out is a row", async () => {
  const data = { Customer: [{ id: "c1" }], Order: [{ id: "o1", customer: "c1" }, { id: "o2" }] };
  const { platform, query } = open({ schema: REQUIRED, rules: requiredRules, data });
  await query("mutation { addOrder { id } }");
  const list = "query ListOrders { orders { id customer { id } } }";
  platform.answer(list, {});
  const customer = { id: "c1" };
  expect((await query(list)).orders).toEqual(["o1", "o2", "Order-3"].map((id) => ({ id, customer })));
});

test("an answer does not hide from other operations that the data has no value", async () => {
  const data = { Customer: [{ id: "c1" }], Order: [{ id: "o1" }] };
  const { platform, query, findError } = open({ schema: REQUIRED, data, onRulesError: () => {} });
  platform.answer(LIST_CUSTOMERS, {});
  await query(LIST_CUSTOMERS);
  const error = await findError("{ customers { orders { id } } }");
  expect(error?.message).toContain('No Order has a "customer".');
});

test("if a test answers, the lists that the data left out have generated parts and no rows", async () => {
  const data = { Customer: [{ id: "c1" }], Product: [{ id: "p1" }], Order: [{ id: "o1" }] };
  const { platform, query } = open({ schema: REQUIRED, rules: requiredRules, data });
  await query("mutation { addOrder { id } }");
  const list = "query ListOrders { orders { id lines { text } related { id } } }";
  platform.answer(list, {});
  const lines = expect.arrayContaining([{ text: expect.any(String) }]);
  expect((await query(list)).orders).toEqual([
    { id: "o1", lines, related: [] },
    { id: "Order-2", lines: [], related: [] },
  ]);
});

test("two lists keep the order of the data in both directions", async () => {
  const schema = `
    type Tag { id: ID! posts: [Post!]! }
    type Post { id: ID! tags: [Tag!]! }
    type Query { tags: [Tag!]! posts: [Post!]! }`;
  const posts = [{ id: "p1" }, { id: "p2" }];
  const tags = [{ id: "t1" }, { id: "t2" }];
  const fromTags = open({ schema, data: { Post: posts, Tag: [{ id: "t1", posts: ["p2", "p1"] }] } });
  expect((await fromTags.query("{ tags { posts { id } } }")).tags).toEqual([
    { posts: [{ id: "p2" }, { id: "p1" }] },
  ]);
  const fromPosts = open({ schema, data: { Tag: tags, Post: [{ id: "p1", tags: ["t2", "t1"] }] } });
  expect((await fromPosts.query("{ posts { tags { id } } }")).posts).toEqual([
    { tags: [{ id: "t2" }, { id: "t1" }] },
  ]);
});

test('with nulls: "sometimes", a list that is null in the response is empty for resolvers', async () => {
  const schema = `
    type Query { owners: [Owner!]! }
    type Mutation { empty(id: ID!): Owner! }
    type Owner { id: ID! petCount: Int! pets: [Pet!] }
    type Pet { id: ID! owner: Owner }`;
  const Mutation = {
    empty: (_: object, { id }: { id: string }, { db }: Context) => db.Owner?.update(id, { pets: [] }),
  };
  const rules = { Mutation, Owner: { petCount: ({ pets }: { pets: readonly object[] }) => pets.length } };
  const seeds = Array.from({ length: 10 }, (_, seed) => seed);
  const results = seeds.map(async (seed) => {
    const { query } = open({ schema, rules, seed, nulls: "sometimes" });
    const owners = entriesOf((await query("{ owners { id petCount pets { id } } }")).owners);
    const empty = await query(`mutation { empty(id: "${owners[0]?.id}") { pets { id } } }`);
    expect(empty).toEqual({ empty: { pets: [] } });
    return owners;
  });
  const owners = (await Promise.all(results)).flat();
  expect(owners.map(({ petCount }) => petCount)).toEqual(owners.map(({ pets }) => pets?.length ?? 0));
  expect(owners.filter(({ pets }) => pets === null).length).toBeGreaterThan(0);
});

const FOLDERS = `
  type Query { files: [File!]! folders: [Folder!]! }
  type Folder { id: ID! files: [File!]! parent: Folder! }
  type File { id: ID! folder: Folder! }`;

test.for<[string, string, PlatformData]>([
  ["{ files { folder { id } } }", "File.folder is Folder!, but there is no Folder.", { Folder: [] }],
  [
    "{ files { folder { id } } }",
    "File.folder is Folder!, but the data sets the other direction for each Folder.",
    { Folder: fill([{ id: "1", files: [] }]) },
  ],
  [
    "{ folders { parent { id } } }",
    "Folder.parent is Folder!, but there is no other Folder.",
    { Folder: fill([{ id: "1" }]) },
  ],
])("%s without a row to choose is an error: %s", async ([text, message, data]) => {
  const { findError } = open({ schema: FOLDERS, data, onRulesError: () => {} });
  expect((await findError(text))?.message).toContain(message);
});
