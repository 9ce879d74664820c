/** What a CI system says about the change that it checks. */

import { isRecord } from "../../text/decode-text.ts";
import { exists, readJson } from "../project/files.ts";
import type { Terminal } from "../terminal/terminal.ts";

type Environment = Terminal["env"];

/** A value, and the variable or the property of an event that has it. */
export interface Named {
  readonly value: string;
  readonly from: string;
}

/** A pull request, or a group of a merge queue. */
export interface Change {
  /** Head of the pull request. If it is the second parent of HEAD, the first one is the base. */
  readonly head: Named | undefined;
  /** The variable that says that the first parent of HEAD is the base, if HEAD is a merge: of a merge train. */
  readonly train: string | undefined;
  /** The base itself. */
  readonly bases: readonly Named[];
  /** Commits of the target branch, which can be newer than the base. */
  readonly targets: readonly Named[];
  /** Name of the target branch, without `refs/heads/`. */
  readonly branch: Named | undefined;
  /** The repository of the target branch. Absent unless it is certain that `origin` is a fork of it. */
  readonly upstream: string | undefined;
}

/** The variables of GitHub, GitLab, Azure Pipelines, Jenkins, Bitbucket and Buildkite, the best one first. */
const VARIABLES = {
  head: ["CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "SYSTEM_PULLREQUEST_SOURCECOMMITID"],
  base: [
    // Only a pipeline for merged results or a merge train has it: there, it is a parent of HEAD.
    "CI_MERGE_REQUEST_TARGET_BRANCH_SHA",
    "CI_MERGE_REQUEST_DIFF_BASE_SHA",
    "BUILDKITE_MERGE_QUEUE_BASE_COMMIT",
  ],
  target: ["CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA", "BITBUCKET_PR_DESTINATION_COMMIT"],
  branch: [
    "GITHUB_BASE_REF",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME",
    "SYSTEM_PULLREQUEST_TARGETBRANCH",
    "CHANGE_TARGET",
    "BITBUCKET_PR_DESTINATION_BRANCH",
    "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
    "BUILDKITE_MERGE_QUEUE_BASE_BRANCH",
  ],
} as const;

/** The numbers of pull requests. "false" is none. */
const NUMBERS = [
  "CI_MERGE_REQUEST_IID",
  "SYSTEM_PULLREQUEST_PULLREQUESTID",
  "CHANGE_ID",
  "BITBUCKET_PR_ID",
  "BUILDKITE_PULL_REQUEST",
];

/** Events that are no change: there is nothing to compare with. By system, the variable and its values. */
const EVENTS: readonly [variable: string, values: Readonly<Record<string, string>>][] = [
  ["GITHUB_EVENT_NAME", { push: "a push", schedule: "a schedule" }],
  ["CI_PIPELINE_SOURCE", { push: "a push", schedule: "a schedule" }],
  ["BUILD_REASON", { IndividualCI: "a push", BatchedCI: "a push", Schedule: "a schedule" }],
  ["BUILDKITE_SOURCE", { webhook: "a push", schedule: "a schedule" }],
];

/**
 * Reads the variables, and the event of GitHub. `undefined` if CI names no change.
 *
 * @throws Problem if the event of a merge queue cannot be read.
 */
export async function readChange(env: Environment, origin: string): Promise<Change | undefined> {
  const event = await readEvent(env);
  const find = (names: readonly string[]) => names.flatMap((name) => toNamed(env[name], name));
  const [head] = [...event.heads, ...find(VARIABLES.head)];
  const bases = [...event.bases, ...find(VARIABLES.base)];
  const targets = [...event.targets, ...find(VARIABLES.target)];
  const [named] = [...find(VARIABLES.branch), ...event.branches];
  const branch = named && { ...named, value: named.value.replace(/^refs\/heads\//, "") };
  if (!branch && bases.length === 0 && targets.length === 0) return undefined;
  const train = env.CI_MERGE_REQUEST_EVENT_TYPE === "merge_train" ? "CI_MERGE_REQUEST_EVENT_TYPE" : undefined;
  return { head, train, bases, targets, branch, upstream: findUpstream(env, origin) };
}

/** Names the event if CI says that it is a push or on a schedule, and not a change. */
export function describeEvent(env: Environment): string | undefined {
  const names = [...NUMBERS, ...Object.values(VARIABLES).flat()];
  if (names.some((name) => env[name] && env[name] !== "false")) return undefined;
  return EVENTS.map(([variable, values]) => values[env[variable] ?? ""]).find(Boolean);
}

const toNamed = (value: unknown, from: string): Named[] =>
  typeof value === "string" && value !== "" ? [{ value, from }] : [];

interface Event {
  readonly heads: readonly Named[];
  readonly bases: readonly Named[];
  readonly targets: readonly Named[];
  readonly branches: readonly Named[];
}

/** The properties of GitHub's event that name a commit or a branch. */
async function readEvent({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path }: Environment): Promise<Event> {
  const isQueue = name === "merge_group";
  const hint = "Pass a revision, such as --base origin/main.";
  // GITHUB_BASE_REF is enough for a pull request.
  const isRead = path && (isQueue || exists(path));
  const event = isRead ? await readJson(path, hint, "GITHUB_EVENT_PATH") : undefined;
  const read = (...keys: readonly string[]): Named[] => {
    const value = keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), event);
    return toNamed(value, `github.event.${keys.join(".")}`);
  };
  return {
    heads: read("pull_request", "head", "sha"),
    bases: read("merge_group", "base_sha"),
    targets: read("pull_request", "base", "sha"),
    branches: read("merge_group", "base_ref"),
  };
}

/** @param origin - URL of the remote. */
function findUpstream(env: Environment, origin: string): string | undefined {
  if (env.CI_PROJECT_ID !== env.CI_MERGE_REQUEST_PROJECT_ID) return env.CI_MERGE_REQUEST_PROJECT_URL;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  if (!server || !repository || !URL.canParse(server)) return undefined;
  // `https://host/owner/name.git` or `git@host:owner/name.git`. Another host can be a mirror.
  const [, host, path] =
    /^(?:\w+:\/\/)?(?:[^@/]*@)?([^:/]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(origin) ?? [];
  const isFork = host === new URL(server).hostname && path?.toLowerCase() !== repository.toLowerCase();
  return isFork ? `${server}/${repository}` : undefined;
}
