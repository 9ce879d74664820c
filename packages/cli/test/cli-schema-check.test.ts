/**
 * `schema check` of two schemas: exit codes, formats, sources, accepted changes, and what cannot be checked.
 */

import { stripVTControlCharacters } from "node:util";
import { buildSchema, introspectionFromSchema } from "graphql";
import { afterAll, expect, test } from "vitest";
import { CANARY, type CommandOptions, command, failure, start } from "./support/command.ts";
import { listen } from "./support/platform.ts";
import { createProject, createRepository, type Project, renderConfig } from "./support/project.ts";
import { expectTranscript } from "./support/transcript.ts";

const SDL = `type Query { integrations: IntegrationConnection! }
type IntegrationConnection { nodes: [Integration!]! }
type Integration { id: ID! name: String! }
`;
const LIST = "query ListIntegrations {\n  integrations {\n    nodes {\n      id\n      name\n    }\n  }\n}\n";

const BROKEN = SDL.replace("name: String!", "title: String!");
const NULLABLE = SDL.replace("name: String!", "name: String");
const GROWN = SDL.replace("name: String!", "name: String! owner: String");
const DEPRECATED = SDL.replace("name: String!", 'name: String! @deprecated(reason: "Use title.")');
const ELSEWHERE = `${SDL} type Unused { a: Int }`;
const ROOTS = SDL.replace(
  "type Query {",
  "type Mutation { archive: Int } type Query { archived: Integration",
);

const FILES = {
  "schema/schema.graphql": SDL,
  "operations/list.graphql": LIST,
  "same.graphql": SDL,
  "broken.graphql": BROKEN,
  "nullable.graphql": NULLABLE,
  "grown.graphql": GROWN,
  "deprecated.graphql": DEPRECATED,
  "elsewhere.graphql": ELSEWHERE,
  "roots.graphql": ROOTS,
};

const check = ({ folder: cwd }: Project, args: readonly string[], options: CommandOptions = {}) =>
  command(["schema", "check", ...args], { cwd, ...options });

const VERDICT = "the server rejects 1 of 1 operation · major";

/** Formats, and what they print if an operation breaks. */
const FORMATS = [
  ...(["text", "markdown", "github", "html"] as const).map((format) => [format, VERDICT] as const),
  ["json", '"semver": "major"'],
  ["junit", ' tests="1" failures="1" errors="0">'],
] as const;

const explain = (what: string) => `hint:  Nothing breaks. The exit code is 2 because of --fail-on ${what}.\n`;

/** New schema, options, exit code, stderr. */
const CODES = [
  ["same.graphql", [], 0, ""],
  ["elsewhere.graphql", ["--fail-on", "affected", "deprecated"], 0, ""],
  ["roots.graphql", ["--fail-on", "affected"], 0, ""],
  ["grown.graphql", [], 0, ""],
  ["grown.graphql", ["--fail-on", "affected"], 2, explain("affected")],
  ["grown.graphql", ["--fail-on", "deprecated"], 0, ""],
  ["deprecated.graphql", ["--fail-on", "affected"], 0, ""],
  ["deprecated.graphql", ["--fail-on", "deprecated"], 2, explain("deprecated")],
  ["nullable.graphql", [], 1, ""],
  ["broken.graphql", ["--fail-on", "affected"], 1, ""],
  ["same.graphql", ["--snapshot", "nullable.graphql"], 0, ""],
  ["same.graphql", ["--snapshot", "nullable.graphql", "--fail-on", "affected"], 2, explain("affected")],
] as const;

test.for(CODES)("against %s with %j exits with %i", async ([against, args, expected, explanation]) => {
  using project = createProject(FILES);
  const { code, stderr } = await check(project, ["--against", against, ...args]);
  expect({ code, stderr }).toEqual({ code: expected, stderr: explanation });
});

test.for(FORMATS)("has the same verdict and exit code as %s", async ([format, expected]) => {
  using project = createProject(FILES);
  const run = (against: string) => check(project, ["--against", against, "--format", format]);
  const broken = await run("broken.graphql");
  const same = await run("same.graphql");
  expect([broken.code, same.code]).toEqual([1, 0]);
  expect([broken.stderr, same.stderr]).toEqual(["", ""]);
  expect(broken.stdout).toContain("Integration");
  expect(broken.stdout).toContain(expected);
});

test("prints the verdict, and the line of a finding", async () => {
  using project = createProject(FILES);
  const { stdout } = await check(project, ["--against", "broken.graphql"]);
  expect(stdout).toMatchInlineSnapshot(`
    "✗ the server rejects 1 of 1 operation · major version
    schema/schema.graphql (SDL) → broken.graphql (SDL)
    ! There is no config, so the code is assumed to handle enum values and object types that are new in a result. Declare it in codegen.ts: types: "open", or "closed".

    ✗ Integration.name was removed: the server rejects 1 operation  rule: invalid
      operations/list.graphql:5:7  ListIntegrations
        4 │       id
        5 │       name
          │       ^^^^ Cannot query field "name" on type "Integration".
        6 │     }

    New on types in use
      Integration.title  New field.
                         used by ListIntegrations

    Other schema changes, by their level for any client: 1 safe (listed with --verbose)

    What you can do
      - Change the operations that the server rejects, and the code that breaks. Then run "npx @integration-platform/graphql-cli schema pull" and "npx @integration-platform/graphql-cli codegen".
      - Or accept the change: add { "coordinate": "Integration.name", "rule": "invalid", "reason": "why it is safe", "expires": "YYYY-MM-DD" } to schema/accepted.json.
    "
  `);
});

test("fits the report to a terminal, and colors it", async () => {
  using project = createProject(FILES);
  const options = { columns: 60, env: { TERM: "xterm-256color" } };
  const { stdout } = await check(project, ["--against", "broken.graphql"], options);
  expect(stdout).toContain("\u001b[31m✗");
  const lines = stripVTControlCharacters(stdout).split("\n");
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});

// `exit-code.test.ts` has other runs of it.
test("runs as a built command", { tags: ["slow"] }, async () => {
  using project = createProject(FILES);
  const args = ["schema", "check", "--against", "broken.graphql", "--format", "github"];
  const { code, stdout, stderr } = await start(args, { cwd: project.folder }).finished;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toMatch(/^::error file=operations\/list\.graphql,line=5,col=7,title=/m);
});

test("writes reports in the format of their extension", async () => {
  using project = createProject(FILES);
  const outputs = ["report.md", "out/report.html", "out/report.json", "report.txt", "junit.XML"];
  const args = [
    "--against",
    "broken.graphql",
    "--format",
    "github",
    ...outputs.flatMap((file) => ["--output", file]),
  ];
  const { code, stdout } = await check(project, args, {
    env: { GITHUB_WORKSPACE: project.folder.replace(/\/[^/]*$/, "") },
  });
  expect(code).toBe(1);
  // GitHub drops annotations whose path is not relative to the repository's root.
  expect(stdout).toMatch(/^::error file=project-\w+\/operations\/list\.graphql,line=5,col=7,title=/m);
  expect(outputs.map((file) => project.read(file).slice(0, 13))).toEqual([
    "<!-- platform",
    "<!doctype htm",
    '{\n  "version"',
    "✗ the server ",
    "<?xml version",
  ]);
});

test("introspects the live platform, and remarks that the schemas have different sources", async () => {
  const { platform, baseUrl, env } = await listen({ schema: BROKEN });
  using project = createProject(FILES);
  const { code, stdout, stderr } = await check(project, [], { env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n").slice(1, 3)).toEqual([
    `schema/schema.graphql (SDL) → ${baseUrl}/api (introspection)`,
    "! The schemas have different sources (SDL; introspection). Some differences can come from the source instead of the platform.",
  ]);
  // The refresh request, the query for the supported introspection, and the introspection.
  expect(platform.requests.map(({ operation }) => operation)).toEqual([
    undefined,
    "IntrospectionSupport",
    "IntrospectionQuery",
  ]);
});

test("compares with a git revision, in both directions", async () => {
  using project = createRepository(FILES);
  project.write({
    "schema/schema.graphql": BROKEN,
    "operations/list.graphql": LIST.replace("name", "title"),
  });
  // A pull request that updates the snapshot and fixes the operations.
  const fixed = await check(project, ["--snapshot", "git:main", "--against", "schema/schema.graphql"]);
  expect([fixed.code, fixed.stderr]).toEqual([
    3,
    expect.stringMatching(/^error: nothing was compared: .*\nhint: {2}Compare with --base/),
  ]);
  expect(fixed.stdout).toContain("? Not compared\n  ListIntegrations  It is valid only in the new schema.");
  project.git("checkout", "--", "operations");
  const broken = await check(project, ["--snapshot", "git:main", "--against", "schema/schema.graphql"]);
  expect(broken.code).toBe(1);
  expect(broken.stdout.split("\n")[1]).toBe("main:schema/schema.graphql (SDL) → schema/schema.graphql (SDL)");
  const backwards = await check(project, ["--against", "git:main"]);
  expect(backwards.stdout.split("\n")[1]).toBe(
    "schema/schema.graphql (SDL) → main:schema/schema.graphql (SDL)",
  );
  const other = await check(project, ["--snapshot", "same.graphql", "--against", "git:main"]);
  expect([other.code, other.stdout.split("\n")[1]]).toEqual([
    0,
    "same.graphql (SDL) → main:same.graphql (SDL)",
  ]);
});

test("names the source of a snapshot that is an introspection", async () => {
  using project = createProject({
    ...FILES,
    "codegen.ts": renderConfig('documents: "operations", output: "src", schema: "api.json"'),
    "api.json": JSON.stringify(introspectionFromSchema(buildSchema(SDL))),
  });
  const { code, stdout } = await check(project, ["--against", "same.graphql"]);
  expect([code, stdout.split("\n").slice(1, 3)]).toEqual([
    0,
    [
      "api.json (introspection file) → same.graphql (SDL)",
      "! The schemas have different sources (introspection file; SDL). Some differences can come from the source instead of the platform.",
    ],
  ]);
});

test("finds the snapshot of a revision from a folder inside the repository", async () => {
  const files = Object.entries(FILES).map(([name, text]) => [`packages/graphql/${name}`, text]);
  using project = createRepository(Object.fromEntries(files));
  const cwd = `${project.folder}/packages/graphql`;
  const { code, stdout } = await command(
    ["schema", "check", "--snapshot", "git:main", "--against", "broken.graphql"],
    {
      cwd,
    },
  );
  expect(code).toBe(1);
  expect(stdout.split("\n")[1]).toBe("main:schema/schema.graphql (SDL) → broken.graphql (SDL)");
});

test("reports an operation that is invalid in both schemas with its line, and exits with 3", async () => {
  using project = createProject({ ...FILES, "operations/old.graphql": "query Old {\n  gone\n}\n" });
  const { code, stdout, stderr } = await check(project, ["--against", "same.graphql"]);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      "error: 1 of 2 operations could not be checked\nhint:  Fix the operation, then run the check again.\n",
  });
  expect(stdout).toMatchInlineSnapshot(`
    "✗ 1 of 2 operations unaffected · 1 invalid in both schemas
    schema/schema.graphql (SDL) → same.graphql (SDL)

    ✗ Cannot query field "gone" on type "Query": 1 operation is invalid in both schemas
      operations/old.graphql:2:3  Old

    ✓ 1 operation unaffected: ListIntegrations
    "
  `);
});

test("shows every place with --verbose", async () => {
  const names = ["A", "B", "C", "D", "E", "F"];
  const copies = names.map((name) => [`operations/${name}.graphql`, LIST.replace("ListIntegrations", name)]);
  using project = createProject({ ...FILES, ...Object.fromEntries(copies) });
  const run = async (...args: string[]) =>
    (await check(project, ["--against", "nullable.graphql", ...args])).stdout;
  const listPlaces = (text: string) => text.match(/operations\/\w+\.graphql:5:7 {2}\w+/g);
  const brief = await run();
  expect(listPlaces(brief)).toHaveLength(3);
  expect(brief).toContain("  and 4 other places in 4 operations\n");
  expect(listPlaces(await run("--verbose"))).toHaveLength(7);
});

test("applies accepted changes until they expire", async () => {
  using project = createProject(FILES);
  const accept = async (accepted: object) => {
    project.write({ "schema/accepted.json": JSON.stringify([accepted]) });
    return check(project, ["--against", "nullable.graphql"]);
  };
  const reason = "The page shows the ID instead.";
  const accepted = await accept({ coordinate: "Integration.name", reason, expires: "9999-12-31" });
  expect(accepted.code).toBe(0);
  expect(accepted.stdout).toContain(reason);
  const expired = await accept({ coordinate: "Integration.name", reason, expires: "2020-02-29" });
  expect(expired.code).toBe(1);
  expect(expired.stdout).toContain("(expired on 2020-02-29)");
  const other = await accept({
    coordinate: "Integration.name",
    operation: "Other",
    reason,
    expires: "9999-12-31",
  });
  expect(other.code).toBe(1);

  // An expired accepted change fails the check, even if nothing breaks.
  const { code, stdout } = await check(project, ["--against", "same.graphql"]);
  expect({ code, unused: stdout.includes("(unused, in Other)") }).toEqual({ code: 0, unused: true });
  const forms = ["_T1", "T1.f_2", "T1.f_2(in_3:)", "@tag_1", "@tag_1(in_2:)"];
  const valid = forms.map((coordinate) => ({
    coordinate,
    reason,
    expires: "9999-12-31",
    operation: coordinate === "_T1" ? "G" : "_Get_2",
  }));
  project.write({
    "schema/accepted.json": JSON.stringify([...valid, { coordinate: "A.b", reason, expires: "2020-02-29" }]),
  });
  expect((await check(project, ["--against", "same.graphql"])).code).toBe(1);
});

test("lists all invalid entries of the accepted changes", async () => {
  const entries = [
    { coordinate: "Integration.name", reson: "x" },
    { coordinate: "@tag(a:)", reason: 1, expires: "12026-02-30T", extra: 1, operation: "1a" },
    { coordinate: "a.b.c", reason: "x", expires: "2026-13-01", operation: "" },
    { coordinate: "a b", reason: " ", expires: "2026-02-30", rule: "nullable", operation: "a-b" },
    { reason: "x", expires: "2027-01-31" },
    "no",
    { coordinate: "", reason: "x", expires: "2027-01" },
  ];
  using project = createProject({ ...FILES, "accepted.json": JSON.stringify(entries) });
  const { code, stdout, stderr } = await check(project, [
    "--against",
    "same.graphql",
    "--accept",
    "accepted.json",
  ]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: "accepted.json" has 19 errors
      [0].reason is missing: a sentence with the reason
      [0].expires is missing: a day, such as 2027-01-31
      [0].reson is unknown (did you mean "reason"?)
      [1].reason must be a sentence with the reason
      [1].expires must be a day, such as 2027-01-31
      [1].extra is unknown
      [1].operation must be the name of an operation
      [2].coordinate must be a schema coordinate, such as Integration.name
      [2].expires must be a day, such as 2027-01-31
      [2].operation must be the name of an operation
      [3].coordinate must be a schema coordinate, such as Integration.name
      [3].reason must be a sentence with the reason
      [3].expires must be a day, such as 2027-01-31
      [3].rule must be one of invalid, nullability, type, required, enum-grew, enum-shrank, union-grew, union-shrank, input-field, default, name, operation
      [3].operation must be the name of an operation
      [4].coordinate is missing: a schema coordinate, such as Integration.name
      [5] must be an object
      [6].coordinate must be a schema coordinate, such as Integration.name
      [6].expires must be a day, such as 2027-01-31
    hint:  See "npx @integration-platform/graphql-cli schema check --help".
    "
  `);
});

/** Shared by the tests of errors: none of them writes a file. */
const errorsProject = createRepository({
  ...FILES,
  "half.graphql": "type Query { a:",
  "nested/x.graphql/a.txt": "",
  "half/a.graphql": "query A {\n",
  "half/b.graphql": "query B {\n",
  "empty/a.graphql": "# No operation.\n",
  "unknown/a.graphql": "query Unknown { nothing }",
  "half-known/a.graphql": "query Known { __typename } query Half { __typename nothing }",
  "object.json": "{}",
  "entry.json": '[{"coordinate":"A.b","reason":"x"}]',
  "both.graphql": GROWN.replace("name: String!", "name: String! @deprecated"),
});
errorsProject.link("dangling.graphql", "gone");
errorsProject.link("linked/a.graphql", "gone");
afterAll(() => errorsProject[Symbol.dispose]());

test("prints exactly what cannot be checked, also as JSON and for GitHub", async () => {
  await expectTranscript("schema-check", async ({ args, env }) => {
    const run = (...more: readonly string[]) => {
      const hasOther = args.some((arg) => /--(?:against|base)/.test(arg));
      const against = hasOther ? [] : ["--against", "same.graphql"];
      return command([...args, ...against, ...more], { cwd: errorsProject.folder, env });
    };
    const { code, stdout, stderr } = await run();
    const shown = `exit code ${code}\n${stdout}${stderr}\n`;
    if (code !== 3 || args.includes("--format")) return shown;
    const json = await run("--format", "json");
    const github = await run("--format", "github");
    expect([json.code, json.stderr, github.code, github.stderr]).toEqual([3, stderr, 3, stderr]);
    if (!stdout) expect(github.stdout).toMatch(/^(?:::error title=Schema check::.+\n)?$/);
    if (json.stdout) expect(JSON.parse(json.stdout)).toMatchObject({ version: 1 });
    return shown;
  });
  expect(errorsProject.read("summary.md")).toMatch(/^<!--.*-->\n\n## ✅ 1 operation unaffected\n/);
});

test("reads a git revision only with its prefix, even if a file has its name", async () => {
  using project = createRepository(FILES);
  project.git("branch", "feature/base");
  project.git("branch", "other");
  project.write({ "feature/base": BROKEN });
  const run = (source: string) =>
    check(project, ["--snapshot", source, "--against", "schema/schema.graphql"]);
  expect((await run("git:feature/base")).stdout).toMatch(
    /^feature\/base:schema\/schema\.graphql \(SDL\) → /m,
  );
  expect((await run("feature/base")).stdout).toMatch(/^feature\/base \(SDL\) → /m);
  expect(await check(project, ["--against", "other"])).toEqual(
    failure(
      '--against: cannot read "other": no such file or folder',
      "Check the path, or pass a revision with its prefix: git:origin/main.",
    ),
  );
});

const SECRETS = [
  ["--header", `Authorization: Bearer\n${CANARY}`],
  ["--header", `${CANARY}\nX: 1`],
  ["--timeout", CANARY],
  ["--format", CANARY],
  ["--against", `ftp://user:${CANARY}@example.com/`],
  ["--against", `https://user:${CANARY}@example.com/`],
  ["--against", `http://[${CANARY}`],
  ["--against", `git:https://user:${CANARY}@example.com/`],
  ["--against", `git:user:${CANARY}@example.com`],
  ["--snapshot", `https://user:${CANARY}@example.com`],
  ["--accept", `https://user:${CANARY}@example.com/accepted.json`],
] as const;

test.for(SECRETS)("does not print the value of %s if it is invalid: %j", async (args) => {
  // The other formats print errors in the same way as json.
  for (const format of ["json", "github"]) {
    const all = ["--against", "same.graphql", ...args, "--format", format];
    const { code, stdout, stderr } = await check(errorsProject, all);
    expect(code).toBe(3);
    expect(stdout + stderr).not.toContain(CANARY);
  }
});

/** A workflow command at the start of a line, one that works anywhere, or an escape code. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for it
const ACTIVE = /^\s*::(?!(?:error|warning|notice) (?:file|title)=)|##(?:vso)?\[|\u001b/m;

test("escapes workflow commands and escape codes of a schema in all formats", async () => {
  const attack = `word ${"x".repeat(90)} ::error::injected ##[error]injected ##vso[task.complete]x \u001b[31m`;
  const reason = JSON.stringify(attack);
  const description = `"""\n${attack}\n::warning::x\n"""`;
  const deprecated = `@deprecated(reason: ${reason})`;
  using project = createProject({
    ...FILES,
    "attack.graphql": SDL.replace(
      "name: String!",
      `${description} name: String ${deprecated} owner: String ${deprecated}`,
    ),
    "operations/text.graphql": `# ${attack}\nquery Text { integrations { nodes { name # ${attack}\n } } }`,
    "schema/accepted.json": JSON.stringify([
      { coordinate: "A.b", reason: `::error::x ${attack}`, expires: "2020-02-29" },
    ]),
  });
  for (const [format] of FORMATS) {
    const { code, stdout } = await check(project, ["--against", "attack.graphql", "--format", format]);
    expect(code).toBe(1);
    expect(stdout).toContain("injected");
    expect(stdout).not.toMatch(ACTIVE);
    if (format !== "json") continue;
    expect(JSON.parse(stdout).changelog).toContain("injected");
    expect(JSON.parse(stdout).changelog).not.toMatch(ACTIVE);
  }
});

test("remarks that no config declares whether the code handles new enum values", async () => {
  const schema = "type Query { state: State! } enum State { ON OFF }";
  using project = createProject({
    "schema/schema.graphql": schema,
    "operations/state.graphql": "query State { state }",
    "enum.graphql": schema.replace("OFF", "OFF PAUSED"),
    "declared/codegen.ts": renderConfig(
      'documents: "../operations", output: "out", schema: "../schema/schema.graphql"',
    ),
  });
  const remarksOf = async (...args: readonly string[]) =>
    JSON.parse((await check(project, [...args, "--format", "json"])).stdout).remarks;
  expect(await remarksOf("--against", "enum.graphql")).toEqual([
    expect.stringContaining('types: "open", or "closed"'),
  ]);
  expect(await remarksOf("--against", "schema/schema.graphql")).toEqual([]);
  expect(await remarksOf("--against", "enum.graphql", "--config", "declared/codegen.ts")).toEqual([]);
});
