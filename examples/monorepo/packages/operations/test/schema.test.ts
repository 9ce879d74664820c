import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createPlatform } from "@integration-platform/graphql/testing";
import { expect, test } from "vitest";
import { createScratch, run } from "./scratch.ts";

const { resolve } = createRequire(import.meta.url);
const snapshot = resolve("@integration-platform/graphql/schema.graphql");

/** As `npm run schema` asks. */
const CHECK = ["schema", "check", "--operations", "operations"];

test("the schema that the package has concerns no operation of ours", async () => {
  const { code, output } = await run(await createScratch(), "platform-graphql", [...CHECK, "--against", snapshot]);
  expect(output).toMatch(/✓ nothing that concerns our \d+ operations/);
  expect(code).toBe(0);
});

test("a change that breaks operations is found in the fragment that they share", async () => {
  const folder = await createScratch();
  await writeFile(
    join(folder, "next.graphql"),
    (await readFile(snapshot, "utf8")).replace("name: String!", "name: String"),
  );
  const { code, output } = await run(folder, "platform-graphql", [...CHECK, "--against", "next.graphql"]);
  expect(output).toContain("ListRows breaks  query · operations/integration-row.graphql:4:3");
  expect(output).toContain("ReportRows breaks  query · operations/integration-row.graphql:4:3");
  expect(output).toMatch(/✗ \d+ of \d+ operations break · major/);
  expect(code).toBe(1);
});

test("the doctor names a second copy of graphql, and what to do about it", async () => {
  const folder = await createScratch();
  await mkdir(join(folder, "node_modules/graphql"), { recursive: true });
  await writeFile(join(folder, "node_modules/graphql/package.json"), '{ "name": "graphql", "version": "16.0.0" }');
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const { code, output } = await run(folder, "platform-graphql", ["doctor"], env);
  expect(output).toMatch(/✗ graphql +2 copies: .*16\.0\.0 in node_modules\/graphql\n.*npm dedupe or overrides/);
  expect(code).toBe(1);
});
