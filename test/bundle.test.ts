import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { generate } from "@graphql-codegen/cli";
import { typedOperations } from "@integration-platform/graphql-cli/codegen";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

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

test("a program that executes one operation with an access token is at most 15,600 bytes, compressed", async () => {
  const contents = `
    import { accessToken, createClient } from "./src/index.ts";
    import { ListIntegrationsDocument } from "./src/generated/operations.ts";
    const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });
    console.log(await client.execute(ListIntegrationsDocument));`;
  const resolveDir = join(import.meta.dirname, "..");
  const stdin = { contents, resolveDir, loader: "ts" } as const;
  const { outputFiles, metafile } = await build({
    stdin,
    absWorkingDir: resolveDir,
    bundle: true,
    minify: true,
    format: "esm",
    metafile: true,
    write: false,
  });

  expect(gzipSync(outputFiles[0]?.text ?? "", { level: 9 }).length).toBeLessThan(15_600);
  // What it does not use is not in it: the refresh exchange, stores, pages, what a mutation's payload says.
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const packages = new Set(files.map(([file]) => /node_modules\/([^/]+)/.exec(file)?.[1]).filter(Boolean));
  expect([...packages]).toEqual(["ky"]);
  const ours = files.filter(([file, { bytesInOutput }]) => file.startsWith("src/") && bytesInOutput > 0);
  expect(ours.filter(([file]) => /exchange|keeper|refresh|store|renewal|paginate|unwrap/.test(file))).toEqual([]);
  expect(outputFiles[0]?.text).not.toContain("REJECTED");
});
