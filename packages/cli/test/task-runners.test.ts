/**
 * The inputs and outputs that docs/ci.md declares for task runners, next to what `codegen` reads and writes.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import picomatch from "picomatch";
import { beforeAll, expect, test } from "vitest";
import { createProject, renderConfig } from "./support/project.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/ci.md"), "utf8");
const SECTION = /^## Task runners\n(.*)/ms.exec(PAGE)?.[1] ?? "";

interface Declared {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Paths from the folder of the package. A folder means its files. */
const toGlobs = (paths: readonly unknown[]): string[] =>
  paths.flatMap((path) => {
    if (typeof path !== "string" || path.startsWith("/")) return [];
    const inside = path.replace("{projectRoot}/", "");
    return [inside, `${inside}/**`];
  });

/** The blocks of the page, in the order of the page. */
const [turbo, nx] = [...SECTION.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text));
const RUNNERS: Readonly<Record<string, Declared>> = {
  Turborepo: turbo.tasks.codegen,
  Nx: nx.targetDefaults.codegen,
};

/** Names of the files of a project of `init` before the first `codegen`, and of those that it wrote. */
let read: string[] | undefined;
let written: string[] | undefined;

beforeAll(async () => {
  using project = createProject({
    "package.json": "{}",
    "platform.graphql": "type Query { user: User }\ntype User { id: ID! }",
  });
  await project.run("init", "--from", "platform.graphql");
  project.write({
    "codegen.ts": renderConfig(/typedOperations\(\{(.*)\}\)/s.exec(project.read("codegen.ts"))?.[1] ?? ""),
    "operations/users/user.graphql": "query User { user { id } }",
  });
  const before = Object.keys(project.readAll());
  expect((await project.run("codegen")).code).toBe(0);
  written = Object.keys(project.readAll()).filter((name) => !before.includes(name));
  read = before.filter((name) => /^(?:codegen\.ts|schema\/|operations\/)/.test(name));
});

test.each(Object.entries(RUNNERS))(
  "%s knows all files that codegen reads, and all that it writes",
  (_, declared) => {
    expect(read).toEqual([
      "codegen.ts",
      "operations/users/user.graphql",
      "schema/provenance.json",
      "schema/schema.graphql",
    ]);
    expect(written?.length).toBeGreaterThan(2);
    expect(read?.filter((name) => !picomatch.isMatch(name, toGlobs(declared.inputs)))).toEqual([]);
    expect(written?.filter((name) => !picomatch.isMatch(name, toGlobs(declared.outputs)))).toEqual([]);
    // A runner would restore its own inputs.
    expect(read?.filter((name) => picomatch.isMatch(name, toGlobs(declared.outputs)))).toEqual([]);
  },
);
