/** The snapshot of the base of a pull request: for `schema check --base`. */

import { existsSync, realpathSync } from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";
import { searchFiles } from "../../codegen/find-files.ts";
import { SNAPSHOT } from "../../codegen/read-settings.ts";
import { isRecord } from "../../decode-text.ts";
import { quotePath } from "../../did-you-mean.ts";
import { Problem } from "../errors/problem.ts";
import { describeGitFailure, findCommit, readGit, runGit } from "../git/git.ts";
import { readDeclaredSchema } from "../project/declared-schema.ts";
import { readJson } from "../project/files.ts";
import { CONFIG_NAMES } from "../project/find-config.ts";
import type { Project } from "../project/project.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { LoadedSchema } from "./remote.ts";
import { readRevision } from "./revision.ts";
import { EXPLICIT, findFile, listAbsent, requireTracked } from "./tree.ts";

/** Variables with the target branch of a pull request: GitHub, GitLab, Azure Pipelines. */
const TARGETS = ["GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "SYSTEM_PULLREQUEST_TARGETBRANCH"];
/** Commits that a shallow clone fetches first. Most branches are shorter. */
const DEPTH = 100;
const SHOWN_HASH_LENGTH = 7;

/** Folder of the project and root of the repository, as git names them. */
interface Repository {
  /** Absolute. */
  readonly root: string;
  /** From the root to the folder of the project, with a final "/". "" is the root. */
  readonly prefix: string;
}

/** The commit that the branch started from. */
interface Base {
  readonly commit: string;
  /** Such as `origin/main (1a2b3c4)`. */
  readonly label: string;
}

/**
 * Reads the snapshot at the commit that HEAD and the base have in common, from the path that the base's config declares.
 *
 * @param revision - `true` selects the target branch of the pull request, and fetches it.
 * @returns the snapshot, or the sentence that says that git has no such file there.
 * @throws Problem if git fails, or the path is unknown.
 */
export async function readBase(
  revision: string | true,
  project: Project,
  terminal: Terminal,
): Promise<LoadedSchema | { readonly absent: string }> {
  const repository = await openRepository(project);
  const base = await findBase(revision, terminal);
  const declared = await findDeclared(base, repository, project);
  const file = resolve(project.schema ?? join(project.folder, SNAPSHOT));
  const own = toRootPath(file, repository);
  // The file behind links, which git tracks.
  const real = toRootPath(realpathSync(file), repository);
  for (const path of new Set([declared, own, real])) {
    const snapshot = await readSchemaAt(path, base, repository);
    if (snapshot) return snapshot;
  }
  const before = await findRenamed(real, base, repository);
  const renamed = before === undefined ? undefined : await readSchemaAt(before, base, repository);
  if (renamed) return renamed;
  await requireTracked(real, repository.root);
  await requireNoDeletion(real, base, repository);
  return {
    absent: `${base.label} has no ${declared} yet: the snapshot is new, so there is nothing to compare.`,
  };
}

/** @throws Problem if git tracks the snapshot or an operation, and the file is not in the working tree. */
export async function requireCheckout(project: Project): Promise<void> {
  const { root } = await openRepository(project);
  const absent = (await listAbsent(root)).map((path) => relative(process.cwd(), join(root, path)) || ".");
  if (absent.length === 0) return;
  const snapshot = project.schema ?? join(project.folder, SNAPSHOT);
  const isInside = (path: string) =>
    absent.some((folder) => resolve(path).startsWith(`${resolve(folder)}${sep}`));
  const missing = searchFiles(project.operations ?? [], undefined, ({ accepts }) =>
    // Only the folder of a submodule exists.
    absent.filter((path) => accepts(path, !existsSync(path))),
  );
  const [first] =
    absent.includes(snapshot) || (isInside(snapshot) && !existsSync(snapshot)) ? [snapshot] : missing;
  if (first === undefined) return;
  const what = missing.length > 1 ? `, and ${missing.length - 1} more files of the project are` : " is";
  const hint = `Run "git sparse-checkout disable" or "git submodule update --init".`;
  throw new Problem(`--base: ${quotePath(first)}${what} not checked out`, hint);
}

async function openRepository({ folder }: Project): Promise<Repository> {
  const root = (await readGit(["rev-parse", "--show-toplevel"], folder || ".")).trim();
  const prefix = (await readGit(["rev-parse", "--show-prefix"], folder || ".")).trim();
  return { root, prefix };
}

async function findBase(revision: string | true, { env }: Terminal): Promise<Base> {
  const isShallow = (await readGit(["rev-parse", "--is-shallow-repository"])).trim() === "true";
  const { name, revision: fetched } =
    revision === true ? await fetchTarget(env, isShallow) : { name: revision, revision };
  const commit = await findCommit(fetched);
  if (commit === undefined) {
    const hint = `Run "git fetch origin", and write the revision as git does, such as origin/main.`;
    throw new Problem(`--base: ${quotePath(name, "the value")} is not a git revision`, hint);
  }
  const common = await findCommon(commit, isShallow);
  if (env.GITHUB_EVENT_NAME === "pull_request_target" && common === (await findCommit("HEAD"))) {
    const hint = `Check it out: with: { ref: "refs/pull/\${{ github.event.number }}/merge" }.`;
    throw new Problem("--base: HEAD is the target branch, not the pull request", hint);
  }
  return { commit: common, label: `${name} (${common.slice(0, SHOWN_HASH_LENGTH)})` };
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
  if (common !== undefined && !(isShallow && (await isCut(base, common)))) return common;
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

/** Path of the snapshot that the base declares, relative to the root. */
async function findDeclared(base: Base, { root, prefix }: Repository, project: Project): Promise<string> {
  const present = project.config && toRootPath(resolve(project.config), { root });
  const listed = await readGit(
    ["ls-tree", "-z", "--name-only", base.commit, "--", ...(prefix ? [prefix] : [])],
    root,
  );
  const names = new Set(listed.split("\0"));
  const files = CONFIG_NAMES.map((name) => prefix + name).filter((name) => names.has(name));
  if (present && !names.has(present) && (await findFile(present, base.commit, root))) files.unshift(present);
  for (const file of files) {
    const text = await readGit(["show", `${base.commit}:${file}`], root);
    const declared = /\.(?:ya?ml|json)$/.test(file) ? { kind: "foreign" as const } : readDeclaredSchema(text);
    if (declared.kind === "foreign") continue;
    const isShipped = declared.kind === "path" && declared.path.startsWith("@integration-platform/");
    if (declared.kind === "unknown" || isShipped) {
      const line = declared.kind === "unknown" ? `:${declared.line}` : "";
      throw new Problem(
        `--base: ${file}${line} of ${base.label} does not declare "schema" as a path in text`,
        EXPLICIT,
      );
    }
    const path = posix.join(posix.dirname(file), declared.path.replaceAll(sep, "/"));
    if (!path.startsWith("../")) return path;
    throw new Problem(`--base: the schema of ${file} is not in the repository`, EXPLICIT);
  }
  return prefix + SNAPSHOT;
}

/** @throws Problem if the file is not in the repository. */
function toRootPath(file: string, { root }: Pick<Repository, "root">): string {
  const path = relative(root, file).replaceAll(sep, "/");
  if (!path.startsWith("../")) return path;
  throw new Problem(`--base: ${quotePath(file)} is not in the repository`, EXPLICIT);
}

/** `undefined` if the commit has no such file. @throws Problem if git cannot read it. */
async function readSchemaAt(
  path: string,
  base: Base,
  { root }: Repository,
): Promise<LoadedSchema | undefined> {
  const tracked = await findFile(path, base.commit, root);
  if (tracked === undefined) return undefined;
  // The file exists, so that a failure is not its absence.
  await readGit(["cat-file", "-e", `${base.commit}:${tracked}`], root);
  const schema = await readRevision({
    commit: base.commit,
    path: tracked,
    from: "",
    label: `${base.label}:${tracked}`,
  });
  if (schema) return schema;
  throw new Problem(
    `--base: git cannot read ${quotePath(tracked)}, because one of its filters failed`,
    EXPLICIT,
  );
}

/** @throws Problem if a file of the same name is gone: the snapshot can be that file, with more changes than git recognizes. */
async function requireNoDeletion(path: string, { commit, label }: Base, { root }: Repository): Promise<void> {
  const deleted = await readGit(
    ["diff", "-z", "--name-only", "--no-renames", "--diff-filter=D", commit],
    root,
  );
  const before = deleted.split("\0").find((name) => posix.basename(name) === posix.basename(path));
  if (before === undefined) return;
  const old = relative(process.cwd(), join(root, before)).replaceAll(sep, "/");
  const hint = `Compare them: --snapshot git:${commit.slice(0, SHOWN_HASH_LENGTH)}:${old} --against <schema>.`;
  throw new Problem(`--base: ${quotePath(path)} can be new, or ${before} of ${label}, which is gone`, hint);
}

/** The name that a file has at the base, if git recognizes that it was renamed. */
async function findRenamed(
  path: string,
  { commit }: Base,
  { root }: Repository,
): Promise<string | undefined> {
  const command = ["diff", "-z", "--name-status", "--find-renames", "--diff-filter=R", commit];
  const names = (await readGit(command, root)).split("\0");
  // Each rename is three texts: the status, the old name, and the new name.
  const index = names.findIndex((name, position) => position % 3 === 2 && name === path);
  return index < 0 ? undefined : names[index - 1];
}
