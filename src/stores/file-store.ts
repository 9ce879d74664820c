/** A token store in files, for scripts and services on one machine. */

import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { checkOptions } from "../options.ts";
import { type SharedToken, sharedToken, type TokenStore } from "./shared-token.ts";

export interface FileStoreOptions {
  /** Folder for the files. It is created with mode 0700 if it is missing. */
  readonly directory: string;
}

/**
 * Shares the access token through files with mode 0600, one per credential, for the `store` option of `refreshToken()`. Each
 * file is written to a temporary file, synced and renamed, so that a crash leaves the old token or the new one. Only one
 * process refreshes at a time.
 *
 * @throws UsageError if the directory is not a path or an option is unknown.
 */
export function fileStore(options: FileStoreOptions): SharedToken {
  return sharedToken(openFileStore(options));
}

export function openFileStore(options: FileStoreOptions): Required<Omit<TokenStore, "on">> {
  checkOptions("fileStore", options, { directory: "string" });
  const { directory } = options;
  if (!directory) throw new UsageError("fileStore: the directory is missing.");
  // On Windows, a colon separates the name of a file from the name of a stream.
  const fileOf = (key: string) => join(directory, key.replaceAll(":", "-"));
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    get: (key) => readFile(fileOf(key), "utf8").catch(ignore("ENOENT")),
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

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Creates a lock file that contains its owner. @returns `undefined` if another process holds the lock. */
async function acquire(file: string, ttlMs: number): Promise<(() => Promise<void>) | undefined> {
  const owner = randomUUID();
  const isStale = async (path: string) => Date.now() - (await stat(path)).mtimeMs >= ttlMs;
  const isOwn = async (path: string) => (await readFile(path, "utf8")) === owner;
  await removeLock(file, isStale);
  const isCreated = await writeFile(file, owner, { flag: "wx", mode: 0o600 }).then(() => true, ignore("EEXIST"));
  return isCreated ? () => removeLock(file, isOwn) : undefined;
}

/**
 * Removes a lock file if `matches` accepts it. Another process can replace the file after the check. The file is therefore
 * moved, checked again, and put back if it is another one.
 */
async function removeLock(file: string, matches: (path: string) => Promise<boolean>): Promise<void> {
  const moved = `${file}.${randomUUID()}.old`;
  try {
    if (!(await matches(file))) return;
    await rename(file, moved);
  } catch (error) {
    return ignore("ENOENT")(error);
  }
  if (!(await matches(moved))) await link(moved, file).catch(ignore("EEXIST"));
  await rm(moved);
}

/** Returns a handler that ignores errors with this code. */
function ignore(code: string): (error: unknown) => undefined {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  };
}
