/**
 * `npm run docs`: writes the generated parts of the documentation, and renders the reference of the API into
 * `reference/`. `-- --pages` writes only the pages.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { execute, install, ROOT } from "../commands.ts";
import { renderPages } from "./pages.ts";

for (const [page, text] of await renderPages()) {
  const path = join(ROOT, page);
  if ((await readFile(path, "utf8").catch(() => "")) === text) continue;
  await writeFile(path, text);
  process.stdout.write(`${page}\n`);
}

if (!process.argv.includes("--pages")) {
  await install(join(ROOT, "checks"));
  const typedoc = join(ROOT, "checks/node_modules/typedoc/bin/typedoc");
  await execute(ROOT, [
    process.execPath,
    typedoc,
    "--options",
    "checks/docs/typedoc.json",
    "--logLevel",
    "Error",
  ]);
  process.stdout.write("reference/index.html\n");
}
