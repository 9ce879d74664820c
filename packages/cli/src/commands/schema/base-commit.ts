/** The commit that a pull request started from. Fetches what a clone of CI lacks. */

import { isRecord } from "../../decode-text.ts";
import { quotePath } from "../../did-you-mean.ts";
import { Problem } from "../errors/problem.ts";
import { describeGitFailure, findCommit, readGit, runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { readJson } from "../project/files.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Variables with the target branch of a pull request: GitHub, GitLab, Azure Pipelines. */
const TARGETS = ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "SYSTEM_PULLREQUEST_TARGETBRANCH"];
/** Commits that a shallow clone fetches first. Most branches are shorter. */
const DEPTH = 100;

/** The commit that the branch started from. */
export interface Base {
  readonly commit: string;
  /** Such as `origin/main (1a2b3c4)`. */
  readonly label: string;
}

const SHOWN_HASH_LENGTH = 7;

export function shortenHash(commit: string): string {
  return commit.slice(0, SHOWN_HASH_LENGTH);
}

/**
 * Finds the commit that HEAD and the base have in common.
 *
 * @param revision - `true` selects the target branch of the pull request, and fetches it.
 * @throws Problem if git fails, or they have no commit in common.
 */
export async function findBase(
  revision: string | true,
  { isShallow }: Repository,
  { env }: Terminal,
): Promise<Base> {
  const target = revision === true ? await fetchTarget(env, isShallow) : { name: revision, revision };
  const { name } = target;
  const commit = await findCommit(target.revision);
  if (commit === undefined) {
    const hint = `Run "git fetch origin", and write the revision as git does, such as origin/main.`;
    throw new Problem(`--base: ${quotePath(name, "the value")} is not a git revision`, hint);
  }
  const common = await findCommon(commit, isShallow);
  if (env.GITHUB_EVENT_NAME === "pull_request_target" && common === (await findCommit("HEAD"))) {
    const hint = `Check it out: with: { ref: "refs/pull/\${{ github.event.number }}/merge" }.`;
    throw new Problem("--base: HEAD is the target branch, not the pull request", hint);
  }
  return { commit: common, label: `${name} (${shortenHash(common)})` };
}

/** The target of a pull request or of a merge queue. */
interface Target {
  /** For messages. */
  readonly name: string;
  /** In this clone. */
  readonly revision: string;
}

/** Fetches the target that the CI system names. */
async function fetchTarget(env: Terminal["env"], isShallow: boolean): Promise<Target> {
  const depth = isShallow ? [`--depth=${DEPTH}`] : [];
  const value = TARGETS.map((name) => env[name]).find((text) => text);
  if (value !== undefined) {
    const branch = value.replace(/^refs\/heads\//, "");
    await fetchRefs(depth, `+refs/heads/${branch}:refs/remotes/origin/${branch}`);
    return { name: `origin/${branch}`, revision: `origin/${branch}` };
  }
  const queued = await readMergeGroup(env);
  if (!queued) {
    const hint = "Pass a revision, such as --base origin/main, or run the check in a job for pull requests.";
    throw new Problem(`--base: no target branch in ${TARGETS.join(", ")} or a merge_group event`, hint);
  }
  await fetchRefs(depth, queued.revision);
  return queued;
}

/** The commit before the changes of a group, from the event of GitHub's merge queue. */
async function readMergeGroup({
  GITHUB_EVENT_NAME,
  GITHUB_EVENT_PATH,
}: Terminal["env"]): Promise<Target | undefined> {
  if (GITHUB_EVENT_NAME !== "merge_group" || !GITHUB_EVENT_PATH) return undefined;
  const event = await readJson(
    GITHUB_EVENT_PATH,
    "Pass a revision, such as --base origin/main.",
    "GITHUB_EVENT_PATH",
  );
  const group = isRecord(event) && isRecord(event.merge_group) ? event.merge_group : {};
  const { base_sha: commit, base_ref: ref } = group;
  if (typeof commit !== "string" || !/^[\da-f]{40,64}$/.test(commit)) return undefined;
  return {
    name: typeof ref === "string" ? ref.replace(/^refs\/heads\//, "") : "the merge queue",
    revision: commit,
  };
}

/** Fetches refs, and the history of HEAD if the remote has that commit. */
async function fetchRefs(options: readonly string[], ...refs: readonly string[]): Promise<void> {
  const command = ["fetch", "--quiet", "--no-tags", ...options, "origin", ...refs];
  const head = (await readGit(["rev-parse", "HEAD"])).trim();
  if ((await runGit([...command, head])).code !== 0) await readGit(command);
}

/** @throws Problem if HEAD and the base have no commit in common. */
async function findCommon(base: string, isShallow: boolean): Promise<string> {
  const common = await findMergeBase(base);
  const isCertain = common !== undefined && !(isShallow && (await isCut(base, common)));
  if (isCertain) return common;
  if (isShallow) {
    await fetchRefs(["--unshallow"], base);
    const commonInHistory = await findMergeBase(base);
    if (commonInHistory !== undefined) return commonInHistory;
  }
  throw new Problem(
    "--base: HEAD and the base have no commit in common",
    "Check the revision and the clone.",
  );
}

async function findMergeBase(base: string): Promise<string | undefined> {
  const command = ["merge-base", "HEAD", base];
  const ended = await runGit(command);
  if (ended.code === 0) return ended.stdout.trim();
  if (ended.code === 1 && ended.reason === "") return undefined;
  throw describeGitFailure(command, ended);
}

/** Whether the history after a common commit is incomplete: a later one can be missing in the clone. */
async function isCut(base: string, common: string): Promise<boolean> {
  const boundary = await readGit(["log", "--format=%H %d", "--decorate=full", "HEAD", base, "--not", common]);
  return /\bgrafted\b/.test(boundary);
}
