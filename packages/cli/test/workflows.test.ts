// @module-tag slow

/** The example workflows and the action, run step by step in a scratch repository. */

import { chmodSync, cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createPlatform } from "@integration-platform/graphql-testing";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { command } from "./support/command.ts";
import { createProject, createRepository, type Project } from "./support/project.ts";
import { FORWARD, runWorkflow, serveCommands, type WorkflowRun } from "./support/workflow.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DRIFT = "examples/workflows/schema-drift.yml";
const PULL_REQUEST = "packages/cli/workflows/github.yml";

const SDL = `type Query { integrations: IntegrationConnection! }
type IntegrationConnection { nodes: [Integration!]! }
type Integration { id: ID! name: String! }
`;
const BREAKING = SDL.replace("name: String!", "title: String!");
const UNRELATED = `${SDL}type Unused { id: ID! }\n`;
const LIST = "query ListIntegrations {\n  integrations {\n    nodes {\n      id\n      name\n    }\n  }\n}\n";

/** A consumer's repository. */
const FILES = {
  "package.json": '{ "name": "consumer", "type": "module" }',
  "codegen.ts": `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations({ documents: "operations", output: "src/generated", schema: "schema/schema.graphql" });
`,
  "operations/list.graphql": LIST,
  "operations/count.graphql": "query CountIntegrations { integrations { nodes { id } } }\n",
  ".changeset/config.json": "{}\n",
  ".gitignore": "node_modules\n",
  "schema.graphql": SDL,
};

/** Commands of the runner: gh records its arguments, npm and npx use what is installed. */
const COMMANDS = {
  gh: `echo "gh $*" >> "$GH_LOG"
if [ "$2" = list ]; then echo "$GH_OPEN"; fi
while [ $# -gt 0 ]; do [ "$1" != --body-file ] || cat "$2" >> "$GH_LOG"; shift; done`,
  npm: '[ "$1" = ci ] || exec platform-graphql codegen $4',
  npx: 'shift; exec "$@"',
  "platform-graphql": FORWARD,
};

let template: Project;
let commands: Awaited<ReturnType<typeof serveCommands>>;

beforeAll(async () => {
  commands = await serveCommands();
  template = createRepository(FILES);
  symlinkSync(join(ROOT, "node_modules"), join(template.folder, "node_modules"));
  for (const args of [["schema", "pull", "--from", "schema.graphql"], ["codegen"]]) {
    const { code, stderr } = await command(args, { cwd: template.folder });
    if (code !== 0) throw new Error(stderr);
  }
  template.commit("Pull the schema");
});
afterAll(async () => {
  template[Symbol.dispose]();
  await commands[Symbol.asyncDispose]();
});

/** A clone with a remote, until the end of the test. */
function createScratch() {
  const repository = createProject();
  const outside = createProject({ "gh.log": "", "temp/empty": "" });
  for (const [name, script] of Object.entries(COMMANDS)) {
    outside.write({ [`bin/${name}`]: `#!/bin/bash\n${script}\n` });
    chmodSync(join(outside.folder, "bin", name), 0o755);
  }
  onTestFinished(() => {
    repository[Symbol.dispose]();
    outside[Symbol.dispose]();
  });
  cpSync(template.folder, repository.folder, { recursive: true, verbatimSymlinks: true });
  outside.git("init", "--quiet", "--bare", "--initial-branch", "main", "origin.git");
  repository.git("remote", "add", "origin", join(outside.folder, "origin.git"));
  repository.git("push", "--quiet", "origin", "main");
  return {
    repository,
    /** Command lines of gh, followed by the bodies of pull requests. */
    readGhLog: () => outside.read("gh.log"),
    /** A file on a branch of the remote. */
    readPushed: (branch: string, file: string) =>
      repository.git("--git-dir", join(outside.folder, "origin.git"), "show", `${branch}:${file}`),
    /** Runs a workflow, with or without the secrets of a platform. */
    run: (
      file: string,
      secrets: Readonly<Record<string, string>> = {},
      openPullRequests = 0,
    ): Promise<WorkflowRun> =>
      runWorkflow(file, {
        folder: repository.folder,
        temp: join(outside.folder, "temp"),
        contexts: {
          "github.ref_name": "main",
          ...secrets,
        },
        env: {
          PATH: [join(outside.folder, "bin"), join(ROOT, "node_modules/.bin"), process.env.PATH].join(":"),
          HOME: outside.folder,
          GH_LOG: join(outside.folder, "gh.log"),
          GH_OPEN: String(openPullRequests),
          COMMAND_PORT: String(commands.port),
          GITHUB_BASE_REF: "main",
        },
      }),
  };
}

/** Starts a platform with this schema. Returns the secrets of a workflow that uses it. */
async function startPlatform(schema: string) {
  const platform = createPlatform({ schema });
  const { baseUrl, close } = await platform.listen();
  onTestFinished(close);
  return { "vars.PLATFORM_BASE_URL": baseUrl, "secrets.PLATFORM_REFRESH_TOKEN": platform.refreshToken };
}

/** Errors and warnings that GitHub shows next to a file. */
const annotations = ({ log }: WorkflowRun) => log.match(/^::(?:error|warning) file=.*$/gm) ?? [];
const BROKEN_LINE = expect.stringMatching(
  /^::error file=operations\/list\.graphql,line=5,col=7,title=ListIntegrations/,
);

test("the drift job opens a pull request that names the operation that breaks", async () => {
  const scratch = createScratch();
  const run = await scratch.run(DRIFT, await startPlatform(BREAKING));
  expect(run.failed, run.log).toBe(false);
  expect(annotations(run)).toEqual([BROKEN_LINE]);
  const [list, create, ...body] = scratch.readGhLog().split("\n");
  expect(list).toBe("gh pr list --head schema-drift --state open --json number --jq length");
  expect(create).toContain(
    "gh pr create --base main --head schema-drift --title Update the platform's schema (major) ",
  );
  expect(body.join("\n")).toBe(run.summary);
  expect(run.summary).toContain("ListIntegrations");
  expect(scratch.readPushed("schema-drift", "schema/schema.graphql")).toContain("title: String!");
  expect(scratch.readPushed("schema-drift", ".changeset/schema-drift.md")).toMatch(
    /^---\n"consumer": major\n---\n\n.*ListIntegrations/s,
  );
  // The generated code stays as it was.
  expect(run.log).toContain("::warning::Fix the operations that break, then regenerate the code.");
  expect(scratch.readPushed("schema-drift", "src/generated/types.ts")).toContain("name: string");
});

test("the drift job updates its open pull request, and does nothing if the schema is the same", async () => {
  const scratch = createScratch();
  const platform = await startPlatform(UNRELATED);
  const run = await scratch.run(DRIFT, platform, 1);
  expect(run.failed, run.log).toBe(false);
  expect(annotations(run)).toEqual([]);
  expect(scratch.readGhLog()).toContain(
    "gh pr edit schema-drift --title Update the platform's schema (none) --body-file ",
  );
  expect(scratch.readGhLog()).not.toContain("gh pr create");
  expect(scratch.readPushed("schema-drift", "schema/schema.graphql")).toContain("type Unused");

  const before = scratch.readGhLog();
  const again = await scratch.run(DRIFT, platform);
  expect(again.failed, again.log).toBe(false);
  expect(again.log).toContain("The schema did not change.");
  expect(scratch.readGhLog()).toBe(before);
});

test("the drift job fails without credentials, and changes nothing", async () => {
  const { run, readGhLog, repository } = createScratch();
  const { failed, log } = await run(DRIFT);
  expect(failed).toBe(true);
  expect(log).toContain("PLATFORM_BASE_URL");
  expect([readGhLog(), repository.git("status", "--short")]).toEqual(["", ""]);
});

/** Commits a new snapshot and the code that is generated from it, if any. */
async function propose(repository: Project, schema: string, files: Readonly<Record<string, string>> = {}) {
  repository.git("switch", "--quiet", "--create", "proposal");
  repository.write({ "schema.graphql": schema, ...files });
  await command(["schema", "pull", "--from", "schema.graphql"], { cwd: repository.folder });
  await command(["codegen"], { cwd: repository.folder });
  repository.commit("Update the schema");
}

test.each([
  // A file with the name of the revision must not replace it.
  ["fails if an operation breaks", BREAKING, { "origin/main": BREAKING }, true, [BROKEN_LINE]],
  [
    "passes if the operation is fixed",
    BREAKING,
    { "operations/list.graphql": LIST.replace("name", "name: title") },
    false,
    [],
  ],
])("the pull request job %s", async (_, schema, files, failed, annotated) => {
  const { repository, run } = createScratch();
  await propose(repository, schema, files);
  const result = await run(PULL_REQUEST);
  expect(result.failed, result.log).toBe(failed);
  expect(annotations(result)).toEqual(annotated);
});

test("the pull request job fails if generated code is stale", async () => {
  const { repository, run } = createScratch();
  repository.write({ "operations/list.graphql": LIST.replace("      name\n", "") });
  repository.commit("Select less without regenerating");
  const { failed, log } = await run(PULL_REQUEST);
  expect(failed).toBe(true);
  expect(log).toContain("src/generated/operations.ts");
});

/** Runs the action with these inputs on a proposal. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  schema: string,
  files: Record<string, string> = {},
) {
  const { repository, run } = createScratch();
  await propose(repository, schema, files);
  const step = { uses: "OWNER/REPO/.github/actions/ci@COMMIT", with: inputs };
  // YAML contains JSON.
  repository.write({ "job.yml": JSON.stringify({ jobs: { check: { steps: [step] } } }) });
  return await run(join(repository.folder, "job.yml"));
}

test.each([
  ["", {}, true, [BROKEN_LINE]],
  ["true", {}, true, [BROKEN_LINE]],
  ["origin/main", {}, true, [BROKEN_LINE]],
  ["true", { "operations/list.graphql": LIST.replace("name", "name: title") }, false, []],
  ["no-such-revision", {}, true, []],
])(
  "the action compares with the base %s and the changed files %o",
  async (base, files, failed, annotated) => {
    const result = await runAction({ base }, BREAKING, files);
    expect(result.failed, result.log).toBe(failed);
    expect(annotations(result)).toEqual(annotated);
  },
);

test.each([
  ["", true],
  ["True", true],
  ["no", true],
  ["false", false],
])("the action with a break and the input fail %j fails: %s", async (fail, failed) => {
  expect((await runAction({ fail }, BREAKING)).failed).toBe(failed);
});

test("the action writes all reports and outputs if generated code is stale and an operation breaks", async () => {
  const { repository, run } = createScratch();
  await propose(repository, BREAKING);
  const action = { id: "ci", uses: "OWNER/REPO/.github/actions/ci@COMMIT" };
  const expression = (text: string) => ["$", "{{ ", text, " }}"].join("");
  const outputs = {
    CODE: expression("steps.ci.outputs.exit-code"),
    SEMVER: expression("steps.ci.outputs.semver"),
  };
  const print = 'cd "$RUNNER_TEMP"; echo "outputs: $CODE $SEMVER" schema-report.*';
  const steps = [action, { if: "!cancelled()", env: outputs, run: print }];
  repository.write({ "job.yml": JSON.stringify({ jobs: { check: { steps } } }) });
  const { failed, log } = await run(join(repository.folder, "job.yml"));
  expect(failed).toBe(true);
  expect(log).toContain("✗ Schema: failed: the report has the reason\n");
  const reports = ["html", "json", "md", "xml"].map((extension) => `schema-report.${extension}`);
  expect(log).toContain(`outputs: 1 major ${reports.join(" ")}\n`);
});

test("the GitLab job writes its reports if generated code is stale and an operation breaks", async () => {
  const { repository, run } = createScratch();
  await propose(repository, BREAKING);
  const { schema } = parse(readFileSync(join(ROOT, "packages/cli/workflows/gitlab.yml"), "utf8"));
  const steps = schema.script.map((line: string) => ({ run: line }));
  repository.write({ "job.yml": JSON.stringify({ jobs: { check: { steps } } }) });
  const { failed } = await run(join(repository.folder, "job.yml"), { "github.base_ref": "main" });
  expect(failed).toBe(true);
  expect(repository.read("schema-report.html")).toContain("ListIntegrations");
  expect(repository.read("schema-report.xml")).toContain('failures="1"');
});

test("the action reads every line of its inputs, and runs none of them", async () => {
  const operations = "operations/count.graphql\noperations/list.graphql\n$(touch stolen)";
  const injected = await runAction({ operations }, BREAKING);
  expect([injected.failed, injected.log]).toEqual([
    true,
    expect.stringContaining('cannot read "stolen)": no such file'),
  ]);
  const both = await runAction({ operations: "operations/count.graphql\noperations/list.graphql" }, BREAKING);
  expect([both.failed, annotations(both)]).toEqual([true, [BROKEN_LINE]]);
});
