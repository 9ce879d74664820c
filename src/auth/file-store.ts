/** A token store in files, for scripts and services that share a machine. */

import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TokenStore } from "./store.ts";

export interface FileStoreOptions {
  /** Folder for the files. Created if it is missing, readable by its owner only. */
  readonly directory: string;
}

/**
 * Keeps the token of each credential in a file with mode 0600. Files are written to a temporary file, synced and renamed,
 * so that a crash leaves the old token or the new one. Locks work across processes.
 */
export function fileStore({ directory }: FileStoreOptions): Required<Omit<TokenStore, "on">> {
  // On Windows, a colon in a file name would address a stream of the file.
  const fileOf = (key: string) => join(directory, key.replaceAll(":", "-"));
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    get: (key) => readIfExists(fileOf(key)),
    set: async (key, value) => {
      await makeDirectory();
      await writeWhole(fileOf(key), value);
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    lock: async (key, ttlMs) => {
      await makeDirectory();
      return acquire(fileOf(key), ttlMs);
    },
  };
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates a lock file with its owner and expiry. @returns `undefined` if another process holds the lock. */
async function acquire(file: string, ttlMs: number): Promise<(() => Promise<void>) | undefined> {
  const own = `${randomUUID()} ${Date.now() + ttlMs}`;
  const create = () => writeFile(file, own, { flag: "wx", mode: 0o600 }).then(() => true, ignoreExisting);
  if (!(await create())) {
    const current = await readIfExists(file);
    if (current !== undefined && Date.now() < Number(current.split(" ")[1])) return undefined;
    if (current !== undefined && !(await removeLock(file, current))) return undefined;
    if (!(await create())) return undefined;
  }
  return async () => void (await removeLock(file, own));
}

function ignoreExisting(error: unknown): false {
  if (hasCode(error, "EEXIST")) return false;
  throw error;
}

/** Removes a lock only if it is still the expected one: it is moved away first, and put back if it is another one. */
async function removeLock(file: string, expected: string): Promise<boolean> {
  const moved = `${file}.${randomUUID()}.old`;
  try {
    await rename(file, moved);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    throw error;
  }
  const isExpected = (await readIfExists(moved)) === expected;
  if (!isExpected) await link(moved, file).catch(ignoreExisting);
  await rm(moved, { force: true });
  return isExpected;
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
