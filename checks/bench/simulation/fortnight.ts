/** Two weeks of a fleet that is deployed anew each day: how many exchanges it costs, by the rules of src/auth. */

import { createDice } from "../../../packages/cli/test/support/schema-mutations.ts";

const DAY_MS = 86_400_000;
const LIFE_MS = 7 * DAY_MS;
const EARLY_MS = 5 * 60_000;
const DAYS = 14;
/** Between two calls of a process, on average: a token is judged when a call comes, never by a timer. */
const CALL_GAP_MS = 10_000;
/** A deployment takes so long, each process has its turn in it. */
const DEPLOYMENT_MS = 3_600_000;

/** Exchanges a day, on average over the two weeks. */
export function countExchangesPerDay(fleet: {
  readonly processes: number;
  readonly tenants: number;
  readonly shared: boolean;
  readonly seed: number;
}): number {
  const { processes, tenants, shared, seed } = fleet;
  const dice = createDice(seed);
  const untilCall = () => -Math.log(1 - dice.below(1_000_000) / 1_000_000) * CALL_GAP_MS;
  let exchanges = 0;
  /** When the token that a tenant shares is due; before the first one it is long over. */
  const dueAt = new Array<number>(tenants).fill(Number.NEGATIVE_INFINITY);
  const starts = Array.from({ length: processes * DAYS }, (_, index) => ({
    tenant: (index % processes) % tenants,
    at: Math.floor(index / processes) * DAY_MS + dice.below(DEPLOYMENT_MS),
  })).sort((one, other) => one.at - other.at);
  for (const { tenant, at } of starts) {
    const callAt = at + untilCall();
    if (!shared) {
      // Its token outlives the process: one exchange for each start.
      exchanges++;
      continue;
    }
    // Due while others ran: whichever of them called first renewed it, and the lock kept the others from it.
    let due = dueAt[tenant] ?? Number.NEGATIVE_INFINITY;
    for (
      ;
      due < callAt;
      due = (Number.isFinite(due) ? due + untilCall() / (processes / tenants) : callAt) + LIFE_MS - EARLY_MS
    ) {
      exchanges++;
    }
    dueAt[tenant] = due;
  }
  return exchanges / DAYS;
}
