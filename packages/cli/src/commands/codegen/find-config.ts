/** The configuration of graphql-codegen. */

import { existsSync } from "node:fs";

/** Where graphql-codegen looks for it. */
const CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs", "yml", "yaml", "json"].map((end) => `codegen.${end}`);

/** Its name, in the folder where the command runs. */
export function findConfig(): string | undefined {
  return CONFIGS.find((name) => existsSync(name));
}
