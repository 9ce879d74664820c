/**
 * The sizes of bundles that use the client, and what they must not contain. `checks/budgets.ts` has the
 * limits.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { generate } from "@graphql-codegen/cli";
import { typedOperations } from "@integration-platform/graphql-cli/codegen";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FUNCTION_BYTES, PROGRAM_BYTES, VALIDATION_BYTES } from "../checks/budgets.ts";
import { REFRESH_TOKEN, renderProgram, STATIC_TOKEN } from "./support/program.ts";

/** The message of a failed limit. */
const budget = (name: string) => `${name}: the budget is in checks/budgets.ts`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundle-"));
  await mkdir(join(folder, "operations"));
  for (let index = 0; index < 50; index++) {
    const text = `# Lists integrations.\nquery List${index} { list${index}: integrations { nodes { id name } } }`;
    await writeFile(join(folder, `operations/list-${index}.graphql`), text);
  }
  const schema = join(import.meta.dirname, "fixtures/platform/schema.graphql");
  const documents = join(folder, "operations");
  const output = join(folder, "generated");
  await generate(typedOperations({ schema, documents, output, plugins: ["typed-document-node"] }), true);
});
afterAll(() => rm(folder, { recursive: true }));

/** The minified bundle of a program that uses one document of the fifty. */
async function bundleOne(module: string): Promise<string> {
  const contents = `import { List7Document } from "./generated/${module}"; console.log(List7Document);`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return outputFiles[0]?.text ?? "";
}

test.for(["operations.ts", "documents.ts"])(
  "a bundle with one document of %s contains no other",
  async (module) => {
    const bundle = await bundleOne(module);

    expect(bundle.match(/\blist\d+/g)).toEqual(["list7"]);
    expect(bundle.length).toBeLessThan(600);
  },
);

const LIMITS = { [STATIC_TOKEN]: PROGRAM_BYTES.staticToken, [REFRESH_TOKEN]: PROGRAM_BYTES.refreshToken };
/** Entries of functions that are not in the main one. */
const ENTRIES: Readonly<Record<string, string>> = {
  batch: "../dist/batch/index.js",
  adaptiveLimiter: "../dist/limiter/index.js",
};
/** The built client, as users load it. */
const client = "dist/index.js";

/** Bundles a program. */
async function bundleClient(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    absWorkingDir: join(import.meta.dirname, ".."),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
    // Chunks of `dist` import each other for their order alone. In `node_modules`, esbuild does not mention it.
    logOverride: { "ignored-bare-import": "silent" },
  });
  const text = outputFiles[0]?.text ?? "";
  const files = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
  return { text, files, size: gzipSync(text, { level: 9 }).length };
}

test.each(Object.keys(LIMITS))(
  "a program with %s contains no package but ky, and no unused module",
  async (auth) => {
    const { text, files } = await bundleClient(renderProgram(auth));
    const packages = files.flatMap((file) => /node_modules\/([^/]+)/.exec(file)?.[1] ?? []);
    expect(new Set(packages)).toEqual(new Set(["ky"]));
    const unused = /rotation|store|query|paginate|poll|unwrap|validation|shape|batch|limiter\//;
    expect(files.filter((file) => unused.test(file))).toEqual([]);
    expect(text).not.toMatch(/"REJECTED"|"PAGINATION"|"POLL_TIMEOUT"|"RESPONSE_MISMATCH"/);
  },
);

test("rotation is in no program that does not import it, and loads without modules of Node.js", async () => {
  const environment = 'import { fromEnvironment } from "../src/node.ts"; console.log(fromEnvironment);';
  const { files } = await bundleClient(renderProgram(REFRESH_TOKEN, { start: environment }));
  expect(files.filter((file) => /rotation/.test(file))).toEqual([]);
  const start =
    'import { redisStore, rotatingToken } from "../dist/rotation/index.js"; console.log(redisStore, rotatingToken);';
  // The platform of `bundleClient` is a browser: an import of a module of Node.js would be an error.
  const { text } = await bundleClient(renderProgram(REFRESH_TOKEN, { client, start }));
  expect(text).not.toContain("node:");
});

test.each(Object.entries(LIMITS))(
  "the built client with %s has at most %i bytes, without unused code",
  async (auth, limit) => {
    const { text, size } = await bundleClient(renderProgram(auth, { client }));
    expect(size, budget(`PROGRAM_BYTES, ${auth}`)).toBeLessThanOrEqual(limit);
    expect(text).not.toMatch(/"REJECTED"|"PAGINATION"|"POLL_TIMEOUT"|"RESPONSE_MISMATCH"|maxInterval/);
  },
);

test("functions that a program uses add a limited number of bytes to it", async () => {
  const { size } = await bundleClient(renderProgram(STATIC_TOKEN, { client }));
  for (const [name, limit] of Object.entries(FUNCTION_BYTES)) {
    const start = `import { ${name} } from "${ENTRIES[name] ?? "../dist/index.js"}"; console.log(${name});`;
    const used = await bundleClient(renderProgram(STATIC_TOKEN, { client, start }));
    expect(used.size - size, budget(`FUNCTION_BYTES.${name}`)).toBeLessThanOrEqual(limit);
    expect(used.size, name).toBeGreaterThan(size);
  }
});

test("response validation and a shape add a limited number of bytes to a program", async () => {
  const { size } = await bundleClient(renderProgram(STATIC_TOKEN, { client }));
  const validation = 'import { responseValidation } from "../dist/index.js";';
  const comparison =
    'import { findMismatches, parseShape } from "../dist/shape.js"; findMismatches(parseShape("", ""));';
  const relay =
    'import { PageIntegrationsDocument as Page } from "./fixtures/relay/generated/operations.ts";';
  const [validated, compared, page] = await Promise.all([
    bundleClient(
      renderProgram(STATIC_TOKEN, { client, start: validation, options: ", validate: responseValidation()" }),
    ),
    bundleClient(renderProgram(STATIC_TOKEN, { client, start: comparison })),
    bundleClient(renderProgram(STATIC_TOKEN, { client, start: relay, document: "Page" })),
  ]);
  const { responseValidation, comparison: comparisonBytes, shape } = VALIDATION_BYTES;
  const ofValidation = budget("VALIDATION_BYTES");
  expect(validated.size - size, ofValidation).toBeLessThanOrEqual(responseValidation);
  expect(compared.size - size, ofValidation).toBeLessThanOrEqual(comparisonBytes);
  const withoutShape = gzipSync(page.text.replace(/,shape:"[^"]+"/, ""), { level: 9 }).length;
  expect(page.size).toBeGreaterThan(withoutShape);
  expect(page.size - withoutShape, ofValidation).toBeLessThanOrEqual(shape);
});
