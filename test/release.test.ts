import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "..");
const WORKFLOWS = join(ROOT, ".github/workflows");

type Permissions = Readonly<Record<string, string>>;

interface Job {
  readonly needs?: string;
  readonly permissions?: Permissions;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

interface Workflow {
  readonly permissions: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(WORKFLOWS).map((file): [string, Workflow] => [
  file,
  parse(readFileSync(join(WORKFLOWS, file), "utf8")),
]);

test.each(workflows)("%s runs .ci/run, with the right to read and no other", (_, { permissions, jobs }) => {
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs.check?.permissions).toBeUndefined();
  expect(jobs.check?.steps.flatMap(({ run }) => run ?? [])).toEqual(["bash .ci/run"]);
});

test("only the release may write and publish, after the checks, where no dependency runs a script", () => {
  const others = workflows.flatMap(([file, { jobs }]) =>
    Object.entries(jobs)
      .filter(([name]) => name !== "check")
      .map(([name, job]) => ({ file, name, job })),
  );
  expect(others.map(({ file, name }) => [file, name])).toEqual([["release.yml", "release"]]);
  const job = others[0]?.job;
  expect(job?.needs).toBe("check");
  expect(job?.permissions).toEqual({ contents: "write", "pull-requests": "write", "id-token": "write" });
  const installs = job?.steps.flatMap(({ run }) => run?.split(" && ") ?? []) ?? [];
  expect(installs).toEqual(["npm ci --ignore-scripts", "npm ci --ignore-scripts --prefix release"]);
});

test("publishes with provenance, and without a script that runs where it is installed", () => {
  const { publishConfig, scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(publishConfig).toEqual({ access: "public", provenance: true });
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

test("no workflow needs a token for npm", () => {
  for (const [file] of workflows)
    expect(readFileSync(join(WORKFLOWS, file), "utf8")).not.toMatch(/NPM_TOKEN|NODE_AUTH/);
});
