/** Who uses what: the manifests of consumers, and the consumers that a change affects. Imports no graphql. */

/** The operations, enums and types of a package that a consumer uses. */
export interface ConsumerManifest {
  readonly version: 1;
  /** Name of the consumer. */
  readonly consumer: string;
  /** Name of the package with the operations. */
  readonly package: string;
  /** Version of the package that the consumer has installed; `null` if it is not installed. */
  readonly packageVersion: string | null;
  /** Names of the operations whose documents it imports. `"all"` if its imports do not show them. */
  readonly operations: readonly string[] | "all";
  /** Other names that it imports: enums and types of inputs, results and variables. */
  readonly types: readonly string[];
}

const DOCUMENT = /^(.+)Document$/;

/** Creates a manifest from the imported names. The document of `ListOrders` is `ListOrdersDocument`. */
export function createManifest(
  { consumer, package: name, packageVersion }: Pick<ConsumerManifest, "consumer" | "package" | "packageVersion">,
  names: Iterable<string> | "all",
): ConsumerManifest {
  const sorted = names === "all" ? [] : [...new Set(names)].sort();
  return {
    ...{ version: 1, consumer, package: name, packageVersion },
    operations: names === "all" ? "all" : sorted.flatMap((one) => DOCUMENT.exec(one)?.[1] ?? []),
    types: sorted.filter((one) => !DOCUMENT.test(one)),
  };
}

/** The same text for the same content. */
export function renderManifest(manifest: ConsumerManifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** @throws TypeError that names the member that is missing or invalid. */
export function readManifest(value: unknown): ConsumerManifest {
  const { version, consumer, package: name, packageVersion, operations, types } = (value ?? {}) as ConsumerManifest;
  const isText = (one: unknown) => typeof one === "string" && one !== "";
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

/** An operation or a fragment, with the names of the types that generated code exports for it. */
export interface UsableDefinition {
  readonly name: string;
  readonly kind: string;
  readonly declarations: readonly { readonly name: string }[];
}

/** The consumers of operations and types, by names. */
export interface Usage {
  /** Consumers of an operation: they import its document, or a type of its result or variables. */
  ofOperation(name: string): readonly string[];
  /** Consumers of an exported enum or input type, or of all. */
  ofType(name: string): readonly string[];
}

export function findUsage(manifests: readonly ConsumerManifest[], definitions: readonly UsableDefinition[]): Usage {
  const byType = groupNames(manifests, ({ types }) => types);
  const byOperation = groupNames(manifests, ({ operations }) => (operations === "all" ? [] : operations));
  const all = manifests.filter(({ operations }) => operations === "all").map(({ consumer }) => consumer);
  const typesOf = new Map(definitions.map(({ name, declarations }) => [name, declarations.map((one) => one.name)]));
  const join = (...lists: readonly (readonly string[])[]) => [...new Set([...all, ...lists.flat()])].sort();
  return {
    ofOperation: (name) =>
      join(byOperation.get(name) ?? [], ...(typesOf.get(name) ?? []).map((type) => byType.get(type) ?? [])),
    ofType: (name) => join(byType.get(name) ?? []),
  };
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

/** Operations of a manifest that a document does not have. */
export function findUnknown(
  { operations }: ConsumerManifest,
  definitions: readonly Pick<UsableDefinition, "name">[],
): string[] {
  const known = new Set(definitions.map(({ name }) => name));
  return operations === "all" ? [] : operations.filter((name) => !known.has(name));
}
