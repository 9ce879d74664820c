/** The types of rules that codegen writes: they are current, and reject mistakes before a test runs. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderPlatformTypes } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
import { buildSchema } from "graphql";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const TICKETS = join(import.meta.dirname, "fixtures/tickets");
const MODULE = "@integration-platform/graphql-testing/rules";
/** Scalars of the schemas below, beside the known ones. */
const OWN = { timestamptz: "string", uuid: "string", Cursor: "string", Datetime: "string", Money: "string" };
const SIMULATION = join(ROOT, "checks/simulation");

test.for([
  TICKETS,
  ...["test/fixtures/relay", "test/fixtures/foreign", "examples/customers"].map((folder) =>
    join(ROOT, folder),
  ),
  ...["newsroom", "storefront", "tracker"].map((name) => join(SIMULATION, "applications", name)),
  ...["contentful", "github", "postgraphile", "saleor", "strapi", "wpgraphql"].map((name) =>
    join(SIMULATION, "styles", name),
  ),
])("platform.types.ts of %s is what codegen writes for its schema", async (folder) => {
  const schema = buildSchema(readFileSync(join(folder, "schema.graphql"), "utf8"));
  const text = renderPlatformTypes(schema, { ...scalars, ...OWN }, MODULE);
  await expect(text).toMatchFileSnapshot(join(folder, "platform.types.ts"));
});

/** Rules with one mistake each. */
const MISTAKES: readonly string[] = [
  "Queri: {}",
  "Query: { tickts: () => [] }",
  "Ticket: { titel: () => '' }",
  "Query: { version: 1 }",
  "Query: { version: () => 1 }",
  "Query: { version: () => null }",
  "Query: { ticket: (_, { ids }) => ids }",
  "Query: { ticket: (_, { id }, { db }) => db.Tickets.find(id) }",
  "Query: { ticket: (_, { id }, { db }) => db.Ticket.lookUp(id) }",
  "Query: { ticket: (_, { id }, { db }) => db.Project.find(id) }",
  "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((ticket) => ticket.idd === id)[0] ?? null }",
  "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((ticket) => ticket.priority === id)[0] ?? null }",
  "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((ticket) => ticket.status === 'DONE' && id)[0] ?? null }",
  "Query: { me: (_, __, { user }) => user.nam }",
  "Query: { me: (_, __, { db }) => db.Member.find('1') }",
  "Query: { projects: (_, __, { db }) => db.Project.get('1') }",
  "Query: { projects: (_, __, { db }) => db.Ticket.list() }",
  "Query: { tickets: (_, __, { db }) => db.Ticket.list() }",
  "Query: { tickets: (_, __, { db, page }) => page(db.Project.list()) }",
  "Query: { tickets: (_, { filter }, { db, where, page }) => page(where(db.Ticket.list(), filter, { stat: () => true })) }",
  "Query: { tickets: (_, { filter }, { db, where, page }) => page(where(db.Ticket.list(), filter, { title: (row, text) => row.title === text.length })) }",
  "Query: { tickets: (_, { filter }, { db, where, page }) => page(where(db.Ticket.list(), filter, { title: (row) => row.name })) }",
  "Query: { tickets: (_, { filter }, { db, page }) => page(db.Ticket.list(({ title }) => title.includes(filter.title))) }",
  "Query: { tickets: (_, { sort: order }, { db, sort, page }) => page(sort(db.Ticket.list(), order, { PRIO: 'priority' })) }",
  "Query: { tickets: (_, { sort: order }, { db, sort, page }) => page(sort(db.Ticket.list(), order, { PRIORITY: 'prio' })) }",
  "Ticket: { title: ({ name }) => name }",
  "Ticket: { closedAt: ({ closedAt }) => closedAt.slice(0, 10) }",
  "Mutation: { closeTicket: (_, { id }, { db }) => db.Ticket.update(id, { status: 'DONE' }) }",
  "Mutation: { closeTicket: (_, { id }, { db }) => ({ ticket: db.Ticket.update(id, { stat: 'CLOSED' }) }) }",
  "Mutation: { closeTicket: (_, { id }, { db }) => ({ ticket: db.Project.get(id) }) }",
  "Mutation: { createTicket: (_, { input }, { db }) => ({ ticket: db.Ticket.create({ ...input, priority: 'high' }) }) }",
  "Mutation: { deleteTicket: (_, { id }) => ({ deletedTicketId: [id] }) }",
];

test("tsc rejects each of 32 mistakes in rules, and none of the right lines", { tags: ["slow"] }, () => {
  const file = join(TICKETS, `mistakes-${process.pid}.ts`);
  const config = join(TICKETS, `tsconfig-${process.pid}.json`);
  onTestFinished(() => {
    for (const each of [file, config]) rmSync(each, { force: true });
  });
  const right = [
    "Query: { version: () => '1' }",
    "Query: { ticket: (_, { id }, { db }) => db.Ticket.find(id) }",
    "Mutation: { closeTicket: async (_, { id }, { db, now }) => ({ ticket: db.Ticket.update(id, { closedAt: now() }) }) }",
  ];
  const lines = [...MISTAKES, ...right].map(
    (rules, index) => `export const r${index} = { ${rules} } satisfies Rules;`,
  );
  writeFileSync(file, `import type { Rules } from "./platform.types.ts";\n${lines.join("\n")}\n`);
  const options = { noEmit: true, skipLibCheck: true, noUnusedLocals: false, noUnusedParameters: false };
  const base = {
    extends: join(ROOT, "test/tsconfig.json"),
    compilerOptions: options,
    exclude: [],
    files: [file],
  };
  writeFileSync(config, JSON.stringify({ ...base, include: [] }));
  let output = "";
  try {
    execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config], {
      encoding: "utf8",
    });
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout);
  }
  const rejected = new Set(
    [...output.matchAll(/mistakes-\d+\.ts\((\d+),/g)].map(([, line]) => Number(line) - 2),
  );
  expect([...MISTAKES, ...right].filter((_, index) => !rejected.has(index))).toEqual(right);
});
