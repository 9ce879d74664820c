/** `npm run docs`: writes the generated parts of the documentation. */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { ROOT } from "../commands.ts";
import { renderPages } from "./pages.ts";

for (const [page, text] of await renderPages()) {
  const path = join(ROOT, page);
  if ((await readFile(path, "utf8").catch(() => "")) === text) continue;
  await writeFile(path, text);
  process.stdout.write(`${page}\n`);
}
