/**
 * Code generation and type-checking: `platform-graphql codegen`, `graphql-codegen` with the same config, and client-preset.
 * Fails if the first two write different bytes.
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { BENCH, CLI, createProject, generateOperations, ROOT, SCHEMAS } from "./fixtures.ts";
import { type Measurement, summarize, type Table } from "./measurement.ts";
import { type Cost, run, runNode } from "./processes.ts";

interface Tool {
  /** Folder whose packages it uses. */
  readonly packages: string;
  readonly config: (schema: string) => string;
  readonly command: readonly string[];
  /** Module that a consumer imports, and the module that exports `ResultOf`. */
  readonly imports: readonly [documents: string, resultOf: string];
}

const GRAPHQL_CODEGEN = "node_modules/@graphql-codegen/cli/esm/bin.js";
const typedOperations = (
  schema: string,
) => `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations({ documents: "operations", output: "generated", schema: "${schema}" });
`;
const OURS = {
  packages: ROOT,
  config: typedOperations,
  imports: ["./lib/operations.js", "@integration-platform/graphql"],
} as const;

const TOOLS: Readonly<Record<string, Tool>> = {
  ours: { ...OURS, command: [CLI, "codegen", "--config", "codegen.mjs"] },
  "ours through graphql-codegen": { ...OURS, command: [join(ROOT, GRAPHQL_CODEGEN), "--config", "codegen.mjs"] },
  "client-preset": {
    packages: BENCH,
    config: (schema) => `export default {
  schema: "${schema}", documents: ["operations/*.graphql"], silent: true,
  generates: { "generated/": { preset: "client", presetConfig: { fragmentMasking: false }, config: { useTypeImports: true } } },
};
`,
    command: [join(BENCH, GRAPHQL_CODEGEN), "--config", "codegen.mjs"],
    imports: ["./generated/graphql.js", "@graphql-typed-document-node/core"],
  },
};

export const codegen: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 1 : 5;
  const table: Table = {};
  for (const schema of ["small", "GitHub"] as const) {
    for (const count of quick ? [10] : [10, 100, 1000]) {
      const texts = generateOperations(SCHEMAS[schema], count);
      const costs: Record<string, { generate: Cost[]; check: Cost[] }> = {};
      let written: string | undefined;
      for (let round = 0; round < rounds; round++) {
        for (const [name, tool] of Object.entries(TOOLS)) {
          report(`codegen, ${schema}, ${count} operations, round ${round + 1} of ${rounds}: ${name}`);
          await using project = await createProject(tool.packages, texts);
          const { folder } = project;
          await writeFile(join(folder, "codegen.mjs"), tool.config(SCHEMAS[schema]));
          costs[name] ??= { generate: [], check: [] };
          costs[name].generate.push(await runNode(tool.command, { cwd: folder }));
          if (tool.config === OURS.config) {
            const text = await readFolder(join(folder, "generated"));
            written ??= text;
            if (text !== written) throw new Error(`${name} wrote different bytes (${schema}, ${count} operations)`);
          }
          costs[name].check.push(await checkTypes(folder, tool, texts.length));
          if (name === "ours" && schema === "GitHub") {
            table[`one of ${count} documents`] = { "bundled, bytes": await bundleOne(folder, texts) };
          }
        }
      }
      for (const [name, { generate, check }] of Object.entries(costs)) {
        const cpu = generate.map(({ cpuMs }) => cpuMs / 1000);
        const reference = summarize(
          costs["ours through graphql-codegen"]?.generate.map(({ cpuMs }) => cpuMs / 1000) ?? [],
        );
        table[`${schema}, ${count} operations, ${name}`] = {
          "wall, s": summarize(generate.map(({ wallMs }) => wallMs / 1000)),
          "CPU, s": summarize(cpu),
          "CPU ÷ graphql-codegen": summarize(cpu).median / reference.median,
          "peak, MiB": summarize(generate.map(({ peakMiB }) => peakMiB)),
          "tsc, s": summarize(check.map(({ wallMs }) => wallMs / 1000)),
        };
      }
    }
  }
  return table;
};

/** Returns the names and contents of the files in a folder. */
async function readFolder(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return JSON.stringify(names.map((name, index) => [name, texts[index]]));
}

/** Type-checks a module that uses all operations. Consumers of our operations see declarations, as from a package. */
async function checkTypes(folder: string, tool: Tool, count: number): Promise<Cost> {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const [documents, resultOf] = tool.imports;
  if (documents.startsWith("./lib/")) {
    const declarations = { rootDir: "generated", outDir: "lib", declaration: true, emitDeclarationOnly: true };
    await writeConfig(folder, ["generated/operations.ts"], declarations);
    await run([tsc, "-p", "."], { cwd: folder });
  }
  const types = Array.from(
    { length: count },
    (_, n) => `export type T${n} = ResultOf<typeof documents.Operation${n}Document>;`,
  );
  const imports = `import * as documents from "${documents}";\nimport type { ResultOf } from "${resultOf}";\n`;
  await writeFile(join(folder, "consumer.ts"), imports + types.join("\n"));
  await writeConfig(folder, ["consumer.ts"], { noEmit: true });
  return run([tsc, "-p", "."], { cwd: folder });
}

function writeConfig(folder: string, files: readonly string[], options: object): Promise<void> {
  const shared = { target: "es2023", module: "nodenext", strict: true, skipLibCheck: true, types: [] };
  return writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...shared, ...options }, files }),
  );
}

/** Bundles the document of median size. */
async function bundleOne(folder: string, texts: readonly string[]): Promise<number> {
  const bySize = texts.map((text, index) => ({ index, size: text.length })).sort((one, other) => one.size - other.size);
  const name = `Operation${bySize[bySize.length >> 1]?.index}Document`;
  const contents = `import { ${name} } from "./generated/operations.ts"; console.log(${name});`;
  const stdin = { contents, resolveDir: folder, loader: "ts" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  return outputFiles[0]?.contents.length ?? 0;
}
