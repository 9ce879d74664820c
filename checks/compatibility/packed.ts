/** The package as a user has it: packed, and installed from the tarball into a copy of a project. */

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";

export const ROOT: string = join(import.meta.dirname, "..");
const NAME = "@integration-platform/graphql";
/** Where projects name it: a path that never changes, since npm writes it to the lock file. */
const TARBALL = "vendor/integration-platform-graphql.tgz";

const run = promisify(execFile);

/** A copy of a project with the package in it, until it is disposed of. */
export interface Installed extends AsyncDisposable {
  readonly folder: string;
  /** What was installed of the package. */
  readonly packageFolder: string;
}

/**
 * Copies a project, and installs it as its users do: `npm ci --ignore-scripts`. Its lock file says of the package what
 * it needs, and not what its tarball hashes to, which is something else after each build. With `update`, the lock file is
 * brought up to date with the package and with the project's `package.json` first.
 */
export async function install(project: string, { update = false } = {}): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "installed-"));
  const remove = () => rm(folder, { recursive: true, maxRetries: 3 });
  const npm = (...args: string[]) =>
    run("npm", [...args, "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: folder });
  try {
    const excluded = /[\\/](node_modules|dist|vendor)$/;
    await cp(project, folder, { recursive: true, filter: (path) => !excluded.test(path) });
    await pack(folder);
    const lock = join(folder, "package-lock.json");
    const isCurrent = await describesPackage(lock);
    if (update) {
      if (!isCurrent) await editEntry(lock, () => undefined);
      await npm("install", "--package-lock-only");
      await editEntry(lock, ({ integrity: _, ...entry }) => entry);
      await cp(lock, join(project, "package-lock.json"));
    } else if (!isCurrent) {
      throw new Error(`${project}/package-lock.json says something else of ${NAME}: run this with -- --update`);
    }
    await npm("ci");
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, packageFolder: join(folder, "node_modules", NAME), [Symbol.asyncDispose]: remove };
}

async function pack(folder: string): Promise<void> {
  const vendor = join(folder, "vendor");
  await mkdir(vendor);
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", vendor];
  const { stdout } = await run("npm", args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const report = JSON.parse(stdout);
  const [{ filename }] = Array.isArray(report) ? report : Object.values<{ filename: string }>(report);
  await rename(join(vendor, filename), join(folder, TARBALL));
}

type Entry = Readonly<Record<string, unknown>>;

/** Whether the lock file knows the dependencies that the package has today. */
async function describesPackage(lock: string): Promise<boolean> {
  const entry: Entry =
    JSON.parse(await readFile(lock, "utf8").catch(() => "{}")).packages?.[`node_modules/${NAME}`] ?? {};
  const manifest: Entry = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const fields = ["dependencies", "peerDependencies", "peerDependenciesMeta", "bin", "engines"];
  return fields.every((field) => isDeepStrictEqual(entry[field], manifest[field]));
}

/** Changes what a lock file has for the package, or removes it. */
async function editEntry(lock: string, edit: (entry: Entry) => Entry | undefined): Promise<void> {
  const text = await readFile(lock, "utf8").catch(() => undefined);
  if (text === undefined) return;
  const content = JSON.parse(text);
  const key = `node_modules/${NAME}`;
  content.packages[key] = edit(content.packages[key] ?? {});
  await writeFile(lock, `${JSON.stringify(content, undefined, 2)}\n`);
}
