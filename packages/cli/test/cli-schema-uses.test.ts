/**
 * `platform-graphql schema uses`: the operations that use a schema element, and the files that import their
 * documents.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, failure } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const SDL = `
type Query {
  node(id: ID!): Node
  item: Item
  integrations(filter: Filter, first: Int = 10, price: Money): [Integration!]!
  _sum_2(_by_1: Int): _Sum1
}

type _Sum1 { of: Int }

# Elements that operations use by their own name, or through an interface or a union.
interface Node { id(short: Boolean): ID! }
union Item = Integration | Flow

type Integration implements Node {
  id(short: Boolean): ID!
  name: String!
  status: Status!
}

type Flow implements Node {
  id(short: Boolean): ID!
  steps: Int
  unused: Int
}

# Elements that operations use in arguments and in variables.
input Filter {
  status: Status
  range: Range
  note: String
}

input Range {
  min: Money
  max: Money
}

enum Status { ACTIVE PAUSED }
scalar Money
directive @cached(for: Int) on FIELD | QUERY
directive @_tag_1(_as_2: Int) on FIELD
`;

/** The places in the expectations are lines and columns of these files. */
const OPERATIONS = {
  "operations/filter.graphql": `query Filtered($filter: Filter) {
  integrations(filter: $filter) { ...Summary }
}
`,
  "operations/summary.graphql": `fragment Summary on Integration {
  name
  status
}
`,
  "operations/literal.graphql": `query Literal {
  integrations(filter: { status: ACTIVE, range: { min: "1" } }, price: 3) { id(short: true) }
}
`,
  "operations/node.graphql": `query ReadNode($id: ID!) @cached(for: 5) {
  node(id: $id) { id @cached ... on Flow { steps } }
}
`,
  "src/item.ts": `export const Item = gql\`
  query GetItem { item { ... on Integration { name label: name } } }\`;
`,
};

/** Files that name the documents of the operations. */
const IMPORTERS = {
  "src/generated/operations.ts": `export const FilteredDocument = 1;
export const GetItemDocument = 1;
export const LiteralDocument = 1;
`,
  "src/page.tsx": `// FilteredDocument
import {
  FilteredDocument,
  type LiteralDocument,
} from "./generated/operations.js";
use(FilteredDocument);
`,
  "src/all.mjs": `/* GetItemDocument */ import * as all from "./generated/operations.js"; load("https://a.example", all.GetItemDocument);
`,
  "src/notes.md": "FilteredDocument\n",
  "src/other.ts": "const MyFilteredDocument = FilteredDocuments;\n",
};

const FILES = { "schema/schema.graphql": SDL, ...OPERATIONS, ...IMPORTERS };

const PATHS = ["--operations", "operations", "src/*.ts"];

const createSources = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({ ...FILES, ...files });

const uses = (project: Project, ...args: readonly string[]) =>
  command(["schema", "uses", ...args], { cwd: project.folder });

interface Report {
  readonly operations: readonly {
    readonly name: string;
    readonly uses: readonly {
      readonly via: string;
      readonly fragment?: string;
      readonly place: { readonly file: string; readonly line: number; readonly column: number };
    }[];
  }[];
}

const STATUS = [
  "Filtered filter.graphql:1:16 variable",
  "Filtered summary.graphql:3:3 result Summary",
  "Literal literal.graphql:2:34 document",
];

/** Coordinate, and each use: operation, file, line, column, and how the operation uses the element. */
const USES: readonly (readonly [coordinate: string, uses: readonly string[]])[] = [
  [
    "Integration.name",
    [
      "Filtered summary.graphql:2:3 document Summary",
      "GetItem item.ts:2:47 document",
      "GetItem item.ts:2:52 document",
    ],
  ],
  ["Node.id", ["ReadNode node.graphql:2:19 document"]],
  ["Flow.id", ["ReadNode node.graphql:2:19 abstract"]],
  ["Integration.id", ["Literal literal.graphql:2:77 document", "ReadNode node.graphql:2:19 abstract"]],
  ["Integration.id(short:)", ["Literal literal.graphql:2:80 document"]],
  ["Query.integrations(first:)", []],
  ["Query.integrations(price:)", ["Literal literal.graphql:2:65 document"]],
  ["Flow.unused", []],
  ["Integration.status", ["Filtered summary.graphql:3:3 document Summary"]],
  ["Integration.__typename", []],
  [
    "Integration",
    [
      "Filtered filter.graphql:2:3 document",
      "Filtered summary.graphql:1:21 document Summary",
      "GetItem item.ts:2:19 abstract",
      "GetItem item.ts:2:33 document",
      "Literal literal.graphql:2:3 document",
      "ReadNode node.graphql:2:3 abstract",
    ],
  ],
  ["Item", ["GetItem item.ts:2:19 document"]],
  ["Status", STATUS],
  ["Status.ACTIVE", STATUS],
  ["Status.PAUSED", ["Filtered filter.graphql:1:16 variable", "Filtered summary.graphql:3:3 result Summary"]],
  ["Filter", ["Filtered filter.graphql:1:16 document", "Literal literal.graphql:2:24 document"]],
  ["Range", ["Filtered filter.graphql:1:16 variable", "Literal literal.graphql:2:49 document"]],
  ["Range.min", ["Filtered filter.graphql:1:16 variable", "Literal literal.graphql:2:51 document"]],
  ["Filter.note", ["Filtered filter.graphql:1:16 variable"]],
  [
    "Money",
    [
      "Filtered filter.graphql:1:16 variable",
      "Literal literal.graphql:2:56 document",
      "Literal literal.graphql:2:72 document",
    ],
  ],
  ["@cached", ["ReadNode node.graphql:1:26 document", "ReadNode node.graphql:2:22 document"]],
  ["@cached(for:)", ["ReadNode node.graphql:1:34 document"]],
  ["@include(if:)", []],
  ["_Sum1", []],
  ["Query._sum_2", []],
  ["Query._sum_2(_by_1:)", []],
  ["@_tag_1", []],
  ["@_tag_1(_as_2:)", []],
];

test.for(USES)("lists the uses of %s", async ([coordinate, expected]) => {
  const { code, stdout, stderr } = await uses(createSources(), coordinate, ...PATHS, "--format", "json");
  const { operations }: Report = JSON.parse(stdout);
  const listed = operations.flatMap(({ name, uses }) =>
    uses.map(({ place: { file, line, column }, via, fragment = "" }) =>
      `${name} ${file.replace(/^.*\//, "")}:${line}:${column} ${via} ${fragment}`.trim(),
    ),
  );
  expect({ code, stderr, listed }).toEqual({ code: 0, stderr: "", listed: expected });
});

test("prints the operations, the places and the scripts that import the documents", async () => {
  const { stdout } = await uses(createSources(), "Status", ...PATHS, "--importers", "src");
  expect(stdout).toMatchInlineSnapshot(`
    "2 of 4 operations use Status

    Filtered  query
      operations/filter.graphql:1:16  in a variable
      operations/summary.graphql:3:3  fragment Summary  in a result
      used by src/notes.md:1:1
      used by src/page.tsx:1:4

    Literal  query
      operations/literal.graphql:2:34
      used by src/page.tsx:4:8

    read: 5 text files, which git does not list: all files of the folders
    left out: generated files: src/generated/operations.ts
    "
  `);
});

test("says that a use is on an interface or a union", async () => {
  const { stdout } = await uses(createSources(), "Flow.id", ...PATHS);
  expect(stdout).toBe(`1 of 4 operations uses Flow.id

ReadNode  query
  operations/node.graphql:2:19  on an interface or a union
`);
});

test("prints the operations without --importers", async () => {
  const { stdout } = await uses(createSources(), "Status.PAUSED", ...PATHS);
  expect(stdout).toMatchInlineSnapshot(`
    "1 of 4 operations uses Status.PAUSED

    Filtered  query
      operations/filter.graphql:1:16  in a variable
      operations/summary.graphql:3:3  fragment Summary  in a result
    "
  `);
});

test("finds the first word of each operation in each text file, but no files of codegen", async () => {
  const project = createSources();
  const args = [
    "Query",
    ...PATHS,
    "--format",
    "json",
    "--importers",
    "src/**/*.{mjs,tsx,md}",
    "src/other.ts",
  ];
  const { code, stdout } = await uses(project, ...args);
  const { operations } = JSON.parse(stdout);
  const importers = operations.map(({ name, importers }: { name: string; importers: unknown }) => [
    name,
    importers,
  ]);
  expect({ code, importers }).toEqual({
    code: 0,
    importers: [
      [
        "Filtered",
        [
          { file: "src/notes.md", line: 1, column: 1 },
          { file: "src/page.tsx", line: 1, column: 4 },
        ],
      ],
      ["GetItem", [{ file: "src/all.mjs", line: 1, column: 4 }]],
      ["Literal", [{ file: "src/page.tsx", line: 4, column: 8 }]],
      ["ReadNode", []],
    ],
  });
});

test.for([
  ["an absolute glob", (folder: string) => [join(folder, "src/*.md")]],
  ["a path through another folder", () => ["src/../src/*.md"]],
  ["exclusions", () => ["src", "!src/*.tsx", "!./src/other.ts", "!src/all.mjs"]],
] as const)("reads the files of %s", async ([, list]) => {
  const project = createSources();
  const args = ["Status.PAUSED", ...PATHS, "--format", "json", "--importers", ...list(project.folder)];
  const [{ importers }] = JSON.parse((await uses(project, ...args)).stdout).operations;
  expect(importers).toEqual([{ file: "src/notes.md", line: 1, column: 1 }]);
});

test("reads text that begins as no mark of UTF-16, and leaves out packages, .git, links to folders and large files", async () => {
  const project = createSources();
  const text = "FilteredDocument\n";
  const marks = [
    [0xff, 0x20],
    [0xfe, 0x20],
    [0x20, 0xfe],
    [0x20, 0xff],
    [0xff, 0xfe],
    [0xfe, 0xff],
  ];
  const encode = (mark: readonly number[]) => {
    const utf16 = Buffer.from(text, "utf16le");
    if (mark.includes(0x20)) return Buffer.from(text);
    return mark[0] === 0xff ? utf16 : utf16.swap16();
  };
  project.write({
    ...Object.fromEntries(
      marks.map((mark, index) => [`own/${index}.txt`, Buffer.concat([Buffer.from(mark), encode(mark)])]),
    ),
    "own/.git/a.txt": text,
    "own/node_modules/a.txt": text,
    "own/large.txt": text.padEnd(16 * 1024 * 1024 + 1),
    "own/full.txt": text.padEnd(16 * 1024 * 1024),
  });
  project.link("own/linked", "../src");
  const args = ["Status.PAUSED", ...PATHS, "--importers", "own"];
  const { code, stdout, stderr } = await uses(project, ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.match(/(?<=used by ).*|^left out.*/gm)).toEqual([
    "own/0.txt:1:3",
    "own/1.txt:1:3",
    "own/2.txt:1:3",
    "own/3.txt:1:3",
    "own/4.txt:1:1",
    "own/5.txt:1:1",
    "own/full.txt:1:1",
    "left out: files of more than 16 MB: own/large.txt",
  ]);
});

test("reads the files that git lists: not those that it ignores, of links to folders, or deleted ones", async () => {
  const project = createSources();
  const text = "FilteredDocument\n";
  project.write({
    ".gitignore": "ignored\n",
    ...Object.fromEntries(
      ["b.txt", "deleted.txt", "ignored", "kept.txt", "package-lock.json", "yarn.lock"].map((name) => [
        `own/${name}`,
        text,
      ]),
    ),
  });
  project.link("own/linked", "../src");
  project.git("init", "--quiet");
  project.git("add", "own", ".gitignore");
  project.git("update-index", "--skip-worktree", "own/kept.txt");
  rmSync(join(project.folder, "own/deleted.txt"));
  project.write({ "own/a.txt": text, "empty/.gitkeep": "" });
  const args = ["Status.PAUSED", ...PATHS, "--importers"];
  const { code, stdout, stderr } = await uses(project, ...args, "own/kept.txt", "own", "own/*.txt");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.match(/(?<=used by ).*|^(?:read|left out).*/gm)).toEqual([
    "own/a.txt:1:1",
    "own/b.txt:1:1",
    "own/kept.txt:1:1",
    "read: 3 text files",
    "left out: lock files: own/package-lock.json, own/yarn.lock",
  ]);
  rmSync(join(project.folder, "empty/.gitkeep"));
  expect((await uses(project, ...args, "empty")).stdout).toMatch(/\nread: 0 text files\n$/);
});

test("leaves out files of codegen in any folder, and tells an operation from a fragment of its name", async () => {
  const operation = "query Flow { integrations { ...Flow } }\nfragment Flow on Integration { name }\n";
  const project = useProject({
    "codegen.ts": renderConfig('documents: "operations", output: "src/gql"'),
    "schema/schema.graphql": SDL,
    "operations/flow.graphql": operation,
    "src/page.ts": 'import type { FlowQuery } from "./gql/types.js";\n',
    "src/part.ts": 'import type { FlowFragment } from "./gql/types.js";\n',
  });
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  const { stdout } = await uses(project, "Integration.name", "--importers", "src", "--format", "json");
  const [{ importers }] = JSON.parse(stdout).operations;
  expect(importers).toEqual([{ file: "src/page.ts", line: 1, column: 15 }]);
});

test("finds the names of the types and the parts of an operation, and no longer name", async () => {
  const names = ["FilteredQueryVariables", "FilteredQueryDoc", "FilteredQuery_nodes", "FilteredQuery"];
  const others = [
    "FilteredQueryVariable",
    "FilteredQueryDocs",
    "FilteredQueryX_",
    "AFilteredQuery",
    "Filtered",
  ];
  const files = [...names, ...others].map((name) => [`own/${name}.ts`, `use(${name});\n`]);
  const project = createSources(Object.fromEntries(files));
  const { stdout } = await uses(project, "Filter.note", ...PATHS, "--importers", "own", "--format", "json");
  const [{ importers }] = JSON.parse(stdout).operations;
  expect(importers).toEqual(names.sort().map((name) => ({ file: `own/${name}.ts`, line: 1, column: 5 })));
});

test("prints a versioned JSON document", async () => {
  const { stdout } = await uses(createSources(), "Status.PAUSED", ...PATHS, "--format", "json");
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    coordinate: "Status.PAUSED",
    total: 4,
    operations: [
      {
        name: "Filtered",
        kind: "query",
        place: { file: "operations/filter.graphql", line: 1, column: 1 },
        uses: [
          { place: { file: "operations/filter.graphql", line: 1, column: 16 }, via: "variable" },
          {
            place: { file: "operations/summary.graphql", line: 3, column: 3 },
            via: "result",
            fragment: "Summary",
          },
        ],
      },
    ],
  });
});

test("lists the other operations if a definition is skipped, and exits with 3", async () => {
  const project = createSources({ "src/item.ts": `gql\`query GetItem { item { \${fields} } }\`;` });
  const { code, stdout, stderr } = await uses(project, "Status.PAUSED", ...PATHS, "--format", "json");
  expect([code, JSON.parse(stdout).total]).toEqual([3, 3]);
  expect(stderr).toMatch(/src\/item\.ts:1:\d+: /);
});

test("reports that no operation uses an element, and exits with 0", async () => {
  expect(await uses(createSources(), "Flow.unused", ...PATHS)).toEqual({
    code: 0,
    stderr: "",
    stdout: "No operation uses Flow.unused (4 operations checked).\n",
  });
});

const FORMS =
  "Write Type, Type.field, Type.field(argument:), Enum.VALUE, @directive or @directive(argument:).";
const CHECK_SCHEMA = "Check the schema, or name another one with --schema <file>.";

test.for<[args: readonly string[], message: string, hint: string]>([
  [["Integration name"], "the coordinate is malformed", FORMS],
  [["Integration..name"], "the coordinate is malformed", FORMS],
  [["Integration(first:)"], "the coordinate is malformed", FORMS],
  [["Query.integrations(first)"], "the coordinate is malformed", FORMS],
  [["@include.if"], "the coordinate is malformed", FORMS],
  [[""], "the coordinate is malformed", FORMS],
  [["c".repeat(48)], "the schema has no such element", CHECK_SCHEMA],
  ...[
    ["integration.name", "Integration.name"],
    ["Integration.nmae", "Integration.name"],
    ["Integratoin", "Integration"],
    ["Monney", "Money"],
    ["Stattus", "Status"],
    ["Filtre", "Filter"],
    ["Node.idd", "Node.id"],
    ["itme", "Item"],
    ["Status.ACTVE", "Status.ACTIVE"],
    ["Filter.nota", "Filter.note"],
    ["Query.integrations(frist:)", "Query.integrations(first:)"],
    ["Query.integration(first:)", "Query.integrations(first:)"],
    ["@cache", "@cached"],
    ["@cached(fro:)", "@cached(for:)"],
  ].map(([typed = "", meant]): [string[], string, string] => [
    [typed],
    `the schema has no "${typed}"`,
    `Did you mean "${meant}"?`,
  ]),
  [["Warehouse"], 'the schema has no "Warehouse"', CHECK_SCHEMA],
  [
    ["Query", "--importers", "sources"],
    '--importers: cannot read "sources": no such file or folder',
    "Name other folders, files or globs.",
  ],
  [
    ["Query", "--importers", "src/*.vue"],
    '--importers: no file matches "src/*.vue"',
    "Name other folders, files or globs.",
  ],
  [
    ["Query", "--importers", "src/other.ts/*.ts"],
    '--importers: cannot read "src/other.ts/*.ts": no such file or folder',
    "Name other folders, files or globs.",
  ],
  ...[["!**/*.test.ts"], ["src", "!**/*"]].map((paths): [string[], string, string] => [
    ["Query", "--importers", ...paths],
    "--importers: the exclusions leave no file",
    "Name other files, too: --importers . '!**/*.test.ts'.",
  ]),
])("exits with 3 for %j", async ([args, message, hint]) => {
  const project = createSources();
  const failed = failure(message, hint);
  expect(await uses(project, ...args)).toEqual(failed);
  const { stdout, ...rest } = await uses(project, ...args, "--format", "json");
  expect({ ...rest, stdout: "" }).toEqual(failed);
  expect(JSON.parse(stdout)).toEqual({ version: 1, error: { code: "USAGE", message, hint } });
});
