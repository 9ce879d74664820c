import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "@graphql-codegen/cli";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { typedOperations } from "../src/codegen/index.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundle-"));
  await mkdir(join(folder, "operations"));
  for (let index = 0; index < 50; index++) {
    const text = `# Lists integrations.\nquery List${index} { list${index}: integrations { nodes { id name } } }`;
    await writeFile(join(folder, `operations/list-${index}.graphql`), text);
  }
  await generate(typedOperations({ documents: join(folder, "operations"), output: join(folder, "generated") }), true);
});
afterAll(() => rm(folder, { recursive: true }));

/** The minified bundle of a program that uses one document of the fifty. */
async function bundleOne(module: string): Promise<string> {
  const contents = `import { List7Document } from "./generated/${module}"; console.log(List7Document);`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return outputFiles[0]?.text ?? "";
}

test.for(["operations.ts", "documents.ts"])("one document of %s brings none of the others", async (module) => {
  const bundle = await bundleOne(module);

  expect(bundle.match(/\blist\d+/g)).toEqual(["list7"]);
  expect(bundle.length).toBeLessThan(600);
});
