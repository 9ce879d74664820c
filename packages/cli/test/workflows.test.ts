import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPlatform } from "@integration-platform/graphql-testing";
import { test as base, vi } from "vitest";
import { command } from "./support/command.ts";
import { createProject, createRepository, type Project } from "./support/project.ts";
import { runWorkflow, type WorkflowRun } from "./support/workflow.ts";

// A workflow is a dozen processes, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 120_000 });
const test = base.concurrent;

const ROOT = join(import.meta.dirname, "../../..");
const DRIFT = "examples/workflows/schema-drift.yml";
const PULL_REQUEST = "examples/workflows/schema-pull-request.yml";

const SDL = `type Query { integrations: IntegrationConnection! }
type IntegrationConnection { nodes: [Integration!]! }
type Integration { id: ID! name: String! }
`;
const BROKEN = SDL.replace("name: String!", "title: String!");
const ELSEWHERE = `${SDL}type Unused { id: ID! }\n`;

/** A consumer's repository: operations, a snapshot, and code generated from them. */
const FILES = {
  "package.json": JSON.stringify({
    name: "consumer",
    type: "module",
    scripts: { codegen: "graphql-codegen --config codegen.ts --errors-only" },
  }),
  "codegen.ts": `import { typedOperations } from "@integration-platform/graphql/codegen";
export default typedOperations({ documents: "operations", output: "src/generated", schema: "schema/schema.graphql" });
`,
  "operations/list.graphql":
    "query ListIntegrations {\n  integrations {\n    nodes {\n      id\n      name\n    }\n  }\n}\n",
  "operations/count.graphql": "query CountIntegrations {\n  integrations {\n    nodes {\n      id\n    }\n  }\n}\n",
  ".changeset/config.json": "{}\n",
  ".gitignore": "node_modules\n",
};

interface Scratch extends AsyncDisposable {
  readonly repository: Project;
  /** Runs a workflow. Without a platform there is none to ask. */
  run(file: string, platform?: Live, openPullRequests?: number): Promise<WorkflowRun>;
  /** Command lines of `gh`, with the body of a pull request after them. */
  gh(): string;
  /** A file as it was pushed to a branch. */
  pushed(branch: string, file: string): string;
}

interface Live extends AsyncDisposable {
  readonly baseUrl: string;
  readonly refreshToken: string;
}

/** A platform that has this schema. */
async function goLive(schema: string): Promise<Live> {
  const { listen, refreshToken } = createPlatform({ schema });
  const server = await listen();
  return { baseUrl: server.baseUrl, refreshToken, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** What is not in the repository: what npm installs, a remote to push to, and a GitHub that only writes down. */
async function createScratch(): Promise<Scratch> {
  const repository = createRepository(FILES);
  const outside = createProject({
    "bin/gh": `#!/usr/bin/env bash
echo "gh $*" >> "$GH_LOG"
if [ "$2" = list ]; then echo "$GH_OPEN"; fi
while [ $# -gt 0 ]; do [ "$1" != --body-file ] || cat "$2" >> "$GH_LOG"; shift; done
`,
    // The packages are there already.
    "bin/npm": `#!/usr/bin/env bash\n[ "$1" = ci ] || exec "$NPM" "$@"\n`,
    "gh.log": "",
    "temp/empty": "",
  });
  for (const name of ["gh", "npm"]) chmodSync(join(outside.folder, "bin", name), 0o755);
  install(repository.folder);
  outside.git("init", "--quiet", "--bare", "--initial-branch", "main", "origin.git");
  repository.git("remote", "add", "origin", join(outside.folder, "origin.git"));
  repository.write({ "schema.graphql": SDL });
  const { code, stderr } = await command(["schema", "pull", "--from", "schema.graphql"], { cwd: repository.folder });
  if (code !== 0) throw new Error(stderr);
  await promisify(execFile)("npm", ["run", "--silent", "codegen"], { cwd: repository.folder });
  repository.commit("Take over the schema");
  repository.git("push", "--quiet", "origin", "main");
  const npm = execFileSync("which", ["npm"], { encoding: "utf8" }).trim();
  return {
    repository,
    run: (file, platform, openPullRequests = 0) =>
      runWorkflow(file, {
        folder: repository.folder,
        temp: join(outside.folder, "temp"),
        contexts: {
          "github.base_ref": "main",
          "github.ref_name": "main",
          ...(platform && { "vars.PLATFORM_BASE_URL": platform.baseUrl }),
          ...(platform && { "secrets.PLATFORM_REFRESH_TOKEN": platform.refreshToken }),
        },
        env: {
          PATH: `${join(outside.folder, "bin")}:${process.env.PATH}`,
          HOME: outside.folder,
          NPM: npm,
          GH_LOG: join(outside.folder, "gh.log"),
          GH_OPEN: String(openPullRequests),
        },
      }),
    gh: () => outside.read("gh.log"),
    pushed: (branch, file) =>
      repository.git("--git-dir", join(outside.folder, "origin.git"), "show", `${branch}:${file}`),
    async [Symbol.asyncDispose]() {
      repository[Symbol.dispose]();
      outside[Symbol.dispose]();
    },
  };
}

/** As npm would, with this package among the others. */
function install(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  mkdirSync(join(modules, "@integration-platform"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (!name.startsWith(".")) symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(ROOT, "node_modules/.bin"))) {
    symlinkSync(realpathSync(join(ROOT, "node_modules/.bin", name)), join(modules, ".bin", name));
  }
  symlinkSync(ROOT, join(modules, "@integration-platform/graphql"));
  const bin = join(ROOT, "packages/cli/bin/platform-graphql.js");
  chmodSync(bin, 0o755);
  symlinkSync(bin, join(modules, ".bin/platform-graphql"));
}

/** Lines of a log that GitHub shows at a file. */
const annotations = ({ log }: WorkflowRun) => log.match(/^::(?:error|warning) file=.*$/gm) ?? [];

test("drift: opens a pull request that says which operation breaks", async ({ expect }) => {
  await using live = await goLive(BROKEN);
  await using scratch = await createScratch();
  const run = await scratch.run(DRIFT, live);
  expect(run.failed, run.log).toBe(false);
  expect(annotations(run)).toEqual([
    expect.stringMatching(/^::error file=operations\/list\.graphql,line=5,col=7,title=ListIntegrations%3A breaks::/),
  ]);
  const [list, create, ...body] = scratch.gh().split("\n");
  expect(list).toBe("gh pr list --head schema-drift --state open --json number --jq length");
  expect(create).toMatch(
    /^gh pr create --base main --head schema-drift --title The platform's schema moved \(major\) --body-file /,
  );
  expect(body.join("\n")).toContain("## ❌ 1 of 2 operations breaks · major");
  expect(run.summary).toBe(body.join("\n"));
  expect(scratch.pushed("schema-drift", "schema/schema.graphql")).toContain("title: String!");
  expect(scratch.pushed("schema-drift", ".changeset/schema-drift.md")).toMatch(
    /^---\n"consumer": major\n---\n\n### Breaking changes\n\n- `ListIntegrations`: /,
  );
  // What cannot be generated stays as it was, and a warning says why.
  expect(run.log).toContain("::warning::The operations must be mended before code can be generated.");
  expect(scratch.pushed("schema-drift", "src/generated/types.ts")).toContain("name: string");
});

test("drift: takes over what concerns nobody, and updates the pull request that is open", async ({ expect }) => {
  await using live = await goLive(ELSEWHERE);
  await using scratch = await createScratch();
  const run = await scratch.run(DRIFT, live, 1);
  expect(run.failed, run.log).toBe(false);
  expect(annotations(run)).toEqual([]);
  expect(scratch.gh()).toContain("gh pr edit schema-drift --title The platform's schema moved (none) --body-file ");
  expect(scratch.gh()).not.toContain("gh pr create");
  expect(scratch.pushed("schema-drift", "schema/schema.graphql")).toContain("type Unused");
});

test("drift: does nothing where the schema did not move", async ({ expect }) => {
  await using live = await goLive(ELSEWHERE);
  await using scratch = await createScratch();
  await scratch.run(DRIFT, live);
  const before = scratch.gh();
  const again = await scratch.run(DRIFT, live);
  expect(again.failed, again.log).toBe(false);
  expect(again.log).toContain("The schema did not move.");
  expect(scratch.gh()).toBe(before);
});

test("drift: fails where the platform cannot be asked, and changes nothing", async ({ expect }) => {
  await using scratch = await createScratch();
  const run = await scratch.run(DRIFT);
  expect(run.failed).toBe(true);
  expect(run.log).toContain("error: the environment lacks PLATFORM_BASE_URL");
  expect([scratch.gh(), scratch.repository.git("status", "--short")]).toEqual(["", ""]);
});

/** A pull request with a new snapshot, and the code that follows from it where there is any. */
async function propose({ repository }: Scratch, schema: string, files: Readonly<Record<string, string>> = {}) {
  repository.git("switch", "--quiet", "--create", "proposal");
  repository.write({ "schema.graphql": schema, ...files });
  await command(["schema", "pull", "--from", "schema.graphql"], { cwd: repository.folder });
  await promisify(execFile)("npm", ["run", "--silent", "codegen"], { cwd: repository.folder }).catch(() => {});
  repository.commit("Take over the schema");
}

test("pull request: goes red for the operation that breaks", async ({ expect }) => {
  await using scratch = await createScratch();
  await propose(scratch, BROKEN);
  const run = await scratch.run(PULL_REQUEST);
  expect(run.failed).toBe(true);
  expect(annotations(run)).toEqual([
    expect.stringMatching(/^::error file=operations\/list\.graphql,line=5,col=7,title=ListIntegrations%3A breaks::/),
  ]);
  expect(run.summary).toContain("## ❌ 1 of 2 operations breaks · major");
});

test("pull request: stays green for a change that nobody uses", async ({ expect }) => {
  await using scratch = await createScratch();
  await propose(scratch, ELSEWHERE);
  const run = await scratch.run(PULL_REQUEST);
  expect(run.failed, run.log).toBe(false);
  expect(annotations(run)).toEqual([]);
  expect(run.summary).toContain("## ✅ nothing that concerns our 2 operations");
});

test("pull request: goes green when the operation was mended", async ({ expect }) => {
  await using scratch = await createScratch();
  await propose(scratch, BROKEN, {
    "operations/list.graphql": FILES["operations/list.graphql"].replace("name", "title"),
  });
  const run = await scratch.run(PULL_REQUEST);
  expect(run.failed, run.log).toBe(false);
  expect(run.summary).toContain("ListIntegrations fits the new schema only");
});

test("pull request: refuses generated code that is stale", async ({ expect }) => {
  await using scratch = await createScratch();
  const { repository } = scratch;
  repository.write({ "operations/list.graphql": FILES["operations/list.graphql"].replace("      name\n", "") });
  repository.commit("Select less, and forget to regenerate");
  const run = await scratch.run(PULL_REQUEST);
  expect(run.failed).toBe(true);
  expect(run.log).toContain("Generated code is stale.");
});
