/** Reads `package.json`. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../text/decode-text.ts";
import { readJson } from "../project/files.ts";

const KINDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/**
 * The packages that a `package.json` lists, by the name under which they are installed:
 * `"api": "npm:@acme/api@1"`.
 */
export function listDependencies(manifest: Readonly<Record<string, unknown>>): Map<string, string> {
  const listed = KINDS.flatMap((kind) => Object.entries(isRecord(manifest[kind]) ? manifest[kind] : {}));
  return new Map(listed.map(([name, range]) => [name, ALIAS.exec(String(range))?.[1] ?? name]));
}

/** `npm:api@1`, `npm:@acme/api` or `workspace:@acme/api@*`. `npm:^1` and `workspace:*` name no package. */
const ALIAS = /^(?:npm|workspace):(@[^@]+|[^@]+(?=@))/;

export async function readPackage(folder: string): Promise<Record<string, unknown>> {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return {};
  const value = await readJson(file, "Fix the file.");
  return isRecord(value) ? value : {};
}

/** The subpath imports of a `package.json` that lead to one of some packages: `"#api": "@acme/api"`. */
export function listImports(
  { imports }: Readonly<Record<string, unknown>>,
  packages: readonly string[],
): string[] {
  const entries = Object.entries(isRecord(imports) ? imports : {});
  const isOf = (target: string) => packages.some((name) => `${target}/`.startsWith(`${name}/`));
  return entries.flatMap(([key, target]) =>
    listTexts(target).some(isOf) ? [key.replace(/\/?\*$/, "")] : [],
  );
}

/** The texts in a target, which can be an object of conditions or a list. */
function listTexts(target: unknown): string[] {
  if (typeof target === "string") return [target];
  return typeof target === "object" && target !== null ? Object.values(target).flatMap(listTexts) : [];
}
