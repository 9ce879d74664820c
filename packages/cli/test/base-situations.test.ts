/**
 * Which commit `schema check --base` compares with, for the variables that each CI system documents, in real
 * clones of one repository. `npm test` runs one situation of each kind, and the tag `slow` has the others.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { command, failure } from "./support/command.ts";
import {
  createProject,
  createRepository,
  type Project,
  renderConfig,
  useProject,
} from "./support/project.ts";

const SDL = "type Query {\n  customer: Customer\n}\n\ntype Customer {\n  id: ID!\n  name: String!\n}\n";
const FILES = {
  "codegen.ts": renderConfig('documents: "operations", output: "src"'),
  "operations/get.graphql": "query Get {\n  customer {\n    name\n  }\n}\n",
  "schema/schema.graphql": SDL,
};

/** The target branch has three commits, and the pull request started from the second one. */
const origin = createRepository({ "README.md": "", ...FILES });
afterAll(() => origin[Symbol.dispose]());
const read = (revision: string) => origin.git("rev-parse", revision).trim();
const merge = (tree: string, ...parents: readonly string[]) => {
  const flags = parents.flatMap((parent) => ["-p", parent]);
  return origin.git("commit-tree", `${tree}^{tree}`, ...flags, "-m", "Merge").trim();
};
for (const name of ["Second", "Third"]) origin.git("commit", "--quiet", "--allow-empty", "--message", name);
origin.git("switch", "--quiet", "--create", "change", "main^");
origin.write({ "schema/schema.graphql": SDL.replace("name: String!", "title: String!") });
origin.commit("Break");
const first = read("main~2");
const start = read("main^");
const main = read("main");
const head = read("change");
/** What CI checks out for the pull request: the target is the first parent. */
const merged = merge(head, main, head);
/** Another pull request, before this one in the merge train or the merge queue. */
const before = merge(main, main, start);
const train = merge(head, before, head);
/** Bitbucket merges the target into the source. */
const updated = merge(head, head, main);
const COMMITS = { merged, train, updated, before };
for (const [name, commit] of Object.entries(COMMITS)) origin.git("update-ref", `refs/pull/${name}`, commit);
origin.git("switch", "--quiet", "main");

/** A complete clone, for all situations that change nothing in it. */
const complete = createClone();
afterAll(() => complete[Symbol.dispose]());

function createClone(...options: readonly string[]): Project {
  const clone = createProject();
  clone.git("init", "--quiet");
  clone.git("remote", "add", "origin", `file://${origin.folder}`);
  const refs = ["+refs/heads/main:refs/remotes/origin/main", "+refs/pull/*:refs/pull/*"];
  clone.git("fetch", "--quiet", ...options, "origin", ...refs);
  return clone;
}

/** As in a job: one commit, and no branch. */
function createShallow(commit: string): Project {
  const clone = useProject();
  clone.git("init", "--quiet");
  clone.git("remote", "add", "origin", `file://${origin.folder}`);
  clone.git("fetch", "--quiet", "--depth=1", "origin", commit);
  clone.git("checkout", "--quiet", "--detach", commit);
  return clone;
}

type Variables = Readonly<Record<string, string>>;

const github = (event: string, more: Variables = {}): Variables => ({
  CI: "true",
  GITHUB_ACTIONS: "true",
  GITHUB_EVENT_NAME: event,
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "acme/api",
  GITHUB_BASE_REF: event.startsWith("pull_request") ? "main" : "",
  GITHUB_HEAD_REF: event.startsWith("pull_request") ? "change" : "",
  ...more,
});
const gitlab = (source: string, more: Variables = {}): Variables => ({
  CI: "true",
  GITLAB_CI: "true",
  CI_PIPELINE_SOURCE: source,
  CI_DEFAULT_BRANCH: "main",
  CI_PROJECT_ID: "1",
  ...more,
});
const mergeRequest = (type: string, more: Variables = {}): Variables =>
  gitlab("merge_request_event", {
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_EVENT_TYPE: type,
    CI_MERGE_REQUEST_PROJECT_ID: "1",
    CI_MERGE_REQUEST_PROJECT_URL: "https://gitlab.com/acme/api",
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "change",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: start,
    // Only merged results and trains have these two.
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "",
    CI_MERGE_REQUEST_TARGET_BRANCH_SHA: "",
    ...more,
  });
const azure = (reason: string, more: Variables = {}): Variables => ({
  TF_BUILD: "True",
  BUILD_REASON: reason,
  ...more,
});
const azurePull = azure("PullRequest", {
  SYSTEM_PULLREQUEST_PULLREQUESTID: "7",
  SYSTEM_PULLREQUEST_SOURCEBRANCH: "refs/heads/change",
  SYSTEM_PULLREQUEST_SOURCECOMMITID: head,
  SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/main",
});
const jenkins = (more: Variables): Variables => ({
  JENKINS_URL: "https://ci.example.com/",
  BUILD_NUMBER: "3",
  ...more,
});
const jenkinsPull = jenkins({
  BRANCH_NAME: "PR-7",
  CHANGE_ID: "7",
  CHANGE_BRANCH: "change",
  CHANGE_TARGET: "main",
});
const bitbucket = (more: Variables = {}): Variables => ({
  CI: "true",
  BITBUCKET_BUILD_NUMBER: "3",
  BITBUCKET_BRANCH: "change",
  BITBUCKET_COMMIT: head,
  ...more,
});
const bitbucketPull = bitbucket({
  BITBUCKET_PR_ID: "7",
  BITBUCKET_PR_DESTINATION_BRANCH: "main",
  BITBUCKET_PR_DESTINATION_COMMIT: main.slice(0, 12),
});
const buildkite = (source: string, more: Variables = {}): Variables => ({
  CI: "true",
  BUILDKITE: "true",
  BUILDKITE_SOURCE: source,
  BUILDKITE_BRANCH: "change",
  BUILDKITE_PULL_REQUEST: "false",
  BUILDKITE_PULL_REQUEST_BASE_BRANCH: "",
  ...more,
});

const pull = { pull_request: { head: { sha: head }, base: { sha: main, ref: "main" } } };
const group = { merge_group: { base_sha: before, base_ref: "refs/heads/main", head_sha: train } };

interface Situation {
  readonly env: Variables;
  /** What is checked out. */
  readonly at: string;
  /** Whether the clone has one commit. */
  readonly shallow?: true;
  /** The event of GitHub. */
  readonly event?: object;
  /** Revision of `--base`. @default none: what CI names */
  readonly revision?: string;
  /** Changes the clone. It is then one of its own. */
  readonly change?: (clone: Project) => void;
  /** The compared commit, what it is, and what names it; or the exit code and the start of the message. */
  readonly result: readonly [commit: string, how: string] | readonly [code: 3, message: string];
}

const MERGED = "first parent of HEAD, a merge into main";
const UNNAMED = [3, "error: --base: the CI system names no pull request and no merge queue"] as const;
const CHECK_OUT = "Check the pull request out, or pass the commit before the change, such as --base HEAD^.";
const isHead = (commit: string, how: string, hint = CHECK_OUT) => {
  const problem = `the base is HEAD (${commit.slice(0, 7)}, ${how}), so nothing was compared`;
  return [3, `error: --base: ${problem}\nhint:  ${hint}\n`] as const;
};

/** In `npm test`: one of each kind. */
const FAST: Readonly<Record<string, Situation>> = {
  "GitHub: a pull request": {
    env: github("pull_request"),
    at: merged,
    event: pull,
    result: [main, `${MERGED}, from github.event.pull_request.head.sha`],
  },
  "GitHub: its head in place of the merge": {
    env: github("pull_request"),
    at: head,
    event: pull,
    result: [start, "merge base with main, from github.event.pull_request.base.sha"],
  },
  "GitHub: pull_request_target with the target": {
    env: github("pull_request_target"),
    at: main,
    event: pull,
    result: isHead(
      main,
      "merge base with main, from github.event.pull_request.base.sha",
      'Check the pull request out: with: { ref: "refs/pull/$\u007b{ github.event.number }}/merge" }.',
    ),
  },
  "GitLab: a merge request": {
    env: mergeRequest("detached"),
    at: head,
    result: [start, "merge base with main, from CI_MERGE_REQUEST_DIFF_BASE_SHA"],
  },
  "GitLab: a merge train": {
    env: mergeRequest("merge_train", {
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: before,
    }),
    at: train,
    result: [before, `${MERGED}, from CI_MERGE_REQUEST_SOURCE_BRANCH_SHA`],
  },
  "Azure: a pull request": {
    env: azurePull,
    at: merged,
    result: [main, `${MERGED}, from SYSTEM_PULLREQUEST_SOURCECOMMITID`],
  },
  "Jenkins: a pull request": {
    env: jenkinsPull,
    at: head,
    result: [start, "merge base with main, from CHANGE_TARGET"],
  },
  "Bitbucket: a pull request": {
    env: bitbucketPull,
    at: updated,
    result: [main, "merge base with main, from BITBUCKET_PR_DESTINATION_COMMIT"],
  },
  "Buildkite: a pull request": {
    env: buildkite("webhook", { BUILDKITE_PULL_REQUEST: "7", BUILDKITE_PULL_REQUEST_BASE_BRANCH: "main" }),
    at: head,
    result: [start, "merge base with main, from BUILDKITE_PULL_REQUEST_BASE_BRANCH"],
  },
  "GitHub: a merge queue, with one commit": {
    env: github("merge_group"),
    at: train,
    shallow: true,
    event: group,
    result: [before, "commit before the group of main, from github.event.merge_group.base_sha"],
  },
  "GitHub: a commit of the target that is gone": {
    env: github("pull_request"),
    at: head,
    event: { pull_request: { head: { sha: head }, base: { sha: "1".repeat(40) } } },
    result: [start, "merge base with main, from GITHUB_BASE_REF"],
  },
  "GitHub: a push with the commit before it": {
    env: github("push"),
    at: head,
    revision: start,
    result: [start, `merge base with ${start.slice(0, 7)}, from --base`],
  },
  "GitLab: a fork, without the commit": {
    env: mergeRequest("detached", { CI_PROJECT_ID: "2", CI_MERGE_REQUEST_DIFF_BASE_SHA: "0".repeat(40) }),
    at: head,
    result: [3, "error: --base: origin is a fork, and main is a branch of https://gitlab.com/acme/api"],
  },
  "GitLab: a merge train without commits": {
    env: mergeRequest("merge_train"),
    at: train,
    result: [before, `${MERGED}, from CI_MERGE_REQUEST_EVENT_TYPE`],
  },
  "a shallow clone that lacks HEAD^": {
    env: {},
    at: head,
    shallow: true,
    revision: "HEAD^",
    result: [
      3,
      'error: --base: "HEAD^" is not a git revision of this shallow clone\nhint:  Check out the whole',
    ],
  },
  "GitHub: a merge queue whose event is not readable": {
    env: github("merge_group", { GITHUB_EVENT_PATH: "/missing/event.json" }),
    at: train,
    result: [3, 'error: GITHUB_EVENT_PATH: cannot read "/missing/event.json"'],
  },
  "GitHub: no event in the container": {
    env: github("pull_request", { GITHUB_EVENT_PATH: "/missing/event.json" }),
    at: head,
    result: [start, "merge base with main, from GITHUB_BASE_REF"],
  },
  "a shallow clone whose remote is gone": {
    env: github("pull_request"),
    at: head,
    shallow: true,
    event: pull,
    change: (clone) => clone.git("remote", "set-url", "origin", `file://${clone.folder}/missing`),
    result: [3, "error: --base: the clone has only a part of the history, and git fetch failed: "],
  },
  "GitHub: a review, whose variables name no branch": {
    env: github("pull_request_review", { GITHUB_BASE_REF: "" }),
    at: head,
    event: pull,
    result: [start, "merge base with the target branch, from github.event.pull_request.base.sha"],
  },
  "GitHub: a review, with a commit of the target that is gone": {
    env: github("pull_request_review", { GITHUB_BASE_REF: "" }),
    at: head,
    event: { pull_request: { head: { sha: head }, base: { sha: "1".repeat(40) } } },
    result: [3, "error: --base: the clone lacks the commit that CI names, and no branch is named"],
  },
};

const SLOW: Readonly<Record<string, Situation>> = {
  "GitHub: a pull request, with the one commit of actions/checkout": {
    env: github("pull_request"),
    at: merged,
    shallow: true,
    event: pull,
    result: [main, `${MERGED}, from github.event.pull_request.head.sha`],
  },
  "GitHub: its head, with one commit": {
    env: github("pull_request"),
    at: head,
    shallow: true,
    event: pull,
    result: [start, "merge base with main, from github.event.pull_request.base.sha"],
  },
  "GitHub: an event from before the last commits of the target": {
    env: github("pull_request"),
    at: merged,
    event: { pull_request: { head: { sha: head }, base: { sha: first } } },
    result: [main, `${MERGED}, from github.event.pull_request.head.sha`],
  },
  "GitHub: no event, with one commit": {
    env: github("pull_request"),
    at: head,
    shallow: true,
    result: [start, "merge base with main, from GITHUB_BASE_REF"],
  },
  "GitHub: a branch with the name origin/main": {
    env: github("pull_request"),
    at: head,
    change: (clone) => clone.git("branch", "origin/main", head),
    result: [start, "merge base with main, from GITHUB_BASE_REF"],
  },
  "GitHub: a tag with the name origin/main": {
    env: github("pull_request"),
    at: head,
    change: (clone) => clone.git("tag", "origin/main", head),
    result: [start, "merge base with main, from GITHUB_BASE_REF"],
  },
  "GitHub: pull_request_target with the merge": {
    env: github("pull_request_target"),
    at: merged,
    event: pull,
    result: [main, `${MERGED}, from github.event.pull_request.head.sha`],
  },
  "GitHub: a merge queue": {
    env: github("merge_group"),
    at: train,
    event: group,
    result: [before, "commit before the group of main, from github.event.merge_group.base_sha"],
  },
  "GitHub: a run by hand": { env: github("workflow_dispatch"), at: main, result: UNNAMED },
  "GitHub: a push to main with --base=origin/main": {
    env: github("push"),
    at: main,
    revision: "origin/main",
    result: isHead(main, "merge base with origin/main, from --base"),
  },
  "GitLab: a merge request, with one commit": {
    env: mergeRequest("detached"),
    at: head,
    shallow: true,
    result: [start, "merge base with main, from CI_MERGE_REQUEST_DIFF_BASE_SHA"],
  },
  "GitLab: a merge request from main of a fork to main": {
    env: mergeRequest("detached", { CI_PROJECT_ID: "2", CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "main" }),
    at: head,
    change: (clone) => clone.git("update-ref", "refs/remotes/origin/main", head),
    result: [start, "merge base with main, from CI_MERGE_REQUEST_DIFF_BASE_SHA"],
  },
  "GitLab: a merge request without the commit": {
    env: mergeRequest("detached", { CI_MERGE_REQUEST_DIFF_BASE_SHA: "0".repeat(40) }),
    at: head,
    result: [start, "merge base with main, from CI_MERGE_REQUEST_TARGET_BRANCH_NAME"],
  },
  "GitLab: merged results": {
    env: mergeRequest("merged_result", {
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
      CI_MERGE_REQUEST_TARGET_BRANCH_SHA: main,
    }),
    at: merged,
    result: [main, `${MERGED}, from CI_MERGE_REQUEST_SOURCE_BRANCH_SHA`],
  },
  "GitLab: merged results, with one commit": {
    env: mergeRequest("merged_result", { CI_MERGE_REQUEST_TARGET_BRANCH_SHA: main }),
    at: merged,
    shallow: true,
    result: [main, "merge base with main, from CI_MERGE_REQUEST_TARGET_BRANCH_SHA"],
  },
  "GitLab: a merge train, with one commit": {
    env: mergeRequest("merge_train", { CI_MERGE_REQUEST_TARGET_BRANCH_SHA: before }),
    at: train,
    shallow: true,
    result: [before, `${MERGED}, from CI_MERGE_REQUEST_EVENT_TYPE`],
  },
  "GitLab: an external pull request": {
    env: gitlab("external_pull_request_event", {
      CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME: "main",
      CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA: main,
      CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA: head,
    }),
    at: head,
    result: [start, "merge base with main, from CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA"],
  },
  "GitLab: a child pipeline of a merge request": {
    env: { ...mergeRequest("detached"), CI_PIPELINE_SOURCE: "parent_pipeline" },
    at: head,
    result: [start, "merge base with main, from CI_MERGE_REQUEST_DIFF_BASE_SHA"],
  },
  "GitLab: a run by hand": { env: gitlab("web", { CI_COMMIT_BRANCH: "main" }), at: main, result: UNNAMED },
  "Azure: a pull request, with the one commit of a new pipeline": {
    env: azurePull,
    at: merged,
    shallow: true,
    result: [main, `${MERGED}, from SYSTEM_PULLREQUEST_SOURCECOMMITID`],
  },
  "Azure: a pull request of a repository on GitHub, at its head": {
    env: { ...azurePull, SYSTEM_PULLREQUEST_TARGETBRANCH: "main" },
    at: head,
    result: [start, "merge base with main, from SYSTEM_PULLREQUEST_TARGETBRANCH"],
  },
  "Azure: a run by hand": { env: azure("Manual"), at: main, result: UNNAMED },
  "Jenkins: a pull request that is merged first": {
    env: jenkinsPull,
    at: merged,
    result: [main, "merge base with main, from CHANGE_TARGET"],
  },
  "Jenkins: a pull request, with one commit": {
    env: jenkinsPull,
    at: head,
    shallow: true,
    result: [start, "merge base with main, from CHANGE_TARGET"],
  },
  "Jenkins: main": { env: jenkins({ BRANCH_NAME: "main" }), at: main, result: UNNAMED },
  "Jenkins: main with --base=origin/main": {
    env: jenkins({ BRANCH_NAME: "main" }),
    at: main,
    revision: "origin/main",
    result: isHead(main, "merge base with origin/main, from --base"),
  },
  "Bitbucket: a pull request, with one commit and the start of a hash": {
    env: bitbucketPull,
    at: updated,
    shallow: true,
    result: [main, "merge base with main, from BITBUCKET_PR_DESTINATION_BRANCH"],
  },
  "Bitbucket: a branch": { env: bitbucket(), at: head, result: UNNAMED },
  "Buildkite: a merge queue": {
    env: buildkite("webhook", {
      BUILDKITE_MERGE_QUEUE_BASE_BRANCH: "main",
      BUILDKITE_MERGE_QUEUE_BASE_COMMIT: before,
    }),
    at: train,
    result: [before, "commit before the group of main, from BUILDKITE_MERGE_QUEUE_BASE_COMMIT"],
  },
  "Buildkite: a run by hand": { env: buildkite("ui"), at: main, result: UNNAMED },
  "no CI system": { env: {}, at: head, result: UNNAMED },
  "no CI system, with a remote branch and a tag of one name": {
    env: {},
    at: head,
    revision: "origin/main",
    change: (clone) => clone.git("tag", "origin/main", first),
    result: [3, 'error: --base: "origin/main" is refs/remotes/origin/main and refs/tags/origin/main'],
  },
  "no CI system, with the full name of one of them": {
    env: {},
    at: head,
    revision: "refs/remotes/origin/main",
    change: (clone) => clone.git("tag", "origin/main", first),
    result: [start, "merge base with refs/remotes/origin/main, from --base"],
  },
  "a shallow clone that lacks the hash of --base": {
    env: {},
    at: head,
    shallow: true,
    revision: start,
    result: [start, `merge base with ${start.slice(0, 7)}, from --base`],
  },
  "a shallow clone with a target that was cut off, whose remote is gone": {
    env: {},
    at: head,
    shallow: true,
    revision: "refs/remotes/origin/main",
    change(clone) {
      clone.git("fetch", "--quiet", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main");
      clone.git("remote", "set-url", "origin", `file://${clone.folder}/missing`);
    },
    result: [3, "error: --base: the clone has only a part of the history, and git fetch failed: "],
  },
  "a target that the remote does not have": {
    env: jenkins({ CHANGE_ID: "7", CHANGE_TARGET: "release" }),
    at: head,
    result: [3, "error: git fetch failed: couldn't find remote ref refs/heads/release"],
  },
  "a pull request in which the target is checked out": {
    env: jenkinsPull,
    at: main,
    result: isHead(main, "merge base with main, from CHANGE_TARGET"),
  },
};

async function compare({ env, at, shallow, event, revision, change, result }: Situation): Promise<void> {
  const clone = shallow ? createShallow(at) : change ? createOwn() : complete;
  if (!shallow) clone.git("checkout", "--quiet", "--force", "--detach", at);
  change?.(clone);
  const file = join(clone.folder, ".git/event.json");
  if (event) writeFileSync(file, JSON.stringify(event));
  const variables = event ? { ...env, GITHUB_EVENT_PATH: file } : env;
  const args = ["schema", "check", "--base", ...(revision === undefined ? [] : [revision])];
  const { code, stdout, stderr } = await command(args, { cwd: clone.folder, env: variables });
  const [expected, text] = result;
  if (typeof expected === "number") {
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: "", stderr: expect.stringContaining(text) });
    return;
  }
  const origins = `base ${expected.slice(0, 7)}, ${text}: schema/schema.graphql (SDL) → schema/schema.graphql (SDL)`;
  expect({ code, stderr, origins: stdout.split("\n")[1] }).toEqual({ code: 1, stderr: "", origins });
}

function createOwn(): Project {
  const clone = createClone();
  onTestFinished(() => clone[Symbol.dispose]());
  return clone;
}

test.for(Object.entries(FAST))("%s", ([, situation]) => compare(situation));
test.for(Object.entries(SLOW))("%s", { tags: ["slow"] }, ([, situation]) => compare(situation));

const FORK = [
  3,
  "error: --base: origin is a fork, and main is a branch of https://github.com/acme/api",
] as const;
const FETCHED = [start, "merge base with main, from GITHUB_BASE_REF"] as const;

test.for<[origin: string, env: Variables, result: Situation["result"]]>([
  ["git@github.com:someone/api.git", {}, FORK],
  ["https://token@github.com/acme/api-fork/", {}, FORK],
  ["ssh://git@github.com:22/Acme/api/", { GITHUB_REPOSITORY: "acme/API" }, FETCHED],
  ["git@mirror.example.com:mirrors/api.git", {}, FETCHED],
  ["git@github.com:someone/api.git", { GITHUB_SERVER_URL: "github" }, FETCHED],
  ["git@github.com:someone/api.git", { GITHUB_REPOSITORY: "" }, FETCHED],
])("a checkout of %s is one of a fork only if it is certain, with %j", async ([url, env, result]) => {
  // In place of a connection: git runs its other side.
  vi.stubEnv("GIT_SSH_COMMAND", `sh -c "exec git upload-pack '${origin.folder}'" ssh`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    complete.git("remote", "set-url", "origin", `file://${origin.folder}`);
  });
  complete.git("remote", "set-url", "origin", url);
  await compare({ env: github("pull_request", env), at: head, result });
});

test("a submodule is not compared by the variables of the repository above it", async () => {
  using above = createRepository({ "README.md": "" });
  above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin.folder, "api");
  const folder = join(above.folder, "api");
  const finished = await command(["schema", "check", "--base"], {
    cwd: folder,
    env: mergeRequest("detached"),
  });
  expect(finished).toMatchObject({ code: 3, stdout: "" });
  expect(finished.stderr).toContain("error: --base: this repository is a submodule of ");
});

test("changes that are not committed are compared with HEAD", async () => {
  const check = async () => {
    const { code, stdout } = await command(["schema", "check", "--base", "HEAD"], { cwd: complete.folder });
    return [code, stdout.split("\n")[0]];
  };
  const restore = () => {
    complete.git("checkout", "--quiet", "--force", "--detach", main);
    complete.git("clean", "--quiet", "--force", "-d");
  };
  restore();
  complete.write({ "schema/schema.graphql": SDL.replace("name", "title") });
  expect(await check()).toEqual([1, "✗ the server rejects 1 of 1 operation · major version"]);
  restore();
  complete.write({ "README.md": "Other", "notes/get.graphql": "query Other { customer { id } }" });
  expect(await check()).toEqual([3, ""]);
  complete.write({ "operations/more of them/é.graphql": "query Other { customer { id } }" });
  expect(await check()).toEqual([0, expect.stringContaining("✓")]);
  restore();
});

test("a push leaves reports that say that nothing was compared", async () => {
  complete.git("checkout", "--quiet", "--force", "--detach", main);
  const files = ["json", "md", "xml", "html", "txt"].map((extension) => `.git/report.${extension}`);
  const args = ["schema", "check", "--base", ...files.flatMap((file) => ["--output", file])];
  const { code, stdout } = await command(args, { cwd: complete.folder, env: github("push") });
  expect([code, stdout.includes("✓")]).toEqual([0, false]);
  for (const report of files.map(complete.read)) {
    expect(report).toContain("nothing was compared: CI names a push");
    expect(report).not.toMatch(/✓|failure |errors="1"/);
  }
  const broken = ["schema", "check", "--base", "--output", "README.md/report.md"];
  expect(await command(broken, { cwd: complete.folder, env: github("push") })).toEqual(
    failure(
      '--output: cannot write "README.md/report.md": a part of its path is not a folder',
      "Check the path.",
    ),
  );
});

test.for([
  ["push", "GITHUB_EVENT_NAME", "push"],
  ["schedule", "GITHUB_EVENT_NAME", "schedule"],
  ["push", "CI_PIPELINE_SOURCE", "push"],
  ["schedule", "CI_PIPELINE_SOURCE", "schedule"],
  ["push", "BUILD_REASON", "IndividualCI"],
  ["push", "BUILD_REASON", "BatchedCI"],
  ["schedule", "BUILD_REASON", "Schedule"],
  ["push", "BUILDKITE_SOURCE", "webhook"],
  ["schedule", "BUILDKITE_SOURCE", "schedule"],
])("a %s has no base, by %s=%s", async ([event, variable = "", value = ""]) => {
  const finished = await command(["schema", "check", "--base"], {
    cwd: complete.folder,
    env: { [variable]: value, BUILDKITE_PULL_REQUEST: "false" },
  });
  expect(finished).toEqual({
    code: 0,
    stdout: `nothing was compared: CI names a ${event}, which has no base\n`,
    stderr: "hint:  To compare with a commit, pass it, such as --base HEAD^.\n",
  });
});

test.for([
  "GITHUB_BASE_REF",
  "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
  "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME",
  "SYSTEM_PULLREQUEST_TARGETBRANCH",
  "CHANGE_TARGET",
  "BITBUCKET_PR_DESTINATION_BRANCH",
  "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
  "BUILDKITE_MERGE_QUEUE_BASE_BRANCH",
])("%s names a branch, also in a pipeline of a push", async (name) => {
  const env = {
    [name]: "refs/heads/release",
    CI_PIPELINE_SOURCE: "push",
    CI_PROJECT_ID: "2",
    CI_MERGE_REQUEST_PROJECT_ID: "1",
    CI_MERGE_REQUEST_PROJECT_URL: "https://gitlab.com/acme/api",
  };
  expect(await command(["schema", "check", "--base"], { cwd: complete.folder, env })).toEqual(
    failure(
      "--base: origin is a fork, and release is a branch of https://gitlab.com/acme/api",
      'Run "git fetch https://gitlab.com/acme/api release", and pass --base FETCH_HEAD.',
    ),
  );
});

test.for([
  "CI_MERGE_REQUEST_TARGET_BRANCH_SHA",
  "CI_MERGE_REQUEST_DIFF_BASE_SHA",
  "BUILDKITE_MERGE_QUEUE_BASE_COMMIT",
  "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA",
  "BITBUCKET_PR_DESTINATION_COMMIT",
])("%s names a commit, also in a pipeline of a push", async (name) => {
  const isQueue = name.includes("QUEUE");
  const how = `${isQueue ? "commit before the group of" : "merge base with"} the target branch, from ${name}`;
  await compare({ env: gitlab("push", { [name]: main }), at: main, result: isHead(main, how) });
});

test.for([
  "CI_MERGE_REQUEST_IID",
  "SYSTEM_PULLREQUEST_PULLREQUESTID",
  "CHANGE_ID",
  "BITBUCKET_PR_ID",
  "BUILDKITE_PULL_REQUEST",
])("%s is the number of a pull request, also in a pipeline of a push", async (name) => {
  const env = { [name]: "7", GITHUB_EVENT_NAME: "push" };
  expect(await command(["schema", "check", "--base"], { cwd: complete.folder, env })).toEqual(
    failure(
      "--base: the CI system names no pull request and no merge queue",
      "Run the check in a job for pull requests, or pass a revision, such as --base origin/main.",
    ),
  );
});
