/**
 * `schema check --base`: the snapshot of a pull request against the one of its base, in real repositories.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { type CommandOptions, command, type Finished, failure } from "./support/command.ts";
import { createBranch, createRepository, type Project, renderConfig, useProject } from "./support/project.ts";

const SDL = "type Query {\n  customer: Customer\n}\n\ntype Customer {\n  id: ID!\n  name: String!\n}\n";
const BROKEN = SDL.replace("name: String!", "title: String!");
const OPERATION = "query Get {\n  customer {\n    name\n  }\n}\n";
const config = (options = "") => renderConfig(`documents: "operations", output: "src", ${options}`);
const FILES = { "schema/schema.graphql": SDL, "operations/get.graphql": OPERATION, "codegen.ts": config() };

const moveInto = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

const check = (
  cwd: string,
  args: readonly string[] = ["main"],
  env: CommandOptions["env"] = {},
): Promise<Finished> => command(["schema", "check", "--base", ...args], { cwd, env });

/** The first line of the report, and the two schemas. */
const heading = ({ stdout }: Finished) =>
  stdout
    .replaceAll(/\b[\da-f]{7}\b/g, "HASH")
    .split("\n")
    .slice(0, 2);
const BREAKS = "✗ the server rejects 1 of 1 operation · major version";

const OWN_PATH = {
  "api/own.graphql": SDL,
  "operations/get.graphql": OPERATION,
  "codegen.ts": config('schema: "api/own.graphql"'),
};

interface Place {
  readonly title: string;
  readonly base: Readonly<Record<string, string>>;
  readonly change: Readonly<Record<string, string>>;
  /** Folder of the package. @default the root */
  readonly folder?: string;
  readonly args?: readonly string[];
  /** Path of the schema at the base. */
  readonly path: string;
}

const PLACES: readonly Place[] = [
  {
    title: "a root package, beside a file with the same beginning",
    base: { ...FILES, "schema/schema": "Not a schema." },
    change: { "schema/schema.graphql": BROKEN },
    path: "schema/schema.graphql",
  },
  {
    title: "a package of a workspace",
    base: moveInto("packages/api", FILES),
    change: { "packages/api/schema/schema.graphql": BROKEN },
    folder: "packages/api",
    path: "packages/api/schema/schema.graphql",
  },
  {
    title: "a path in a constant",
    base: { ...OWN_PATH, "codegen.ts": `const file = "api/own.graphql";\n${config("schema: file")}` },
    change: { "api/own.graphql": BROKEN },
    path: "api/own.graphql",
  },
  {
    title: "platform.config.ts next to another config",
    base: {
      ...OWN_PATH,
      "platform.config.ts": config('schema: "api/own.graphql"'),
      "codegen.ts": "export default {};\n",
    },
    change: { "api/own.graphql": BROKEN },
    path: "api/own.graphql",
  },
  {
    title: "a path out of the repository, which the change replaces",
    base: { ...OWN_PATH, "codegen.ts": config('schema: "../own.graphql"'), "schema/schema.graphql": SDL },
    change: { ...FILES, "schema/schema.graphql": BROKEN },
    path: "schema/schema.graphql",
  },
  {
    title: "a path that the change replaces in the config of --config",
    base: { ...OWN_PATH, "codegen.ts": "", "shop.config.ts": config('schema: "api/own.graphql"') },
    change: { "shop.config.ts": config('schema: "new.graphql"'), "new.graphql": BROKEN },
    args: ["--config", "shop.config.ts"],
    path: "api/own.graphql",
  },
];

/** The other places hold the promises of these, too. */
const SLOW_PLACES: readonly Place[] = [
  {
    title: "another path",
    base: OWN_PATH,
    change: { "api/own.graphql": BROKEN },
    path: "api/own.graphql",
  },
  {
    title: "a path that the change replaces",
    base: OWN_PATH,
    change: { ...FILES, "schema/schema.graphql": BROKEN },
    path: "api/own.graphql",
  },
];

async function expectPlace({ base, change, folder = "", args = [], path }: Place): Promise<void> {
  using project = createBranch(base, change);
  const finished = await check(join(project.folder, folder), ["main", ...args]);
  expect(finished).toMatchObject({ code: 1, stderr: "" });
  const [verdict, schemas = ""] = heading(finished);
  expect(verdict).toBe(BREAKS);
  expect(schemas).toMatch(`base HASH, merge base with main, from --base: ${path} (SDL) → `);
}

test.for(PLACES)("finds the base's snapshot of $title", (place) => expectPlace(place));
test.for(SLOW_PLACES)("finds the base's snapshot of $title", { tags: ["slow"] }, (place) =>
  expectPlace(place),
);

test("compares with the commit that the branch started from, also if tags begin with the name of the base", async () => {
  using project = createBranch(FILES, {});
  project.git("switch", "--quiet", "main");
  project.write({ "schema/schema.graphql": BROKEN });
  project.commit("Break something on main");
  project.git("switch", "--quiet", "change");
  project.git("tag", "main/1");
  // A file whose changes git ignores is checked out.
  project.git("update-index", "--skip-worktree", "operations/get.graphql");
  expect(await check(project.folder)).toMatchObject({ code: 0, stderr: "" });
});

test("follows a snapshot that was renamed together with its package", async () => {
  using project = createRepository({ ...moveInto("old", FILES), "a.md": "" });
  project.git("switch", "--quiet", "--create", "change");
  project.git("mv", "old", "new");
  // git lists this change before the moved files.
  project.write({ "a.md": "Changed." });
  project.write({ "new/schema/schema.graphql": BROKEN });
  project.commit("Move the package");
  const finished = await check(join(project.folder, "new"));
  expect([finished.code, ...heading(finished)]).toEqual([
    1,
    BREAKS,
    expect.stringMatching(/: old\/schema\/schema\.graphql/),
  ]);
});

test("says in every format that the base has no snapshot, and exits with 0", async () => {
  using project = createBranch({}, FILES);
  const names = ["a.txt", "a.json", "a.md", "a.xml"];
  const outputs = names.flatMap((name) => ["--output", `.git/${name}`]);
  const { code, stdout } = await check(project.folder, ["main", "--format", "github", ...outputs]);
  const texts = [stdout, ...names.map((name) => project.read(`.git/${name}`))];
  expect({ code, errors: texts.filter((text) => text.includes("invalid")) }).toEqual({ code: 0, errors: [] });
  const isSaid = (text: string) => text.includes("has no schema/schema.graphql yet: the snapshot is new");
  expect(texts.map(isSaid)).toEqual([true, true, true, true, false]);
});

test("follows five links of folders and files to the base's snapshot, and takes more for a circle", async () => {
  const { "schema/schema.graphql": _, ...others } = FILES;
  using project = createRepository({ ...others, "api/own.graphql": SDL, "shared/README.md": "" });
  const folders = ["schema", "l1", "l2", "links/l3"];
  for (const [index, name] of folders.entries()) project.link(name, folders[index + 1] ?? "../shared");
  project.link("shared/schema.graphql", "../api/own.graphql");
  project.write({ "api/own.graphql": BROKEN });
  const added = await check(project.folder, ["HEAD"]);
  project.write({ "api/own.graphql": SDL });
  project.commit("Link");
  project.write({ "api/own.graphql": BROKEN });
  const five = await check(project.folder, ["HEAD"]);
  const schemas = "api/own.graphql (SDL) → schema/schema.graphql (SDL)";
  for (const { code, stdout } of [added, five]) {
    expect([code, stdout]).toEqual([1, expect.stringContaining(`, from --base: ${schemas}\n`)]);
  }
  project.git("mv", "--force", "api/own.graphql", "api/new.graphql");
  project.link("api/own.graphql", "new.graphql");
  project.commit("Add a link");
  project.write({ "api/new.graphql": SDL });
  const { code, stderr } = await check(project.folder, ["HEAD"]);
  expect([code, stderr.split("\n")[0]]).toEqual([
    3,
    'error: --base: the links of "schema/schema.graphql" are a circle',
  ]);
});

/**
 * Clones a branch with a part of the history. The remote is a URL, because a path is always cloned
 * completely.
 */
function cloneShallow(origin: Project, depth: number, branch = "change"): string {
  const target = useProject();
  target.git(
    "clone",
    "--quiet",
    `--depth=${depth}`,
    `--branch=${branch}`,
    `file://${origin.folder}`,
    "clone",
  );
  return join(target.folder, "clone");
}

/**
 * `change` started from `main`, and its history is longer than a first fetch. `old` started before `main`.
 */
const origin = createRepository(FILES);
afterAll(() => origin[Symbol.dispose]());
origin.git("switch", "--quiet", "--create", "old");
origin.git("commit", "--quiet", "--allow-empty", "--message", "Old");
origin.git("switch", "--quiet", "main");
origin.git("commit", "--quiet", "--allow-empty", "--message", "New");
origin.git("switch", "--quiet", "--create", "change");
origin.addCommits(
  "change",
  Array.from({ length: 101 }, () => ({})),
);
origin.write({ "schema/schema.graphql": BROKEN });
origin.commit("Break");

// The variables of CI have tests with the situations of a base.
test("fetches what a shallow clone lacks", async () => {
  const env = { SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/main" };
  const finished = await check(cloneShallow(origin, 1), [], env);
  expect([finished.code, finished.stderr, ...heading(finished)]).toEqual([
    1,
    "",
    BREAKS,
    "base HASH, merge base with main, from SYSTEM_PULLREQUEST_TARGETBRANCH: schema/schema.graphql (SDL) → schema/schema.graphql (SDL)",
  ]);
});

test("fetches a base that a complete clone lacks with its history", async () => {
  const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: origin.git("rev-parse", "old").trim() };
  // The clone has one branch, and more commits are asked for than that has.
  const finished = await check(cloneShallow(origin, 200), [], env);
  expect(finished).toMatchObject({ code: 1, stderr: "" });
  expect(finished.stdout).toContain(`base ${origin.git("rev-parse", "old^").slice(0, 7)}, merge base with `);
});

test("does not compare with an older common commit that a shallow clone has in place of the right one", async () => {
  origin.git("switch", "--quiet", "--create", "merged");
  origin.git("merge", "--quiet", "--no-edit", "old");
  const finished = await check(cloneShallow(origin, 1, "merged"), [], { GITHUB_BASE_REF: "main" });
  expect(finished).toMatchObject({ code: 1, stderr: "" });
  expect(finished.stdout).toContain(
    `base ${origin.git("rev-parse", "main").slice(0, 7)}, merge base with main, from GITHUB_BASE_REF: schema/`,
  );
});

test("git gets the variables that reach a remote, and none that select another repository", async () => {
  const project = useProject({
    ...FILES,
    ".git/HEAD": "",
    "bin/git": '#!/bin/sh\nenv | grep -E "^GIT_.*=(own|[01])$|^LC_ALL=" | sort > "$0.env"\nexit 1\n',
  });
  chmodSync(join(project.folder, "bin/git"), 0o755);
  const kept = ["ALLOW_PROTOCOL", "ASKPASS", "CONFIG_GLOBAL", "EXEC_PATH", "HTTP_USER_AGENT"].concat(
    ...["PROXY_COMMAND", "SSH_COMMAND", "SSL_CAINFO"],
  );
  for (const name of [...kept, "DIR", "INDEX_FILE", "OBJECT_DIRECTORY", "WORK_TREE"])
    vi.stubEnv(`GIT_${name}`, "own");
  vi.stubEnv("PATH", `${join(project.folder, "bin")}:${process.env.PATH}`);
  expect((await check(project.folder)).code).toBe(3);
  expect(project.read("bin/git.env").trim().split("\n").sort()).toEqual(
    [
      ...kept.map((name) => `GIT_${name}=own`),
      "GIT_LITERAL_PATHSPECS=1",
      "GIT_TERMINAL_PROMPT=0",
      "LC_ALL=C",
    ].sort(),
  );
});

interface Failing {
  readonly title: string;
  /** Changes a branch whose check finds a break. @default no change */
  readonly spoil?: (project: Project) => void;
  /** @default a comparison with `main` */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly error: string;
}

/**
 * Commits something else in place of the snapshot, which then gets its place back in the index and the
 * folder.
 */
function commitInPlace(project: Project, place: () => void): void {
  project.git("rm", "--quiet", "-r", "schema");
  place();
  project.git("commit", "--quiet", "--message", "Replace the snapshot");
  project.git("rm", "--quiet", "-r", "--cached", "schema");
  rmSync(join(project.folder, "schema"), { recursive: true, force: true });
  project.write({ "schema/schema.graphql": BROKEN });
  project.git("add", "schema");
}

/** Adds a commit of another repository to the index, as a submodule. */
const addSubmodule = (project: Project, path: string) =>
  project.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${path}`);

/** Removes the object that a revision names. */
function removeObject(project: Project, revision: string): void {
  const hash = project.git("rev-parse", revision).trim();
  rmSync(join(project.folder, ".git/objects", hash.slice(0, 2), hash.slice(2)));
}

const ERRORS: readonly Failing[] = [
  {
    title: "no target branch",
    args: [],
    env: { GITHUB_BASE_REF: "" },
    error: "--base: the CI system names no pull request and no merge queue",
  },
  { title: "an unknown revision", args: ["mian"], error: '--base: "mian" is not a git revision' },
  {
    title: "no remote",
    args: [],
    env: { GITHUB_BASE_REF: "main" },
    error: "git fetch failed: 'origin' does not appear to be a git repository",
  },
  {
    title: "no repository",
    spoil: ({ folder }) => rmSync(join(folder, ".git"), { recursive: true }),
    error: "this folder is not in a git repository",
  },
  {
    title: "lost objects",
    spoil: (project) => removeObject(project, "main:schema"),
    error: "git diff failed: ",
  },
  {
    title: "a lost commit",
    spoil: (project) => {
      project.git("commit", "--quiet", "--allow-empty", "--message", "Second");
      removeObject(project, "HEAD~1");
    },
    error: "git merge-base failed: ",
  },
  {
    title: "lost content",
    spoil: (project) => removeObject(project, "main:schema/schema.graphql"),
    error: "git cat-file failed: ",
  },
  {
    title: "another history",
    spoil: (project) => {
      project.git("checkout", "--quiet", "--orphan", "other");
      project.commit("Start again");
    },
    error: "--base: HEAD and the base have no commit in common",
  },
  {
    title: "a snapshot that the change deletes",
    spoil: ({ folder }) => rmSync(join(folder, "schema/schema.graphql")),
    error: 'cannot read "schema/schema.graphql": no such file or folder',
  },
  {
    title: "a branch, a remote branch and a tag of the same name",
    spoil(project) {
      project.git("tag", "main");
      project.git("update-ref", "refs/remotes/main", "HEAD");
    },
    error: '--base: "main" is refs/heads/main and refs/remotes/main and refs/tags/main',
  },
  {
    title: "a snapshot that git does not track",
    spoil: (project) => {
      // As a pattern, its name matches the tracked "schema/schema.graphql".
      project.write({ "codegen.ts": config('schema: "schema/[s]chema.graphql"') });
      project.commit("Name a snapshot that is not committed");
      project.write({ "schema/[s]chema.graphql": BROKEN });
    },
    args: ["HEAD"],
    error: `--base: git does not track "schema/[s]chema.graphql", so its history is unknown
hint:  Commit it (git add --force schema/[s]chema.graphql), or compare with a file: --snapshot <file> --against schema/[s]chema.graphql.
`,
  },
  {
    title: "a snapshot that can be another one that was moved",
    spoil: (project) => {
      project.git("mv", "schema", "old");
      project.commit("Move the snapshot");
      project.git("rm", "--quiet", "-r", "old");
      project.write({ "schema/schema.graphql": "scalar Any\ntype Query { customer: Any }\n" });
      project.git("add", "--all");
    },
    args: ["HEAD"],
    error: `--base: "schema/schema.graphql" can be new, or old/schema.graphql of the base HASH, which is gone
hint:  Compare them: --snapshot git:HASH:old/schema.graphql --against <schema>.
`,
  },
  {
    title: "a folder in place of the snapshot at the base",
    spoil: (project) =>
      commitInPlace(project, () => {
        project.write({ "schema/schema.graphql/own.graphql": SDL });
        project.git("add", "schema");
      }),
    args: ["HEAD"],
    error: '--base: "schema/schema.graphql" is not a regular file',
  },
  ...["../../own.graphql", "/own.graphql"].map((target) => ({
    title: `a link to ${target} at the base`,
    spoil: (project: Project) =>
      commitInPlace(project, () => {
        project.link("schema/schema.graphql", target);
        project.git("add", "schema");
      }),
    args: ["HEAD"],
    error: '--base: "schema/schema.graphql" is a link out of the repository',
  })),
  {
    title: "a submodule with the snapshot at the base",
    spoil: (project) => commitInPlace(project, () => addSubmodule(project, "schema")),
    args: ["HEAD"],
    error:
      '--base: "schema/schema.graphql" is in the submodule schema\nhint:  Write "git -C schema show 1111',
  },
  {
    title: "a submodule with operations, which is not checked out",
    spoil: (project) => {
      project.write({ "operations/shared/.keep": "" });
      addSubmodule(project, "operations/shared");
    },
    error: `--base: "operations/shared" is not checked out
hint:  Run "git sparse-checkout disable" or "git submodule update --init".
`,
  },
  {
    title: "a submodule with the snapshot that the change adds",
    spoil: (project) => {
      project.git("rm", "--quiet", "-r", "schema");
      project.git("commit", "--quiet", "--message", "Remove the snapshot");
      addSubmodule(project, "schema");
      project.git("init", "--quiet", "schema");
      project.write({ "schema/schema.graphql": SDL });
    },
    args: ["HEAD"],
    error: `--base: "schema/schema.graphql" is in the submodule schema
hint:  Write "git -C schema show 111111111111:schema.graphql" to a file, and compare: --snapshot <file> --against schema/schema.graphql.
`,
  },
  {
    title: "a pointer of Git LFS at the base",
    spoil: (project) => {
      project.write({
        "schema/schema.graphql": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
      });
      project.commit("Commit a pointer");
      project.write({ "schema/schema.graphql": SDL });
    },
    args: ["HEAD"],
    error: `base HASH, merge base with HEAD, from --base: schema/schema.graphql is in Git LFS, which did not return its content
hint:  Run "git lfs install" in this clone, and check that the remote has the file.
`,
  },
  {
    title: "a filter of git that fails",
    spoil: (project) => {
      project.write({ ".gitattributes": "*.graphql filter=own\n" });
      for (const [name, value] of Object.entries({ smudge: "false", clean: "cat", required: "true" }))
        project.git("config", `filter.own.${name}`, value);
    },
    error:
      '--base: git cannot read "schema/schema.graphql", because one of its filters failed\nhint:  Compare ',
  },
  {
    title: "a sparse checkout without the files of the project",
    spoil: (project) => {
      project.git("sparse-checkout", "set", "--no-cone", "/*", "!/schema/*", "!/operations/*");
      project.write({ "operations/list.graphql": OPERATION });
    },
    error: '--base: "schema/schema.graphql", and 1 more file of the project, are not checked out',
  },
  {
    title: "a second schema",
    args: ["main", "--against", "schema/schema.graphql"],
    error: "--base and --against exclude each other",
  },
];

test.for(ERRORS)("exits with 3: $title", async ({ spoil, args, env, error }) => {
  using project = createBranch(FILES, { "schema/schema.graphql": BROKEN });
  spoil?.(project);
  const { code, stdout, stderr } = await check(project.folder, args, env);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr.replaceAll(/\b[\da-f]{7}\b/g, "HASH")).toContain(`error: ${error}`);
});

test("says that git is not installed", async () => {
  using project = createBranch(FILES, {});
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await check(project.folder)).toEqual(
    failure("git is not installed", "Install git, or read the schema from a file."),
  );
});

test("compares with a revision of a complete clone without its remote", async () => {
  const clone = cloneShallow(origin, 200);
  origin.git("-C", clone, "remote", "remove", "origin");
  const finished = await check(clone, ["HEAD~1"]);
  expect([finished.code, ...heading(finished)]).toEqual([
    1,
    BREAKS,
    expect.stringMatching(/^base HASH, merge base with HEAD~1, from --base: schema/),
  ]);
});

test("says how to read a repository of another user", async () => {
  using project = createBranch(FILES, {});
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  // git's own tests assume another owner so; only root can change an owner.
  const tools = useProject({ git: `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${real} "$@"\n` });
  chmodSync(join(tools.folder, "git"), 0o755);
  vi.stubEnv("PATH", `${tools.folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await check(project.folder)).toEqual(
    failure(
      "this repository belongs to another user, so git does not read it",
      'Run "git config --global --add safe.directory <folder of the repository>".',
    ),
  );
});
