/**
 * Locks in files. Each owner creates a file of its own, so that removing an expired lock never removes
 * another one. `proper-lockfile` kept a lock alive after a failed write.
 */

import { files, paths } from "./node-modules.ts";

export interface FileLock {
  /** Whether the lock has not expired: no other process can have it. */
  isValid(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Creates a lock file, whose name contains its lifetime. An owner has the lock if its file exists and there
 * was no other one after it was created. If two processes create a file at the same time, each can find the
 * other's, and neither has the lock.
 *
 * @returns `undefined` if another owner has the lock.
 */
export async function acquireFileLock(file: string, ttlMs: number): Promise<FileLock | undefined> {
  if ((await removeExpired(file)).isHeld) return undefined;
  const { rm, stat, writeFile } = files();
  const own = `${file}.${ttlMs}.${crypto.randomUUID()}`;
  const release = () => rm(own, { force: true });
  let isGranted = false;
  try {
    await writeFile(own, "", { mode: 0o600 });
    isGranted = !(await removeExpired(file, own)).isHeld;
  } finally {
    if (!isGranted) await release();
  }
  const isValid = async () =>
    (await stat(own).catch(ignore("ENOENT"))) !== undefined && !(await removeExpired(file, own)).isHeld;
  return isGranted ? { release, isValid } : undefined;
}

/** Removes expired lock files: their owners lose the lock. @returns whether another owner still has it. */
async function removeExpired(file: string, own?: string): Promise<{ readonly isHeld: boolean }> {
  const { basename, dirname } = paths();
  const prefix = `${basename(file)}.`;
  let isHeld = false;
  await visitFiles(dirname(file), async (path, ageMs) => {
    if (path === own || !basename(path).startsWith(prefix)) return;
    const ttlMs = Number(basename(path).slice(prefix.length).split(".")[0]);
    // The name of a temporary file has no lifetime: `ttlMs` is then `NaN`.
    if (ageMs < ttlMs) isHeld = true;
    else if (ttlMs > 0) await files().rm(path, { force: true });
  });
  return { isHeld };
}

/**
 * Visits the files of a directory that exist during the whole visit. A time in the future counts like one in
 * the past.
 */
export async function visitFiles(
  directory: string,
  visit: (path: string, ageMs: number) => Promise<void>,
): Promise<void> {
  for (const name of await files().readdir(directory)) {
    const path = paths().join(directory, name);
    const stats = await files().stat(path).catch(ignore("ENOENT"));
    if (stats) await visit(path, Math.abs(Date.now() - stats.mtimeMs));
  }
}

/** Returns a handler that ignores errors with this code. */
export function ignore(code: string): (error: unknown) => undefined {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  };
}
