import { createPlatform } from "@integration-platform/graphql-testing";
import { test as base, vi } from "vitest";
import { type CommandOptions, command } from "./support/command.ts";
import { createProject, createRepository, type Project } from "./support/project.ts";

/** Stands for secrets: must not be seen in any output. */
const CANARY = "canary-9f8e7d6c5b4a";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 30_000 });
const test = base.concurrent;

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

const FILES = {
  "schema/schema.graphql": SDL,
  "operations/list.graphql": LIST,
  "same.graphql": SDL,
  "broken.graphql": BROKEN,
  "nullable.graphql": NULLABLE,
  "grown.graphql": GROWN,
  "deprecated.graphql": DEPRECATED,
  "elsewhere.graphql": ELSEWHERE,
};

const check = ({ folder: cwd }: Project, args: readonly string[], options: CommandOptions = {}) =>
  command(["schema", "check", ...args], { cwd, ...options });

const FORMATS = ["text", "json", "markdown", "github", "html"] as const;

/** What is compared with, and the exit code that follows. */
const CODES = [
  ["same.graphql", [], 0, ""],
  ["elsewhere.graphql", ["--fail-on", "drift", "deprecated"], 0, ""],
  ["grown.graphql", [], 0, ""],
  ["grown.graphql", ["--fail-on", "drift"], 2, "hint:  nothing breaks; exit code 2 because of --fail-on drift\n"],
  ["grown.graphql", ["--fail-on", "deprecated"], 0, ""],
  ["deprecated.graphql", ["--fail-on", "drift"], 0, ""],
  [
    "deprecated.graphql",
    ["--fail-on", "deprecated"],
    2,
    "hint:  nothing breaks; exit code 2 because of --fail-on deprecated\n",
  ],
  ["nullable.graphql", [], 1, ""],
  ["broken.graphql", ["--fail-on", "drift"], 1, ""],
] as const;

test.for(CODES)("against %s with %j exits with %i", async ([against, args, expected, said], { expect }) => {
  using project = createProject(FILES);
  const { code, stderr } = await check(project, ["--against", against, ...args]);
  expect({ code, stderr }).toEqual({ code: expected, stderr: said });
});

test.for(FORMATS)("says the same and exits the same as %s", async (format, { expect }) => {
  using project = createProject(FILES);
  const run = (against: string) => check(project, ["--against", against, "--format", format]);
  const [broken, same] = [await run("broken.graphql"), await run("same.graphql")];
  expect([broken.code, same.code]).toEqual([1, 0]);
  expect([broken.stderr, same.stderr]).toEqual(["", ""]);
  expect(broken.stdout).toContain("Integration");
  if (format !== "json") expect(broken.stdout).toContain("1 of 1 operation breaks · major");
  else expect(JSON.parse(broken.stdout)).toMatchObject({ version: 1, verdict: "breaks", semver: "major" });
});

test("shows the line, and the verdict last", async ({ expect }) => {
  using project = createProject(FILES);
  const { stdout } = await check(project, ["--against", "broken.graphql"]);
  expect(stdout).toMatchInlineSnapshot(`
    "schema/schema.graphql (SDL) → broken.graphql (SDL)

    ✗ ListIntegrations breaks  query · operations/list.graphql:5:7
        4 │       id
        5 │       name
          │       ^^^^ Cannot query field "name" on type "Integration".  Integration.name · invalid
        6 │     }

    New on types that we select
      Integration.title  Integration has the new field title.
                         selected by ListIntegrations

    Schema: 1 breaking, 1 safe
      Integration.name  Field 'name' was removed from object type 'Integration'

    ✗ 1 of 1 operation breaks · major
    "
  `);
});

test("writes further reports, each in the format that its name says", async ({ expect }) => {
  using project = createProject(FILES);
  const outputs = ["report.md", "out/report.html", "out/report.json", "report.txt"];
  const args = ["--against", "broken.graphql", "--format", "github", ...outputs.flatMap((file) => ["--output", file])];
  const { code, stdout } = await check(project, args, {
    env: { GITHUB_WORKSPACE: project.folder.replace(/\/[^/]*$/, "") },
  });
  expect(code).toBe(1);
  // Annotations are lost where the path does not begin at the repository's root.
  expect(stdout).toMatch(/^::error file=project-\w+\/operations\/list\.graphql,line=5,col=7,title=/);
  expect(outputs.map((file) => project.read(file).slice(0, 13))).toEqual([
    "<!-- platform",
    "<!doctype htm",
    '{\n  "version"',
    "schema/schema",
  ]);
});

test("asks the live platform, and says first that the snapshot was taken another way", async ({ expect }) => {
  const platform = createPlatform({ schema: BROKEN });
  await using server = await platform.listen();
  using project = createProject(FILES);
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const { code, stdout, stderr } = await check(project, [], { env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n").slice(0, 2)).toEqual([
    `schema/schema.graphql (SDL) → ${server.baseUrl}/api (introspection)`,
    "! The two schemas were taken in two ways: SDL, then introspection. Some changes may come from that,",
  ]);
  // An exchange, a question for what introspection has here, and the introspection.
  expect(platform.requests.map(({ operation }) => operation)).toEqual([
    undefined,
    "IntrospectionSupport",
    "IntrospectionQuery",
  ]);
});

test("compares with a git revision, in both directions", async ({ expect }) => {
  using project = createRepository(FILES);
  project.write({ "schema/schema.graphql": BROKEN, "operations/list.graphql": LIST.replace("name", "title") });
  // As a pull request does: what does the new snapshot do to the operations? These were mended with it.
  const mended = await check(project, ["--snapshot", "main", "--against", "schema/schema.graphql"]);
  expect(mended.code).toBe(0);
  expect(mended.stdout).toContain(
    "! ListIntegrations fits the new schema only, for which it was written: nothing is compared.",
  );
  project.git("checkout", "--", "operations");
  const broken = await check(project, ["--snapshot", "main", "--against", "schema/schema.graphql"]);
  expect(broken.code).toBe(1);
  expect(broken.stdout.split("\n")[0]).toBe("main:schema/schema.graphql (SDL) → schema/schema.graphql (SDL)");
  const backwards = await check(project, ["--against", "main"]);
  expect(backwards.stdout.split("\n")[0]).toBe("schema/schema.graphql (SDL) → main:schema/schema.graphql (SDL)");
});

test("finds the snapshot of a revision from a folder inside the repository", async ({ expect }) => {
  const files = Object.entries(FILES).map(([name, text]) => [`packages/graphql/${name}`, text]);
  using project = createRepository(Object.fromEntries(files));
  const cwd = `${project.folder}/packages/graphql`;
  const { code, stdout } = await command(["schema", "check", "--snapshot", "main", "--against", "broken.graphql"], {
    cwd,
  });
  expect(code).toBe(1);
  expect(stdout.split("\n")[0]).toBe("main:schema/schema.graphql (SDL) → broken.graphql (SDL)");
});

test("cannot judge an operation that fits neither schema, and exits with 3", async ({ expect }) => {
  using project = createProject({ ...FILES, "operations/old.graphql": "query Old {\n  gone\n}\n" });
  const { code, stdout } = await check(project, ["--against", "grown.graphql"]);
  expect(code).toBe(3);
  expect(stdout).toContain(
    '! Old did not fit the old schema either. operations/old.graphql:2:3: Cannot query field "gone"',
  );
});

test("accepts what was reviewed, until its day", async ({ expect }) => {
  using project = createProject(FILES);
  const accepting = async (acceptance: object) => {
    project.write({ "schema/accepted.json": JSON.stringify([acceptance]) });
    return check(project, ["--against", "nullable.graphql"]);
  };
  const reason = "We fall back to the id.";
  const accepted = await accepting({ coordinate: "Integration.name", reason, expires: "9999-12-31" });
  expect(accepted.code).toBe(0);
  expect(accepted.stdout).toContain(reason);
  const expired = await accepting({ coordinate: "Integration.name", reason, expires: "2020-02-29" });
  expect(expired.code).toBe(1);
  expect(expired.stdout).toContain("expired on 2020-02-29, so it counts again");
  const other = await accepting({ coordinate: "Integration.name", operation: "Other", reason, expires: "9999-12-31" });
  expect(other.code).toBe(1);

  // An expired one fails even where nothing breaks any more.
  const { code, stdout } = await check(project, ["--against", "same.graphql"]);
  expect({ code, unused: stdout.includes("matches nothing any more") }).toEqual({ code: 0, unused: true });
  project.write({ "schema/accepted.json": JSON.stringify([{ coordinate: "A.b", reason, expires: "2020-02-29" }]) });
  expect((await check(project, ["--against", "same.graphql"])).code).toBe(1);
});

test("names every entry of the accepted changes that needs mending", async ({ expect }) => {
  const entries = [
    { coordinate: "Integration.name", reson: "x" },
    { coordinate: "a b", reason: " ", expires: "2026-02-30", rule: "nullable", operation: "a-b" },
    "no",
  ];
  using project = createProject({ ...FILES, "accepted.json": JSON.stringify(entries) });
  const { code, stdout, stderr } = await check(project, ["--against", "same.graphql", "--accept", "accepted.json"]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: accepted.json: 9 problems
      accepted.json: [0].reason is missing: a sentence that says why it is accepted
      accepted.json: [0].expires is missing: a day, such as 2027-01-31
      accepted.json: [0].reson is unknown; did you mean reason?
      accepted.json: [1].coordinate must be a schema coordinate, such as Integration.name
      accepted.json: [1].reason must be a sentence that says why it is accepted
      accepted.json: [1].expires must be a day, such as 2027-01-31
      accepted.json: [1].rule must be one of invalid, nullability, type, required, enum-grew, enum-shrank, union-grew, union-shrank, input-field, default
      accepted.json: [1].operation must be the name of an operation
      accepted.json: [2] must be an object
    hint:  see platform-graphql schema check --help
    "
  `);
});

test("needs no snapshot of its own: the package has one", async ({ expect }) => {
  using project = createProject({ "operations/list.graphql": LIST, "broken.graphql": BROKEN });
  const { code, stdout } = await check(project, ["--against", "broken.graphql"]);
  expect(code).toBe(1);
  expect(stdout.split("\n")[0]).toBe(
    "@integration-platform/graphql/schema.graphql (written by hand) → broken.graphql (SDL)",
  );
  expect(stdout).toContain("ListIntegrations breaks");
});

test("judges by the types that codegen gives to scalars", async ({ expect }) => {
  const files = {
    "schema/schema.graphql": "type Query { price: Money }\nscalar Money\n",
    "now.graphql": "type Query { price: String }\n",
    "operations/price.graphql": "query Price { price }\n",
  };
  using project = createProject(files);
  const judge = (...args: string[]) => check(project, ["--against", "now.graphql", ...args]);
  expect((await judge("--scalar", "Money=string")).stdout).toContain("the TypeScript type is the same");
  expect((await judge()).stdout).toContain("- │   price: unknown;");
});

test.for([
  [["--against", "nope"], "there is neither a file nor a git revision nope"],
  [["--against", "same.graphql", "--snapshot", "nope"], "there is neither a file nor a git revision nope"],
  [["--against", "half.graphql"], "half.graphql:1:16: Syntax Error"],
  [["--against", "same.graphql", "--operations", "nope"], "nope: no such folder or file"],
  [["--against", "same.graphql", "--operations", "empty"], "empty: no operation in any .graphql file"],
  [
    ["--against", "same.graphql", "--operations", "half"],
    "2 problems\n  half/a.graphql:2:1: Syntax Error: Expected Name, found <EOF>.\n  half/b.graphql:2:1: ",
  ],
  [["--against", "same.graphql", "--output", "report.pdf"], "--output report.pdf: its name does not say the format"],
  [
    ["--against", "same.graphql", "--output", "same.graphql/report.md"],
    "--output same.graphql/report.md: it cannot be written",
  ],
  [["--against", "same.graphql", "--accept", "nope.json"], "--accept nope.json: there is no such file"],
  [["--against", "same.graphql", "--accept", "half.graphql"], "half.graphql is not JSON: "],
  [
    ["--against", "same.graphql", "--fail-on", "everything"],
    "option '--fail-on <what...>': allowed choices are drift, deprecated",
  ],
  [
    ["--against", "same.graphql", "--scalar", "Money"],
    "option '--scalar <name=type>': it must be such as Money=string",
  ],
  [["--against", "live"], "hint:  set them, or name a file instead of live"],
] as const)("refuses %j with 3", async ([args, message], { expect }) => {
  using project = createRepository({
    ...FILES,
    "half.graphql": "type Query { a:",
    "half/a.graphql": "query A {\n",
    "half/b.graphql": "query B {\n",
    "empty/a.graphql": "# Nothing yet.\n",
  });
  const { code, stderr } = await check(project, args);
  expect(code).toBe(3);
  expect(stderr).toContain(message);
  for (const format of ["json", "github"] as const) {
    const { code, stdout } = await check(project, [...args, "--format", format]);
    expect(code).toBe(3);
    if (/^option/.test(message)) expect(stdout).toBe("");
    else if (format === "json") expect(JSON.parse(stdout).error.code).toBe("USAGE");
    else expect(stdout).toMatch(/^::error title=Schema check::.+\n$/);
  }
});

test("shows no secret where the platform refuses it", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  using project = createProject(FILES);
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { code, stdout, stderr } = await check(project, ["--format", "json"], { env });
  expect(code).toBe(3);
  expect(JSON.parse(stdout).error.code).toBe("REFRESH_REJECTED");
  expect(stdout + stderr).not.toContain(CANARY);
});

test("tells its exit codes", async ({ expect }) => {
  const { code, stdout } = await command(["schema", "check", "--help"]);
  expect(code).toBe(0);
  const [, codes = ""] = stdout.split("Exit codes of schema check");
  expect(codes.match(/^ {2}\d {4}/gm)?.slice(0, 4)).toEqual(["  0    ", "  1    ", "  2    ", "  3    "]);
});
