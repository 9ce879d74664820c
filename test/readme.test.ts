import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPlatform } from "../src/testing/index.ts";

const ROOT = join(import.meta.dirname, "..");
const readme = await readFile(join(ROOT, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
const blockWith = (text: string) => blocks.find((code) => code.includes(text)) ?? "";

/** Blocks that go on where the first one stopped. */
const first = blockWith("const { integrations } = await client.execute");
const continued = (code: string) => (code.includes("client.executeResult") ? `${first}\n${code}` : code);

/** Writes the blocks to a folder of this package, where its own name leads to what was built. */
async function writeBlocks(): Promise<{ folder: string; files: string[] }> {
  const folder = await mkdtemp(join(ROOT, "test/readme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = blocks.map((_, index) => join(folder, `block-${index}.ts`));
  await Promise.all(blocks.map((code, index) => writeFile(files[index] ?? "", `${continued(code)}\nexport {};\n`)));
  return { folder, files };
}

test("every block compiles against what was built, under the strictest settings", async () => {
  const { folder } = await writeBlocks();
  const compilerOptions = { noEmit: true, rootDir: "..", isolatedDeclarations: false, skipLibCheck: false };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../tsconfig.json", compilerOptions, include: ["."] }),
  );
  const tsc = promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder]);
  expect(await tsc.catch((error: { stdout: string }) => error.stdout)).toEqual({ stdout: "", stderr: "" });
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

  const { files } = await writeBlocks();
  const printed: unknown[][][] = [];
  for (const file of files) {
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
