import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ReportRowsDocument } from "@acme/operations";
import { schemaSDL } from "@acme/operations/schema";
import { createPlatform } from "@integration-platform/graphql-testing";
import { expect, onTestFinished, test } from "vitest";

/** Runs the script as CI does. Returns its output, or its error output. */
async function run(env: Record<string, string>, ...args: string[]): Promise<string> {
  const options = { cwd: join(import.meta.dirname, ".."), env: { ...process.env, ...env } };
  const script = promisify(execFile)(process.execPath, ["src/report.ts", ...args], options);
  return await script.then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}

test("three jobs on one machine send one refresh request", async () => {
  await using platform = createPlatform({ schema: schemaSDL });
  platform.answer(ReportRowsDocument, { integrations: { nodes: [{ id: "1", name: "Orders" }] } });
  const { baseUrl } = await platform.listen();
  const cache = await mkdtemp(join(tmpdir(), "token-cache-"));
  onTestFinished(() => rm(cache, { recursive: true }));
  const env = {
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_REFRESH_TOKEN: platform.refreshToken,
    TOKEN_CACHE: cache,
  };

  const table = "| id | name |\n| --- | --- |\n| 1 | Orders |\n";
  expect(await run(env)).toBe(table);
  expect(await run(env)).toBe(table);
  expect(await run(env, "--no-names")).toBe(table.replace("Orders", ""));
  expect([platform.count("api"), platform.count("refresh")], platform.describe()).toEqual([3, 1]);
});

test("a missing variable is one line on stderr", async () => {
  expect(
    await run({ PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_REFRESH_TOKEN: "" }),
  ).toMatch(/^[^\n]*refreshToken[^\n]*\n$/);
});
