import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { background, failure, runTool } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");

const SCHEMA = `
scalar DateTime
type Query {
  ticket(id: ID!): Ticket
  tickets(filter: TicketFilter, status: Status, text: String, labelIds: [ID!], limit: Int, sort: TicketSort, by: [Order!]): [Ticket!]!
  project(slug: String!): Project
  page(first: Int, after: String, projectId: ID, search: String): TicketPage!
  viewer: User
  version: String!
}
type Mutation {
  createTicket(input: NewTicket!): TicketPayload!
  updateTicket(id: ID!, input: TicketChange!): TicketPayload!
  deleteTicket(id: ID!): Boolean!
  addLabels(ticketId: ID!, labelIds: [ID!]!): Ticket!
  closeTicket(id: ID!): Ticket!
  moveTicket(id: ID!, project: String!): Ticket!
  admin: AdminMutations!
}
type AdminMutations { deleteProject(id: ID!): Boolean! }
enum Status { OPEN CLOSED }
enum TicketSort { TITLE CREATED_AT_DESC }
enum Direction { ASC DESC }
enum Column { TITLE PRIORITY }
input Order { column: Column!, direction: Direction! }
input TicketFilter { status: Status, title: TextFilter, project: ProjectFilter, or: [TicketFilter!], mine: Boolean }
input ProjectFilter { slug: String }
input TextFilter { eq: String, contains: String, containsIgnoreCase: String, ne: String }
input NewTicket { title: String!, projectId: ID!, priority: Int, notify: Boolean }
input TicketChange { title: String, status: Status }
type TicketPayload { ticket: Ticket, errors: [Problem!]! }
type Problem { message: String! }
type TicketPage { nodes: [Ticket!]!, pageInfo: PageInfo!, total: Int! }
type PageInfo { hasNextPage: Boolean!, endCursor: String }
type Ticket { id: ID!, title: String!, status: Status!, priority: Int, createdAt: DateTime!, project: Project!, labels: [Label!]!, creator: User!, assignee: User, size(unit: String): Int }
type Project { id: ID!, slug: String!, tickets: [Ticket!]!, ticketCount: Int!, staleCount: Int! }
type Label { id: ID!, name: String! }
type User { id: ID!, createdTickets: [Ticket!]!, tickets: [Ticket!]! }
`;

/** A project whose rules import the package of this repository. */
function createPackage(operations: string, files: Readonly<Record<string, string>> = {}): Project {
  const project = useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig('documents: "operations", output: "generated"'),
    "schema/schema.graphql": SCHEMA,
    "operations/all.graphql": operations,
    ...files,
  });
  project.link("node_modules", join(ROOT, "node_modules"));
  return project;
}

/** The lines of a proposed file for operations, without comments. */
async function propose(operations: string): Promise<string> {
  const project = createPackage(operations);
  expect(await project.run("rules")).toMatchObject({ code: 0, stderr: "" });
  return project.read("platform.rules.ts").replace(/^[\s\S]*?export default /, "");
}

test("proposes a line for each argument that operations send, and for nothing else", async () => {
  const lines = await propose(`
    query Find($id: ID!) { ticket(id: $id) { id size(unit: "KB") } project(slug: "web") { id } version }
    query List($filter: TicketFilter, $first: Int) {
      tickets(filter: $filter, limit: $first, labelIds: ["l1"]) { id }
      page(first: $first, after: null, projectId: "p1", search: "x") { nodes { id } }
    }
  `);
  expect(lines).toMatchInlineSnapshot(`
    "{
      filters: {
        // ignored, if the value does not depend on it; otherwise a resolver of Ticket.size
        "Ticket.size(unit:)": todo,
        "Query.project(slug:)": is("slug"),
        "TicketFilter.status": is("status"),
        "TicketFilter.title": matching("title"),
        "TicketFilter.project": matching("project"),
        "TicketFilter.or": or,
        // a flag: (row, wanted) => …, or ignored
        "TicketFilter.mine": todo,
        "TextFilter.eq": is(),
        "TextFilter.contains": contains(),
        "TextFilter.containsIgnoreCase": containsText(),
        "TextFilter.ne": isNot(),
        "ProjectFilter.slug": is("slug"),
        // one of the objects, is("labels.id"), or all, containsAll("labels.id")?
        "Query.tickets(labelIds:)": todo,
        "Query.page(projectId:)": is("project.id"),
        // which fields does it search? containsText("title"), or a function of the row and the text
        "Query.page(search:)": todo,
      },
      pages: {
        "Query.tickets(limit:)": "first",
      },
      resolvers: {
        Query: {
          // values are generated; a resolver can return others
          version: generated,
        },
      },
    } satisfies Rules;
    "
  `);
});

test("proposes only the members and enum values that a literal contains", async () => {
  const lines = await propose(`
    query Some { tickets(filter: { title: { contains: "a" } }, sort: TITLE) { id } }
    query Sorted { tickets(by: [{ column: PRIORITY, direction: DESC }], sort: CREATED_AT_DESC) { id } }
  `);
  expect(lines).toMatchInlineSnapshot(`
    "{
      filters: {
        "TicketFilter.title": matching("title"),
        "TextFilter.contains": contains(),
      },
      orders: {
        // "title", or "-title" for the reverse order?
        "TicketSort.TITLE": todo,
        "TicketSort.CREATED_AT_DESC": "-createdAt",
        "Column.PRIORITY": "priority",
        "Direction.DESC": descending,
      },
    } satisfies Rules;
    "
  `);
});

test("proposes mutations by certain verbs, with what is open in a comment", async () => {
  const lines = await propose(`
    mutation Create($input: NewTicket!) { createTicket(input: $input) { ticket { id status } errors { message } } }
    mutation Update($id: ID!, $input: TicketChange!) { updateTicket(id: $id, input: $input) { ticket { id } } }
    mutation Delete($id: ID!) { deleteTicket(id: $id) admin { deleteProject(id: $id) } }
    mutation Label($id: ID!, $ids: [ID!]!) { addLabels(ticketId: $id, labelIds: $ids) { id } }
    mutation Close($id: ID!) { closeTicket(id: $id) { id } moveTicket(id: $id, project: "p") { id } }
  `);
  expect(lines).toMatchInlineSnapshot(`
    "{
      resolvers: {
        Mutation: {
          // no field, so an error if they are sent: notify
          // new rows need status (Status!): set it here or in "defaults"
          createTicket: (_, { input: { projectId, ...input } }, { db, now }) =>
            db.Ticket.create({ ...input, project: projectId, createdAt: now() }),
          updateTicket: (_, { id, input }, { db }) => db.Ticket.update(id, input),
          deleteTicket: (_, { id }, { db }) => db.Ticket.delete(id),
          addLabels: (_, { ticketId, labelIds }, { db }) => db.Ticket.add(ticketId, "labels", labelIds),
          // what does it do? db.Ticket.create(…), update(id, …), upsert, delete, add or remove
          closeTicket: todo,
          // project is String!, the field Ticket.project is Project!
          moveTicket: todo,
        },
        AdminMutations: {
          deleteProject: (_, { id }, { db }) => db.Project.delete(id),
        },
      },
    } satisfies Rules;
    "
  `);
});

test("proposes counts, the user, and the field by which a list refers back", async () => {
  const lines = await propose(`query Counts {
    viewer { createdTickets { id } tickets { id } }
    page { total }
    project(slug: "a") { ticketCount staleCount }
  }`);
  expect(lines).toMatchInlineSnapshot(`
    "{
      filters: {
        "Query.project(slug:)": is("slug"),
      },
      inverses: {
        "User.createdTickets": "creator",
        // "creator" or "assignee"?
        "User.tickets": todo,
      },
      resolvers: {
        Query: {
          viewer: (_, __, { user }) => user,
        },
        Project: {
          ticketCount: ({ tickets }) => tickets.length,
          // a count, such as ({ id }, args, { db }) => db.<Type>.filter(…).length; or generated
          staleCount: todo,
        },
      },
    } satisfies Rules;
    "
  `);
});

test("writes a file that type-checks and that the next run leaves as it is", async () => {
  const project = createPackage(`
    mutation Create($input: NewTicket!) { createTicket(input: $input) { ticket { id } } }
    query List($filter: TicketFilter) { tickets(filter: $filter) { id } }
  `);
  await project.run("rules");
  const text = project.read("platform.rules.ts");
  const strict = ["--strict", "--noUncheckedIndexedAccess", "--noEmit", "--skipLibCheck", "--types", ""];
  const modules = ["--module", "nodenext", "--target", "es2023", "--allowImportingTsExtensions"];
  expect(await runTool(project.folder, "tsc", ...strict, ...modules, "platform.rules.ts")).toEqual({
    code: 0,
    output: "",
  });
  expect(await project.run("rules")).toMatchObject({ code: 0, stdout: expect.stringContaining("is up to date") });
  expect(await project.run("rules", "--check")).toMatchObject({ code: 0 });
  expect(project.read("platform.rules.ts")).toBe(text);
});

const EDITED = `import { is as same, type Rules, todo } from "@integration-platform/graphql-testing/rules";
// mine
const more = { "TicketFilter.mine": todo };

export default {
    filters: { ...more, "Query.tickets(status:)": same("status"), /* last */ "Query.tickets(gone:)": same("x") },
    resolvers: {
        Mutation: {
            // reviewed
            closeTicket: (_, { id }, { db }) => db.Ticket.update(id, {
                status: "CLOSED",
            }),
            openTicket: (_, { id }, { db }) => db.Ticket.update(id, {
                status: "OPEN",
            }), // gone
            deleteTicket: todo
        }
    }
} satisfies Rules;
`;

test("adds lines to an edited file, turns lines of the schema's past into comments, and keeps the rest", async () => {
  const project = createPackage(
    `query List { tickets(status: OPEN, filter: { mine: true }, limit: 1) { id } }
     mutation Close { closeTicket(id: 1) { id } deleteTicket(id: 1) addLabels(ticketId: 1, labelIds: [2]) { id } }`,
    { "platform.rules.ts": EDITED },
  );
  expect(await project.run("rules")).toEqual({
    code: 0,
    stdout: `✓ platform.rules.ts: 2 lines added; 2 lines turned into comments: not in the schema
  todo  filters["TicketFilter.mine"]
  todo  resolvers.Mutation.deleteTicket

Review each line: it is a guess by the names of the schema.
`,
    stderr: "",
  });
  const written = project.read("platform.rules.ts");
  expect(written).toMatchInlineSnapshot(`
    "import { is as same, type Rules, todo } from "@integration-platform/graphql-testing/rules";
    // mine
    const more = { "TicketFilter.mine": todo };

    export default {
        filters: { ...more, "Query.tickets(status:)": same("status"), /* last */ /* "Query.tickets(gone:)": same("x") */ },
        resolvers: {
            Mutation: {
                // reviewed
                closeTicket: (_, { id }, { db }) => db.Ticket.update(id, {
                    status: "CLOSED",
                }),
                // openTicket: (_, { id }, { db }) => db.Ticket.update(id, {
                //     status: "OPEN",
                // }), // gone
                deleteTicket: todo,
                addLabels: (_, { ticketId, labelIds }, { db }) => db.Ticket.add(ticketId, "labels", labelIds),
            }
        },
        pages: {
          "Query.tickets(limit:)": "first",
        },
    } satisfies Rules;
    "
  `);
  expect(await project.run("rules")).toMatchObject({ code: 0, stdout: expect.stringContaining("is up to date") });
  expect(project.read("platform.rules.ts")).toBe(written);
});

const LOCAL = "export default { filters: {} };\n";
/** Files by what is special about them. Each gets the lines of two operations. */
const EDITS: Readonly<Record<string, string>> = {
  "an empty object": "export default {};",
  "an empty object on two lines, as a constant": "const rules = {\n};\nexport default rules;\n",
  "an exported constant with a type": "export const rules = ({ filters: {} } as const);\nexport default rules;\n",
  "an imported object": 'import rules from "./local.rules.ts";\nexport default rules;\n',
  "an object with a spread": 'import local from "./local.rules.ts";\nexport default { ...local };\n',
  "a section from another file": 'import { filters } from "./local.rules.ts";\nexport default { filters };\n',
  "a section that a later spread replaces":
    'import local from "./local.rules.ts";\nexport default { filters: {}, ...local };\n',
  "a method": "export default { resolvers: { Mutation: { gone() {} } }, filters: {\n  // none yet\n} };",
  "a computed name": 'const filters = "filters";\nexport default { [filters]: {} };\n',
  "a comma after a comment": "export default {\n\tfilters: {}, // , none\n\t/* one */ orders: {} /* , */\n};\n",
  "stale lines before others": `export default {
  filters: {
    "Query.tickets(status:)": () => true,
    "TicketFilter.gone": () => true,
    // Reviewed.
    "Query.gone(a:)": () => true
  },
};
`,
  "stale lines without a comma": `export default {
  filters: {
    "Query.gone(a:)": () => true /* first */,
    "TicketFilter.gone": () => true }, keys: { Gone: "id" }, defaults: { Ticket: { gone: 1 }, Status: {} }, hidden: { Gone: true } }`,
  "imports of the entry": `import type { Rules } from "@integration-platform/graphql-testing/rules";
import {
  is,
  todo,
} from "@integration-platform/graphql-testing/rules";
export default { filters: { "TicketFilter.mine": todo } } satisfies Rules;
`,
  "an import of all of the entry": `import * as all from "@integration-platform/graphql-testing/rules";
export default { filters: { "TicketFilter.mine": all.todo } };
`,
  "rules that decide what is in an object": `import { and, some } from "@integration-platform/graphql-testing/rules";
export default { filters: { "TicketFilter.project": and, "TicketFilter.title": some("labels.name"), "TicketFilter.or": some("gone.name") } };
`,
  "a stale line of another file":
    'import { filters as more } from "./local.rules.ts";\nexport default { filters: { ...more } };\n',
  "no default export": "export const rules = {};",
};

test("changes files of any form so that they contain the lines, or leaves them as they are", async () => {
  const parts: string[] = [];
  for (const [name, text] of Object.entries(EDITS)) {
    const project = createPackage(
      `query List($filter: TicketFilter) { tickets(status: OPEN, filter: $filter) { id } }
       mutation Delete { deleteTicket(id: 1) }`,
      {
        "platform.rules.ts": text,
        "local.rules.ts": `export const filters = { "Query.gone(b:)": () => true };\n${LOCAL}`,
      },
    );
    const { code, stdout, stderr } = await project.run("rules");
    const file = project.read("platform.rules.ts");
    const result = file === text ? "The file stays as it is." : file.trimEnd();
    parts.push(`=== ${name}\n${text.trimEnd()}\n--- exit code ${code}\n${stdout}${stderr}--- file\n${result}\n`);
  }
  await expect(parts.join("\n")).toMatchFileSnapshot("fixtures/rules/edits.txt");
});

test("a resolver of a field, and a function for an object, make the lines of what is in them superfluous", async () => {
  const project = createPackage(
    "query All($f: TicketFilter) { page(search: $s) { nodes { id } } tickets(filter: $f) { id } }".replace("$s", '"a"'),
    {
      "platform.rules.ts": `export default {
  filters: { "Query.tickets(filter:)": () => true },
  resolvers: { Query: { page: () => null } },
};
`,
    },
  );
  expect(await project.run("rules", "--check")).toMatchObject({ code: 0 });
});

test("--check fails if an operation has no line, and writes nothing", async () => {
  const project = createPackage("query List { tickets(status: OPEN, limit: 2) { id } }");
  const details = `  missing: filters["Query.tickets(status:)"]\n  missing: pages["Query.tickets(limit:)"]\n`;
  expect(await project.run("rules", "--check")).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: platform.rules.ts does not match the operations and the schema\n${details}hint:  Run "platform-graphql rules", and review the new lines.\n`,
  });
  expect(existsSync(join(project.folder, "platform.rules.ts"))).toBe(false);
  project.write({
    "platform.rules.ts": 'export default { pages: { "Query.tickets(limit:)": "first", "Query.gone": "page" } };\n',
  });
  expect(
    await project
      .run("rules", "--check", "--format", "json")
      .then(({ code, stdout }) => ({ code, ...JSON.parse(stdout) })),
  ).toEqual({
    ...{ code: 1, version: 1, file: "platform.rules.ts", isWritten: false, todo: [], left: [] },
    added: [{ section: ["filters"], key: "Query.tickets(status:)", value: 'is("status")', notes: [] }],
    stale: [{ section: ["pages"], key: "Query.gone" }],
  });
});

/** Operations and the file before the command, by what is special about them. */
const STATES: Readonly<Record<string, readonly [operations: string, file?: string]>> = {
  "no operation needs a rule": ["query List { tickets { id } }"],
  "one line is certain": ["query List { tickets(status: OPEN) { id } }"],
  "some lines are open": ['query List { tickets(status: OPEN, text: "a", filter: { mine: true }) { id } }'],
  "only open lines": ['query List { tickets(text: "a") { id } }'],
  "a line is missing": [
    'query List { tickets(status: OPEN, text: "a") { id } }',
    'import { is } from "@integration-platform/graphql-testing/rules";\nexport default { filters: { "Query.tickets(status:)": is("status") } };\n',
  ],
  "nothing is missing, and a line is open": [
    'query List { tickets(text: "a") { id } }',
    'import { todo } from "@integration-platform/graphql-testing/rules";\nexport default { filters: { "Query.tickets(text:)": todo } };\n',
  ],
  "a line is not in the schema": [
    "query List { tickets { id } }",
    'export default { filters: { "Query.gone(a:)": () => true, "Query.gone(b:)": () => true } };\n',
  ],
  "a line of another file is not in the schema": [
    "query List { tickets { id } }",
    'import { filters } from "./local.rules.ts";\nexport default { filters };\n',
  ],
  "a line is missing, and another one is not in the schema": [
    "query List { tickets(status: OPEN) { id } }",
    'export default { filters: { "Query.gone(a:)": () => true } };\n',
  ],
};

test("says what is missing, open and too much, as text and as JSON", async () => {
  const lines: string[] = [];
  for (const [title, [operations, file]] of Object.entries(STATES)) {
    lines.push(`## ${title}`);
    for (const args of [["--check"], ["--check", "--format", "json"], [], ["--format", "json"]]) {
      const project = createPackage(operations, {
        "local.rules.ts": 'export const filters = { "Query.gone(a:)": () => true };\n',
        ...(file !== undefined && { "platform.rules.ts": file }),
      });
      const { code, stdout, stderr } = await project.run("rules", ...args);
      lines.push(`\n$ ${["rules", ...args].join(" ")}  (exit code ${code})`, `${stdout}${stderr}`.trimEnd());
    }
    lines.push("");
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("transcripts/rules.txt");
});

test("add extends the file, and writes none", async () => {
  const project = createPackage("query List { tickets { id } }");
  expect(await project.run("add", "createTicket")).toMatchObject({ code: 0 });
  expect(existsSync(join(project.folder, "platform.rules.ts"))).toBe(false);
  await project.run("rules");
  expect(await project.run("add", "addLabels", "page", "--name", "Both")).toMatchObject({ code: 3 });
  expect(await project.run("add", "addLabels", "closeTicket")).toEqual({
    code: 0,
    stdout: `✓ AddLabels  operations/add-labels.graphql
✓ CloseTicket  operations/close-ticket.graphql
✓ platform.rules.ts  2 lines added: review them
`,
    stderr: "",
  });
  expect(await project.run("rules", "--check")).toMatchObject({ code: 0 });
  project.write({ "platform.rules.ts": "export default 1;" });
  expect(await project.run("add", "deleteTicket")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("DeleteTicket"),
  });
});

test("a local platform uses the file, and without one says what it assumes", async () => {
  const operations =
    'query List { tickets(status: OPEN, text: "a") { id } } query Labels { tickets(labelIds: []) { id } }';
  const project = createPackage(operations);
  expect(await project.run("run", "List", "--local")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no platform.rules.ts. Assumed:
  filters["Query.tickets(status:)"]: is("status")
  filters["Query.tickets(text:)"]: todo: which fields does it search? containsText("title")`),
  });
  project.write({ "operations/all.graphql": "query All { tickets { id } }" });
  expect(await project.run("run", "All", "--local")).toMatchObject({ code: 0, stderr: "" });
  project.write({ "operations/all.graphql": operations });
  await project.run("rules");
  const text = project.read("platform.rules.ts");
  project.write({ "platform.rules.ts": text.replace(/("Query.tickets\(text:\)"): todo/, "$1: () => false") });
  expect(await project.run("run", "List", "--local", "--format", "json")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"tickets": []'),
    stderr: "",
  });
  const serving = background(["serve"], { cwd: project.folder });
  await serving.printed("Local platform");
  serving.interrupt();
  expect(await serving.finished).toMatchObject({ code: 0, stderr: "" });
  project.write({ "platform.rules.ts": 'export default { filters: { "Query.gone": () => true } };' });
  expect(await project.run("serve")).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('error: "platform.rules.ts" does not match the schema'),
  });
});

const OPERATION = "query List { tickets(status: OPEN) { id } }";
const FIX = 'Fix the file, or name another one with "rules" in codegen.ts.';
const EXPORT = "Its default export must be { filters, orders, … } satisfies Rules. Move it, or name another file.";

test.for([
  ["throws", 'throw new Error("not today");', "platform.rules.ts cannot be loaded: not today", FIX],
  ["is no module of rules", "export const a = 1;", '"platform.rules.ts" exports no rules', EXPORT],
  [
    "exports something else",
    "export default { plugins: [] };",
    '"platform.rules.ts": rules have no section "plugins"',
    EXPORT,
  ],
  [
    "has a misspelt section",
    "export default { filter: {} };",
    '"platform.rules.ts": rules have no section "filter"',
    'Did you mean "filters"?',
  ],
] as const)("an existing file that %s is an error, and stays as it is", async ([, text, message, hint]) => {
  const project = createPackage(OPERATION, { "platform.rules.ts": text });
  expect(await project.run("rules")).toEqual(failure(message, hint));
  expect(await project.run("rules", "--check")).toMatchObject({ code: 3 });
  expect(project.read("platform.rules.ts")).toBe(text);
});

test("prints the lines that it cannot insert", async () => {
  const project = createPackage(OPERATION, {
    "platform.rules.ts": "const create = () => ({});\nexport default { filters: create() };\n",
  });
  expect(await project.run("rules")).toEqual({
    code: 3,
    stdout: "",
    stderr: `error: cannot add 1 line to platform.rules.ts: the value of "filters" is no object literal
  filters["Query.tickets(status:)"]: is("status")
hint:  Add the lines yourself, or write the sections as object literals.
`,
  });
});

test("an invalid operation is an error, because its lines are unknown", async () => {
  const project = createPackage("query List { tickets(state: OPEN) { id gone } }");
  expect((await project.run("rules", "--check")).stderr).toMatchInlineSnapshot(`
    "error: the operations have 2 errors
      operations/all.graphql:1:22: Unknown argument "state" on field "Query.tickets". Did you mean "status" or "sort"?
      operations/all.graphql:1:40: Cannot query field "gone" on type "Ticket".
    hint:  Fix the operations or the schema.
    "
  `);
});

test.for([
  ["../platform.rules.ts", "is outside of the project", "Name a file in the folder of codegen.ts."],
  ["rules.json", "is not a TypeScript file", 'Name a file such as "platform.rules.ts".'],
] as const)("the option rules: %s is an error", async ([file, message, hint]) => {
  const config = renderConfig(`documents: "operations", output: "generated", rules: ${JSON.stringify(file)}`);
  const project = createPackage(OPERATION, { "codegen.ts": config });
  expect(await project.run("rules")).toEqual(failure(`rules: "${file}" ${message}`, hint));
});
