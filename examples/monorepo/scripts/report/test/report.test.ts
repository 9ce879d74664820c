import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPlatform } from "@integration-platform/graphql/testing";
import { expect, onTestFinished, test } from "vitest";

async function createCache(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "token-cache-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The script in a process of its own, as CI starts it. */
async function run(env: Record<string, string>, ...args: string[]) {
  const options = { cwd: join(import.meta.dirname, ".."), env: { ...process.env, ...env } };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["src/main.ts", ...args], options).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return { stdout, stderr };
}

test("three jobs of one machine share one exchange", async () => {
  await using platform = createPlatform({ integrations: [{ id: "1", name: "Orders" }] });
  const { baseUrl } = await platform.listen();
  const cache = await createCache();
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken, TOKEN_CACHE: cache };

  const table = "| id | name |\n| --- | --- |\n| 1 | Orders |\n";
  expect(await run(env)).toEqual({ stdout: table, stderr: "" });
  expect(await run(env)).toEqual({ stdout: table, stderr: "" });
  expect((await run(env, "--no-names")).stdout).toBe(table.replace("Orders", ""));
  expect([platform.count("api"), platform.count("refresh")], platform.describe()).toEqual([3, 1]);

  const [file = ""] = await readdir(cache);
  expect((await stat(join(cache, file))).mode & 0o777).toBe(0o600);
});

test("says in one line what is missing", async () => {
  const env = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_REFRESH_TOKEN: "" };
  const { stderr } = await run({ ...env, TOKEN_CACHE: await createCache() });
  expect(stderr).toMatch(/^[^\n]*refreshToken[^\n]*\n$/);
});
