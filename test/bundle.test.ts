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
  const schema = join(import.meta.dirname, "fixtures/platform/schema.graphql");
  const [documents, output] = [join(folder, "operations"), join(folder, "generated")];
  await generate(typedOperations({ schema, documents, output }), true);
});
afterAll(() => rm(folder, { recursive: true }));

/** The minified bundle of a program that uses one document of the fifty. */
async function bundleOne(module: string): Promise<string> {
  const contents = `import { List7Document } from "./generated/${module}"; console.log(List7Document);`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return outputFiles[0]?.text ?? "";
}

test.for(["operations.ts", "documents.ts"])("a bundle with one document of %s contains no other", async (module) => {
  const bundle = await bundleOne(module);

  expect(bundle.match(/\blist\d+/g)).toEqual(["list7"]);
  expect(bundle.length).toBeLessThan(600);
});

/** Limits of a program that executes one operation, minified and compressed with `gzip -9`, in bytes. */
const LIMITS = { 'accessToken("token")': 15_500, 'refreshToken({ refreshToken: "token" })': 17_750 };

test.each(Object.entries(LIMITS))(
  "a program with %s has at most %i bytes, and contains ky, no other package and no token store",
  async (auth, limit) => {
    const contents = `
    import { ${auth.split("(")[0]}, createClient } from "../src/index.ts";
    import { ListIntegrationsDocument } from "./fixtures/platform/generated/operations.ts";
    const client = createClient({ baseUrl: "https://platform.example.com", auth: ${auth} });
    console.log(await client.execute(ListIntegrationsDocument));`;
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
      absWorkingDir: join(import.meta.dirname, ".."),
      ...{ bundle: true, minify: true, format: "esm", platform: "browser", metafile: true, write: false },
    });
    const text = outputFiles[0]?.text ?? "";
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(limit);

    const files = Object.values(metafile.outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
    expect(files.filter((file) => /store/.test(file))).toEqual([]);
    const packages = files.flatMap((file) => /node_modules\/([^/]+)/.exec(file)?.[1] ?? []);
    expect(new Set(packages)).toEqual(new Set(["ky"]));
    // Unused features are not in the bundle.
    expect(files.filter((file) => /store|query|paginate|poll|follow|unwrap/.test(file))).toEqual([]);
    expect(text).not.toMatch(/"REJECTED"|"PAGINATION"|"POLL_TIMEOUT"/);
  },
);
