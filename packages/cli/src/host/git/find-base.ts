/** Finds the commit that a change started from, and says how. Fetches what a clone of CI lacks. */

import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { listSchemaFiles, searchFiles } from "../../files/find-files.ts";
import { pathFrom } from "../../files/paths.ts";
import { findStats } from "../../files/stats.ts";
import { quotePath } from "../../text/quote.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { Problem } from "../errors/problem.ts";
import { listSchemas, type Project } from "../project/project.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type Change, type Named, readChange } from "./ci-change.ts";
import { describeGitFailure, findCommit, readGit, runGit } from "./git.ts";
import type { Repository } from "./repository.ts";

/** Commits that a shallow clone fetches first. Most branches are shorter. */
const DEPTH = 100;
const REMOTE = "origin";
const WHOLE_HASH = /^[\da-f]{40,64}$/;
const HISTORY =
  "Check out the whole history (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0, Azure: fetchDepth: 0, " +
  "Bitbucket: clone: { depth: full }), or pass a commit of the clone as --base.";

/** The commit that is compared. */
export interface Base {
  readonly commit: string;
  /** For sentences, such as `base 1a2b3c4`. */
  readonly name: string;
  /** The commit and how it was found, such as `base 1a2b3c4, merge base with main, from GITHUB_BASE_REF`. */
  readonly label: string;
}

/** A base before it is checked. */
interface Found {
  readonly commit: string;
  /** What it is, such as `merge base with main`. */
  readonly what: string;
  /** The variable, the property of an event or the option that names it. */
  readonly from: string;
}

const SHOWN_HASH_LENGTH = 7;

export function shortenHash(commit: string): string {
  return commit.slice(0, SHOWN_HASH_LENGTH);
}

/**
 * Finds the commit that HEAD and the base have in common.
 *
 * @param revision - `true` selects the base that the CI system names.
 * @throws Problem if git fails, if there is no base, or if HEAD is the base and the project has no changes.
 */
export async function findBase(
  revision: string | true,
  project: Project,
  repository: Repository,
  { env }: Terminal,
): Promise<Base> {
  const found =
    revision === true ? await findNamed(repository, env) : await findExplicit(revision, repository);
  if (
    found.commit === (await findCommit("HEAD", repository.root)) &&
    !(await isChanged(project, repository))
  ) {
    const isTarget = env.GITHUB_EVENT_NAME === "pull_request_target";
    const hint = isTarget
      ? `Check the pull request out: with: { ref: "refs/pull/\${{ github.event.number }}/merge" }.`
      : "Check the pull request out, or pass the commit before the change, such as --base HEAD^.";
    const what = `the base is HEAD (${shortenHash(found.commit)}, ${found.what}, from ${found.from})`;
    throw new Problem(`--base: ${what}, so nothing was compared`, hint);
  }
  const name = `base ${shortenHash(found.commit)}`;
  return { commit: found.commit, name, label: `${name}, ${found.what}, from ${found.from}` };
}

async function findExplicit(revision: string, repository: Repository): Promise<Found> {
  await requireUnambiguous(revision, repository);
  const commit = await findOrFetch(revision, repository);
  if (commit === undefined) {
    const hint = `Run "git fetch origin", and write the revision as git does, such as origin/main.`;
    const problem = `--base: ${quotePath(revision, "the value")} is not a git revision`;
    throw repository.isShallow
      ? new Problem(`${problem} of this shallow clone`, HISTORY)
      : new Problem(problem, hint);
  }
  const what = `merge base with ${WHOLE_HASH.test(revision) ? shortenHash(revision) : revision}`;
  return { commit: await findCommon(commit, repository), what, from: "--base" };
}

/** @throws Problem if a branch and a tag of this name lead to different commits. git uses the tag. */
async function requireUnambiguous(revision: string, { root }: Repository): Promise<void> {
  const refs = ["tags", "heads", "remotes"].map((kind) => `refs/${kind}/${revision}`);
  if (/[\s*?[\]~^:\\]/.test(revision)) return;
  const listed = await readGit(["for-each-ref", "--format=%(refname) %(objectname)", ...refs], root);
  const exact = listed.split("\n").filter((line) => refs.some((ref) => line.startsWith(`${ref} `)));
  if (exact.length < 2) return;
  const commits = await Promise.all(exact.map((line) => findCommit(line.split(" ")[1] ?? "", root)));
  if (new Set(commits).size < 2) return;
  const names = exact.map((line) => line.split(" ")[0] ?? "");
  const hint = `Write the one that you mean, such as --base ${names.at(-1)}.`;
  throw new Problem(`--base: ${quotePath(revision)} is ${names.join(" and ")}`, hint);
}

/** The base that the CI system names. Commits come before branches, which can have moved. */
async function findNamed(repository: Repository, env: Terminal["env"]): Promise<Found> {
  await requireNoSubmodule(repository);
  const { stdout: origin } = await runGit(["remote", "get-url", REMOTE], repository.root);
  const change = await readChange(env, origin.trim());
  if (!change) {
    const hint = "Run the check in a job for pull requests, or pass a revision, such as --base origin/main.";
    throw new Problem("--base: the CI system names no pull request and no merge queue", hint);
  }
  const found = (await findMerged(change, repository)) ?? (await findStart(change, repository));
  if (found) return found;
  const target = (await findTarget(change, repository)) ?? (await fetchBranch(change, repository));
  const what = `merge base with ${nameBranch(change.branch)}`;
  return { commit: await findCommon(target.value, repository), what, from: target.from };
}

/** A commit that CI names as the base. */
async function findStart({ bases, branch }: Change, repository: Repository): Promise<Found | undefined> {
  for (const { value, from } of bases) {
    const commit = await findOrFetch(value, repository, 1);
    if (commit === undefined) continue;
    const isGroup = /queue|merge_group/i.test(from);
    const what = `${isGroup ? "commit before the group of" : "merge base with"} ${nameBranch(branch)}`;
    // A shallow clone has no history to compare HEAD with.
    return { commit: repository.isShallow ? commit : await findCommon(commit, repository), what, from };
  }
  return undefined;
}

/** A commit of the target branch that CI names. */
async function findTarget({ targets }: Change, repository: Repository): Promise<Named | undefined> {
  for (const { value, from } of targets) {
    const commit = await findOrFetch(value, repository);
    if (commit !== undefined) return { value: commit, from };
  }
  return undefined;
}

/** The first parent of HEAD, if HEAD is the merge of the target and the pull request that CI has checked out. */
async function findMerged(
  { head, train, branch }: Change,
  repository: Repository,
): Promise<Found | undefined> {
  // The object of a commit names its parents even in a shallow clone.
  const [text = ""] = (await readGit(["cat-file", "commit", "HEAD"], repository.root)).split("\n\n", 1);
  const [first, second] = Array.from(text.matchAll(/^parent (\w+)$/gm), ([, hash = ""]) => hash);
  if (first === undefined || second === undefined) return undefined;
  const from = head && second === head.value ? head.from : train;
  if (from === undefined) return undefined;
  const commit = await findOrFetch(first, repository, 1);
  if (commit === undefined) return undefined;
  return { commit, what: `first parent of HEAD, a merge into ${nameBranch(branch)}`, from };
}

const nameBranch = (branch: Named | undefined): string => branch?.value ?? "the target branch";

/** @throws Problem if the project is in a submodule: the variables of CI are about the repository above it. */
async function requireNoSubmodule({ root }: Repository): Promise<void> {
  const above = (await readGit(["rev-parse", "--show-superproject-working-tree"], root)).trim();
  if (above === "") return;
  throw new Problem(
    `--base: this repository is a submodule of ${quotePath(above)}, which the variables of CI are about`,
    "Pass a revision of the submodule, such as --base origin/main.",
  );
}

/** @returns the commit of the branch, and the variable that names the branch. */
async function fetchBranch({ branch, upstream }: Change, repository: Repository): Promise<Named> {
  if (branch === undefined)
    throw new Problem("--base: the clone lacks the commit that CI names, and no branch is named", HISTORY);
  const { value, from } = branch;
  if (upstream !== undefined) {
    const hint = `Run "git fetch ${upstream} ${value}", and pass --base FETCH_HEAD.`;
    throw new Problem(`--base: ${REMOTE} is a fork, and ${value} is a branch of ${upstream}`, hint);
  }
  // A full name, because a branch or a tag can be named like a remote branch.
  const ref = `refs/remotes/${REMOTE}/${value}`;
  const refspec = `+refs/heads/${value}:${ref}`;
  await (repository.isShallow
    ? deepen(`--depth=${DEPTH}`, refspec, repository)
    : fetchRefs([], refspec, repository));
  const commit = await readGit(["rev-parse", "--verify", `${ref}^{commit}`], repository.root);
  return { value: commit.trim(), from };
}

/**
 * Finds a commit, or fetches it.
 *
 * @param hash - The remote needs the whole one.
 * @param depth - Of its history, in a shallow clone.
 */
async function findOrFetch(
  hash: string,
  { root, isShallow }: Repository,
  depth = DEPTH,
): Promise<string | undefined> {
  const commit = await findCommit(hash, root);
  if (commit !== undefined || !WHOLE_HASH.test(hash)) return commit;
  const options = isShallow ? [`--depth=${depth}`] : [];
  const { code } = await runGit(["fetch", "--quiet", "--no-tags", ...options, REMOTE, hash], root);
  return code === 0 ? findCommit(hash, root) : undefined;
}

/** Fetches a ref, and the history of HEAD if the remote has that commit. */
async function fetchRefs(options: readonly string[], ref: string, { root }: Repository): Promise<void> {
  const command = ["fetch", "--quiet", "--no-tags", ...options, REMOTE, ref];
  const head = (await readGit(["rev-parse", "HEAD"], root)).trim();
  if ((await runGit([...command, head], root)).code !== 0) await readGit(command, root);
}

/** @throws Problem if HEAD and the commit have no commit in common. */
async function findCommon(base: string, repository: Repository): Promise<string> {
  const { isShallow } = repository;
  const common = await findMergeBase(base, repository);
  const isCertain = common !== undefined && !(isShallow && (await isCut(base, common, repository)));
  if (isCertain) return common;
  if (isShallow) {
    await deepen("--unshallow", base, repository);
    const commonInHistory = await findMergeBase(base, repository);
    if (commonInHistory !== undefined) return commonInHistory;
  }
  throw new Problem(
    "--base: HEAD and the base have no commit in common",
    "Check the revision and the clone.",
  );
}

/** @throws Problem that says that the clone is shallow, if git fails. */
async function deepen(option: string, ref: string, repository: Repository): Promise<void> {
  try {
    await fetchRefs([option], ref, repository);
  } catch (error) {
    rethrowOthers(error, Problem);
    throw new Problem(`--base: the clone has only a part of the history, and ${error.message}`, HISTORY);
  }
}

async function findMergeBase(base: string, { root }: Repository): Promise<string | undefined> {
  const command = ["merge-base", "HEAD", base];
  const ended = await runGit(command, root);
  if (ended.code === 0) return ended.stdout.trim();
  if (ended.code === 1 && ended.reason === "") return undefined;
  throw describeGitFailure(command, ended);
}

/** Whether the history after a common commit is incomplete: a later one can be missing in the clone. */
async function isCut(base: string, common: string, { root }: Repository): Promise<boolean> {
  const command = ["log", "--format=%H %d", "--decorate=full", "HEAD", base, "--not", common];
  const boundary = await readGit(command, root);
  return /\bgrafted\b/.test(boundary);
}

/** Whether the snapshot or an operation differs from HEAD. */
async function isChanged(project: Project, { root }: Repository): Promise<boolean> {
  return (await isSchemaChanged(project, root)) || (await areOperationsChanged(project, root));
}

/** Compares the content, because git can ignore the file, or its changes. */
async function isSchemaChanged(project: Project, root: string): Promise<boolean> {
  const files = listSchemaFiles(listSchemas(project)).filter((file) => findStats(file)?.isFile());
  if (files.length === 0) return true;
  const paths = files.map((file) => pathFrom(root, realpathSync(file)));
  const now = await runGit(["hash-object", "--", ...paths], root);
  const before = await runGit(["rev-parse", ...paths.map((path) => `HEAD:${path}`)], root);
  return now.code !== 0 || before.code !== 0 || now.stdout !== before.stdout;
}

async function areOperationsChanged({ operations = [] }: Project, root: string): Promise<boolean> {
  const command = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all"];
  const lines = (await readGit(command, root)).split("\0").filter(Boolean);
  const changed = lines.map((line) => relative(process.cwd(), join(root, line.slice(3))));
  return searchFiles(operations, ({ accepts }) => changed.filter((path) => accepts(path, true))).length > 0;
}
