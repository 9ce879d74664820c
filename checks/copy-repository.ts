/** A copy of the repository, in which checks replace the schema and the operations. */

import { execFile } from "node:child_process";
import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const execute = promisify(execFile);

/** Copies the files that git tracks. Installed packages are linked, because a copy takes much longer. */
export async function copyRepository(folder: string): Promise<void> {
  const { stdout } = await execute("git", ["ls-files", "-z"], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  await Promise.all(stdout.split("\0").map((file) => file && cp(join(ROOT, file), join(folder, file))));
  // Tests that run at the same time write to caches, whose names start with a dot.
  const names = (await readdir(join(ROOT, "node_modules"))).filter((name) => name === ".bin" || !name.startsWith("."));
  const packages = names.map((name) => join(ROOT, "node_modules", name));
  const target = join(folder, "node_modules");
  await mkdir(target);
  await execute("cp", ["-al", ...packages, target]).catch(() => execute("cp", ["-a", ...packages, target]));
}
