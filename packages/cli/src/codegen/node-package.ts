/** The package of the plugin `typed-document-node` in a project. Loads no code of it. */

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

export const NODE_PACKAGE = "@graphql-codegen/typed-document-node";

/** Whether a name in the `plugins` of a config means the plugin. */
export const isNodePlugin = (name: string): boolean =>
  name === NODE_PACKAGE || name === "typed-document-node";

/**
 * Finds the package as graphql-codegen does in its working directory.
 *
 * @param folder - Folder of the config.
 * @returns `undefined` if it is not installed
 */
export function findNodePackage(
  folder: string,
): { readonly version: string; readonly path: string } | undefined {
  const require = createRequire(join(resolve(folder), "index.js"));
  try {
    const { version } = require(`${NODE_PACKAGE}/package.json`);
    return { version, path: require.resolve(NODE_PACKAGE) };
  } catch {
    return undefined;
  }
}
