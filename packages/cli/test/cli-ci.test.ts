/** `platform-graphql ci`: all checks of a pull request, in real repositories. */

import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { background, CANARY, command, failure } from "./support/command.ts";
import {
  createRepository,
  createBranch as createUngenerated,
  type Project,
  renderConfig,
  useProject,
} from "./support/project.ts";

const SDL = "type Query {\n  customer: Customer\n}\n\ntype Customer {\n  id: ID!\n  name: String!\n}\n";
const BROKEN = SDL.replace("name: String!", "title: String!");
const FILES = {
  "package.json": '{ "type": "module" }',
  "codegen.ts": renderConfig('documents: "operations", output: "generated"'),
  "schema/schema.graphql": SDL,
  "operations/get.graphql": "query Get {\n  customer {\n    name\n  }\n}\n",
};
/** A project with a type checker that prints and exits. */
const createTypes = (code: string) => ({
  "package.json": '{ "type": "module", "scripts": { "types": "node types.js" } }',
  "types.js": code,
});
const WRONG_TYPES = createTypes('console.log("src/a.ts(1,1): error TS1: wrong"); process.exit(2);');

/** A repository with generated code, whose checked-out branch has these changes. */
async function createBranch(changed: Readonly<Record<string, string>> = {}): Promise<Project> {
  const project = createRepository(FILES);
  onTestFinished(() => project[Symbol.dispose]());
  await project.run("codegen");
  project.commit("Generate");
  project.git("switch", "--quiet", "--create", "change");
  project.write(changed);
  project.git("add", "--all");
  project.git("commit", "--quiet", "--allow-empty", "--message", "Change");
  return project;
}

/** A repository without generated code, whose checked-out branch breaks its operation. */
function createBreak(): Project {
  const project = createUngenerated(FILES, { "schema/schema.graphql": BROKEN });
  onTestFinished(() => project[Symbol.dispose]());
  return project;
}

const ci = (project: Project, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  command(["ci", "--base=main", ...args], { cwd: project.folder, env });

/** A push has no base, so no git is needed. */
const PUSH = { GITHUB_ACTIONS: "true", GITHUB_EVENT_NAME: "push" };
const ciOfPush = ({ folder: cwd }: Project, args: readonly string[] = [], env = {}) =>
  command(["ci", ...args], { cwd, env: { ...PUSH, ...env } });

/** The last lines of the output: one for each step. */
const summarize = (stdout: string) => stdout.trimEnd().split("\n").slice(-3);

const CHECKED = ["✓ Generated code: checked", "✓ Types: checked", "✓ Schema: checked"] as const;
const STALE = "✗ Generated code: failed: the generated code is stale, or an operation is invalid";
const UNTYPED = '– Types: not checked: no tsconfig.json, and no script "types"';
const BREAKS = "✗ Schema: failed: the report has the reason";
const PUSHED = "– Schema: not checked: nothing was compared: CI names a push, which has no base";

test("exits with 0 if generated code, types and schema are right", { tags: ["slow"] }, async () => {
  const { code, stdout, stderr } = await ci(await createBranch(createTypes("")));
  expect({ code, stderr, last: summarize(stdout) }).toEqual({
    code: 0,
    stderr: "",
    last: CHECKED,
  });
});

test.for<[what: string, changed: Record<string, string>, code: number, last: readonly string[]]>([
  [
    "stale code",
    { "operations/get.graphql": "query Get { customer { name: name } }\n" },
    1,
    [STALE, UNTYPED, CHECKED[2]],
  ],
  [
    "wrong types",
    WRONG_TYPES,
    1,
    [CHECKED[0], "✗ Types: failed: the types of the code are wrong", CHECKED[2]],
  ],
  ["a break", { "schema/schema.graphql": BROKEN }, 1, [STALE, UNTYPED, BREAKS]],
  [
    "an invalid schema, and wrong types",
    { "schema/schema.graphql": "type {", ...WRONG_TYPES },
    3,
    [
      '? Generated code: could not run: schema/schema.graphql:1:6: Syntax Error: Expected Name, found "{"',
      "✗ Types: failed: the types of the code are wrong",
      '? Schema: could not run: schema/schema.graphql:1:6: Syntax Error: Expected Name, found "{"',
    ],
  ],
])(
  "runs all checks and exits with the worst code: %s",
  { tags: ["slow"] },
  async ([, changed, code, last]) => {
    const project = await createBranch(changed);
    const finished = await ci(project);
    expect([finished.code, summarize(finished.stdout)]).toEqual([code, last]);
  },
);

test("a script for types that cannot run is an error, and no failure of the types", async () => {
  const packageJson = '{ "type": "module", "scripts": { "types": "no-such-command" } }';
  const { code, stdout } = await ciOfPush(useProject({ ...FILES, "package.json": packageJson }));
  const last = [STALE, '? Types: could not run: "npm run types" could not run', PUSHED];
  expect([code, summarize(stdout)]).toEqual([3, last]);
});

test.for([
  ["exit 1", "✗ Types: failed: the types of the code are wrong"],
  ["exit 126", '? Types: could not run: "npm run types" could not run'],
  ["exit 127", '? Types: could not run: "npm run types" could not run'],
] as const)("tells wrong types from types that are not checked: %s", async ([line, result]) => {
  const project = useProject({ ...FILES, ...WRONG_TYPES, npm: `#!/bin/sh\n${line}\n` });
  chmodSync(join(project.folder, "npm"), 0o755);
  const { stdout } = await ciOfPush(project, [], { PATH: `${project.folder}:${process.env.PATH}` });
  expect(summarize(stdout)).toEqual([STALE, result, PUSHED]);
});

test("checks the code and the types in the folder of --config", async () => {
  const files = Object.entries({ ...FILES, ...WRONG_TYPES }).map(([name, text]) => [`web/${name}`, text]);
  const project = useProject({
    ...Object.fromEntries(files),
    "package.json": "{}",
    npm: "#!/bin/sh\npwd\nprintf '\\033[31mwrong\\033[39m\\n'\nexit 2\n",
  });
  chmodSync(join(project.folder, "npm"), 0o755);
  const env = { PATH: `${project.folder}:${process.env.PATH}` };
  const { stdout } = await ciOfPush(project, ["--config", "web/codegen.ts"], env);
  expect(stdout).toMatch(/\nTypes\n.*\/web\nwrong\n/);
  expect(summarize(stdout)).toEqual([STALE, "✗ Types: failed: the types of the code are wrong", PUSHED]);
});

test("prints the errors of the type checker, and names them in every report", async () => {
  const project = useProject({ ...FILES, ...WRONG_TYPES });
  const { stdout } = await ciOfPush(project, ["--output", "report.md", "--output", "report.json"]);
  expect(stdout).toContain("\nsrc/a.ts(1,1): error TS1: wrong\n");
  expect(readAnnotations(stdout)).toEqual([
    "::error title=Generated code::the generated code is stale, or an operation is invalid. The log has the details.",
    "::error title=Types::the types of the code are wrong. The log has the details.",
  ]);
  const remark = `Checks of "ci": ${STALE.slice(2)}; Types: failed: the types of the code are wrong; Schema: this report.`;
  expect(JSON.parse(project.read("report.json")).remarks).toEqual([remark]);
  expect(project.read("report.md")).toContain(remark);
});

test("runs the script of the nearest package in a folder below it", { tags: ["slow"] }, async () => {
  const project = await createBranch({ ...WRONG_TYPES, "src/inner/a.ts": "" });
  const { stdout } = await command(["ci", "--base=main"], { cwd: join(project.folder, "src/inner") });
  expect(stdout).toContain("\nsrc/a.ts(1,1): error TS1: wrong\n");
});

/** A project in a package of a repository, whose branch removes a field of each of `count` types. */
async function createPackage(folder: string, count: number): Promise<Project> {
  const names = Array.from({ length: count }, (_, index) => `Thing${index}`);
  const render = (field: string) =>
    `type Query {\n${names.map((name) => `  ${name}: ${name}\n`).join("")}}\n` +
    names.map((name) => `type ${name} {\n  id: ID\n  ${field}: Int\n}\n`).join("");
  const files = {
    ...FILES,
    ...WRONG_TYPES,
    "operations/get.graphql": names.map((name) => `query Get${name} { ${name} { size } }\n`).join(""),
    "schema/schema.graphql": render("size"),
  };
  const moved = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]);
  const project = createRepository({ "README.md": "", ...Object.fromEntries(moved) });
  onTestFinished(() => project[Symbol.dispose]());
  project.git("switch", "--quiet", "--create", "change");
  project.write({ [`${folder}/schema/schema.graphql`]: render("width") });
  project.commit("Break");
  return project;
}

test.for([".", "packages/other", ".."])(
  "starts every step from the folder of the config, in %s",
  {
    tags: ["slow"],
  },
  async (from) => {
    const project = await createPackage("packages/api", 1);
    project.write({
      "packages/other/package.json": '{ "scripts": { "types": "echo other" } }',
      "package.json": '{ "scripts": { "types": "echo root" }, "workspaces": ["packages/*"] }',
    });
    const config = join(project.folder, "packages/api/codegen.ts");
    const cwd = join(project.folder, from);
    const { code, stdout } = await command(["ci", "--base=main", "--config", config], { cwd });
    expect(stdout).toContain("\nsrc/a.ts(1,1): error TS1: wrong\n");
    expect(stdout).toContain("merge base with main, from --base: packages/api/schema/schema.graphql");
    expect([code, summarize(stdout)]).toEqual([
      1,
      [STALE, "✗ Types: failed: the types of the code are wrong", BREAKS],
    ]);
  },
);

/** What GitHub shows of a step: the first ten commands of each kind. */
const readAnnotations = (stdout: string) => stdout.split("\n").filter((line) => line.startsWith("::"));

test("prints at most ten annotations, of which the first one is the summary", {
  tags: ["slow"],
}, async () => {
  const project = await createPackage("api", 30);
  const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: join(project.folder, "..") };
  const { stdout } = await command(["ci", "--base=main"], { cwd: join(project.folder, "api"), env });
  const annotations = readAnnotations(stdout);
  expect(annotations).toHaveLength(10);
  expect(annotations[0]).toMatch(/^::error title=Schema check::the server rejects 30 of 30 operations/);
  expect(annotations[7]).toMatch(/^::error title=24 more::/);
  expect(annotations.slice(8).map((line) => line.split("::")[1])).toEqual([
    "error title=Generated code",
    "error title=Types",
  ]);
});

test("names files relative to the root of the repository, not of the workspace of the job", {
  tags: ["slow"],
}, async () => {
  const project = await createPackage("api", 1);
  const place = /^::error file=api\/operations\/get\.graphql,/m;
  // `path:` of actions/checkout, and a workspace that is a link.
  const other = useProject({});
  other.link("link", project.folder);
  for (const workspace of [join(project.folder, ".."), join(other.folder, "link"), project.folder]) {
    const env = { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: workspace };
    const { stdout } = await command(["ci", "--base=main"], { cwd: join(project.folder, "api"), env });
    expect(stdout).toMatch(place);
  }
});

test("an interruption ends a step, and starts no other one", async () => {
  const running = background(["ci", "--base=main"], { cwd: useProject(FILES).folder });
  await running.printed("\nTypes\n");
  running.interrupt();
  const { code, stdout } = await running.finished;
  expect({ code, isNextStarted: stdout.includes("\nSchema\n") }).toEqual({ code: 130, isNextStarted: false });
});

test("on a push, compares nothing and is not green", async () => {
  const project = useProject(FILES);
  await project.run("codegen");
  project.write({ "summary.md": "" });
  const summary = { GITHUB_STEP_SUMMARY: join(project.folder, "summary.md"), GITHUB_OUTPUT: "output" };
  const outputs = ["md", "xml", "json"].flatMap((extension) => ["--output", `report.${extension}`]);
  const { code, stdout } = await ciOfPush(project, outputs, summary);
  const reason = "nothing was compared: CI names a push, which has no base";
  expect([code, stdout]).toEqual([
    0,
    `Generated code
✓ generated is up to date

Types
not checked: no tsconfig.json, and no script "types"

Schema
${reason}

${CHECKED[0]}
${UNTYPED}
${PUSHED}
`,
  ]);
  expect(project.read("summary.md")).toBe(project.read("report.md"));
  expect(project.read("output")).toMatch(/^exit-code=0\nreport=.*report\.md\n$/);
  expect(project.read("report.xml") + project.read("report.json")).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites tests="1" failures="0" errors="0" skipped="1"><testsuite name="schema check" tests="1" failures="0" errors="0" skipped="1">
    <testcase name="schema check" classname="schema"><skipped/><system-out>nothing was compared: CI names a push, which has no base
    Checks of &quot;ci&quot;: Generated code: checked; Types: not checked: no tsconfig.json, and no script &quot;types&quot;; Schema: this report.
    </system-out></testcase>
    </testsuite></testsuites>
    {
      "version": 1,
      "nothingCompared": "nothing was compared: CI names a push, which has no base",
      "remarks": [
        "Checks of \\"ci\\": Generated code: checked; Types: not checked: no tsconfig.json, and no script \\"types\\"; Schema: this report."
      ]
    }
    "
  `);
});

test.for(["", "true"])("the input base %j selects what CI names, and empty inputs are none", async (base) => {
  const inputs = { base, "accept-label": " ", "fail-on": "", operations: "" };
  const project = useProject(FILES);
  const args = ["--output", "report.json"];
  const { stdout } = await ciOfPush(project, args, { PLATFORM_CI_INPUTS: JSON.stringify(inputs) });
  expect(summarize(stdout)).toEqual([STALE, UNTYPED, PUSHED]);
  expect(project.read("report.json")).not.toContain("labels of the pull request");
});

test("the inputs name operations and conditions, and a worse step decides the exit code", async () => {
  const project = createUngenerated(
    { ...FILES, "more/list.graphql": "query List { customer { id } }" },
    { "schema/schema.graphql": SDL.replace("id: ID!", "id: ID! note: String") },
  );
  onTestFinished(() => project[Symbol.dispose]());
  const inputs = { base: " main ", operations: "more\n operations", "fail-on": " deprecated affected" };
  const env = { PLATFORM_CI_INPUTS: JSON.stringify(inputs) };
  const args = ["ci", "--output", "report.json"];
  const { code, stdout } = await command(args, { cwd: project.folder, env });
  expect([code, summarize(stdout)]).toEqual([1, [STALE, UNTYPED, BREAKS.replace("✗", "!")]]);
  const { operations } = JSON.parse(project.read("report.json"));
  expect(operations.map(({ name }: { name: string }) => name)).toEqual(["Get", "List"]);
});

test("runs no script of a folder above that all users can write to", async () => {
  const project = useProject({
    "package.json": '{ "scripts": { "types": "echo ran" } }',
    "inner/operations/a.graphql": "query A { customer { id } }",
  });
  chmodSync(project.folder, 0o1777);
  const cwd = join(project.folder, "inner");
  const { stdout } = await command(["ci"], { cwd, env: PUSH });
  expect(stdout).toContain('\nTypes\nnot checked: no tsconfig.json, and no script "types"\n');
});

test("masks secrets in the output of the type checker", { tags: ["slow"] }, async () => {
  const code = `const token = process.env.PLATFORM_REFRESH_TOKEN;
    process.stdout.write(token.slice(0, 9), () => setTimeout(() => console.log(token.slice(9) + " was used"), 50));`;
  const { stdout } = await ci(await createBranch(createTypes(code)), [], { PLATFORM_REFRESH_TOKEN: CANARY });
  expect(stdout).toContain("\n[redacted] was used\n");
});

test.for(["{}", '{ "scripts": { "test": "true" } }'])(
  "a project with a tsconfig.json and a package.json with %s is not green",
  async (packageJson) => {
    const project = useProject({ ...FILES, "package.json": packageJson, "tsconfig.json": "{}" });
    const { code, stdout, stderr } = await ci(project);
    const problem = 'package.json has no script "types", so they were not checked';
    expect([code, summarize(stdout)[1]]).toEqual([3, `? Types: could not run: ${problem}`]);
    expect(stderr).toContain(`error: ${problem}\nhint:  Add "types": "tsc --noEmit".\n`);
  },
);

test("writes every report if the schemas cannot be compared, and exits with the worst code", async () => {
  const project = createBreak();
  const outputs = ["txt", "md", "html", "json", "xml"].map((extension) => `report.${extension}`);
  const args = ["ci", "--base=<b>", ...outputs.flatMap((file) => ["--output", file])];
  const { code, stdout } = await command(args, { cwd: project.folder });
  const message = '--base: "<b>" is not a git revision';
  expect([code, summarize(stdout)]).toEqual([3, [STALE, UNTYPED, `? Schema: could not run: ${message}`]]);
  expect(outputs.map((file) => `--- ${file}\n${project.read(file)}`).join("")).toMatchInlineSnapshot(`
    "--- report.txt
    error: --base: "<b>" is not a git revision
    hint:  Run "git fetch origin", and write the revision as git does, such as origin/main.
    Generated code: failed: the generated code is stale, or an operation is invalid
    Types: not checked: no tsconfig.json, and no script "types"
    Schema: could not run: --base: "<b>" is not a git revision
    --- report.md
    ## The schemas were not compared

    \`\`\`
    error: --base: "<b>" is not a git revision
    hint:  Run "git fetch origin", and write the revision as git does, such as origin/main.
    Generated code: failed: the generated code is stale, or an operation is invalid
    Types: not checked: no tsconfig.json, and no script "types"
    Schema: could not run: --base: "<b>" is not a git revision
    \`\`\`
    --- report.html
    <!doctype html><meta charset="utf-8"><title>Schema check</title><h1>The schemas were not compared</h1><pre>error: --base: &quot;&lt;b&gt;&quot; is not a git revision
    hint:  Run &quot;git fetch origin&quot;, and write the revision as git does, such as origin/main.
    Generated code: failed: the generated code is stale, or an operation is invalid
    Types: not checked: no tsconfig.json, and no script &quot;types&quot;
    Schema: could not run: --base: &quot;&lt;b&gt;&quot; is not a git revision
    </pre>
    --- report.json
    {
      "version": 1,
      "error": {
        "code": "USAGE",
        "message": "--base: \\"<b>\\" is not a git revision",
        "hint": "Run \\"git fetch origin\\", and write the revision as git does, such as origin/main."
      },
      "remarks": [
        "Generated code: failed: the generated code is stale, or an operation is invalid",
        "Types: not checked: no tsconfig.json, and no script \\"types\\"",
        "Schema: could not run: --base: \\"<b>\\" is not a git revision"
      ]
    }
    --- report.xml
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites tests="1" failures="0" errors="1" skipped="0"><testsuite name="schema check" tests="1" failures="0" errors="1" skipped="0">
    <testcase name="schema check" classname="schema"><error type="could not run" message="--base: &quot;&lt;b&gt;&quot; is not a git revision">error: --base: &quot;&lt;b&gt;&quot; is not a git revision
    hint:  Run &quot;git fetch origin&quot;, and write the revision as git does, such as origin/main.
    Generated code: failed: the generated code is stale, or an operation is invalid
    Types: not checked: no tsconfig.json, and no script &quot;types&quot;
    Schema: could not run: --base: &quot;&lt;b&gt;&quot; is not a git revision
    </error></testcase>
    </testsuite></testsuites>
    "
  `);
});

test("an unknown extension of a report fails before the checks, once", async () => {
  expect(await ci(useProject(), ["--output", "report.md", "--output", "report.doc"])).toEqual(
    failure('--output: unknown extension of "report.doc"', "Use .txt, .json, .md, .html, .xml."),
  );
});

test("writes annotations, the summary and outputs on GitHub", async () => {
  const project = createBreak();
  project.write({ summary: "", output: "" });
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: join(project.folder, "summary"),
    GITHUB_OUTPUT: join(project.folder, "output"),
  };
  const { code, stdout } = await ci(project, ["--output", "report.MD"], env);
  expect([code, summarize(stdout)]).toEqual([1, [STALE, UNTYPED, BREAKS]]);
  expect(project.read("report.MD")).toContain(STALE.slice(2));
  expect(stdout).toMatch(/^::error file=operations\/get\.graphql,line=3,col=5,title=Get/m);
  expect(project.read("output")).toBe(
    `exit-code=1\nsemver=major\nreport=${join(project.folder, "report.MD")}\n`,
  );
  expect(project.read("summary")).toBe(project.read("report.MD"));
});

test("an annotation of a step that could not run has its error and its hint", async () => {
  const project = useProject({ ...FILES, "schema/schema.graphql": "type {" });
  const { stdout } = await ci(project, [], { GITHUB_ACTIONS: "true" });
  expect(readAnnotations(stdout).at(-1)).toMatch(
    /^::error title=Generated code::schema\/schema\.graphql:1:6: Syntax Error: .*\. Read it with /,
  );
});

const LABELS: readonly [labels: string, event: object, code: number, accepted: object | undefined][] = [
  ["the label", { pull_request: { labels: [{ name: "break" }] } }, 0, { label: "break" }],
  [
    "the label, just set",
    {
      action: "labeled",
      label: { name: "break" },
      sender: { login: "anna" },
      pull_request: { labels: [{ name: "break" }] },
    },
    0,
    { label: "break", actor: "anna" },
  ],
  ["another label", { pull_request: { labels: [{ name: "other" }] } }, 1, undefined],
  [
    "the label, and an event of another one",
    {
      action: "labeled",
      label: { name: "other" },
      sender: { login: "anna" },
      pull_request: { labels: [{ name: "break" }] },
    },
    0,
    { label: "break" },
  ],
  [
    "the label, and an event without one",
    { action: "synchronize", sender: { login: "anna" }, pull_request: { labels: [{ name: "break" }] } },
    0,
    { label: "break" },
  ],
  [
    "the label, and an event that names no label",
    { action: "labeled", sender: { login: "anna" }, pull_request: { labels: [{ name: "break" }] } },
    0,
    { label: "break" },
  ],
  [
    "the label, just set, by an unknown user",
    { action: "labeled", label: { name: "break" }, pull_request: { labels: [null, { name: "break" }] } },
    0,
    { label: "break" },
  ],
  [
    "the label, just set, by a user without a name",
    {
      action: "labeled",
      label: { name: "break" },
      sender: { login: null },
      pull_request: { labels: [{ name: "break" }] },
    },
    0,
    { label: "break" },
  ],
  [
    "the label, and an event that is not about setting it",
    {
      action: "unlabeled",
      label: { name: "break" },
      sender: { login: "anna" },
      pull_request: { labels: [{ name: "break" }] },
    },
    0,
    { label: "break" },
  ],
  ["no labels, in a merge queue", { merge_group: {} }, 1, undefined],
  ["no list of labels", { pull_request: {} }, 1, undefined],
];

test("a label of the pull request accepts breaks, and only its own event names who set it", async () => {
  const project = createBreak();
  const env = {
    GITHUB_EVENT_PATH: join(project.folder, "event.json"),
    PLATFORM_CI_INPUTS: '{ "accept-label": "break" }',
  };
  for (const [name, event, code, accepted] of LABELS) {
    project.write({ "event.json": JSON.stringify(event) });
    await ci(project, ["--output", "report.json"], env);
    const { operations, verdict, remarks } = JSON.parse(project.read("report.json"));
    expect(operations[0].findings[0].accepted, name).toEqual(accepted);
    expect(verdict, name).toBe(code === 0 ? "unaffected" : "breaks");
    expect(
      remarks.some((remark: string) => remark.includes("labels of the pull request are unknown")),
      name,
    ).toBe(!JSON.stringify(event).includes("labels"));
  }
});

test("reads the labels of GitLab, and knows that a merge request has none", async () => {
  const project = createBreak();
  const resultOf = async (env: Readonly<Record<string, string>>) => {
    await ci(project, ["--accept-label", "break", "--output", "report.json"], env);
    const { verdict, remarks } = JSON.parse(project.read("report.json"));
    return [verdict, remarks.some((text: string) => text.includes("label"))];
  };
  expect(await resultOf({ CI_MERGE_REQUEST_LABELS: "a,break" })).toEqual(["unaffected", false]);
  expect(await resultOf({ CI_MERGE_REQUEST_LABELS: "breaking" })).toEqual(["breaks", false]);
  expect(await resultOf({ CI_MERGE_REQUEST_IID: "7" })).toEqual(["breaks", false]);
});

test("names the variable whose file cannot be read or written", async () => {
  const project = useProject(FILES);
  const output = await ciOfPush(project, [], { GITHUB_OUTPUT: "operations" });
  expect([output.code, output.stderr]).toEqual([
    3,
    expect.stringContaining('error: GITHUB_OUTPUT: cannot write "operations": it is a folder\n'),
  ]);
  const event = { GITHUB_EVENT_PATH: "gone.json" };
  const { code, stderr } = await ciOfPush(project, ["--accept-label", "break"], event);
  expect([code, stderr]).toEqual([
    3,
    expect.stringContaining(
      'error: GITHUB_EVENT_PATH: cannot read "gone.json": no such file or folder\nhint:  Remove --accept-label.\n',
    ),
  ]);
});

test("inputs that are not a JSON object, or of an unknown kind, are errors", async () => {
  const project = useProject();
  const notJson = failure("PLATFORM_CI_INPUTS is not a JSON object", `Set it to \${{ toJSON(inputs) }}.`);
  for (const inputs of ["", "[]"])
    expect(await ci(project, [], { PLATFORM_CI_INPUTS: inputs })).toEqual(notJson);
  expect((await ci(project, [], { PLATFORM_CI_INPUTS: '{ "fail-on": "everything" }' })).code).toBe(3);
});

test("the input fail turns a break into a success, and nothing else", async () => {
  const project = createBreak();
  const codeOf = async (fail: unknown) => {
    const env = { PLATFORM_CI_INPUTS: JSON.stringify({ base: "main", fail }) };
    return (await command(["ci"], { cwd: project.folder, env })).code;
  };
  expect([await codeOf(false), await codeOf("no")]).toEqual([0, 1]);
  project.write({ "schema/schema.graphql": "type {" });
  expect(await codeOf("false")).toBe(3);
});

test("removes nothing and writes only the reports", { tags: ["slow"] }, async () => {
  const project = await createBranch();
  const before = Object.keys(project.readAll());
  await ci(project, ["--output", "report.xml"]);
  expect(Object.keys(project.readAll()).filter((file) => !before.includes(file))).toEqual(["report.xml"]);
  expect(existsSync(join(project.folder, "generated"))).toBe(true);
});
