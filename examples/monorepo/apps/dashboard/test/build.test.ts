import { join } from "node:path";
import { build, createServer, type Rollup } from "vite";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("the build holds the page's operation, and neither another one nor graphql", async () => {
  const built = await build({ root, logLevel: "error", build: { write: false } });
  const { output } = built as Rollup.RollupOutput;
  const code = output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  expect(code).toContain("query ListRows");
  expect(code).not.toContain("ReportRows");
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  expect(modules.filter((module) => /node_modules\/(graphql|msw)\//.test(module))).toEqual([]);
});

test("the dev server hands out the page and what it imports", async () => {
  const server = await createServer({ root, logLevel: "error", server: { port: 0, host: "127.0.0.1" } });
  onTestFinished(() => server.close());
  await server.listen();
  const [address = ""] = server.resolvedUrls?.local ?? [];
  expect(await (await fetch(address)).text()).toContain('src="/src/main.ts"');
  expect(await (await fetch(`${address}src/main.ts`)).text()).toContain("createClient");
});
