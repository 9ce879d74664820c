/** All files that codegen writes for one schema and its operations: whole texts in `fixtures/generated`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, parse, Source } from "graphql";
import { expect, test } from "vitest";
import { findProblems, type Plugin, renderFiles } from "../src/codegen/index.ts";

type Options = Parameters<typeof renderFiles>[1];

const FIXTURES = join(import.meta.dirname, "fixtures/generated");
const read = (name: string) => readFileSync(join(FIXTURES, name), "utf8");
const schemaText = read("schema.graphql");
const operationsText = read("operations.graphql");

const DEFAULTS: Options = {
  scalars: {
    Money: "import('./money.js').Money",
    Size: { input: "import('../sizes.js').Size | number", output: "string" },
  },
  importExtension: ".js",
  command: "npm run codegen",
  documentImport: "@integration-platform/graphql",
  types: "open",
  shapes: false,
  documentNodes: false,
  filePerOperation: false,
  schemaModule: false,
};

/** In place of `typed-document-node`, whose texts are long. */
const nodePlugin: Plugin = (_schema, _documents, { only }) => ({
  prepend: ["// The import of parsed documents."],
  content: `// The parsed document of ${only?.name ?? "each definition"}.\n`,
});

const FEW = "query CountFlows { flows { totalCount } class { id } }";

const CASES: readonly (readonly [string, Partial<Options>, operations?: string])[] = [
  ["open", { schemaModule: true, platformTypes: true, ruleNames: ["Empty", "ArchivePayload", "rename"] }],
  ["closed", { types: "closed", shapes: true, documentNodes: true, importExtension: ".ts" }],
  ["graphql-codegen", { types: "graphql-codegen", shapes: true }],
  [
    "file-per-operation",
    { filePerOperation: true, shapes: true, documentNodes: true, documentImport: "./document.js" },
  ],
  [
    "few",
    {
      filePerOperation: true,
      platformTypes: true,
      ruleNames: ["stepChanged"],
      command: "codegen \u202e",
    },
    FEW,
  ],
];

test.for(CASES)("codegen writes the files of %s", async ([name, options, operations = operationsText]) => {
  const schema = buildSchema(schemaText);
  const document = parse(new Source(operations, "operations.graphql"));
  expect(findProblems(schema, document, { ...options, filePerOperation: true })).toEqual([]);
  const input = { schema, schemaText: 'type Query { "`a` \\" a: Int }\n', document };
  const files = renderFiles(input, { ...DEFAULTS, ...options }, nodePlugin);
  const texts = files.map((file) => `===== ${file.name}\n${file.text}`);
  await expect(texts.join("\n")).toMatchFileSnapshot(join(FIXTURES, `${name}.txt`));
});

test.for<[string, string[]]>([
  ["{ node(id: 1) { ... on Flow { name } } }", []],
  ["{ node(id: 1) { ... on Owned { __typename } } }", ["UNKNOWN_TYPE"]],
  ["{ node(id: 1) { ... on Owned { type: __typename } } }", []],
  ["{ search(text: 1) { __typename } }", ["UNKNOWN_TYPE"]],
  ["{ listed { ... on Flow { states: state } } }", ["FlowStateValues", "UNKNOWN_VALUE"]],
  ["query A($in: [SearchIn!]) { search(text: 1, in: $in) { ... on Flow { id } } }", ["SearchInValues"]],
])("enums.ts has the values and the literals that the types of %s contain", ([operation, names]) => {
  const document = parse(operation.replace(/^\{/, "query A {"));
  const files = renderFiles({ schema: buildSchema(schemaText), schemaText, document }, DEFAULTS);
  const text = files.find(({ name }) => name === "enums.ts")?.text ?? "";
  expect(Array.from(text.matchAll(/^export const (\w+)/gm), ([, name]) => name)).toEqual(names);
});
