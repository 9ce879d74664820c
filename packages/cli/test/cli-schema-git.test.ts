// @module-tag slow
/**
 * `schema check --base` in repositories that git users have: submodules, links, hooks, partial and sparse
 * clones, LFS, queues.
 */

import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BIN, command, start } from "./support/command.ts";
import { createRepository, type Project, renderConfig, useProject } from "./support/project.ts";

const SDL = "type Query {\n  customer: Customer\n}\n\ntype Customer {\n  id: ID!\n  name: String!\n}\n";
const BROKEN = SDL.replace("name: String!", "title: String!");
const OPERATION = "query Get {\n  customer {\n    name\n  }\n}\n";
const WITHOUT = {
  "codegen.ts": renderConfig('documents: "operations", output: "src"'),
  "operations/get.graphql": OPERATION,
};
const FILES = { ...WITHOUT, "schema/schema.graphql": SDL };
const BREAKS = "✗ the server rejects 1 of 1 operation";

/** A repository whose branch `change` is checked out, with nothing changed yet. */
function createBranch(files: Readonly<Record<string, string>>): Project {
  const project = createRepository({ "README.md": "", ...files });
  project.git("switch", "--quiet", "--create", "change");
  return project;
}

/** Runs the check. Hashes are replaced. */
async function check(
  folder: string,
  args: readonly string[] = ["main"],
  env: Readonly<Record<string, string>> = {},
) {
  const { code, stdout, stderr } = await command(["schema", "check", "--base", ...args], {
    cwd: folder,
    env,
  });
  return { code, text: (stdout + stderr).replaceAll(/\b[\da-f]{7,40}\b/g, "HASH") };
}

/** Returns the folder of a clone. Its remote is a URL, because a path is always cloned completely. */
function clone(origin: Project, ...options: readonly string[]): string {
  const target = useProject();
  target.git("clone", "--quiet", ...options, "--branch=change", `file://${origin.folder}`, "clone");
  return join(target.folder, "clone");
}

test("a snapshot in a submodule is not new: the check names the command that reads its old version", async () => {
  using module = createRepository({ "schema.graphql": SDL });
  using project = createBranch(WITHOUT);
  project.git("switch", "--quiet", "main");
  project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module.folder, "schema");
  project.commit("Add the submodule");
  project.git("switch", "--quiet", "--create", "moved");
  const { code, text } = await check(project.folder);
  expect(code).toBe(3);
  expect(text).toContain('error: --base: "schema/schema.graphql" is in the submodule schema\n');
  expect(text).toContain(
    'hint:  Write "git -C schema show HASH:schema.graphql" to a file, and compare: --snapshot <file>',
  );
});

test("a snapshot in a submodule that the change adds is not new", async () => {
  using module = createRepository({ "schema.graphql": SDL });
  using project = createBranch(WITHOUT);
  project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module.folder, "schema");
  project.commit("Add the submodule");
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")[0]]).toEqual([
    3,
    'error: --base: "schema/schema.graphql" is in the submodule schema',
  ]);
});

test.for([
  ["ignored", { ".gitignore": "schema/\n" }],
  ["untracked", {}],
] as const)("an %s snapshot is not new", async ([, files]) => {
  using project = createBranch({ ...WITHOUT, ...files });
  project.write({ "schema/schema.graphql": BROKEN });
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")[0]]).toEqual([
    3,
    'error: --base: git does not track "schema/schema.graphql", so its history is unknown',
  ]);
  expect(text).toContain(
    "hint:  Commit it (git add --force schema/schema.graphql), or compare with a file: ",
  );
});

test("a snapshot is new if git tracks it now as a file, and did not at the base", async () => {
  using project = createBranch(WITHOUT);
  project.write({ "schema/schema.graphql": SDL });
  project.git("add", "--all");
  const { code, text } = await check(project.folder);
  expect(code).toBe(0);
  expect(text).toContain("The base HASH has no schema/schema.graphql yet: the snapshot is new");
});

test.for([
  ["a link", "schema/schema.graphql", "../shared/schema.graphql"],
  ["in a linked folder", "schema", "shared"],
] as const)("follows a snapshot that is %s", async ([, link, target]) => {
  using project = createBranch({ ...WITHOUT, "shared/schema.graphql": SDL, "schema/other": "" });
  if (link === "schema") project.git("rm", "-r", "--quiet", "schema");
  project.link(link, target);
  project.git("add", "--all");
  project.git("commit", "--quiet", "--amend", "--message", "Link");
  project.git("branch", "--force", "main");
  project.write({ "shared/schema.graphql": BROKEN });
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")[0]]).toEqual([1, expect.stringContaining(BREAKS)]);
  expect(text).toContain("from --base: shared/schema.graphql");
});

test("a snapshot behind a link out of the repository is not new", async () => {
  using other = createRepository({ "schema.graphql": BROKEN });
  using project = createBranch(WITHOUT);
  project.write({ "schema/other": "" });
  project.link("schema/schema.graphql", join(other.folder, "schema.graphql"));
  project.commit("Link");
  const { code, text } = await check(project.folder);
  expect([code, text]).toEqual([3, expect.stringMatching(/^error: --base: ".*" is not in the repository\n/)]);
});

test("a snapshot behind links that lead to each other is not new", async () => {
  using project = createBranch(WITHOUT);
  project.git("switch", "--quiet", "main");
  project.link("schema/schema.graphql", "other.graphql");
  project.link("schema/other.graphql", "schema.graphql");
  project.commit("Link");
  project.git("switch", "--quiet", "--create", "replaced");
  project.git("rm", "-r", "--quiet", "schema");
  project.write({ "schema/schema.graphql": SDL });
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")[0]]).toEqual([
    3,
    'error: --base: the links of "schema/schema.graphql" are a circle',
  ]);
});

test("a hook of a linked worktree reads the repository of the project", async () => {
  const files = Object.entries(FILES).map(([name, text]) => [`packages/api/${name}`, text]);
  using project = createBranch(Object.fromEntries(files));
  const tree = join(useProject().folder, "tree");
  project.git("worktree", "add", "--quiet", "-b", "linked", tree);
  const hook = join(project.folder, ".git/hooks/pre-commit");
  const run = `"${process.execPath}" "${BIN}" schema check --base main`;
  project.write({
    ".git/hooks/pre-commit": `#!/bin/sh\ncd packages/api\n${run} > "${tree}/../report" 2>/dev/null\necho $? >> "${tree}/../report"\n`,
  });
  chmodSync(hook, 0o755);
  writeFileSync(join(tree, "packages/api/schema/schema.graphql"), BROKEN);
  project.git("-C", tree, "commit", "--quiet", "--all", "--message", "Break");
  expect(readFileSync(join(tree, "../report"), "utf8")).toMatch(
    /^✗ the server rejects 1 of 1 operation[\s\S]*\n1\n$/,
  );
});

test("GIT_DIR of another repository does not select what is compared", async () => {
  using other = createRepository({ "README.md": "" });
  using project = createBranch(FILES);
  project.write({ "schema/schema.graphql": BROKEN });
  const env = { GIT_DIR: join(other.folder, ".git"), GIT_WORK_TREE: project.folder, NO_COLOR: "1" };
  const { code, stdout } = await start(["schema", "check", "--base", "main"], { cwd: project.folder, env })
    .finished;
  expect([code, stdout.split("\n")[0]]).toEqual([1, expect.stringContaining(BREAKS)]);
});

test("a partial clone fetches what it lacks, and fails without its remote", async () => {
  using origin = createBranch(FILES);
  origin.git("config", "uploadpack.allowFilter", "true");
  origin.write({ "schema/schema.graphql": BROKEN });
  origin.commit("Break");
  const folder = clone(origin, "--filter=blob:none");
  const { code, text } = await check(folder, ["origin/main"]);
  expect([code, text.split("\n")[0]]).toEqual([1, expect.stringContaining(BREAKS)]);
  const cut = clone(origin, "--filter=blob:none");
  rmSync(join(origin.folder, ".git"), { recursive: true });
  expect(await check(cut, ["origin/main"])).toMatchObject({
    code: 3,
    text: expect.stringContaining("error: git "),
  });
});

test.for([
  ["operations/b", '"operations/b/list.graphql"'],
  ["schema", '"schema/schema.graphql"'],
] as const)(
  "a sparse checkout without %s fails, and names the command that completes it",
  async ([absent, named]) => {
    using project = createBranch({ ...FILES, "operations/b/list.graphql": "query List { customer { id } }" });
    const folders = ["operations/a", "operations/b", "schema"].filter((folder) => folder !== absent);
    project.git("sparse-checkout", "set", ...folders);
    const { code, text } = await check(project.folder);
    expect({ code, text }).toEqual({
      code: 3,
      text: `error: --base: ${named} is not checked out\nhint:  Run "git sparse-checkout disable" or "git submodule update --init".\n`,
    });
  },
);

test.for([
  [
    "operations",
    ["operations/b/list.graphql", "schema/schema.graphql"],
    ", and 1 more file of the project, are",
  ],
  [
    "**/*.graphql",
    ["operations/b/list.graphql", "schema/schema.graphql"],
    ", and 1 more file of the project, are",
  ],
  ["**/*.graphql", ["schema/schema.graphql"], " is"],
] as const)(
  "with operations in %s, a sparse checkout counts each of %j once",
  async ([documents, absent, more]) => {
    using project = createBranch({
      ...FILES,
      "codegen.ts": renderConfig(`documents: "${documents}", output: "src"`),
      "operations/b/list.graphql": "query List { customer { id } }",
    });
    project.git("sparse-checkout", "set", "--no-cone", "/*", ...absent.map((path) => `!${path}`));
    const { code, text } = await check(project.folder);
    expect({ code, text: text.split("\n")[0] }).toEqual({
      code: 3,
      text: `error: --base: "schema/schema.graphql"${more} not checked out`,
    });
  },
);

test("a file whose changes git ignores is checked out", async () => {
  using project = createBranch(FILES);
  project.git("update-index", "--skip-worktree", "operations/get.graphql", "schema/schema.graphql");
  project.write({ "schema/schema.graphql": BROKEN });
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")[0]]).toEqual([1, expect.stringContaining(BREAKS)]);
});

test("operations in a submodule that is not checked out fail the check", async () => {
  using module = createRepository({ "list.graphql": "query List { customer { name } }" });
  using origin = createBranch(FILES);
  origin.git(
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    module.folder,
    "operations/shared",
  );
  origin.commit("Add the submodule");
  const { code, text } = await check(clone(origin), ["origin/main"]);
  expect([code, text]).toEqual([
    3,
    expect.stringContaining('error: --base: "operations/shared" is not checked out'),
  ]);
  const broken = clone(origin);
  rmSync(join(broken, ".gitmodules"));
  expect(await check(broken, ["origin/main"])).toMatchObject({ code: 3, text });
});

const POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";

test("a snapshot in Git LFS is compared by its content, or fails with the command that gets it", async () => {
  using project = createBranch({ ...WITHOUT, ".gitattributes": "*.graphqls filter=lfs\n" });
  project.write({
    "codegen.ts": renderConfig('documents: "operations", output: "src", schema: "api.graphqls"'),
    "api.graphqls": POINTER,
  });
  project.commit("Commit a pointer");
  project.git("branch", "--force", "main");
  project.write({ "api.graphqls": BROKEN, "content.graphql": SDL });
  const pointer = await check(project.folder);
  expect(pointer).toEqual({
    code: 3,
    text:
      "error: base HASH, merge base with main, from --base: api.graphqls is in Git LFS, which did not return its content\n" +
      'hint:  Run "git lfs install" in this clone, and check that the remote has the file.\n',
  });
  project.git("config", "filter.lfs.smudge", `cat "${project.folder}/content.graphql"`);
  const smudged = await check(project.folder);
  expect([smudged.code, smudged.text.split("\n")[0]]).toEqual([1, expect.stringContaining(BREAKS)]);
});

test("a filter that fails is not the absence of a snapshot", async () => {
  using project = createBranch({ ...FILES, ".gitattributes": "*.graphql filter=secret\n" });
  project.write({ "schema/schema.graphql": BROKEN });
  project.commit("Change");
  project.git("config", "filter.secret.smudge", "false");
  project.git("config", "filter.secret.clean", "cat");
  project.git("config", "filter.secret.required", "true");
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")[0]]).toEqual([
    3,
    'error: --base: git cannot read "schema/schema.graphql", because one of its filters failed',
  ]);
});

test("a snapshot that can be a moved one with many changes is not new", async () => {
  using project = createBranch({ "old/schema/schema.graphql": SDL });
  project.git("rm", "--quiet", "-r", "old");
  project.write({
    ...FILES,
    "schema/schema.graphql": "type Query {\n  customer: Other\n}\ntype Other {\n  name: Int\n}\n",
  });
  project.git("add", "--all");
  const { code, text } = await check(project.folder);
  expect([code, text.split("\n")]).toEqual([
    3,
    [
      'error: --base: "schema/schema.graphql" can be new, or old/schema/schema.graphql of the base HASH, which is gone',
      "hint:  Compare them: --snapshot git:HASH:old/schema/schema.graphql --against <schema>.",
      "",
    ],
  ]);
});

test("a merge queue is compared with the commit that its event names", async () => {
  using origin = createBranch(FILES);
  origin.git("switch", "--quiet", "main");
  origin.write({ "schema/schema.graphql": `${SDL}\ntype Other {\n  id: ID!\n}\n` });
  origin.commit("Change the schema in the queue");
  const base = origin.git("rev-parse", "HEAD").trim();
  origin.git("switch", "--quiet", "--force-create", "change");
  origin.write({ "schema/schema.graphql": BROKEN });
  origin.commit("Break");
  origin.git("branch", "--force", "main", "HEAD~2");
  const folder = clone(origin, "--depth=1");
  const event = join(folder, "../event.json");
  writeFileSync(event, JSON.stringify({ merge_group: { base_sha: base, base_ref: "refs/heads/main" } }));
  const env = { GITHUB_EVENT_NAME: "merge_group", GITHUB_EVENT_PATH: event, GITHUB_BASE_REF: "" };
  origin.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const { code, text } = await check(folder, [], env);
  expect([code, text.split("\n").slice(0, 2)]).toEqual([
    1,
    [
      expect.stringContaining(BREAKS),
      "base HASH, commit before the group of main, from github.event.merge_group.base_sha: schema/schema.graphql (SDL) → schema/schema.graphql (SDL)",
    ],
  ]);
  expect(await check(folder, [], { ...env, GITHUB_EVENT_PATH: "/missing" })).toMatchObject({
    code: 3,
    text: expect.stringContaining('error: GITHUB_EVENT_PATH: cannot read "/missing"'),
  });
});

test("a job of pull_request_target that checks out the target branch fails", async () => {
  using origin = createBranch(FILES);
  const env = { GITHUB_EVENT_NAME: "pull_request_target", GITHUB_BASE_REF: "main" };
  const { code, text } = await check(clone(origin), [], env);
  expect([code, text]).toEqual([
    3,
    expect.stringContaining(
      "error: --base: the base is HEAD (HASH, merge base with main, from GITHUB_BASE_REF), so nothing was compared\nhint:  Check the pull request out",
    ),
  ]);
});
