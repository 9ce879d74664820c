import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPlatform } from "@integration-platform/graphql-testing";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { readBlocks, writeBlocks } from "./support/blocks.ts";

const ROOT = join(import.meta.dirname, "..");
const readme = await readFile(join(ROOT, "README.md"), "utf8");
const blocks = await readBlocks("README.md");
const blockWith = (text: string) => blocks.find((code) => code.includes(text)) ?? "";

/** Blocks that go on where the first one stopped. */
const first = blockWith("const { integrations } = await client.execute");
const continued = (code: string) => (code.includes("client.executeResult") ? `${first}\n${code}` : code);

test("every block compiles against what was built, under the strictest settings", { timeout: 60_000 }, async () => {
  await using written = await writeBlocks(blocks.map(continued));
  expect(await written.compile()).toBe("");
});

test("every block runs on the simulated platform, and the typed one prints what plain fetch prints", async () => {
  const platform = createPlatform();
  const server = setupServer(...platform.handlers);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  vi.stubEnv("PLATFORM_REFRESH_TOKEN", platform.refreshToken);
  vi.stubEnv("PLATFORM_BASE_URL", platform.baseUrl);
  onTestFinished(() => void vi.unstubAllEnvs());
  const log = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => log.mockRestore());

  await using written = await writeBlocks(blocks.map(continued));
  const printed: unknown[][][] = [];
  for (const file of written.files) {
    // The block on testing brings a platform of its own.
    if ((await readFile(file, "utf8")).includes("setupServer")) continue;
    await import(file);
    printed.push(log.mock.calls.splice(0));
  }
  expect(printed[0]).toEqual(platform.integrations.map(({ id, name }) => [id, name]));
  expect(printed[1]).toEqual(printed[0]);
});

test("names every error code, and no other", async () => {
  const source = await readFile(join(ROOT, "src/errors.ts"), "utf8");
  const codes = [...source.matchAll(/readonly code = "(\w+)"/g)].map(([, code]) => code);
  const documented = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code);
  expect(documented.sort()).toEqual(codes.sort());
});

test("stays under 300 lines", () => {
  expect(readme.split("\n").length).toBeLessThan(300);
});
