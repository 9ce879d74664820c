/** The set-ups of Jest: the config of the recipe, with the members of a row of its table. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../commands.ts";
import type { Files } from "./project.ts";
import { PAGE } from "./recipes.ts";

const BABEL = `module.exports = {
  presets: [["@babel/preset-env", { targets: { node: "current" } }], "@babel/preset-typescript"],
};
`;

/** The second column of the table, by the first one. */
export async function readSetups(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(join(ROOT, PAGE), "utf8");
  const [, rows = ""] = /^\| set-up \|.*\n.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const cells = rows.matchAll(/^\| (.*?) \| `(.*)` \|$/gm);
  return new Map(Array.from(cells, ([, setup = "", members = ""]) => [setup, members]));
}

/** Replaces the member `transform` of a config. In a package with CommonJS, the config is CommonJS too. */
export function configure(config: string, members: string | undefined, type: "commonjs" | undefined): Files {
  const text = members === undefined ? config : config.replace(/ {2}transform: .*/, () => `  ${members},`);
  if (type === undefined) return { "jest.config.js": text };
  const common = text
    .replace(/ {2}extensionsToTreatAsEsm: .*\n/, "")
    .replace("export default", "module.exports =");
  return { "jest.config.js": common, "babel.config.js": BABEL };
}
