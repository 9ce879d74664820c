/** A token store in files, for scripts and services on one machine. */

import { checkOptions } from "../shared/check-options.ts";
import { createUsageError } from "../shared/errors.ts";
import { acquireFileLock, type FileLock, ignore, visitFiles } from "./file-lock.ts";
import { files, paths } from "./node-modules.ts";
import { checkSafeDirectory } from "./safe-directory.ts";
import { MAX_STORED_BYTES } from "./stored-token.ts";
import { LOCK_TTL_MS, type TokenStore, waitForLock } from "./token-store.ts";

export interface FileStoreOptions {
  /**
   * Folder for the files. It is created with mode 0700 if it is missing. It must belong to the user of the
   * process, only this user may write to it, and all users may write to a parent folder only if it is
   * sticky, as `/tmp` is. Otherwise calls that need a token fail with `USAGE`, and so they do if a token file
   * belongs to another user.
   */
  readonly directory: string;
}

const TEMPORARY = /^platform-graphql-[\da-f-]+\.[\da-f-]{36}\.tmp$/;
/** A temporary file of this age belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 60_000;

/**
 * Shares tokens through files with mode 0600, one per refresh token, for the `store` option of
 * `rotatingToken()`. Each file is written to a temporary file, synced and renamed, so that a crash leaves the
 * old tokens or the new ones. One process at a time runs a transaction, under a lock that lasts 20 s.
 *
 * @throws `USAGE` if the directory is not a path or an option is unknown.
 */
export function fileStore(options: FileStoreOptions): TokenStore {
  const { directory } = checkOptions("fileStore", options, { directory: "string" });
  if (!directory) throw createUsageError("fileStore: the directory is missing");
  return {
    async transact(key, change, { signal }) {
      // On Windows, a colon separates the name of a file from the name of a stream.
      const file = paths().join(directory, key.replaceAll(":", "-"));
      const run = <Result>(operation: () => Promise<Result>) => runNext(directory, operation);
      const acquire = async () => {
        await files().mkdir(directory, { recursive: true, mode: 0o700 });
        await checkSafeDirectory(directory);
        return acquireFileLock(file, LOCK_TTL_MS);
      };
      const lock = await waitForLock(() => run(acquire), signal);
      try {
        const next = await change(await run(() => readOwn(file).catch(ignore("ENOENT"))));
        if (next) await run(() => storeLocked(file, next.value, lock));
      } finally {
        await run(lock.release);
      }
    },
  };
}

async function storeLocked(file: string, value: string, lock: FileLock): Promise<void> {
  if (!(await lock.isValid())) throw new Error("The lock has expired.");
  await writeWhole(file, value);
  // The value is stored, whether or not the files can be listed.
  await removeAbandoned(paths().dirname(file)).catch(() => {});
}

/** The last operation of each directory. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * One operation per directory runs at a time. On a file system that hangs, each would block a thread, and
 * Node.js has four for files and host names together.
 */
function runNext<Result>(directory: string, operation: () => Promise<Result>): Promise<Result> {
  const result = Promise.resolve(lastOf.get(directory)).then(operation);
  lastOf.set(
    directory,
    result.catch(() => {}),
  );
  return result;
}

async function readOwn(file: string): Promise<string> {
  // A link is not followed, and a named pipe does not block. Both flags are missing on Windows.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = files().constants;
  const handle = await files().open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { size, uid } = await handle.stat();
    if (process.geteuid && uid !== process.geteuid())
      throw createUsageError(
        "fileStore: a token file belongs to another user",
        "Delete it, or use another directory.",
      );
    // Invalid: the caller replaces it.
    return size > MAX_STORED_BYTES ? "" : await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Writes a file that other processes see either as a whole or not at all. */
async function writeWhole(file: string, text: string): Promise<void> {
  const { rename, rm, writeFile } = files();
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function removeAbandoned(directory: string): Promise<void> {
  await visitFiles(directory, async (path, ageMs) => {
    if (TEMPORARY.test(paths().basename(path)) && ageMs >= ABANDONED_AFTER_MS) await files().rm(path);
  });
}
