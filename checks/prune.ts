/**
 * Deletes the built files whose source no longer exists, so that `npm test` can keep the others. `--all`
 * deletes all of them, before the packages are packed.
 */

import { existsSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "..");

if (process.argv.includes("--all")) {
  for (const folder of globSync("{.,packages/*}/dist", { cwd: ROOT }))
    rmSync(join(ROOT, folder), { recursive: true });
}

for (const file of globSync("{.,packages/*}/dist/**/*.{js,ts,map}", { cwd: ROOT })) {
  const source = join(ROOT, file.replace("dist", "src").replace(/(?:\.d)?\.[jt]s(?:\.map)?$/, ""));
  // The chunks of the client have no source, and each build writes them.
  if (!existsSync(`${source}.ts`) && !existsSync(`${source}.js`)) rmSync(join(ROOT, file));
}
