import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ListRowsDocument } from "@acme/operations";
import { createPlatform } from "@integration-platform/graphql/testing";
import { expect, test } from "vitest";

test("a process that is told to stop leaves its request, and exits with 0", async () => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const arrived = Promise.withResolvers<void>();
  platform.answer(ListRowsDocument, () => {
    arrived.resolve();
    return new Promise<never>(() => {});
  });

  const env = { ...process.env, PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const child = spawn(process.execPath, ["src/main.ts"], { cwd: join(import.meta.dirname, ".."), env });
  const output = text(child.stdout);
  await arrived.promise;
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(await output).toBe('{"status":"stopped","copied":0}\n');
});
