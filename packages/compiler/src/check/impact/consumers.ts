/** The consumers that a change affects. Imports no graphql. */

import { nameDocument, toPascalCase } from "../../model/document-names.ts";

/** Code that uses operations, such as a package. */
export interface Consumer {
  readonly name: string;
  /**
   * Words of its files. Those that are names of documents, enums, and types of inputs, results and variables
   * count as uses. `"all"` if its code can use any operation.
   */
  readonly names: ReadonlySet<string> | "all";
}

/** An operation, or a fragment that no operation spreads. */
interface UsableOperation {
  readonly name: string;
  /**
   * Names of the exported types of its result and of its fragments. Those of nested objects and variables
   * start with them.
   */
  readonly types: readonly string[];
}

/** The consumers of operations and types, by names. */
export interface Usage {
  /** Consumers of an operation: they import its document, or a type of its result or variables. */
  ofOperation(name: string): readonly string[];
  /** Consumers of an enum or an input type, by its name in the schema or in generated code. */
  ofType(name: string): readonly string[];
}

export function findUsage(consumers: readonly Consumer[], operations: readonly UsableOperation[]): Usage {
  const byName = groupNames(consumers);
  const all = consumers.filter(({ names }) => names === "all").map(({ name }) => name);
  const roots = new Set(operations.flatMap(({ types }) => types));
  const byRoot = new Map<string | undefined, string[]>();
  for (const [name, users] of byName) {
    const root = findRoot(name, roots);
    byRoot.set(root, [...(byRoot.get(root) ?? []), ...users]);
  }
  const typesOf = new Map(operations.map(({ name, types }) => [name, types]));
  const join = (lists: readonly (readonly string[])[]) => [...new Set([...all, ...lists.flat()])].sort();
  return {
    ofOperation: (name) =>
      join([
        byName.get(nameDocument(name)) ?? [],
        ...(typesOf.get(name) ?? []).map((type) => byRoot.get(type) ?? []),
      ]),
    ofType: (name) => join([name, toPascalCase(name)].map((exported) => byName.get(exported) ?? [])),
  };
}

const DOCUMENT = /^.+Document$/;

/** Returns the type of a result that a name belongs to. */
function findRoot(name: string, roots: ReadonlySet<string>): string | undefined {
  const root = findLongestStart(name, roots);
  if (root === undefined || !DOCUMENT.test(name)) return root;
  // `GetQueryUserDocument` is the document of `GetQueryUser`, and not a type of the operation `Get`.
  return name[root.length] === "_" ? root : undefined;
}

/** Returns the longest of some names that a name starts with. */
function findLongestStart(name: string, names: ReadonlySet<string>): string | undefined {
  for (let end = name.length; end > 0; end--) if (names.has(name.slice(0, end))) return name.slice(0, end);
  return undefined;
}

/** The consumers of each name. */
function groupNames(consumers: readonly Consumer[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name: consumer, names } of consumers) {
    if (names === "all") continue;
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), consumer]);
  }
  return groups;
}
