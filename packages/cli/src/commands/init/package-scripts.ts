/** Reads package.json, and adds the scripts. */

import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import { Problem } from "../../host/errors/problem.ts";
import { exists, readJson, readText } from "../../host/project/files.ts";
import { isRecord } from "../../text/decode-text.ts";
import type { Additions, Manifest } from "./tsconfig.ts";

const SCRIPTS = {
  codegen: "platform-graphql codegen",
  "schema:pull": "platform-graphql schema pull",
  "schema:check": "platform-graphql schema check",
};

export interface Changed {
  readonly manifest: Manifest;
  /** Name of the script that runs codegen. */
  readonly script: string;
  /** Descriptions of the additions, such as "script codegen". */
  readonly names: readonly string[];
}

/** @throws Problem if there is no valid package.json. */
export async function readManifest(): Promise<Manifest> {
  if (!exists("package.json")) {
    throw new Problem(
      "there is no package.json in this folder",
      'Run "npm init --yes", or change to the folder of your package.',
    );
  }
  const content = await readJson("package.json", "Fix the file, then run the command again.");
  if (isRecord(content) && isRecord(content.scripts ?? {})) return content;
  throw new Problem("package.json: the file is not a JSON object", "Fix it, then run the command again.");
}

/**
 * A script of the user keeps its name: the new one then starts with "platform:".
 *
 * @param hasSnapshot - Whether `schema pull` can replace the schema.
 */
export function extendManifest(
  manifest: Manifest,
  { script, module }: Additions,
  hasSnapshot: boolean,
): Changed {
  const scripts: Record<string, string> = { ...(manifest.scripts as object | undefined) };
  const own = Object.entries({ ...SCRIPTS, ...(script && { types: "tsc --noEmit" }) });
  const added = own.flatMap(([name, command]) => {
    if (Object.values(scripts).includes(command) || (name === "schema:pull" && !hasSnapshot)) return [];
    return [[Object.hasOwn(scripts, name) ? `platform:${name}` : name, command] as const];
  });
  const all = { ...scripts, ...Object.fromEntries(added) };
  const [codegen = "codegen"] = Object.entries(all).find(([, command]) => command === SCRIPTS.codegen) ?? [];
  const names = added.map(([name]) => name);
  return {
    manifest: { ...manifest, ...(module && { type: "module" }), scripts: all },
    script: codegen,
    names: [
      ...(module ? ['"type": "module"'] : []),
      ...(names.length > 0 ? [`${names.length === 1 ? "script" : "scripts"} ${names.join(", ")}`] : []),
    ],
  };
}

/** Renders package.json with its own indentation, so that the change is small. */
export async function renderManifest({ manifest }: Changed): Promise<string> {
  const text = await readText("package.json", "Check the file.");
  const [, indent = "  "] = /^\{\r?\n([ \t]+)/.exec(text.trimStart()) ?? [];
  return renderJson(manifest, indent);
}
