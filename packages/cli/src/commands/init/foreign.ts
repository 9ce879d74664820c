/** What a config of graphql-codegen for something else tells about the operations of a project. */

import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord, parseJson } from "../../text.ts";
import { importModule } from "../project/config.ts";
import { readText } from "../project/files.ts";

/**
 * Reads `documents` of the config and of its outputs: folders, files and globs, without the files that it generates. Returns
 * none if the config cannot be read.
 */
export async function readForeignDocuments(file: string): Promise<readonly string[]> {
  const config = await readConfig(file);
  if (!isRecord(config)) return [];
  const generates = isRecord(config.generates) ? config.generates : {};
  const listed = [
    config.documents,
    ...Object.values(generates).map((output) => (isRecord(output) ? output.documents : [])),
  ];
  const documents = listed.flat().filter((path): path is string => typeof path === "string");
  const outputs = Object.keys(generates).map((path) => `!${path.replace(/\/$/, "")}`);
  return documents.length === 0 ? [] : [...new Set([...documents, ...outputs])];
}

async function readConfig(file: string): Promise<unknown> {
  if (file.endsWith(".json")) {
    const parsed = parseJson(await readText(file, "Fix the file, then run the command again."));
    return "value" in parsed ? parsed.value : undefined;
  }
  return /\.ya?ml$/.test(file) ? readYaml(file) : importModule(file);
}

/** graphql-codegen reads YAML. Without it, the file is not read. */
async function readYaml(file: string): Promise<unknown> {
  try {
    const entry = createRequire(resolve("index.js")).resolve("@graphql-codegen/cli");
    const { loadContext } = await import(/* @vite-ignore */ pathToFileURL(entry).href);
    return (await loadContext(file)).getConfig();
  } catch {
    return undefined;
  }
}
