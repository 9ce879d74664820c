/** The token store in files: transactions, locks between processes, and file systems that fail. */

import { writeFileSync } from "node:fs";
import fs, {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acquireFileLock } from "../src/rotation/file-lock.ts";
import { fileStore, type TokenStore } from "../src/rotation/index.ts";
import { LOCK_TTL_MS } from "../src/rotation/token-store.ts";
import { query } from "./support/documents.ts";
import { holdTimers } from "./support/timers.ts";
import { connectRotating, createWire, hashAtOnce, rejection } from "./support/wire.ts";

const KEY = "platform-graphql:1";
const FILE = "platform-graphql-1";

/** The store, whose calls wait for every transaction. */
function openStore(): Pick<TokenStore, never> & {
  transact(key: string, change: Parameters<TokenStore["transact"]>[1]): PromiseLike<unknown>;
} {
  const store = fileStore({ directory });
  return { transact: (key, change) => store.transact(key, change, { signal: new AbortController().signal }) };
}

/** Stores a value, and returns the one before it. */
async function put(
  store: ReturnType<typeof openStore>,
  key: string,
  value?: string,
): Promise<string | undefined> {
  let before: string | undefined;
  await store.transact(key, async (current) => {
    before = current;
    return value === undefined ? undefined : { value, ttlMs: 1_000 };
  });
  return before;
}

let directory: string;
beforeEach(async () => {
  hashAtOnce();
  directory = await mkdtemp(join(tmpdir(), "file-store-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(directory, { recursive: true });
});

/** Replaces a function of the file system until the end of the test. */
function replace(
  name: "writeFile" | "stat" | "mkdir" | "open" | "readdir" | "rename",
  implementation: (...values: never[]) => unknown,
) {
  vi.spyOn(fs, name).mockImplementation(implementation as never);
  syncBuiltinESMExports();
}

test("writes files with mode 0600 and leaves no other file", async () => {
  const umask = process.umask(0);
  const nested = join(directory, "new", "folder");
  const wire = createWire();
  await connectRotating(wire, {}, { store: fileStore({ directory: nested }) }).execute(query);
  process.umask(umask);
  const files = await readdir(nested);
  expect(files).toEqual([expect.stringMatching(/^platform-graphql-[\da-f]{64}$/)]);
  expect((await stat(join(nested, files[0] ?? ""))).mode & 0o777).toBe(0o600);
  expect((await stat(nested)).mode & 0o777).toBe(0o700);
});

test("runs transactions of one key one after another, and keeps one complete value", async () => {
  const store = openStore();
  let running = 0;
  const counts: number[] = [];
  const add = (text: string | undefined) => async () => text;
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      store.transact(KEY, async (current) => {
        counts.push(++running);
        await add(current)();
        running--;
        return { value: `${current ?? ""}${String(index).repeat(10_000)}`, ttlMs: 1_000 };
      }),
    ),
  );
  expect(counts).toEqual(Array(8).fill(1));
  expect(await readFile(join(directory, FILE), "utf8")).toHaveLength(80_000);
  expect(await readdir(directory)).toEqual([FILE]);
});

test("returns text from a file, and reports errors of the file system", async () => {
  const store = openStore();
  expect(await put(store, "k", "text ü")).toBeUndefined();
  expect(await put(store, "k")).toBe("text ü");
  await expect(put(store, "k".repeat(300), "v")).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  await expect(put(store, "missing/k", "v")).rejects.toMatchObject({ code: "ENOENT" });
  expect(await readdir(directory)).toEqual(["k"]);
});

test("releases the lock if a change fails, and stores nothing", async () => {
  const store = openStore();
  await expect(store.transact(KEY, () => Promise.reject(new Error("change")))).rejects.toThrow("change");
  expect(await readdir(directory)).toEqual([]);
});

test("stores nothing if the lock was lost during the change", async () => {
  const store = openStore();
  const transaction = store.transact(KEY, async () => {
    for (const name of await readdir(directory)) await rm(join(directory, name));
    await put(store, KEY, "of another process");
    return { value: "late", ttlMs: 1_000 };
  });
  await expect(transaction).rejects.toThrow("The lock has expired.");
  expect(await put(store, KEY)).toBe("of another process");
});

/** Sets the age of the files in the directory. */
async function age(ms: number, suffix = "") {
  const past = new Date(Date.now() - ms);
  for (const name of await readdir(directory))
    if (name.endsWith(suffix)) await utimes(join(directory, name), past, past);
}

test("takes over a file lock after its lifetime, and the old owner does not release the new lock", async () => {
  const file = join(directory, "k");
  const old = await acquireFileLock(file, 5_000);
  await age(4_000);
  expect(await acquireFileLock(file, 1)).toBeUndefined();
  expect(await old?.isValid()).toBe(true);
  await age(5_001);
  const lock = await acquireFileLock(file, 5_000);
  expect([await acquireFileLock(file, 5_000), await old?.isValid()]).toEqual([undefined, false]);
  await old?.release();
  expect(await acquireFileLock(file, 5_000)).toBeUndefined();
  await lock?.release();
  expect(await readdir(directory)).toEqual([]);
});

test("continues after the lock of a killed process has expired", async () => {
  const store = openStore();
  await acquireFileLock(join(directory, FILE), LOCK_TTL_MS);
  await age(LOCK_TTL_MS);
  await put(store, KEY, "v");
  expect(await readdir(directory)).toEqual([FILE]);
});

test("grants a file lock to another owner from the end of its lifetime on", async () => {
  await acquireFileLock(join(directory, "k"), 5_000);
  await age(0);
  vi.useFakeTimers({
    toFake: ["Date"],
    now: (await stat(join(directory, (await readdir(directory))[0] ?? ""))).mtimeMs,
  });
  vi.advanceTimersByTime(4_999);
  expect(await acquireFileLock(join(directory, "k"), 5_000)).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(await acquireFileLock(join(directory, "k"), 5_000)).toBeDefined();
});

test("ignores files that are no locks of its key, and keeps them", async () => {
  const others = ["kx.5000.other", "k", "k.notes", "k.0.other", "5000.k.", "ab9000.x", "ab5000.x"];
  for (const name of others) await writeFile(join(directory, name), "");
  expect(await acquireFileLock(join(directory, "k"), 5_000)).toBeDefined();
  const [own = ""] = (await readdir(directory)).filter((name) => !others.includes(name));
  expect(own).toMatch(/^k\.5000\.[\da-f-]{36}$/);
  const { mode, size } = await stat(join(directory, own));
  // Empty, so that a full disk cannot prevent it.
  expect([mode & 0o777, size]).toEqual([0o600, 0]);
  await age(6_000);
  expect(await acquireFileLock(join(directory, "k"), 5_000)).toBeDefined();
  expect((await readdir(directory)).filter((name) => others.includes(name)).sort()).toEqual(others.sort());
});

test("a file lock is not valid while another owner has one, too, and a file that disappears is none", async () => {
  const file = join(directory, "k");
  const lock = await acquireFileLock(file, 5_000);
  const other = `${file}.5000.other`;
  await writeFile(other, "");
  expect(await lock?.isValid()).toBe(false);
  await rm(other);
  // As a file that is removed after the folder was listed.
  await symlink("missing", other);
  expect(await lock?.isValid()).toBe(true);
});

test("ends the wait for a file lock when the signal aborts", async () => {
  await acquireFileLock(join(directory, FILE), LOCK_TTL_MS);
  const controller = new AbortController();
  const change = vi.fn();
  const waiting = fileStore({ directory }).transact(KEY, change, { signal: controller.signal });
  controller.abort("left");
  await expect(waiting).rejects.toBe("left");
  expect(change).not.toHaveBeenCalled();
});

const denied = async () => {
  throw Object.assign(new Error("denied"), { code: "EACCES" });
};

test("removes its lock file if it cannot look for other owners, and reports the error", async () => {
  await writeFile(join(directory, "other"), "");
  const original = stat;
  replace("stat", async (path: string) => {
    const names = await readdir(directory);
    return names.length > 1 && path !== directory ? denied() : original(path);
  });
  await expect(acquireFileLock(join(directory, "k"), 5_000)).rejects.toMatchObject({ code: "EACCES" });
  expect(await readdir(directory)).toEqual(["other"]);
});

test("lets at most one of 20 concurrent owners take over an expired file lock, 10 times", async () => {
  const file = join(directory, "k");
  for (let round = 0; round < 10; round++) {
    await writeFile(`${file}.5000.killed`, "");
    await age(5_001);
    const locks = await Promise.all(Array.from({ length: 20 }, () => acquireFileLock(file, 5_000)));
    const granted = locks.filter((lock) => lock !== undefined);
    expect(granted.length).toBeLessThanOrEqual(1);
    expect(await readdir(directory)).toHaveLength(granted.length);
    const lock = granted[0] ?? (await acquireFileLock(file, 5_000));
    await lock?.release();
    expect(await readdir(directory)).toEqual([]);
  }
});

test("grants a file lock to neither of two owners that find each other's file", async () => {
  const now = Date.now();
  // A second owner creates its file after the first one has looked for others.
  vi.spyOn(Date, "now").mockImplementation(() => {
    writeFileSync(join(directory, "k.5000.second"), "");
    return now;
  });
  await writeFile(join(directory, "other"), "");
  expect(await acquireFileLock(join(directory, "k"), 5_000)).toBeUndefined();
  expect((await readdir(directory)).sort()).toEqual(["k.5000.second", "other"]);
});

test("grants a file lock to one of 50 concurrent callers until it is released", async () => {
  const granted = await Promise.all(
    Array.from({ length: 50 }, () => acquireFileLock(join(directory, "k"), 5_000)),
  );
  const [release, ...others] = granted.filter((lock) => lock !== undefined);
  expect(others).toEqual([]);
  await release?.release();
  expect(await acquireFileLock(join(directory, "k"), 5_000)).toBeDefined();
});

test.each([
  [{}, "fileStore: the directory is missing."],
  [{ directory: "" }, "fileStore: the directory is missing."],
  [{ directory: 1 }, 'fileStore: "directory" must be a string.'],
  [{ directory: "x", dir: "y" }, "fileStore: unknown option. Options: directory."],
])("rejects invalid options of fileStore (%j)", (options, message) => {
  expect(() => fileStore(options as never)).toThrow(expect.objectContaining({ code: "USAGE", message }));
});

// ---- A file system that fails ----

test("removes each file whose write fails, and sends no refresh token, if the disk is full", async () => {
  const original = writeFile;
  replace("writeFile", async (file: string, _: string, options: object) => {
    await original(file, "", options);
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  const wire = createWire();
  const client = connectRotating(wire, { timeout: 200 }, { store: fileStore({ directory }) });
  // The second one if a write takes that long.
  expect(["REFRESH_UNAVAILABLE", "TIMEOUT"]).toContain((await rejection(client.execute(query))).code);
  await vi.waitFor(async () => expect(await readdir(directory)).toEqual([]));
  expect(wire.counts()).toBe("0A 0R");
});

test.each(["writeFile", "rename"] as const)(
  "removes the temporary file of a value if %s fails, and keeps the value before",
  async (name) => {
    const store = openStore();
    await put(store, KEY, "before");
    const original = fs[name] as (file: string, ...rest: unknown[]) => Promise<void>;
    replace(name, async (file: string, ...rest: unknown[]) => {
      if (name === "writeFile") await original(file, ...rest);
      if (name === "writeFile" && file.endsWith(".tmp"))
        expect(rest).toEqual(["after", { flag: "wx", mode: 0o600, flush: true }]);
      if (file.endsWith(".tmp")) throw new Error("no space left on device");
    });
    await expect(put(store, KEY, "after")).rejects.toThrow("no space left on device");
    expect(await readdir(directory)).toEqual([FILE]);
    expect(await put(store, KEY)).toBe("before");
  },
);

test("blocks one thread if the file system hangs, however often and by however many clients it is used", async () => {
  holdTimers("performance");
  const hang = vi.fn(() => new Promise(() => {}));
  for (const name of ["writeFile", "stat", "mkdir", "open"] as const) replace(name, hang);
  const wire = createWire();
  const clients = [1, 2, 3, 4].map(() => connectRotating(wire, {}, { store: fileStore({ directory }) }));
  for (const _ of [1, 2, 3, 4]) {
    const calls = clients.map((client) => rejection(client.execute(query, {}, { timeout: 10_000 })));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(Array(4).fill("TIMEOUT"));
  }
  expect([wire.counts(), hang.mock.calls.length]).toEqual(["0A 0R", 1]);
});

// ---- Files of others ----

test.each([0o777, 0o1777, 0o702, 0o770, 0o720])(
  "does not use a directory that other users can write to (%o)",
  async (mode) => {
    const wire = createWire();
    await chmod(directory, mode);
    expect(
      await rejection(connectRotating(wire, {}, { store: fileStore({ directory }) }).execute(query)),
    ).toMatchObject({
      code: "USAGE",
      message: `ReadValue: fileStore: other users can write to ${directory}. Run: chmod go-w ${directory}`,
    });
    expect([wire.counts(), await readdir(directory)]).toEqual(["0A 0R", []]);
  },
);

test("does not use a directory that other users can replace", async () => {
  const wire = createWire();
  const own = join(directory, "tokens");
  await chmod(directory, 0o777);
  expect(
    await rejection(connectRotating(wire, {}, { store: fileStore({ directory: own }) }).execute(query)),
  ).toMatchObject({
    code: "USAGE",
    message: `ReadValue: fileStore: all users can replace folders in ${directory}. Run: chmod o-w ${directory}`,
  });
  await chmod(directory, 0o1777);
  await connectRotating(wire, {}, { store: fileStore({ directory: own }) }).execute(query);
  expect(wire.counts()).toBe("1A 1R");
});

test("does not use a directory of another user", async () => {
  const wire = createWire();
  const user = process.geteuid?.() ?? 0;
  vi.spyOn(process as { geteuid: () => number }, "geteuid").mockReturnValue(user + 1);
  expect(
    await rejection(connectRotating(wire, {}, { store: fileStore({ directory }) }).execute(query)),
  ).toMatchObject({
    code: "USAGE",
    message: expect.stringContaining(`${directory} belongs to another user.`),
  });
  expect([wire.counts(), await readdir(directory)]).toEqual(["0A 0R", []]);
});

/** The files in the directory belong to this user, and the process is another one. */
function changeUser(user: number): void {
  vi.spyOn(process as { geteuid: () => number }, "geteuid").mockReturnValue(user);
  const original = fs.stat;
  replace("stat", async (path: string) => Object.assign(await original(path), { uid: user }));
}

test("does not use a token file of another user", async () => {
  const wire = createWire();
  const connected = () => connectRotating(wire, {}, { store: fileStore({ directory }) });
  await connected().execute(query);
  changeUser(12_345);
  expect(await rejection(connected().execute(query))).toMatchObject({
    code: "USAGE",
    message:
      "ReadValue: fileStore: a token file belongs to another user. Delete it, or use another directory.",
  });
  expect(wire.counts()).toBe("1A 1R");
});

test("accepts any mode and owner if the system has no user IDs", async () => {
  await chmod(directory, 0o777);
  vi.spyOn(process as { geteuid: unknown }, "geteuid", "get").mockReturnValue(undefined);
  const store = openStore();
  await put(store, KEY, "v");
  expect(await put(store, KEY)).toBe("v");
});

test("closes a token file, even if it belongs to another user", async () => {
  const store = openStore();
  await put(store, KEY, "v");
  const original = fs.open;
  const close = vi.fn();
  replace("open", async (path: string, flags: number) => {
    const handle = await original(path, flags);
    close.mockImplementation(vi.spyOn(handle, "close"));
    handle.close = close;
    return handle;
  });
  await put(store, KEY);
  changeUser(12_345);
  await expect(put(store, KEY)).rejects.toMatchObject({ code: "USAGE" });
  expect(close).toHaveBeenCalledTimes(2);
});

test("does not follow a link in place of a token file", async () => {
  const store = openStore();
  await writeFile(join(directory, "target"), "v");
  await symlink(join(directory, "target"), join(directory, "platform-graphql-1"));
  await expect(put(store, KEY)).rejects.toMatchObject({ code: "ELOOP" });
});

test.each([
  [3 * 65_536, 3 * 65_536],
  [3 * 65_536 + 1, 0],
  [200_000_000, 0],
])("reads no file that is larger than a token can be (%i bytes)", async (size, length) => {
  const store = openStore();
  await put(store, KEY, "");
  await truncate(join(directory, "platform-graphql-1"), size);
  expect(await put(store, KEY)).toHaveLength(length);
});

test("removes temporary files of killed processes, and no others", async () => {
  const store = openStore();
  const uuid = "0b1f6f0e-9d3c-4d64-9f0a-3f8f6c1d2e4b";
  const files = [`platform-graphql-a1-2.${uuid}.tmp`, `platform-graphql-b2.${uuid}.tmp`];
  const others = ["other.tmp", `other-platform-graphql-1.${uuid}.tmp`, `platform-graphql-1.${uuid}.tmp.txt`];
  for (const name of [...files, ...others]) await writeFile(join(directory, name), "token");
  await age(60_000);
  const running = `platform-graphql-c3.${uuid}.tmp`;
  await writeFile(join(directory, running), "token");
  await age(59_000, running);
  await put(store, KEY, "v");
  expect((await readdir(directory)).sort()).toEqual([...others, running, "platform-graphql-1"].sort());
});
