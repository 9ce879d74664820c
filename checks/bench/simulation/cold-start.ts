/**
 * A fleet that starts cold, simulated by the rules of src/auth: three tries with jitter, a cool-down of 5 s, a lock that is
 * tried and polled. The refresh endpoint serves so many exchanges a second and answers 503 to the rest.
 */

import { createDice } from "../../../packages/cli/test/support/schema-mutations.ts";
import { createQueue } from "./queue.ts";

export interface FleetOptions {
  readonly processes: number;
  readonly tenants: number;
  /** Whether the processes of a tenant share a store with a lock. */
  readonly shared: boolean;
  /** Whether waits are spread, as ours are; otherwise they are the longest of the same bounds. */
  readonly jitter: boolean;
  /** The first calls of all processes fall into so many milliseconds. */
  readonly windowMs: number;
  readonly capacityPerS: number;
  readonly seed: number;
}

export interface FleetStart {
  readonly exchanges: number;
  /** Exchanges that were answered 503. */
  readonly refused: number;
  /** The most exchanges that arrived within one second. */
  readonly peakPerS: number;
  /** When the last process had its token, in seconds. */
  readonly settledS: number;
}

const EXCHANGE_MS = 100;
const STORE_MS = 1;
const MAX_TRIES = 3;
const COOL_DOWN_MS = 5_000;
/** Between a failed call and the next one, on average; a caller's, and so spread in either case. */
const CALL_GAP_MS = 1_000;

export function startFleet(options: FleetOptions): FleetStart {
  const { processes, tenants, shared, jitter, windowMs, capacityPerS, seed } = options;
  const dice = createDice(seed);
  const random = () => dice.below(1_000_000) / 1_000_000;
  const queue = createQueue();
  const arrivals: number[] = [];
  const stored = new Set<number>();
  const locked = new Set<number>();
  let exchanges = 0;
  let refused = 0;
  let settledAt = 0;

  const spread = (low: number, high: number) => (jitter ? low + random() * (high - low) : high);
  const settle = (now: number) => {
    settledAt = Math.max(settledAt, now);
  };

  function call(tenant: number, now: number): void {
    if (!shared) exchange(tenant, 1, now);
    else if (stored.has(tenant)) settle(now + STORE_MS);
    else if (locked.has(tenant)) queue.plan(now + spread(25, 75), (later) => call(tenant, later));
    else {
      locked.add(tenant);
      exchange(tenant, 1, now + STORE_MS);
    }
  }

  function exchange(tenant: number, tries: number, now: number): void {
    const second = Math.floor(now / 1000);
    const served = (arrivals[second] ?? 0) < capacityPerS;
    arrivals[second] = (arrivals[second] ?? 0) + 1;
    exchanges++;
    if (served) {
      queue.plan(now + EXCHANGE_MS, (done) => {
        stored.add(tenant);
        locked.delete(tenant);
        settle(done);
      });
    } else if (tries < MAX_TRIES) {
      refused++;
      const waitMs = spread(0, 300 * 2 ** tries);
      queue.plan(now + EXCHANGE_MS + waitMs, (later) => exchange(tenant, tries + 1, later));
    } else {
      refused++;
      locked.delete(tenant);
      const gapMs = -Math.log(1 - random()) * CALL_GAP_MS;
      queue.plan(now + EXCHANGE_MS + COOL_DOWN_MS + gapMs, (later) => call(tenant, later));
    }
  }

  for (let process = 0; process < processes; process++) {
    queue.plan(random() * windowMs, (now) => call(process % tenants, now));
  }
  queue.run();
  return { exchanges, refused, peakPerS: Math.max(...arrivals.filter(Number.isFinite)), settledS: settledAt / 1000 };
}
