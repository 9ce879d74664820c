/** Further runs of codegen in one process, as in `codegen --watch`. */

import fs, { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { parse } from "graphql";
import { expect, onTestFinished, test, vi } from "vitest";
import { typedOperations } from "../src/codegen/index.ts";
import { load } from "../src/codegen/load.ts";
import { readSettings } from "../src/codegen/read-settings.ts";
import { generate } from "../src/commands/codegen/generate.ts";
import { type Project, useProject } from "./support/project.ts";

const SCHEMA = `type Query { node: Node flow(in: Filter): Flow states(in: State): [State!]! }
  interface Node { id: ID! owner: Node } enum State { ON OFF } input Filter { name: String }
  type Flow implements Node { id: ID! owner: Flow name: String state: State! }`;

const FILES = {
  "schema.graphql": SCHEMA,
  "operations/a.graphql": "query A { node { ...Parts } }",
  "operations/b.graphql": "query B($in: Filter) { flow(in: $in) { id ...Parts ...Named } }",
  "operations/c.graphql": "query C { states }\n\nquery D { flow { name } }",
  "operations/parts.graphql": "fragment Parts on Node { id owner { id } }",
  "operations/named.graphql": "fragment Named on Flow { name state }",
};

/** Changed files; `undefined` removes a file. */
type Step = readonly [title: string, changes: Readonly<Record<string, string | undefined>>];

const STEPS: readonly Step[] = [
  ["nothing changed", {}],
  ["an operation changed", { "operations/a.graphql": "query A { node { __typename ...Parts } }" }],
  ["an operation was renamed", { "operations/a.graphql": "query Other { node { ...Parts } }" }],
  [
    "a comment moved the operations of a file",
    { "operations/c.graphql": `# Lists states.\n${FILES["operations/c.graphql"]}` },
  ],
  ["an operation is invalid", { "operations/a.graphql": "query A { node { nope } }" }],
  ["another operation is invalid too", { "operations/c.graphql": "query C {\n  nope\n}" }],
  ["the second one is repaired", { "operations/c.graphql": "query C { states } query E { states(in: ON) }" }],
  ["an operation has a syntax error", { "operations/a.graphql": "query A {" }],
  ["the operation is repaired", { "operations/a.graphql": FILES["operations/a.graphql"] }],
  [
    "a fragment changed",
    { "operations/parts.graphql": "fragment Parts on Node { id owner { id owner { id } } }" },
  ],
  [
    "a fragment is invalid at its spread",
    { "operations/parts.graphql": "fragment Parts on Node { id id: owner { id } }" },
  ],
  [
    "a fragment uses a variable",
    { "operations/parts.graphql": "fragment Parts on Node { id @skip(if: $x) }" },
  ],
  ["a fragment was removed", { "operations/parts.graphql": undefined }],
  ["the fragment is back", { "operations/parts.graphql": FILES["operations/parts.graphql"] }],
  ["a fragment has another type", { "operations/named.graphql": "fragment Named on Node { id }" }],
  ["two operations have one name", { "operations/d.graphql": "query A { states }" }],
  ["two fragments have one name", { "operations/d.graphql": "fragment Parts on Flow { id }" }],
  ["two names have one type", { "operations/d.graphql": "query AQuery { states }" }],
  ["the duplicate was removed", { "operations/d.graphql": undefined }],
  [
    "a name of a nested type is taken by another operation",
    { "operations/d.graphql": "query AQuery_node { states }" },
  ],
  [
    "the last use of an enum was removed",
    { "operations/c.graphql": "query C { flow { id } }", "operations/d.graphql": undefined },
  ],
  [
    "the schema has another type",
    { "schema.graphql": `${SCHEMA} type App implements Node { id: ID! owner: App }` },
  ],
  ["the schema no longer has a field", { "schema.graphql": SCHEMA.replace("name: String state", "state") }],
  ["the schema is invalid", { "schema.graphql": `${SCHEMA} type App { id: Nope }` }],
  ["everything is as at first", FILES],
];

test("each run writes the same files, or reports the same problems, as a first run over a copy", async () => {
  const project = useProject(FILES);
  const files: Record<string, string> = { ...FILES };
  const settings = createSettings(project.folder);
  const results: Record<string, boolean> = {};
  const warn = vi.spyOn(console, "warn");
  for (const [title, changes] of STEPS) {
    for (const [file, text] of Object.entries(changes)) {
      if (text === undefined) {
        rmSync(join(project.folder, file));
        delete files[file];
      } else {
        project.write({ [file]: text });
        files[file] = text;
      }
    }
    const { problems, stale } = await generateOrFail(generate(settings, true));
    // What a process keeps is by file.
    const copy = useProject(files);
    const expected = await generateOrFail(generate(createSettings(copy.folder), true));

    expect(render(project, { title, problems, stale })).toEqual(
      render(copy, { title, problems: expected.problems, stale: expected.stale }),
    );
    results[title] = problems.length > 0;
  }
  expect(Object.values(results).filter(Boolean)).toHaveLength(10);
  // graphql-tag, which typed-document-node uses, warns of fragments that change.
  expect(warn.mock.calls).toEqual([]);
});

/** Without the name of the folder. */
const render = ({ folder }: Project, result: object): string =>
  JSON.stringify(result, undefined, 2).replaceAll(basename(folder), "project");

/** An invalid schema is thrown. */
const generateOrFail = (generated: ReturnType<typeof generate>) =>
  generated.catch((error: Error) => ({ problems: [error.message], stale: [] }));

test("a further run uses the parsed operations of files that have not changed", async () => {
  const project = useProject(FILES);
  const settings = createSettings(project.folder);
  const before = await load(settings);
  project.write({ "operations/b.graphql": "query B { flow { name } }" });

  const after = await load(settings);

  const changed = after.document.definitions.filter((node) => !before.document.definitions.includes(node));
  expect(changed).toHaveLength(1);
  expect(changed).toMatchObject(parse("query B { flow { name } }", { noLocation: true }).definitions);
  expect(after.schema).toBe(before.schema);
});

function createSettings(folder: string) {
  const config = typedOperations({
    schema: join(folder, "schema.graphql"),
    documents: join(folder, "operations"),
    output: join(folder, "generated"),
    shapes: true,
    plugins: ["typed-document-node"],
  });
  const settings = readSettings(config);
  if (!settings) throw new Error("not a config of typedOperations()");
  return settings;
}

test("reads a file again that has just changed, although its times and its size are the same", async () => {
  const project = useProject(FILES);
  const file = join(project.folder, "operations/a.graphql");
  const settings = createSettings(project.folder);
  const findStale = async () =>
    (await generateOrFail(generate(settings, true))).stale.map(({ name }) => name);
  await generate(settings);
  const stats = fs.statSync(file);
  const { statSync } = fs;
  const spy = vi
    .spyOn(fs, "statSync")
    .mockImplementation((path, options) => (path === file ? stats : statSync(path, options as never)));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
    vi.useRealTimers();
  });
  vi.useFakeTimers({ toFake: ["Date"] });
  const changedAt = Math.ceil(stats.ctimeMs);
  vi.setSystemTime(changedAt + 999);
  expect(await findStale()).toEqual([]);
  project.write({ "operations/a.graphql": FILES["operations/a.graphql"].replace("A", "Z") });
  expect(await findStale()).toEqual(["types.ts", "operations.ts", "documents.ts"]);
  // The fingerprint alone does not see this change: without the guard, no run would see the one above.
  vi.setSystemTime(changedAt + 1000);
  await generate(settings);
  project.write({ "operations/a.graphql": FILES["operations/a.graphql"] });
  expect(await findStale()).toEqual([]);
});
