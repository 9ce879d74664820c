// @module-tag slow

import { exec } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLocalPlatform } from "@integration-platform/graphql-testing/local";
import { expect, onTestFinished, test } from "vitest";
import { command, type Finished } from "../packages/cli/test/support/command.ts";
import { type RunLine, splitWords, walkQuickStart } from "./support/walk.ts";

const ROOT = join(import.meta.dirname, "..");

const VITEST = `import config from "../../vitest.config.ts";
export default { ...config, test: { include: ["src/**/*.test.ts"] } };
`;

test("the quick start works, from the first pull to the fix of the code after a schema change", async () => {
  const folder = await mkdtemp(join(ROOT, "test/blocks-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "vitest.config.mts"), VITEST);
  await writeFile(join(folder, "package.json"), "{}");
  await using platform = createLocalPlatform();
  const { baseUrl } = await platform.listen();
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };

  const path = `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`;
  const run: RunLine = (line) => {
    const [, args] = line.split("npx platform-graphql ");
    if (args !== undefined) return command(splitWords(args), { cwd: folder, env });
    return promisify(exec)(line.replace(/^npx /, ""), { cwd: folder, env: { ...env, PATH: path } }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Finished) => ({ code, stdout, stderr }),
    );
  };
  await walkQuickStart(folder, run);
  expect(await run("npx tsc --noEmit")).toMatchObject({ code: 0, stdout: "" });
});
