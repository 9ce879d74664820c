/** Bytes of a web page that executes a query and a mutation with each client, bundled and minified by esbuild. */

import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { CLIENTS } from "./clients.ts";
import type { Measurement, Table } from "./measurement.ts";

const SOURCES: typeof CLIENTS = { ...CLIENTS, "ours, static token": ["ours", "createOursWithStaticToken"] };

export const bundle: Measurement = async ({ report }) => {
  const table: Table = {};
  for (const [name, [file, create]] of Object.entries(SOURCES)) {
    report(`bundle: ${name}`);
    const text = await bundleProgram(`import { ${create} } from "./clients/${file}.ts";
const target = { base: "https://platform.example.com", fetch, refresh: async () => "token", timeoutMs: 30000 };
const send = ${create}(target);
console.log(await send(1), await send(1, "mutation"));`);
    table[name] = {
      "minified, bytes": text.length,
      "gzip -9, bytes": gzipSync(text, { level: 9 }).length,
      "brotli, bytes": brotliCompressSync(text).length,
    };
  }
  return table;
};

async function bundleProgram(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "browser", target: "esnext" },
    ...{ define: { "process.env.NODE_ENV": `"production"` }, legalComments: "none" },
  });
  return outputFiles[0]?.text ?? "";
}
