/** Loads the rules of a project. */

import { resolve } from "node:path";
import type { MismatchError } from "@integration-platform/graphql-testing/local";
import type { RulesOptions } from "@integration-platform/graphql-testing/rules";
import { isInside } from "../../files/paths.ts";
import { isRecord } from "../../text/decode-text.ts";
import { quotePath } from "../../text/quote.ts";
import { suggestNearest } from "../../text/suggest.ts";
import { Problem } from "../errors/problem.ts";
import { exists } from "../project/files.ts";
import { importExports } from "../project/find-config.ts";
import type { Project } from "../project/project.ts";

const EXPORTS: readonly (keyof RulesOptions)[] = ["rules", "keys", "inverses", "context"];
const HINT = 'Fix the file, or name another one with "rules" in codegen.ts.';

/**
 * The file of the rules, relative to the working directory.
 *
 * @throws Problem if it is not a file of the project.
 */
export function findRulesFile({ rules, folder }: Project): string {
  if (!/\.[mc]?ts$/.test(rules))
    throw new Problem(
      `rules: ${quotePath(rules)} is not a TypeScript file`,
      'Name a file such as "platform.rules.ts".',
    );
  if (isInside(resolve(rules), resolve(folder))) return rules;
  throw new Problem(
    `rules: ${quotePath(rules)} is outside of the project`,
    "Name a file in the folder of codegen.ts.",
  );
}

/**
 * Loads what the rules file of a project exports. Empty if there is no file.
 *
 * @throws Problem if it cannot be loaded.
 */
export async function loadRules(project: Project): Promise<RulesOptions> {
  const file = findRulesFile(project);
  return exists(file) ? importRules(file) : {};
}

async function importRules(file: string): Promise<RulesOptions> {
  // The file changes between two runs of one process, as in a watcher.
  const exported = await importExports(file, ++version, HINT);
  const entries = EXPORTS.flatMap((name) =>
    exported[name] === undefined ? [] : [[name, exported[name]] as const],
  );
  const [wrong] = entries.filter(([name, value]) =>
    name === "context" ? typeof value !== "function" : !isRecord(value),
  );
  if (wrong) {
    const kind = wrong[0] === "context" ? "a function" : "an object";
    throw new Problem(`${quotePath(file)}: the export "${wrong[0]}" is not ${kind}`, HINT);
  }
  if (entries.length > 0) return Object.fromEntries(entries);
  const [name = ""] = Object.keys(exported);
  const hint = "Write: export const rules = { Query: { … } } satisfies Rules;";
  throw new Problem(`${quotePath(file)} exports no rules`, suggestNearest(name, EXPORTS, hint));
}

let version = 0;

/**
 * The problem of rules that do not match the schema, which a platform throws. `undefined` for any other
 * error.
 */
export function toRulesProblem(error: unknown, project: Project): Problem | undefined {
  const { mismatch, problems: details = [] } = error as Partial<MismatchError>;
  if (mismatch !== "rules") return undefined;
  return new Problem(`${quotePath(project.rules)} does not match the schema`, "Fix these names.", {
    details,
  });
}
