/** Shares the access token of one credential between processes through a store. */

import { type AccessToken, cleanToken, isDue, isExpired, readToken } from "../auth/token.ts";
import type { RefreshContext, RefreshResult } from "../auth/token-manager.ts";
import { sleep, withDeadline } from "../deadline.ts";
import { Failure, RefreshRejectedError, UsageError } from "../errors.ts";

/** A store of strings, such as a [Keyv](https://keyv.org) instance. Its failures never fail a call. */
export interface TokenStore {
  /** Returns the value; `undefined` or `null` if there is none. */
  get(key: string): unknown;
  /** @param ttlMs - Milliseconds after which the store can delete the value; never 0. */
  set(key: string, value: string, ttlMs: number): unknown;
  delete(key: string): unknown;
  /**
   * Optional: lets one process refresh while the others wait for the token that it stores. Returns at once: a function that
   * releases the lock, or `undefined` if another process holds it. If the holder dies, the lock must end after `ttlMs`.
   */
  lock?(key: string, ttlMs: number): unknown;
  /** The client adds a listener, because an `error` event without one ends a Node.js process. */
  on?(event: "error", listener: (error: unknown) => void): unknown;
}

/** A store for the `store` option of `refreshToken()`. */
export interface SharedToken {
  /** Internal: called by each client. @returns the refresh function of a token provider. */
  share(
    chain: TokenChain,
    identity: readonly (string | undefined)[],
    attemptTimeout: number,
  ): (context: RefreshContext) => Promise<RefreshResult>;
}

/** A refresh token, and how many rotations separate it from the configured one. */
export interface Credential {
  readonly refreshToken: string;
  readonly generation: number;
}

/** The refresh token in use by one client. It only moves forward. */
export interface TokenChain {
  readonly credential: Credential;
  /** Uses `next` if its generation is higher. */
  advance(next: Credential): void;
  /** Exchanges the refresh token in use. @throws Failure */
  exchange(context: RefreshContext): Promise<RefreshResult>;
}

/** Stored credentials. */
interface Entry {
  readonly token: AccessToken;
  readonly generation: number;
  /** Missing in generation 0, which every process is configured with. */
  readonly refreshToken: string | undefined;
}

const STORE_TIMEOUT_MS = 2_000;
/** After an operation that failed or timed out, the client does not use the store for this long. */
const STORE_COOLDOWN_MS = 5_000;
/** An operation that fails at once is attempted again, because lost connections are often replaced at once. */
const STORE_ATTEMPTS = 3;
/** Time that a lock lasts, in multiples of `attemptTimeout`. */
const LOCK_TTL_FACTOR = 2;
/** Time that a process waits for a lock: its lifetime, and time for the next owner to store a token. */
const LOCK_WAIT_FACTOR = 2.5;
const MAX_STORED_LENGTH = 65_536;
/** A rotated refresh token must outlive the access token. Its own lifetime is not documented. */
const ROTATED_LIFETIME_MS = 365 * 24 * 60 * 60 * 1000;
/** Number of earlier generations that stay in the store. */
const KEPT_GENERATIONS = 8;
/** After a rejection: delays before the store is read again, for the process that used the refresh token first. */
const REREAD_DELAYS_MS = [0, 100, 200, 400, 800];
const MAX_WRITE_DELAY_MS = 60_000;

const FAILED = Symbol("failed");

/**
 * Shares one access token between the processes that use the same store, base URL, tenant and refresh token.
 *
 * If a store operation fails or takes longer than 2 s, the client does not use the store for 5 s. Calls still succeed; at
 * worst, the client refreshes the token itself. A rotated refresh token is written until the store accepts it.
 *
 * @throws UsageError if the store has no `get`, `set` and `delete`.
 */
export function sharedToken(store: TokenStore): SharedToken {
  for (const name of ["get", "set", "delete"] as const) {
    if (typeof store?.[name] !== "function") throw new UsageError(`sharedToken: the store has no method "${name}".`);
  }
  listen(store);
  return {
    share: (chain, identity, attemptTimeout) => share(store, chain, identity, attemptTimeout),
  };
}

const listened = new WeakSet<TokenStore>();

function listen(store: TokenStore): void {
  if (listened.has(store)) return;
  listened.add(store);
  try {
    store.on?.("error", () => {});
  } catch {
    throw new UsageError('sharedToken: "on" of the store threw an error.');
  }
}

function share(
  store: TokenStore,
  chain: TokenChain,
  identity: readonly (string | undefined)[],
  attemptTimeout: number,
): (context: RefreshContext) => Promise<RefreshResult> {
  // A hash, so that no separator in a value can lead to the key of another credential.
  const name = hash(JSON.stringify(identity)).then((digest) => `platform-graphql:${digest}`);
  /** Key of the newest entry, or of one generation. Only one exchange creates a generation, so its key has one writer. */
  const keyOf = async (generation?: number) => (await name) + (generation === undefined ? "" : `:${generation}`);

  let pausedUntil = 0;
  /** Newest entry that this process has received or read. */
  let latest: Entry | undefined;

  /** Runs an operation of the store. Never throws. @param isUrgent - Whether to ignore the cooldown. */
  async function run(operation: () => unknown, isUrgent = false, attempts = STORE_ATTEMPTS): Promise<unknown> {
    if (!isUrgent && performance.now() < pausedUntil) return FAILED;
    let isTimeout = false;
    const onTimeout = () => {
      isTimeout = true;
    };
    for (let attempt = 1; attempt <= attempts && !isTimeout; attempt++) {
      try {
        return await withDeadline(STORE_TIMEOUT_MS, undefined, onTimeout, async () => operation(), true);
      } catch {}
    }
    pausedUntil = performance.now() + STORE_COOLDOWN_MS;
    return FAILED;
  }

  /** @returns the entry of a key, `undefined` if there is none, or `null` if the store failed. */
  async function read(isUrgent: boolean, generation?: number): Promise<Entry | null | undefined> {
    const key = await keyOf(generation);
    const value = await run(() => store.get(key), isUrgent);
    if (value === FAILED) return null;
    if (value === undefined || value === null) return undefined;
    const entry = parseEntry(value, key, generation);
    if (!entry) await run(() => store.delete(key));
    return entry;
  }

  function adopt({ refreshToken, generation }: Entry): void {
    if (refreshToken !== undefined) chain.advance({ refreshToken, generation });
  }

  /**
   * Reads the newest entry. A late write can replace it by an older one. After the first rotation, the generations after
   * the one in use are therefore read too.
   *
   * @returns the stored token, if it can replace the current one.
   */
  async function recall({ current, signal }: RefreshContext, isUrgent = false): Promise<RefreshResult | undefined> {
    const stored = await read(isUrgent);
    if (stored) adopt(stored);
    let newest = stored;
    while (!signal.aborted && (isUrgent || chain.credential.generation > 0)) {
      const next = await read(isUrgent, chain.credential.generation + 1);
      if (!next) break;
      newest = next;
      adopt(newest);
    }
    const { generation } = chain.credential;
    const found = newest?.generation === generation ? newest : undefined;
    if (found) latest = found;
    const isBehind = stored !== null && (stored?.generation ?? 0) < generation;
    if (isBehind && latest?.generation === generation) void write(latest);
    if (!found) return undefined;
    const { token } = found;
    if (token.value === current?.value || isExpired(token)) return undefined;
    // An early refresh needs a token that does not expire soon, too.
    return current && isDue(current) && isDue(token) ? undefined : { token };
  }

  /** @returns whether the store accepted the entry. */
  async function write({ token, generation, refreshToken }: Entry): Promise<boolean> {
    const isRotated = generation > 0;
    const ttlMs = isRotated ? ROTATED_LIFETIME_MS : Math.max(1, Math.ceil(token.expiresAt - Date.now()));
    const put = async (key: string) => {
      const { value: accessToken, expiresAt, refreshAt } = token;
      const value = JSON.stringify({ key, generation, refreshToken, accessToken, expiresAt, refreshAt });
      return (await run(() => store.set(key, value, ttlMs), isRotated)) !== FAILED;
    };
    if (!isRotated) return put(await keyOf());
    const stored = await Promise.all([put(await keyOf(generation)), put(await keyOf())]);
    if (stored.includes(false)) return false;
    const old = generation - KEPT_GENERATIONS;
    if (old > 0) void keyOf(old).then((key) => run(() => store.delete(key)));
    return true;
  }

  /** Stores what an exchange returned. A rotated refresh token is written again in the background until it is stored. */
  async function save({ token }: RefreshResult): Promise<void> {
    const { generation, refreshToken } = chain.credential;
    const entry = { token, generation, refreshToken: generation > 0 ? refreshToken : undefined };
    latest = entry;
    if ((await write(entry)) || generation === 0) return;
    void (async () => {
      const { signal } = new AbortController();
      for (let delayMs = 1_000; ; delayMs = Math.min(MAX_WRITE_DELAY_MS, delayMs * 2)) {
        await sleep(delayMs, signal, true);
        if (latest !== entry || (await write(entry))) return;
      }
    })();
  }

  /** Exchanges the newest refresh token, and the next one if another process has used it. */
  async function exchangeNewest(context: RefreshContext): Promise<RefreshResult> {
    for (let round = 1; ; round++) {
      const { credential } = chain;
      let isSent = false;
      const didStart = () => {
        isSent = true;
        context.didStart();
      };
      try {
        const result = await chain.exchange({ ...context, didStart });
        await save(result);
        return result;
      } catch (error) {
        if (!isSent) throw error;
        const isRejected = error instanceof Failure && error.type === RefreshRejectedError;
        for (const delayMs of isRejected ? REREAD_DELAYS_MS : [0]) {
          if (delayMs > 0) await sleep(delayMs, context.signal, true);
          const found = await recall(context, isRejected);
          if (found) return found;
          if (chain.credential !== credential) break;
        }
        if (chain.credential === credential || round === STORE_ATTEMPTS) throw error;
      }
    }
  }

  /** @returns a function that releases the lock, or `undefined` if another process holds it. Without a lock, `FAILED`. */
  async function lock(): Promise<unknown> {
    if (!store.lock) return FAILED;
    const key = `${await name}:lock`;
    let isOver = false;
    const acquire = async () => {
      const release = await store.lock?.(key, attemptTimeout * LOCK_TTL_FACTOR);
      if (isOver) await unlock(release);
      return release;
    };
    // Once: if only the response was lost, a second attempt would wait for the lock of the first one.
    const granted = await run(acquire, false, 1);
    isOver = true;
    return granted;
  }

  async function unlock(release: unknown): Promise<void> {
    if (typeof release === "function") await run(() => release(), true);
  }

  return async (context) => {
    const giveUpAt = performance.now() + attemptTimeout * LOCK_WAIT_FACTOR;
    for (let poll = 0; ; poll++) {
      const found = await recall(context);
      if (found) return found;
      const release = await lock();
      const isHeld = release !== FAILED && typeof release !== "function";
      if (isHeld && performance.now() < giveUpAt) {
        await sleep(pollDelayMs(poll), context.signal, true);
        continue;
      }
      try {
        // The previous holder can have stored a token after the read above.
        return (typeof release === "function" && (await recall(context))) || (await exchangeNewest(context));
      } finally {
        await unlock(release);
      }
    }
  };
}

/** Random, so that processes do not poll at the same instant, and increasing up to 1 s. */
function pollDelayMs(poll: number): number {
  return (0.5 + Math.random()) * Math.min(1_000, 50 * 1.25 ** poll);
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Parses a stored value. `undefined` if it is invalid or belongs to another key or generation. */
function parseEntry(value: unknown, expectedKey: string, expected: number | undefined): Entry | undefined {
  if (typeof value !== "string" || value.length > MAX_STORED_LENGTH) return undefined;
  try {
    const { key, generation, accessToken, expiresAt, refreshAt, refreshToken } = JSON.parse(value);
    const token = cleanToken(accessToken, "stored token");
    const rotated = cleanToken(refreshToken, "stored refresh token");
    if (expected !== undefined && generation !== expected) return undefined;
    const isConsistent =
      Number.isSafeInteger(generation) && generation >= 0 && generation > 0 === (rotated !== undefined);
    if (key !== expectedKey || token === undefined || !Number.isFinite(expiresAt) || !isConsistent) return undefined;
    return {
      token: readToken(token, { origin: "store", expiresAt, ...(refreshAt <= expiresAt && { refreshAt }) }),
      generation,
      refreshToken: rotated,
    };
  } catch {
    return undefined;
  }
}
