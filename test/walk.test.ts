// @module-tag slow

import { exec } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createLocalPlatform } from "@integration-platform/graphql-testing/local";
import { expect, onTestFinished, test } from "vitest";
import { command, type Finished } from "../packages/cli/test/support/command.ts";
import { readBlocks } from "./support/blocks.ts";

const ROOT = join(import.meta.dirname, "..");

const VITEST = `import config from "../../vitest.config.ts";
export default { ...config, test: { include: ["src/**/*.test.ts"] } };
`;

/** Starts the platform of `serve`. @returns the environment of commands that use it. */
async function startPlatform(): Promise<Record<string, string>> {
  const platform = createLocalPlatform();
  onTestFinished(() => platform[Symbol.asyncDispose]());
  const { baseUrl } = await platform.listen();
  return { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
}

/** Runs a line of a shell block: a command of the package, a binary of the development dependencies, or a tool. */
async function execute(line: string, { folder, env }: Folder): Promise<Finished> {
  const [, args] = line.split("npx platform-graphql ");
  if (args !== undefined) return command(args.split(" "), { cwd: folder, env });
  const path = `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`;
  const run = promisify(exec)(line.replace(/^npx /, ""), { cwd: folder, env: { ...env, PATH: path } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Finished) => ({ code, stdout, stderr }),
  );
}

interface Folder {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

test("the quick start works, from the first pull to the fix of the code after a schema change", async () => {
  const folder = await mkdtemp(join(ROOT, "test/blocks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write("vitest.config.mts", VITEST);
  await write("package.json", "{}");
  const env = await startPlatform();

  const start = (await readBlocks("README.md")).filter(({ section }) => section === "Quick start");
  const walk = [...start, ...(await readBlocks("docs/quick-start.md"))].filter(({ flags }) => flags !== "no-run");
  for (const { place, code, output } of walk) {
    const [heading = "", path] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code) ?? [];
    if (path !== undefined) await write(path, code.slice(heading.length));
    let printed = "";
    for (const [, line = "", comment = ""] of code.matchAll(
      /^((?:npx|npm run|node|sed|cp) [^#\n]*?) *(?:# (.*))?$/gm,
    )) {
      // The test itself is the local platform.
      if (line.endsWith(" serve")) continue;
      const finished = await execute(line, { folder, env });
      const expected = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
      expect(finished.code, `${place}: ${line}\n${finished.stdout}${finished.stderr}`).toBe(expected);
      printed += finished.stdout;
    }
    const lines = output?.trimEnd().split("\n") ?? [];
    expect(lines.filter((line) => !printed.split("\n").includes(line))).toEqual([]);
  }
  expect(await execute("npx tsc", { folder, env })).toMatchObject({ code: 0, stdout: "" });
});
