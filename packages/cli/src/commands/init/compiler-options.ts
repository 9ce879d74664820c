/** Reads the compiler options of tsconfig.json, and of the configs that it extends, as TypeScript does. */

import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { parseExpression } from "@babel/parser";
import type { Node } from "@babel/types";
import { Problem } from "../../host/errors/problem.ts";
import { exists, readText } from "../../host/project/files.ts";
import { isRecord } from "../../text/decode-text.ts";
import { quotePath } from "../../text/quote.ts";

type CompilerOptions = Readonly<Record<string, unknown>>;

/** Empty without a tsconfig.json. @throws Problem if a config cannot be read. */
export async function readCompilerOptions(): Promise<CompilerOptions> {
  return exists("tsconfig.json") ? readConfig("tsconfig.json", []) : {};
}

/** @param children - The configs that extend this one. */
async function readConfig(file: string, children: readonly string[]): Promise<CompilerOptions> {
  if (children.includes(file))
    throw new Problem(`${quotePath(file)} extends itself`, 'Change "extends" of the config.');
  const config = parseConfig(await readText(file, "Check the file."), file);
  const bases = [config.extends ?? []].flat().map((name) => findBase(String(name), file));
  let inherited: CompilerOptions = {};
  for (const base of bases) inherited = { ...inherited, ...(await readConfig(base, [...children, file])) };
  return Object.assign(inherited, config.compilerOptions);
}

/** A config is JSON with comments and commas at the end. */
function parseConfig(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    const config = text.trim() === "" ? {} : toValue(parseExpression(text));
    if (isRecord(config)) return config;
  } catch {
    // The next line names the file.
  }
  throw new Problem(`${quotePath(file)} is not a config of TypeScript`, "Fix the file.");
}

/** The value of JSON. `undefined` for anything else. */
function toValue(node: Node | null): unknown {
  switch (node?.type) {
    case "ObjectExpression":
      return Object.fromEntries(
        node.properties.flatMap((member) =>
          member.type === "ObjectProperty" && member.key.type === "StringLiteral"
            ? [[member.key.value, toValue(member.value)]]
            : [],
        ),
      );
    case "ArrayExpression":
      return node.elements.map(toValue);
    case "StringLiteral":
    case "BooleanLiteral":
      return node.value;
    default:
      return undefined;
  }
}

/** The file of a path, which can lack its ending, or of a package. @throws Problem if there is none. */
function findBase(name: string, file: string): string {
  const require = createRequire(resolve(file));
  for (const path of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      const found = require.resolve(path);
      if (found.endsWith(".json")) return relative(process.cwd(), found);
    } catch {
      // The next path is tried.
    }
  }
  throw new Problem(
    `${quotePath(file)} extends ${quotePath(name, "a config")}, which was not found`,
    "Install the packages of the project, or fix the config.",
  );
}
