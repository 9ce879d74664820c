/** A token store in files, for scripts and services that share a machine. */

import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TokenStore } from "./store.ts";

export interface FileStoreOptions {
  /** Folder for the files; made if it is missing, readable by its owner alone. */
  readonly directory: string;
}

/**
 * Keeps each credential's token in a file of its own, mode 0600, written aside, synced and renamed: a crash leaves the old
 * token or the new one. Locks across processes. On a disk that cannot be written, calls go on without it.
 */
export function fileStore({ directory }: FileStoreOptions): Required<Omit<TokenStore, "on">> {
  // Both packages listen to every signal from their import on. The first call that needs one loads it, so that importing
  // `./node` for something else has no effect.

  // Keys are ours: a prefix and a hash. On Windows a colon would name a stream of the file.
  const fileOf = (key: string) => join(directory, key.replaceAll(":", "-"));
  const makeDirectory = () => mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    get: (key) =>
      readFile(fileOf(key), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return undefined;
        throw error;
      }),
    set: async (key, value) => {
      await makeDirectory();
      const { default: writeFileAtomic } = await import("write-file-atomic");
      await writeFileAtomic(fileOf(key), value, { mode: 0o600 });
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    lock: async (key, ttlMs) => {
      await makeDirectory();
      const { default: lockfile } = await import("proper-lockfile");
      // A holder that lost its lock has stored its token or will: either way nothing is harmed by a second exchange.
      const options = { realpath: false, retries: 0, stale: ttlMs, onCompromised: () => {} };
      return lockfile.lock(fileOf(key), options).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ELOCKED") return undefined;
        throw error;
      });
    },
  };
}
