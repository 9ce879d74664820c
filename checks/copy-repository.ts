/** A copy of the repository, in which checks replace the schema and the operations. */

import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { execute, ROOT } from "./commands.ts";

/** Copies the files that git tracks. Installed packages are linked, because a copy takes much longer. */
export async function copyRepository(folder: string): Promise<void> {
  const files = (await execute(ROOT, ["git", "ls-files", "-z"])).split("\0");
  await Promise.all(files.map((file) => file && cp(join(ROOT, file), join(folder, file))));
  // Tests that run at the same time write to caches, whose names start with a dot.
  const names = (await readdir(join(ROOT, "node_modules"))).filter(
    (name) => name === ".bin" || !name.startsWith("."),
  );
  const packages = names.map((name) => join(ROOT, "node_modules", name));
  const target = join(folder, "node_modules");
  await mkdir(target);
  await execute(folder, ["cp", "-al", ...packages, target]).catch(() =>
    execute(folder, ["cp", "-a", ...packages, target]),
  );
}
