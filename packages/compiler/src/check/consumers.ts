/** Who uses what: the manifests of consumers, and the consumers that a change affects. Imports no graphql. */

import { toPascalCase } from "../model/document-names.ts";
import { renderJson } from "../text/render-json.ts";

/** The operations, enums and types of a package that a consumer uses. */
export interface ConsumerManifest {
  readonly version: 1;
  /** Name of the consumer. */
  readonly consumer: string;
  /** Name of the package with the operations. */
  readonly package: string;
  /** Version of the package that the consumer has installed; `null` if it is not installed or has none. */
  readonly packageVersion: string | null;
  /**
   * Names of the operations whose documents occur as words in its files. `"all"` if its code can use any
   * name.
   */
  readonly operations: readonly string[] | "all";
  /** Other names that occur as words: enums and types of inputs, results and variables. */
  readonly types: readonly string[];
}

/** A manifest contradicts the operations. */
export class ConsumerError extends TypeError {
  static {
    ConsumerError.prototype.name = "ConsumerError";
  }
}

const DOCUMENT = /^(.+)Document$/;

/**
 * Creates a manifest from the names that occur as words. The document of `ListOrders` is
 * `ListOrdersDocument`.
 */
export function createManifest(
  {
    consumer,
    package: name,
    packageVersion,
  }: Pick<ConsumerManifest, "consumer" | "package" | "packageVersion">,
  names: Iterable<string> | "all",
): ConsumerManifest {
  const sorted = names === "all" ? [] : [...new Set(names)].sort();
  return {
    version: 1,
    consumer,
    package: name,
    packageVersion,
    operations: names === "all" ? "all" : sorted.flatMap((name) => DOCUMENT.exec(name)?.[1] ?? []),
    types: sorted.filter((name) => !DOCUMENT.test(name)),
  };
}

/** The same text for the same content. */
export function renderManifest(manifest: ConsumerManifest): string {
  return renderJson(manifest);
}

/** @throws TypeError that names the member that is missing or invalid. */
export function readManifest(value: unknown): ConsumerManifest {
  const {
    version,
    consumer,
    package: name,
    packageVersion,
    operations,
    types,
  } = (value ?? {}) as ConsumerManifest;
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const areTexts = (list: unknown) => Array.isArray(list) && list.every(isText);
  const problems = [
    version === 1 ? "" : '"version" must be 1',
    isText(consumer) ? "" : '"consumer" must be a name',
    isText(name) ? "" : '"package" must be the name of a package',
    packageVersion === null || isText(packageVersion) ? "" : '"packageVersion" must be a version or null',
    operations === "all" || areTexts(operations) ? "" : '"operations" must be a list of names or "all"',
    areTexts(types) ? "" : '"types" must be a list of names',
  ].filter(Boolean);
  if (problems.length > 0) throw new TypeError(problems.join(", "));
  return { version, consumer, package: name, packageVersion, operations, types };
}

/** An operation, or a fragment that no operation spreads. */
export interface UsableOperation {
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

export function findUsage(
  manifests: readonly ConsumerManifest[],
  operations: readonly UsableOperation[],
): Usage {
  const byType = groupNames(manifests, listTypes);
  const byOperation = groupNames(manifests, (manifest) =>
    manifest.operations === "all" ? [] : manifest.operations.map(toPascalCase),
  );
  const all = manifests.filter((manifest) => manifest.operations === "all").map(({ consumer }) => consumer);
  const roots = new Set(operations.flatMap(({ types }) => types));
  const byRoot = new Map<string, string[]>();
  for (const [type, consumers] of byType) {
    const root = findRoot(type, roots);
    if (root !== undefined) byRoot.set(root, [...(byRoot.get(root) ?? []), ...consumers]);
  }
  const typesOf = new Map(operations.map(({ name, types }) => [name, types]));
  const join = (...lists: readonly (readonly string[])[]) => [...new Set([...all, ...lists.flat()])].sort();
  return {
    ofOperation: (name) =>
      join(
        byOperation.get(toPascalCase(name)) ?? [],
        ...(typesOf.get(name) ?? []).map((type) => byRoot.get(type) ?? []),
      ),
    ofType: (name) => join(...[name, toPascalCase(name)].map((exported) => byType.get(exported) ?? [])),
  };
}

/**
 * The types of a manifest, and the names in `operations` as they occur in files. They can be types: that of a
 * field `idDocument` is `GetUserQuery_idDocument`.
 */
function listTypes({ operations, types }: ConsumerManifest): readonly string[] {
  return operations === "all" ? types : [...types, ...operations.map((name) => `${name}Document`)];
}

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

function groupNames(
  manifests: readonly ConsumerManifest[],
  namesOf: (manifest: ConsumerManifest) => readonly string[],
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const manifest of manifests) {
    for (const name of namesOf(manifest)) groups.set(name, [...(groups.get(name) ?? []), manifest.consumer]);
  }
  return groups;
}

/**
 * Lists the operations of a manifest that are neither in a list, nor names of types.
 *
 * @param isType - Whether generated code has an enum or an input type of this name.
 */
export function findUnknown(
  { operations }: ConsumerManifest,
  usable: readonly UsableOperation[],
  isType: (name: string) => boolean,
): string[] {
  if (operations === "all") return [];
  const names = new Set(usable.map(({ name }) => toPascalCase(name)));
  const roots = new Set(usable.flatMap(({ types }) => types));
  return operations.filter((name) => {
    const word = `${name}Document`;
    return !names.has(toPascalCase(name)) && findRoot(word, roots) === undefined && !isType(word);
  });
}
