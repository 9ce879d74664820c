/** A seeded simulation of several processes that share one credential, with fake timers. */

import { createClient } from "../../src/index.ts";
import { rotatingToken, type TokenStore } from "../../src/rotation/index.ts";
import { query } from "./documents.ts";
import { createRandom } from "./random.ts";
import { json, ok, unauthorized } from "./wire.ts";

const SECOND = 1_000;
/** Longest refresh request: longer than a lock lasts. */
const SLOW_REQUEST_MS = 50 * SECOND;
/** Lifetime of the platform's access tokens. */
const LIFETIME_MS = 600 * SECOND;
const LOCK_MS = 20 * SECOND;

interface FleetOptions {
  readonly seed: number;
  /** Part of the store operations that fail, hang or take effect late: 0 to 1. */
  readonly failureRate: number;
  readonly processes: number;
  /** Number of lifetimes of an access token that the simulation lasts. */
  readonly lifetimes: number;
}

interface FleetReport {
  readonly calls: number;
  /**
   * Refresh tokens that a process sent although the platform had accepted them before, and could still
   * respond.
   */
  readonly reuses: number;
  /** Refresh tokens that the platform issued. */
  readonly rotations: number;
  /**
   * Whether a process stopped when only it had the valid refresh token: no other process can ever refresh.
   */
  readonly isLost: boolean;
  /** Codes of the calls that each process makes at the end, after all failures have stopped. */
  readonly finalCodes: readonly string[];
  /** Number of failed calls of running processes, by code. */
  readonly failures: Readonly<Record<string, number>>;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** @param advance - Advances the fake timers. */
export async function runFleet(
  options: FleetOptions,
  advance: (ms: number) => Promise<void>,
): Promise<FleetReport> {
  const random = createRandom(options.seed);
  const chance = (probability: number) => random() < probability;
  const duration = (maxMs: number) => Math.ceil(random() * maxMs);
  let isCalm = false;

  // ---- The platform: a refresh token is valid once. ----
  let rotations = 0;
  let reuses = 0;
  const expiries = new Map<string, number>();
  const nameOf = (generation: number) => `refresh-${options.seed}-${generation}`;
  /** Process that received the valid refresh token. */
  let holder: (() => boolean) | undefined;
  const fetchFor =
    (isRunning: () => boolean): typeof fetch =>
    async (input, init) => {
      if (String(input).endsWith("/api")) {
        const token = new Headers(init?.headers).get("authorization")?.slice("Bearer ".length) ?? "";
        await wait(duration(50));
        return Date.now() < (expiries.get(token) ?? 0) ? ok() : unauthorized();
      }
      await wait(duration(100));
      // A process that has stopped sends nothing.
      if (!isRunning()) return new Promise(() => {});
      const { refresh_token: sent } = JSON.parse(String(init?.body));
      if (sent !== nameOf(rotations)) {
        if (holder?.()) reuses++;
        await wait(duration(100));
        return json({ error: "invalid_grant" }, { status: 401 });
      }
      rotations++;
      holder = isRunning;
      const body = {
        access_token: `access-${options.seed}-${rotations}`,
        refresh_token: nameOf(rotations),
        expires_in: 600,
      };
      expiries.set(body.access_token, Date.now() + LIFETIME_MS);
      await wait(duration(chance(0.1) ? SLOW_REQUEST_MS : 200));
      return json(body);
    };

  // ---- The store. ----
  const values = new Map<string, string>();
  const locks = new Map<string, { readonly owner: object; readonly endsAt: number }>();
  /**
   * Runs one operation of the store: it can fail before or after its effect, never return, or take effect
   * late.
   */
  async function operate<Result>(effect: () => Result, isRunning: () => boolean): Promise<Result> {
    await wait(duration(5));
    if (!isRunning()) return new Promise(() => {});
    if (isCalm || !chance(options.failureRate)) return effect();
    const kind = Math.floor(random() * 4);
    if (kind === 0) throw new Error("connection lost");
    if (kind === 1) {
      effect();
      throw new Error("connection lost");
    }
    if (kind === 2) return new Promise(() => {});
    await wait(2 * SECOND + duration(20 * SECOND));
    return effect();
  }
  function openStore(isRunning: () => boolean): TokenStore {
    return {
      async transact(key, change) {
        const owner = {};
        const acquire = () => {
          if (Date.now() < (locks.get(key)?.endsAt ?? 0)) return false;
          locks.set(key, { owner, endsAt: Date.now() + LOCK_MS });
          return true;
        };
        const isOwner = () => locks.get(key)?.owner === owner && Date.now() < (locks.get(key)?.endsAt ?? 0);
        while (!(await operate(acquire, isRunning))) await wait(duration(SECOND));
        try {
          const next = await change(await operate(() => values.get(key), isRunning));
          const store = () => {
            if (!next) return;
            if (!isOwner()) throw new Error("lock expired");
            values.set(key, next.value);
          };
          await operate(store, isRunning);
        } finally {
          await operate(() => void (isOwner() && locks.delete(key)), isRunning);
        }
      },
    };
  }

  // ---- The processes. ----
  let calls = 0;
  const failures: Record<string, number> = {};
  function start() {
    const life = { isRunning: true };
    const isRunning = () => life.isRunning;
    const auth = rotatingToken({ refreshToken: nameOf(0), store: openStore(isRunning) });
    const client = createClient({ baseUrl: "https://fleet.example.com", auth, fetch: fetchFor(isRunning) });
    return Object.assign(life, { client });
  }
  const call = async ({ client }: ReturnType<typeof start>, signal?: AbortSignal): Promise<string> => {
    calls++;
    try {
      await client.execute(query, {}, { signal, timeout: 60 * SECOND });
      return "OK";
    } catch (error) {
      return (error as { code?: string }).code ?? "ABORTED";
    }
  };
  const fleet = Array.from({ length: options.processes }, start);
  const isValidStored = () => [...values.values()].some((value) => value.includes(`"${nameOf(rotations)}"`));
  let isLost = false;

  for (let elapsed = 0; elapsed < options.lifetimes * LIFETIME_MS; ) {
    const index = Math.floor(random() * fleet.length);
    const process = fleet[index] as ReturnType<typeof start>;
    if (chance(0.02)) {
      process.isRunning = false;
      isLost ||= holder?.() === false && !isValidStored();
      fleet[index] = start();
    } else {
      const controller = new AbortController();
      void call(process, controller.signal).then((code) => {
        if (process.isRunning && code !== "OK") failures[code] = (failures[code] ?? 0) + 1;
      });
      if (chance(0.1)) void wait(duration(300)).then(() => controller.abort(new Error("aborted")));
    }
    const ms = chance(0.3) ? duration(50) : duration(60 * SECOND);
    elapsed += ms;
    await advance(ms);
  }

  // ---- The end: no more failures. Each process must recover. ----
  isCalm = true;
  await advance(10 * 60 * SECOND);
  const settled = Promise.all(fleet.map((process) => call(process)));
  await advance(60 * SECOND);
  // Once more: the first call can have started a cooldown.
  await advance(10 * SECOND);
  await settled;
  const last = Promise.all(fleet.map((process) => call(process)));
  await advance(60 * SECOND);
  return { calls, reuses, rotations, isLost, finalCodes: await last, failures };
}
