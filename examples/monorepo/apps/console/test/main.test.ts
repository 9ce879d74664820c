import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPlatform } from "@integration-platform/graphql/testing";
import { expect, test } from "vitest";

test("prints the names", async () => {
  await using platform = createPlatform({ integrations: [{ id: "1", name: "Orders" }] });
  const { baseUrl } = await platform.listen();
  const credentials = { PLATFORM_BASE_URL: baseUrl, PLATFORM_ACCESS_TOKEN: await platform.issueAccessToken() };
  const options = { cwd: join(import.meta.dirname, ".."), env: { ...process.env, ...credentials } };
  const { stdout } = await promisify(execFile)(process.execPath, ["src/main.ts"], options);
  expect(stdout).toBe("Orders\n");
});
