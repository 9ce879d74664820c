import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "..");
const WORKFLOWS = join(ROOT, ".github/workflows");

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

const workflows = readdirSync(WORKFLOWS).map((file): [string, Workflow] => [
  file,
  parse(readFileSync(join(WORKFLOWS, file), "utf8")),
]);

test.each(workflows)(
  "%s may do no more than it must, and runs .ci/run before anything else",
  (file, { permissions, jobs }) => {
    expect(permissions).toEqual({ contents: "read" });
    for (const { steps, permissions: own } of Object.values(jobs)) {
      const [first] = steps.filter(({ run, uses = "" }) => run !== undefined || !uses.startsWith("actions/"));
      expect(first?.run).toBe("bash .ci/run");
      const extra =
        file === "release.yml" ? { contents: "write", "pull-requests": "write", "id-token": "write" } : undefined;
      expect(own).toEqual(extra);
    }
  },
);

test("publishes with provenance, and without a script that runs where it is installed", () => {
  const { publishConfig, scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(publishConfig).toEqual({ access: "public", provenance: true });
  expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

test("no workflow needs a token for npm", () => {
  for (const [file] of workflows)
    expect(readFileSync(join(WORKFLOWS, file), "utf8")).not.toMatch(/NPM_TOKEN|NODE_AUTH/);
});
