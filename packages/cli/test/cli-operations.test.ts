/** Operations in scripts, found by globs. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { Source } from "graphql";
import { expect, test } from "vitest";
import { pluck } from "../src/codegen/pluck.ts";
import { command, runTool } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const GLOB = "src/**/*.{ts,tsx,graphql}";

const SDL = `type Query {
  integrations: [Integration!]!
  integration(id: ID!): Integration
}

type Integration {
  id: ID!
  name: String!
}
`;
const BROKEN = SDL.replace("name: String!", "title: String!");

/** An operation for each way to write it in a file. All of them select `name`. */
const SOURCES = {
  "src/tag.ts":
    "import { gql } from '@apollo/client';\n\n  export const Tag = gql`query Tag { integrations { name } }`;\n",
  "src/call.tsx": `export const App = () => <p title="é">{String(graphql(\`
  query Call {
    integrations { name }
  }\`))}</p>;
`,
  "src/comment.ts":
    "const a: number = 1;\nexport const Comment = /* GraphQL */ `\n  query Comment { integrations { name } }\n`;\n",
  "src/fragment.ts": `const part = gql\`
  fragment Part on Integration { name }
\`;
export const Whole = gql\`
  \${part} query Whole { integrations { ...Part name } }
  \${part} # \${part}
\`;
`,
  "src/windows.ts":
    'const note = 1;\r\nexport const a = gql`\r\n  query Windows {\r\n    # \\`note\\`\r\n    integrations { name }\r\n    integration(id: "\\\\"") { id }\r\n  }`;\r\n',
  "src/plain.graphql": "query Plain { integrations { name } }\n",
} as const;

const createSources = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({ "schema/schema.graphql": SDL, "broken.graphql": BROKEN, ...SOURCES, ...files });

const check = (project: Project, operations: readonly string[], ...args: readonly string[]) =>
  project.run("schema", "check", "--against", "broken.graphql", "--operations", ...operations, ...args);

async function findPlaces(project: Project, ...operations: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await check(project, operations, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const report: {
    operations: { name: string; findings: { place: { file: string; line: number; column: number } }[] }[];
  } = JSON.parse(stdout);
  return report.operations
    .flatMap(({ name, findings }) =>
      findings.map(({ place: { file, line, column } }) => `${name} ${file}:${line}:${column}`),
    )
    .sort();
}

const PLACES = [
  "Call src/call.tsx:3:20",
  "Comment src/comment.ts:3:34",
  "Plain src/plain.graphql:1:30",
  "Tag src/tag.ts:3:53",
  "Whole src/fragment.ts:2:34",
  "Whole src/fragment.ts:5:48",
  "Windows src/windows.ts:5:20",
];

test("finds the operations of tags, calls and comments, with their places in the file", async () => {
  const project = createSources();
  for (const place of PLACES) {
    const [, file = "", line, column] = /^\w+ (.*):(\d+):(\d+)$/.exec(place) ?? [];
    const text = project.read(file).split("\n")[Number(line) - 1] ?? "";
    expect(`${place} ${text.slice(Number(column) - 1, Number(column) + 3)}`).toBe(`${place} name`);
  }
  expect(await findPlaces(project, GLOB)).toEqual(PLACES);
  expect(await findPlaces(project, ...Object.keys(SOURCES))).toEqual(PLACES);
});

test("shows the lines of the source file in the report", async () => {
  const { stdout } = await check(createSources(), ["src/*.tsx"]);
  expect(stdout).toContain("    4 │   }`))}</p>;\n");
});

test("runs an operation of a script, with a fragment of another one", async () => {
  const project = createSources({ "src/part.ts": "", "src/whole.ts": "" });
  const args = ["run", "Whole", "--local", "--format", "json", "--operations", GLOB];
  const { code, stdout } = await project.run(...args);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).data.integrations[0]).toEqual({ name: expect.any(String) });
});

const createPackage = (files: Readonly<Record<string, string>> = {}) =>
  createSources({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig(
      `documents: ["${GLOB}", "!src/generated"], output: "src/generated", schema: "schema/schema.graphql"`,
    ),
    ...files,
  });

const GENERATED = ["enums.ts", "operations.ts", "types.ts"].map((name) => `src/generated/${name}`);

test("platform-graphql codegen and graphql-codegen write the same files for a glob", {
  tags: ["slow"],
}, async () => {
  // graphql-codegen cannot read an escaped quote in a template, and then leaves out all scripts.
  const schema = "export const schema = gql`type Query { a: Int }`;";
  const project = createPackage({ "src/schema.ts": schema, "src/windows.ts": "" });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  const ours = GENERATED.map((file) => project.read(file));
  expect(ours[1]?.match(/export const \w+/g)).toHaveLength(5);
  for (const file of GENERATED) rmSync(join(project.folder, file));
  expect(await runTool(project.folder, "graphql-codegen", "--config", "codegen.ts")).toMatchObject({
    code: 0,
  });
  expect(GENERATED.map((file) => project.read(file))).toEqual(ours);
});

test("codegen reports the places of problems in scripts", async () => {
  const { code, stderr } = await createPackage({
    "src/tag.ts": "\n  const a = gql`\n    query Tag { nmae }`;\n",
    "src/other.ts": "gql`query Other { integrations { di } }`",
  }).run("codegen");
  expect({ code, problems: stderr.split("\n").slice(1, -2) }).toEqual({
    code: 1,
    problems: [
      '  src/other.ts:1:34: Cannot query field "di" on type "Integration". Did you mean "id"?',
      '  src/tag.ts:3:17: Cannot query field "nmae" on type "Query".',
    ],
  });
});

test("parses a script again only if its text changed", async () => {
  const read = (text: string) => pluck(new Source(text, "a.ts"));
  const first = await read("gql`query A { a }`");
  expect(await read("gql`query A { a }`")).toBe(first);
  expect((await read("gql`query B { b }`")).blocks[0]?.body).toContain("query B");
});

test("codegen --watch runs again when a script changes", async () => {
  const project = createPackage();
  const interruption = new AbortController();
  const finished = command(["codegen", "--watch"], {
    cwd: project.folder,
    interruption: interruption.signal,
  });
  const text = () => expect.poll(() => project.read(GENERATED[1] ?? ""), { timeout: 20_000, interval: 20 });
  await text().toContain("TagDocument");
  project.write({ "src/new/page.tsx": "export const a = gql`query Added { integrations { id } }`;" });
  await text().toContain("AddedDocument");
  interruption.abort(130);
  expect(await finished).toMatchObject({ code: 130, stderr: "" });
});

test("skips node_modules, names with a leading dot, other file types and exclusions", async () => {
  const broken = "query Broken {";
  const project = createSources({
    "src/node_modules/a/a.graphql": broken,
    "src/.cache/a.graphql": broken,
    "src/.draft.graphql": broken,
    "src/more/node_modules/a.graphql": broken,
    "src/more/.draft.graphql": broken,
    "src/style.css": "gql`query Broken {`",
    "src/old/a.test.ts": "gql`query Broken {`",
    "src/schema.ts": "export const schema = gql`type Query { a: Int }`;",
    "src/readme.md": "```graphql\nquery Broken {\n```\n",
  });
  project.link("src/deep/cycle", "..");
  expect(await findPlaces(project, "src/**/*", "!src/**/*.test.ts")).toEqual(PLACES);
  expect(await findPlaces(project, "./src/**", "!src/o*d")).toEqual(PLACES);
  expect(
    await findPlaces(project, "src/**", "src/.cache/a.graphql", "!src/*[ce]/*.graphql", "!src/old"),
  ).toEqual(PLACES);
  expect(await findPlaces(project, "src/**/!(*.test).*")).toEqual(PLACES);
  expect(await findPlaces(project, join(project.folder, GLOB), "!src/old")).toEqual(PLACES);
});

test("reads files of all languages by a glob, and GraphQL alone in a folder", async () => {
  const scripts = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "JS"];
  const inFolder = ["graphql", "gql", "GQL"];
  const endings = [...inFolder, "graphqls", "gqls", ...scripts];
  const files = endings.map((ending, index) => {
    const text = `query Q${index} { integrations { name } }`;
    return [`all/${ending}/a.${ending}`, scripts.includes(ending) ? `gql\`${text}\`` : text];
  });
  const project = createSources({ ...Object.fromEntries(files), "all/a.txt": "query None {" });
  const findEndings = async (path: string) =>
    (await findPlaces(project, path)).map((place) => /\/a\.(\w+):/.exec(place)?.[1]).sort();
  expect(await findEndings("all/**/*")).toEqual(endings.toSorted());
  expect(await findEndings("all")).toEqual(inFolder.toSorted());
});

test("does not parse a script without GraphQL, even if its syntax is invalid", async () => {
  const project = createSources({ "src/broken.ts": "const = graphql;" });
  expect(await findPlaces(project, GLOB)).toEqual(PLACES);
});

test("treats the names of existing files and folders as names, not as globs", async () => {
  const project = createSources({
    "app/[id]/(page).ts": "gql`query Page { integrations { name } }`",
    "app/(old)/page.ts": "gql`query Old { integrations { name } }`",
  });
  const places = ["Page app/[id]/(page).ts:1:33"];
  expect(await findPlaces(project, "app/[id]/(page).ts")).toEqual(places);
  expect(await findPlaces(project, "app/[id]/*.ts")).toEqual(places);
  expect(await findPlaces(project, "app/**", "!app/(old)")).toEqual(places);
  expect(await findPlaces(project, "app/**", "!app/(old)/page.ts")).toEqual(places);
  expect(await findPlaces(project, "app/**", "!app/(old)/*")).toEqual(places);
});

test("follows links to files and folders", async () => {
  const project = createSources({ "shared/deep/page.ts": "gql`query Page { integrations { name } }`" });
  project.link("src/a", "../shared");
  project.link("src/b.ts", "../shared/deep/page.ts");
  expect(await findPlaces(project, "src/a/**/*.ts")).toEqual(["Page src/a/deep/page.ts:1:33"]);
  expect(await findPlaces(project, "src/b*")).toEqual(["Page src/b.ts:1:33"]);
});

const OTHERS = "or name others with --operations <path...>.";
const INSIDE = "an expression inside of a definition is not supported. Use a variable or a named fragment";
const expression = (text: string) => ({ "src/a.ts": `gql\`${text}\`` });

test.for<[problem: string, files: Readonly<Record<string, string>>, error: string, operations?: string]>([
  [
    "a glob that matches only other files",
    { "src/a.css": "" },
    "no GraphQL, TypeScript or JavaScript",
    "src/*.css",
  ],
  [
    "a glob without an operation",
    { "src/a.ts": "" },
    'no operation in the files of "src/a*.ts"\n',
    "src/a*.ts",
  ],
  [
    "GraphQL with a syntax error in a script",
    { "src/a.ts": "\n const a = gql`query A {\n  a b: }`;" },
    `src/a.ts:3:8: Syntax Error: Expected Name, found "}"\nhint:  Fix the operations, ${OTHERS}\n`,
  ],
])("exits with 3 and names the place of %s", async ([, files, error, operations = GLOB]) => {
  const { code, stdout, stderr } = await check(createSources(files), [operations]);
  expect(stderr.slice(0, error.length + 7)).toBe(`error: ${error}`);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
});

test("names a glob that matches no file, and reads the others, with brackets that are escaped or not", async () => {
  const project = createSources({
    "pages/[slug]/page.ts": "gql`query Page { integrations { name } }`",
    "pages/old.cjs": "if (missing) return;\ngql`query Old { integrations { name } }`;",
  });
  const paths = [
    "pages/\\[slug\\]/*.ts",
    "pages/\\[slug\\]/page.ts",
    "pages/[slug]/*.ts",
    "pages/*.cjs",
    "none/**/*.ts",
  ];
  expect(await findPlaces(project, ...paths.slice(0, -1))).toEqual([
    "Old pages/old.cjs:2:32",
    "Page pages/[slug]/page.ts:1:33",
  ]);
  expect(await check(project, paths)).toMatchObject({
    code: 1,
    stderr: "warning: no file matches none/**/*.ts\n",
  });
  project.write({
    "codegen.ts": renderConfig(
      `schema: "schema/schema.graphql", documents: ${JSON.stringify(paths)}, output: "out", plugins: []`,
    ),
  });
  for (let run = 0; run < 2; run++)
    expect(await project.run("codegen")).toMatchObject({
      code: 0,
      stderr: "warning: no file matches none/**/*.ts\n",
    });
});

/** Definitions that are skipped, with their places and problems. */
const SKIPPED: readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  problems: readonly string[],
][] = [
  [
    "an expression inside of a selection",
    expression('$\u007bok} query A { a "}" $\u007b\n  fields} }'),
    [`src/a.ts:2:3: ${INSIDE}`],
  ],
  [
    "an expression after a nested selection",
    expression("query A { a { b } $\u007bc} }"),
    [`src/a.ts:1:25: ${INSIDE}`],
  ],
  [
    "expressions in two scripts",
    { ...expression("query A { a { b } $\u007bc} }"), "src/b.ts": "gql`query B { $\u007bc} }`;\n" },
    [`src/a.ts:1:25: ${INSIDE}`, `src/b.ts:1:17: ${INSIDE}`],
  ],
  ["an expression as name", expression("query $\u007bname} { a }"), [`src/a.ts:1:13: ${INSIDE}`]],
  ["an expression as type", expression("fragment A on $\u007bT} { a }"), [`src/a.ts:1:21: ${INSIDE}`]],
];

test.for(SKIPPED)("checks the other operations, and exits with 3, for %s", async ([, files, problems]) => {
  const { code, stdout, stderr } = await check(createSources(files), [GLOB, "--format", "json"]);
  const { operations, notCompared } = JSON.parse(stdout);
  expect([code, operations.length > 0]).toEqual([3, true]);
  expect(
    (notCompared as { subject: string; reason: string }[]).map(
      ({ subject, reason }) => `${subject}: ${reason.replace(/\.$/, "")}`,
    ),
  ).toEqual(problems.map((problem) => problem.replace(/\.$/, "")));
  expect(stderr).toContain(`warning: these operations are skipped\n  ${problems[0]}`);
  const subject = problems.length === 1 ? "1 definition was" : `${problems.length} definitions were`;
  expect(stderr).toContain(`\nerror: ${subject} skipped, and the others were checked\nhint:  Use variables `);
});

test("a script with an expression is left out by an exclusion of --operations, next to the other paths", async () => {
  const project = createSources(expression("query A { a { b } $\u007bc} }"));
  const { code, stderr } = await check(project, [GLOB]);
  expect(code).toBe(3);
  expect(stderr).toContain('add "!<file>" to "documents" of the config, or to the paths of --operations.');
  const excluded = await check(project, [GLOB, "!src/a.ts"]);
  // The other operations break.
  expect({ code: excluded.code, stderr: excluded.stderr }).toEqual({ code: 1, stderr: "" });
});

test("codegen exits with 3 and names the places of scripts with syntax errors", async () => {
  const { code, stderr } = await createPackage({
    "src/tag.ts": "gql`{a}`\nconst = 1;",
    "src/b.ts": "gql`",
  }).run("codegen");
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /^error: the files of the project have 2 errors\n {2}src\/b\.ts:1:5: .* Unterminated template\.\n {2}src\/tag\.ts:2:7: .*\nhint: {2}Fix the file or the config, then/,
  );
});

test("add writes to the folder of a glob that matches the new file, and reads the operations of scripts", async () => {
  const project = createPackage();
  expect(await project.run("add", "integration")).toMatchObject({
    code: 0,
    stdout: "✓ GetIntegration  src/get-integration.graphql\n",
  });
  const { code, stderr } = await project.run("add", "integration", "--name", "Tag");
  expect(code).toBe(3);
  expect(stderr).toContain('error: the name "Tag" is in use at src/tag.ts:3\n');
});
