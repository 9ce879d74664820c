/** What a config of ours generates, and from what: for whoever wants to know whether it has been done already. */

/** Paths are as the config has them: relative to where codegen runs. */
export interface Recipe {
  /** The schema's file. */
  readonly schema: string;
  /** Folders and files with operations, those included that only lend their names. */
  readonly operations: readonly string[];
  /** Folder of the files that are written. */
  readonly output: string;
  /** Everything else that decides what is written, as text. */
  readonly settings: string;
  /** Command that regenerates, for people. */
  readonly command: string;
  /** Folder of the code that generates. */
  readonly generator: string;
}

/** Shared by all copies of this module: the config may have been made by another one than ours. */
const RECIPE = Symbol.for("@integration-platform/graphql/recipe");

interface Kept {
  readonly recipe: Recipe;
  /** What the config held when it was made. */
  readonly leaves: readonly Leaf[];
}

type Leaf = readonly [path: string, value: unknown];

/** Keeps the recipe with its config, and out of everybody's sight. */
export function attachRecipe<Config extends object>(config: Config, recipe: Recipe): Config {
  const kept: Kept = { recipe, leaves: listLeaves(config) };
  return Object.defineProperty(config, RECIPE, { value: kept });
}

/** `undefined` for a config that is not ours, or not as we made it: then it may do more than the recipe says. */
export function readRecipe(config: unknown): Recipe | undefined {
  const kept = (config as { readonly [RECIPE]?: Kept } | null | undefined)?.[RECIPE];
  if (!kept) return undefined;
  const leaves = new Map(listLeaves(config));
  const isAsMade =
    leaves.size === kept.leaves.length && kept.leaves.every(([path, value]) => leaves.get(path) === value);
  return isAsMade ? kept.recipe : undefined;
}

function listLeaves(value: unknown, path = ""): Leaf[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  // The branch itself too: an empty one has no leaf.
  return [
    [`${path}/`, undefined],
    ...Object.entries(value).flatMap(([key, member]) => listLeaves(member, `${path}/${key}`)),
  ];
}
