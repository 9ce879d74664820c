import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readBlocks, writeBlocks } from "./support/blocks.ts";

const ROOT = join(import.meta.dirname, "..");

/** Compiled by `npm run check:compatibility`, where the packages are that it speaks of. */
const ELSEWHERE = "docs/other-clients.md";

const names = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
const pages = names.map((name) => `docs/${name}`);

/** What a page takes for granted: a client, and operations over a schema that the package does not ship. */
function complete(page: string, code: string): string {
  if (page !== "docs/paging-and-mutations.md") return code;
  const generated = code.replace("./generated/operations.js", "../fixtures/relay/generated/operations.ts");
  return `import type { Client } from "@integration-platform/graphql";\ndeclare const client: Client;\n${generated}`;
}

test("every block of every page compiles against what was built", { timeout: 60_000 }, async () => {
  const blocks = await Promise.all(
    pages
      .filter((page) => page !== ELSEWHERE)
      .map(async (page) => (await readBlocks(page)).map((code) => complete(page, code))),
  );
  expect(blocks.flat().length).toBeGreaterThan(5);
  await using written = await writeBlocks(blocks.flat());
  expect(await written.compile()).toBe("");
});

test.each(["docs/testing.md", "docs/schema-checks.md", "docs/tokens.md"])(
  "every block of %s runs, and prints what it says",
  async (page) => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => log.mockRestore());
    vi.stubEnv("PLATFORM_REFRESH_TOKEN", "refresh-token");
    onTestFinished(() => void vi.unstubAllEnvs());
    const blocks = await readBlocks(page);
    await using written = await writeBlocks(blocks);
    for (const [index, file] of written.files.entries()) {
      await import(file);
      const [, promised] = /console\.log\([^\n]*\); \/\/ (.*)\n/.exec(blocks[index] ?? "") ?? [];
      const printed = log.mock.calls.splice(0).map((values) => values.join(" "));
      if (promised !== undefined) expect(printed).toContain(promised);
    }
  },
);

test.each(["README.md", "CONTRIBUTING.md", ...pages])("%s leads nowhere that is not there", async (page) => {
  const text = (await readFile(join(ROOT, page), "utf8")).replaceAll(/```.*?```/gs, "");
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});
