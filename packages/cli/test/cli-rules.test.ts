/** `platform-graphql rules`: the rules that operations need, and the types of rules. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");

const SCHEMA = `
# The structure decides the data of some fields, such as "ticket". Others need a resolver, such as "version".
type Query {
  ticket(id: ID!): Ticket
  tickets(status: String, first: Int): [Ticket!]!
  project(slug: String!): Project
  viewer: User
  version: String!
  posts(where: PostFilter, limit: Int, order_by: PostOrder): [Ticket!]!
}

type Ticket {
  id: ID!
  title: String!
  project: Project!
  size(unit: String): Int
}

type Project {
  id: ID!
  slug: String!
  tickets: [Ticket!]!
  ticketCount: Int!
}

type User { id: ID! }

# Each mutation needs a resolver.
type Mutation {
  createTicket(title: String!): TicketPayload!
  closeTicket(id: ID!): Ticket!
}

type TicketPayload {
  ticket: Ticket
  errors: [Problem!]!
}

type Problem { message: String! }

input PostFilter { title: String }
input PostOrder { title: Way }
enum Way { asc desc }
`;

/** A project whose rules import the packages of this repository. */
function createPackage(operations: string, rules?: string): Project {
  const project = useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig('documents: "operations", output: "generated"'),
    "schema/schema.graphql": SCHEMA,
    "operations/all.graphql": operations,
    ...(rules !== undefined && { "platform.rules.ts": rules }),
  });
  project.link("node_modules", join(ROOT, "node_modules"));
  return project;
}

const WITHOUT_RULES = `query ReadTickets {
  ticket(id: "1") { id title project { slug tickets { id } } }
  tickets(first: 2) { id }
  viewer { id }
}`;

test("needs nothing for what the structure of the schema decides, and prints a stub for each list that shows all rows", async () => {
  const project = createPackage(WITHOUT_RULES);
  const done = "✓ operations need no rules\n";
  const resolver = "(_, { status, ...rest }, { db, page }) => page(db.Ticket.list((row) => …), rest)";
  const lists = `// These lists show all rows. If the platform hides some, such as archived ones, add a resolver:
//   Query: { tickets: ${resolver}, }
`;
  expect(await project.run("rules")).toEqual({ code: 0, stdout: done + lists, stderr: "" });
  expect(await project.run("rules", "--check")).toEqual({ code: 0, stdout: done, stderr: "" });
  project.write({ "operations/version.graphql": "query ReadVersion { version }" });
  expect((await project.run("rules")).stdout).toContain(`\n} satisfies Rules;\n${lists}`);
});

const WITH_RULES = `
query FilterTickets {
  tickets(status: "OPEN") { id size(unit: "m") }
  project(slug: "web") { ticketCount }
  version
}

mutation ChangeTickets {
  createTicket(title: "x") { ticket { id } }
  closeTicket(id: "1") { id }
}`;

test("prints a resolver for each field that operations use and nothing decides", async () => {
  const project = createPackage(WITH_RULES);
  expect(await project.run("rules")).toEqual({
    code: 0,
    stderr: "",
    stdout: `// platform.rules.ts: what the operations need. Complete each "…".
export const rules = {
  Query: {
    tickets: (_, { status, ...rest }, { db, page }) => page(db.Ticket.list((row) => …), rest),
    project: (_, { slug }, { db }) => db.Project.list((row) => …)[0] ?? null,
    version: (_, _args, { db }) => …,
  },
  Ticket: {
    size: (parent, { unit }) => …,
  },
  Project: {
    ticketCount: (parent) => …,
  },
  Mutation: {
    createTicket: (_, { title }, { db }) => ({ ticket: db.Ticket.create({ … }) }),
    closeTicket: (_, { id }, { db }) => db.Ticket.update(id, { … }),
  },
} satisfies Rules;
`,
  });
  const { code, stdout, stderr } = await project.run("rules", "--check");
  expect([code, stdout]).toEqual([1, ""]);
  const names = [
    "Query.tickets",
    "Ticket.size",
    "Query.project",
    "Project.ticketCount",
    "Query.version",
    "Mutation.createTicket",
    "Mutation.closeTicket",
  ];
  expect(stderr).toBe(`error: platform.rules.ts lacks rules that operations need
${names.map((name) => `  no resolver: ${name}\n`).join("")}hint:  Run "npx @integration-platform/graphql-cli rules", and add the lines that it prints.
`);
});

test("prints resolvers that have types: lists with required arguments, and mutations below groups", async () => {
  const schema = `
    type Query { app(id: ID!): App }
    type App { id: ID! builds(limit: Int!, offset: Int!, status: String): [Build!]! }
    type Build { id: ID! }
    type Mutation { build: BuildMutation! }
    type BuildMutation { cancel(buildId: ID!): Build! purge(age: Int!): Build! }`;
  const operations = `
    query GetApp { app(id: "1") { builds(limit: 1, offset: 0, status: "NEW") { id } } }
    mutation Change { build { cancel(buildId: "1") { id } purge(age: 1) { id } } }`;
  const project = createPackage(operations);
  project.write({ "schema/schema.graphql": schema });
  expect(
    (await project.run("rules")).stdout,
  ).toBe(`// platform.rules.ts: what the operations need. Complete each "…".
export const rules = {
  App: {
    builds: (parent, { status, ...rest }, { db, page }) => page(db.Build.list((row) => …), rest),
  },
  BuildMutation: {
    cancel: (_, { buildId }, { db }) => db.Build.update(buildId, { … }),
    purge: (_, { age }, { db }) => …,
  },
} satisfies Rules;
`);
});

test("prints a resolver for each field of a namespace, which has rules and no key", async () => {
  const schema = `
    type Query { admin: Admin item(id: ID!): Item }
    type Mutation { items: ItemMutations admin(id: ID!): Admin }
    type Admin { version: String! label: String! items: [Item!]! limits: Limits! errors: [Problem!]! }
    type Problem { message: String! }
    type ItemMutations { purge: Boolean! drop: Boolean! }
    type Limits { max: Int! size: Int! }
    type Item { id: ID! limits: Limits! }`;
  const rules = `export const rules = {
      Admin: { label: () => "x" },
      ItemMutations: { drop: () => true },
      Limits: { size: () => 1 },
    };`;
  const operations = `
    query ReadItem { item(id: "1") { limits { max size } } }
    query ReadAdmin { admin { version label items { id } } }
    mutation ChangeItems { items { purge drop } admin(id: "1") { label } }`;
  const project = createPackage(operations, rules);
  project.write({ "schema/schema.graphql": schema });
  const { stdout } = await project.run("rules", "--format", "json");
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    file: "platform.rules.ts",
    resolvers: [
      { type: "Admin", field: "version", line: "version: (_, _args, { db }) => …," },
      { type: "ItemMutations", field: "purge", line: "purge: (_, _args, { db }) => …," },
      { type: "Mutation", field: "admin", line: "admin: (_, { id }, { db }) => …," },
    ],
  });
});

test.for([
  ["platform.rules.js", "is not a TypeScript file"],
  ["../platform.rules.ts", "is outside of the project"],
])("a rules file with the name %s is an error", async ([name, problem]) => {
  const project = createPackage("query ReadVersion { version }");
  const options = `documents: "operations", output: "generated", rules: "${name}"`;
  project.write({ "codegen.ts": renderConfig(options) });
  const { code, stderr } = await project.run("rules");
  expect([code, stderr]).toEqual([3, expect.stringContaining(`error: rules: "${name}" ${problem}\n`)]);
});

test("an operation that the schema does not have is an error, because its needs are unknown", async () => {
  const { code, stdout, stderr } = await createPackage("query ReadVersion { vrsion }").run(
    "rules",
    "--check",
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain('Cannot query field "vrsion" on type "Query"');
});

test("needs no more than the file has", async () => {
  const rules = `export const rules = { Query: { version: () => "1", posts: () => [] } };`;
  const project = createPackage('query ReadPosts { version posts(where: { title: "a" }) { id } }', rules);
  expect(await project.run("rules", "--check")).toEqual({
    code: 0,
    stdout: "✓ platform.rules.ts has all rules that operations need\n",
    stderr: "",
  });
});

test.for([
  [
    "export const rules = { Query: { verson: () => 1 } };",
    '"platform.rules.ts" does not match the schema',
    "Fix these names.",
  ],
  ["export const rules = 1;", '"platform.rules.ts": the export "rules" is not an object', "Fix the file"],
  [
    "export const context = 1;",
    '"platform.rules.ts": the export "context" is not a function',
    "Fix the file",
  ],
  [
    "export const inverses = 1;",
    '"platform.rules.ts": the export "inverses" is not an object',
    "Fix the file",
  ],
  ["export const ruls = {};", '"platform.rules.ts" exports no rules', "Did you mean"],
  ["export const rules = {", "platform.rules.ts", "Fix the file"],
])(
  "a rules file with %j is an error that names the file, and run --local does not start",
  async ([text, problem, hint]) => {
    const project = createPackage("query ReadVersion { version }", text);
    for (const command of [["rules"], ["run", "ReadVersion", "--local"]]) {
      const { code, stderr } = await project.run(...command);
      expect([code, stderr]).toEqual([3, expect.stringContaining(problem ?? "")]);
      expect(stderr).toContain(hint ?? "");
    }
  },
);

test("codegen writes the types of rules if the file exists, and deletes them with it", async () => {
  const project = createPackage(WITHOUT_RULES, "export const rules = {};");
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  expect(project.read("generated/platform.types.ts")).toContain("export interface Rules<More = unknown> {");
  rmSync(join(project.folder, "platform.rules.ts"));
  expect(await project.run("codegen", "--check")).toMatchObject({ code: 1 });
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  expect(existsSync(join(project.folder, "generated/platform.types.ts"))).toBe(false);
});
