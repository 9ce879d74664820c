/** What a config of ours generates, and from what: for whoever wants to know whether it has been done already. */

/** Paths are as the config has them: relative to where codegen runs. */
export interface Recipe {
  /** The schema's file. */
  readonly schema: string;
  /** Folders and files with operations, those included that only lend their names. */
  readonly operations: readonly string[];
  /** Folder of the files that are written. */
  readonly output: string;
  /** Everything that the config says, as text. */
  readonly options: string;
  /** Command that regenerates, for people. */
  readonly command: string;
  /** Folder of the code that generates. */
  readonly generator: string;
}

/** Shared by all copies of this module: the config may have been made by another one than ours. */
const RECIPE = Symbol.for("@integration-platform/graphql/recipe");

/** Not enumerable: it does not survive a spread, after which a config may do more than the recipe says. */
export function attachRecipe<Config extends object>(config: Config, recipe: Recipe): Config {
  return Object.defineProperty(config, RECIPE, { value: recipe });
}

/** `undefined` for a config that is not ours, or not as we made it. */
export function readRecipe(config: unknown): Recipe | undefined {
  return (config as { readonly [RECIPE]?: Recipe } | null | undefined)?.[RECIPE];
}
