// @module-tag slow

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createLocalPlatform } from "@integration-platform/graphql-testing/local";
import { expect, onTestFinished, test } from "vitest";
import { command, type Finished } from "../packages/cli/test/support/command.ts";
import { readBlocks } from "./support/blocks.ts";

const ROOT = join(import.meta.dirname, "..");
const schemas = join(import.meta.dirname, "fixtures/foreign");

const TSCONFIG = {
  extends: "../tsconfig.json",
  compilerOptions: { rootDir: "../.." },
  include: ["src", "codegen.ts"],
  exclude: [],
};
const VITEST = `import config from "../../vitest.config.ts";
export default { ...config, test: { include: ["src/**/*.test.ts"] } };
`;

/** Starts a platform with this schema. @returns the environment of commands that use it. */
async function startPlatform(file: string): Promise<Record<string, string>> {
  const platform = createLocalPlatform({ schema: await readFile(join(schemas, file), "utf8") });
  onTestFinished(() => platform[Symbol.asyncDispose]());
  const { baseUrl } = await platform.listen();
  return { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
}

/** Runs a binary of the development dependencies. */
async function execute(binary: string, args: readonly string[], cwd: string): Promise<Finished> {
  const run = promisify(execFile)(join(ROOT, "node_modules/.bin", binary), args, { cwd });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Finished) => ({ code, stdout, stderr }),
  );
}

test("the walk in the README works, from the first pull to the fix of an operation", async () => {
  const folder = await mkdtemp(join(ROOT, "test/blocks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write("tsconfig.json", JSON.stringify(TSCONFIG));
  await write("vitest.config.ts", VITEST);
  await write("package.json", '{ "type": "module" }');
  let env = await startPlatform("schema.graphql");
  const next = await startPlatform("schema-v2.graphql");

  const walk = (await readBlocks("README.md")).filter(({ section }) => section === "Use your platform");
  for (const { place, code, output } of walk) {
    const [heading = "", path] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code) ?? [];
    if (path !== undefined) await write(path, code.slice(heading.length));
    let printed = "";
    for (const [, line = "", comment = ""] of code.matchAll(/^npx ([^#\n]*?) *(?:# (.*))?$/gm)) {
      const [binary = "", ...args] = line.split(" ");
      // The platform changes before the first check.
      if (line.includes("schema check")) env = next;
      const run = binary === "platform-graphql" ? command(args, { cwd: folder, env }) : execute(binary, args, folder);
      const finished = await run;
      const expected = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
      expect({ place, line, ...finished }).toMatchObject({ place, line, code: expected });
      printed += finished.stdout;
    }
    const lines = output?.trimEnd().split("\n") ?? [];
    expect(lines.filter((line) => !printed.split("\n").includes(line))).toEqual([]);
  }
  expect(await execute("tsc", [], folder)).toMatchObject({ code: 0, stdout: "" });
});
