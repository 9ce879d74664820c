/** Loads the rules of a project, and compares them with its schema. */

import { relative, resolve } from "node:path";
import { resolveCoordinate } from "@integration-platform/graphql-compiler/internal/model/index";
import type { Rules } from "@integration-platform/graphql-testing/rules";
import { type GraphQLSchema, isInterfaceType, isObjectType } from "graphql";
import { quotePath, suggestNearest } from "../../names.ts";
import { isRecord } from "../../text.ts";
import { Problem } from "../errors/problem.ts";
import { importModule } from "../project/config.ts";
import { exists } from "../project/files.ts";
import type { Project } from "../project/project.ts";
import type { Known, LineName } from "./line.ts";

const SECTIONS: readonly (keyof Rules)[] = [
  ...(["filters", "orders", "pages", "keys", "inverses", "resolvers", "defaults", "unique", "hidden"] as const),
];

/** The file of the rules, relative to the working directory. @throws Problem if it is not a file of the project. */
export function findRulesFile({ rules, folder }: Project): string {
  const inside = relative(resolve(folder), resolve(rules));
  if (!/\.[mc]?ts$/.test(rules))
    throw new Problem(
      `rules: ${quotePath(rules)} is not a TypeScript file`,
      'Name a file such as "platform.rules.ts".',
    );
  if (!/^\.\.(?:[\\/]|$)/.test(inside)) return rules;
  throw new Problem(`rules: ${quotePath(rules)} is outside of the project`, "Name a file in the folder of codegen.ts.");
}

/** Loads the rules of a project. `undefined` if it has no file. @throws Problem */
export async function loadRules(project: Project): Promise<Rules | undefined> {
  const file = findRulesFile(project);
  return exists(file) ? importRules(file) : undefined;
}

/** @throws Problem if the file cannot be loaded, or exports something else. */
export async function importRules(file: string): Promise<Rules> {
  // The file changes between two runs of one process, as in a watcher.
  const rules = await importModule(file, ++version, 'Fix the file, or name another one with "rules" in codegen.ts.');
  const hint = "Its default export must be { filters, orders, … } satisfies Rules. Move it, or name another file.";
  if (!isRecord(rules)) throw new Problem(`${quotePath(file)} exports no rules`, hint);
  const unknown = Object.keys(rules).find((name) => !(SECTIONS as readonly string[]).includes(name));
  if (unknown === undefined) return rules;
  throw new Problem(`${quotePath(file)}: rules have no section "${unknown}"`, suggestNearest(unknown, SECTIONS, hint));
}

let version = 0;

/** Looks rules up by their sections and keys. */
export function createKnown(rules: Rules): Known {
  return (section, key) => {
    const around = section.reduce<unknown>((at, name) => readOwn(at, name), rules);
    return readOwn(around, key);
  };
}

function readOwn(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The lines of elements that the schema does not have. */
export function listStale(schema: GraphQLSchema, rules: Rules): LineName[] {
  const coordinates = (["filters", "orders", "pages", "inverses"] as const).flatMap((section) =>
    Object.keys(rules[section] ?? {}).flatMap((key) =>
      resolveCoordinate(schema, key) ? [] : [{ section: [section], key }],
    ),
  );
  const types = (["keys", "resolvers", "defaults", "unique", "hidden"] as const).flatMap((section) =>
    Object.entries(rules[section] ?? {}).flatMap(([name, value]): LineName[] => {
      const type = schema.getType(name);
      if (!type) return [{ section: [section], key: name }];
      if (section !== "resolvers" && section !== "defaults") return [];
      const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
      const gone = Object.keys(value as object).filter((field) => !Object.hasOwn(fields, field));
      return gone.map((key) => ({ section: [section, name], key }));
    }),
  );
  return [...coordinates, ...types];
}

/** The lines that are not decided. */
export function listTodos(rules: Rules): LineName[] {
  const visit = (value: unknown, section: readonly string[], key: string): LineName[] => {
    if (isTodoRule(value)) return [{ section, key }];
    if (!isRecord(value)) return [];
    return Object.entries(value).flatMap(([name, inner]) => visit(inner, [...section, key], name));
  };
  return Object.entries(rules).flatMap(([section, value]) => visit(value, [], section));
}

const isTodoRule = (value: unknown): boolean =>
  (typeof value === "function" || isRecord(value)) && (value as { readonly kind?: unknown }).kind === "todo";
