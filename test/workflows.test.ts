/** Rules for all workflows and actions of the repository. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "..");

type Permissions = Readonly<Record<string, string>>;

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Permissions;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs?: Readonly<Record<string, Job>>;
  readonly runs?: Job;
}

const paths = globSync("{.github,examples,packages/cli/workflows}/**/!(gitlab).{yml,yaml}", {
  cwd: ROOT,
  exclude: (path) => path.endsWith("node_modules"),
});

interface File {
  readonly path: string;
  readonly text: string;
  readonly permissions: Permissions | undefined;
  readonly jobs: readonly Job[];
}

const files = paths.map((path): File => {
  const text = readFileSync(join(ROOT, path), "utf8");
  const { permissions, jobs = {}, runs } = parse(text) as Workflow;
  return { path, text, permissions, jobs: [...Object.values(jobs), ...(runs ? [runs] : [])] };
});

test("finds the workflows and the action", () => {
  expect(paths).toEqual(
    expect.arrayContaining([
      ".github/actions/ci/action.yml",
      ".github/workflows/release.yml",
      "examples/workflows/schema-drift.yml",
    ]),
  );
});

test.each(files)("$path uses actions by commit, with the version as a comment", ({ text }) => {
  // COMMIT is a placeholder for the reader's own choice. It is allowed for our own action only.
  const pinned =
    /^\s*(?:- )?uses: (?:[\w./-]+@[0-9a-f]{40}|OWNER\/REPO\/\.github\/actions\/ci@COMMIT) # v\d+\.\d+\.\d+$/;
  expect(text.split("\n").filter((line) => line.includes("uses:") && !pinned.test(line))).toEqual([]);
});

test.each(files)("$path passes values to shells through env only", ({ jobs }) => {
  const scripts = jobs.flatMap(({ steps }) => steps.flatMap(({ run = "", shell = "" }) => [run, shell]));
  expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
});

test.each(files)("$path names revisions with git:", ({ jobs }) => {
  const steps = jobs.flatMap(({ steps }) => steps);
  const flags = steps.flatMap(({ run = "" }) =>
    [...run.matchAll(/--(?:snapshot|against) ([^"\s]\S*)/g)].map(([, value]) => value),
  );
  expect(
    flags.filter((source) => !/^(?:live$|https:|git:|[\w./-]+\.(?:graphql|json)$)/.test(source ?? "")),
  ).toEqual([]);
});

test.each(files)("$path runs no install scripts in a job that can write", ({ permissions, jobs }) => {
  for (const job of jobs) {
    if (!Object.values(job.permissions ?? permissions ?? {}).includes("write")) continue;
    const installs = job.steps.flatMap(
      ({ run = "" }) => run.match(/^.*npm (?:ci|install|publish)\b.*$/gm) ?? [],
    );
    expect(installs.filter((line) => !line.includes("--ignore-scripts"))).toEqual([]);
    expect(job.steps.filter(({ run }) => run?.includes(".ci/run"))).toEqual([]);
  }
});

/** Commands that run code of dependencies or of the repository. */
const RUNS_CODE = /\b(?:npm (?!publish|view)|npx |node |bash |yarn |pnpm )/;

test("no job of ours that can write runs code of a dependency or of the repository", () => {
  const jobs = files
    .filter(({ path }) => path.startsWith(".github/workflows/"))
    .flatMap(({ path, permissions, jobs }) => jobs.map((job) => ({ path, permissions, ...job })));
  const writing = jobs.filter(({ permissions }) => Object.values(permissions ?? {}).includes("write"));
  expect(writing.length).toBeGreaterThan(3);
  const commands = writing.flatMap(({ path, steps }) =>
    steps.flatMap(({ run = "" }) => run.split("\n").map((line) => `${path}: ${line.trim()}`)),
  );
  expect(commands.filter((line) => RUNS_CODE.test(line))).toEqual([]);
});

test("the packages that are published come from a job in which only tools of the build have run", () => {
  const release = files.find(({ path }) => path === ".github/workflows/release.yml");
  const { jobs } = parse(release?.text ?? "") as { readonly jobs: Readonly<Record<string, Job>> };
  const runs = (jobs.pack?.steps ?? []).flatMap(({ run }) => run?.trim().split("\n") ?? []);
  expect(runs.map((line) => line.trim().split(" ").slice(0, 3).join(" "))).toEqual([
    "node checks/build-tools.ts",
    "npm install --ignore-scripts",
    "git checkout --",
    "node --run build",
    "npm pkg set",
    "mkdir tarballs",
    "npm pack --workspaces",
  ]);
});

test("every workflow states its permissions, and our own ones can only read by default", () => {
  const workflows = files.filter(({ path }) => path.includes("workflows/"));
  expect(workflows.filter(({ permissions }) => permissions === undefined)).toEqual([]);
  const own = workflows.filter(({ path }) => path.startsWith(".github/"));
  expect(own.map(({ permissions }) => permissions)).toEqual(own.map(() => ({ contents: "read" })));
});

test("the jobs that publish have no other right, no checkout and no dependencies, and store no token", () => {
  const publishing = files.flatMap(({ jobs }) => jobs).filter(({ permissions }) => permissions?.["id-token"]);
  expect(publishing.map(({ permissions }) => permissions)).toEqual([
    { "id-token": "write" },
    { "id-token": "write", pages: "write" },
  ]);
  const commands = publishing.map(({ steps }) =>
    steps.flatMap(
      ({ uses, run }) => uses?.replace(/@.*/, "") ?? run?.match(/npm (?:ci|install|publish)/g) ?? [],
    ),
  );
  expect(commands).toEqual([
    ["actions/setup-node", "actions/download-artifact", "npm publish"],
    ["actions/deploy-pages"],
  ]);
  for (const { text } of files) expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH/);
});
