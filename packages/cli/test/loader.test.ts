/** The one loader of operations: all commands read the same ones. */

import { expect, test } from "vitest";
import { renderConfig, useProject } from "./support/project.ts";

const SDL = `type Query { items: [Item!]! }
type Item { id: ID! name: String }
type Subscription { added: Item! }
`;

const createPackage = (files: Readonly<Record<string, string>>, documents = '"src/**/*.{ts,graphql}"') =>
  useProject({
    "codegen.ts": renderConfig(`documents: [${documents}], output: "generated", schema: "schema.graphql"`),
    "schema.graphql": SDL,
    "next.graphql": SDL.replace("name: String", "title: String"),
    ...files,
  });

const CHECK = ["schema", "check", "--against", "next.graphql"] as const;
const COMMANDS: readonly (readonly string[])[] = [
  ["codegen"],
  ["codegen", "--check"],
  CHECK,
  ["schema", "uses", "Item.name"],
  ["rules", "--check"],
  ["run", "One", "--local"],
];

test.for(COMMANDS)(
  "%s names both places of fragments that have one name and different texts",
  async (args) => {
    const project = createPackage({
      "src/a.graphql": "query One { items { ...Part } }\nfragment Part on Item { name }",
      "src/b.ts": "gql`\n  fragment Part on Item { id }`",
    });
    const { code, stdout, stderr } = await project.run(...args);
    expect(stderr).toContain(
      'src/a.graphql:2:10: There can be only one fragment named "Part". (and src/b.ts:2:12)\n',
    );
    expect({ code, stdout }).toEqual({ code: args[0] === "codegen" ? 1 : 3, stdout: "" });
  },
);

test("codegen and schema check read an operation and a fragment once if they are defined again with the same text", async () => {
  const project = createPackage({
    "src/a.graphql": "query One { items { ...Part } }\nfragment Part on Item { name }",
    "src/b.ts": "gql`query One {\n  items {\n    ...Part\n  }\n}\n\nfragment Part on Item { name }`",
  });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("generated/operations.ts").match(/export const \w+/g)).toEqual([
    "export const OneDocument",
  ]);
  const { code, stdout } = await project.run(...CHECK, "--format", "json");
  const { operations } = JSON.parse(stdout) as { operations: { name: string }[] };
  expect({ code, operations: operations.map(({ name }) => name) }).toEqual({ code: 1, operations: ["One"] });
});

test("generates types and a document for a subscription", async () => {
  const project = createPackage({
    "src/a.graphql": "subscription Added { added { id } }\nquery One { items { id } }",
  });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("generated/types.ts")).toContain("export type AddedSubscription = {");
  expect(project.read("generated/operations.ts")).toContain(
    'AddedDocument: TypedDocumentString<Types.AddedSubscription, Types.AddedSubscriptionVariables, "subscription"> = {',
  );
});

test.for([
  ["its path", "schema.graphql"],
  ["a link to it", "src/linked.graphql"],
])("does not read the schema as an operation if the documents contain it, by %s", async ([, schema]) => {
  const project = createPackage({ "src/a.graphql": "query One { items { id } }" });
  project.write({
    "codegen.ts": renderConfig(
      `documents: ["**/*.graphql"], output: "generated", schema: ${JSON.stringify(schema)}`,
    ),
    "schema.graphql": SDL,
  });
  if (schema !== "schema.graphql") project.link("src/linked.graphql", "../schema.graphql");
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
});

test("leaves out type definitions, in files of their own and between operations", async () => {
  const project = createPackage({
    "src/client.graphql": "extend type Query { isOpen: Boolean! }",
    "src/mixed.graphql": "directive @client on FIELD\nquery One { items { id } }",
  });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("generated/operations.ts").match(/export const \w+/g)).toEqual([
    "export const OneDocument",
  ]);
});

const SKIPPED = `warning: these operations are skipped
  src/b.ts:1:27: an expression inside of a definition is not supported. Use a variable or a named fragment.
`;

test.for([
  [0, ["codegen"]],
  [3, CHECK],
  [3, ["schema", "check", "--against", "schema.graphql"]],
  [3, ["schema", "uses", "Item.name"]],
  [0, ["rules"]],
  [0, ["run", "One", "--local"]],
] as const)("exits with %d and names an operation that contains an expression: %s", async ([exit, args]) => {
  const project = createPackage({
    "src/a.graphql": "query One { items { name } }",
    "src/b.ts": "gql`query Two { items { $\u007bfields} } }`",
  });
  const { code, stdout, stderr } = await project.run(...args);
  expect(stderr).toContain(SKIPPED);
  expect(stdout).not.toBe("");
  expect(code).toBe(exit);
});

test.for([
  ["an expression as a name", "query $\u007bname} { items { id } }", "src/b.ts:1:13"],
  ["an expression as a type", "fragment A on $\u007bT} { a }", "src/b.ts:1:21"],
  ["an expression after a nested selection", "query A { items { id } $\u007bc} }", "src/b.ts:1:30"],
  ["an expression after a brace in a string", 'query A { items(a: "}") { id $\u007bc} } }', "src/b.ts:1:36"],
])(
  "codegen writes the rest of the operations, and names the place of %s",
  async ([, text = "", place = ""]) => {
    const project = createPackage({
      "src/a.graphql": "query One { items { name } }",
      "src/b.ts": `gql\`${text}\``,
    });
    const { code, stderr } = await project.run("codegen");
    expect({ code, place: stderr.split("\n")[1]?.slice(0, place.length + 4) }).toEqual({
      code: 0,
      place: `  ${place}: `,
    });
    expect(project.read("generated/operations.ts").match(/export const \w+/g)).toEqual([
      "export const OneDocument",
    ]);
  },
);

test("codegen writes the rest of the operations, and names one without a name", async () => {
  const project = createPackage({
    "src/a.graphql": "query One { items { name } }",
    "src/b.graphql": "{ items { id } }",
  });
  expect(await project.run("codegen")).toMatchObject({
    code: 0,
    stderr: "warning: these operations are skipped\n  src/b.graphql:1:1: This query has no name.\n",
  });
});
