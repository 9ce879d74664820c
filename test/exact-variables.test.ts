// @module-tag slow

/** The messages of the compiler for the calls in `exact-variables.test-d.ts`. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const TYPE_TESTS = join(import.meta.dirname, "exact-variables.test-d.ts");
const EXPECTED = /\/\/ @ts-expect-error: (\w+)$/gm;

test("the message of the compiler names the variable that the operation does not declare", async () => {
  const code = await readFile(TYPE_TESTS, "utf8");
  const names = [...code.matchAll(EXPECTED)].map(([, name]) => name);
  // Below the root, so that the compiler finds its packages.
  const folder = await mkdtemp(join(import.meta.dirname, "blocks-types-"));
  try {
    await writeFile(join(folder, "calls.ts"), code.replace(EXPECTED, "").replace("../src/", "../../src/"));
    const config = { extends: "../tsconfig.json", include: ["calls.ts"], exclude: [] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const output = await new Promise<string>((resolve) => {
      execFile("tsc", ["-p", folder, "--pretty", "false"], (_, stdout) => resolve(stdout));
    });
    const rejected = [...output.matchAll(/'(\w+)' does not exist in type/g)].map(([, name]) => name);
    expect(rejected).toEqual(names);
    expect(names.length).toBeGreaterThan(10);
  } finally {
    await rm(folder, { recursive: true });
  }
});
