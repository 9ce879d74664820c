/**
 * A window of slots after a 429, as in TCP: how many requests can be on the way. Callers pass the time. The constants were
 * measured: docs/decisions/0056-queue-after-a-429.md.
 */

/** Longest `Retry-After` that a call waits for, and time after which a limit is forgotten. */
export const MAX_PAUSE_MS = 60_000;
/** Slots that always remain. */
const MIN_SLOTS = 4;
/** Slots that an accepted request adds while calls wait. */
const GROWTH = 0.125;
/** Time without a 429 after which an accepted request adds half of the window. */
const CALM_MS = 1_000;
const CALM_GROWTH = 1.5;
/** Longest time that a request has a slot. A 429 is fast, so a request without a response for longer is a slow one. */
const HOLD_MS = 500;

/** The slot of one request. */
export interface Slot {
  readonly sentAt: number;
}

/**
 * All instants are those of `performance.now()`. `least`: slots that the waiting calls need, one for each call per second that
 * meets the deadlines, because a request holds its slot for half a second at most.
 */
export interface Limit {
  /** Takes a slot, if there is one. While no limit is known, there is. */
  take(now: number, least: number): Slot | undefined;
  /** Returns the slot of an accepted request. @param isWaitedFor - Whether calls wait for a slot. */
  accept(slot: Slot, now: number, isWaitedFor: boolean): void;
  /** Returns the slot of a limited request, after a rest. */
  reject(slot: Slot, now: number, restMs: number, least: number): void;
  /** Returns the slot of a request whose response says nothing about the limit. */
  free(slot: Slot): void;
  /** Milliseconds until there is a slot again, if there is no response before. */
  waitMs(now: number): number;
}

export function createLimit(): Limit {
  let window = Number.POSITIVE_INFINITY;
  let forgottenAt = 0;
  let calmAt = 0;
  /** Slots of requests on the way, the oldest first. */
  const sent = new Set<Slot>();
  /** Ends of the rests of the other slots in use. */
  let rests: number[] = [];

  const isFull = () => sent.size + rests.length >= window;

  /** Frees the slots that are no longer in use. If the clock went back, none of them is. */
  function update(now: number): void {
    if (now >= forgottenAt) window = Number.POSITIVE_INFINITY;
    rests = rests.filter((endAt) => endAt > now && endAt < now + 2 * MAX_PAUSE_MS);
    for (const slot of sent) {
      if (Math.abs(now - slot.sentAt) < HOLD_MS) return;
      sent.delete(slot);
    }
  }

  return {
    take(now, least) {
      window = Math.max(window, least);
      if (isFull()) update(now);
      if (isFull()) return undefined;
      const slot = { sentAt: now };
      sent.add(slot);
      return slot;
    },
    accept(slot, now, isWaitedFor) {
      sent.delete(slot);
      if (!isWaitedFor) return;
      window += GROWTH;
      if (now < calmAt) return;
      window *= CALM_GROWTH;
      calmAt = now + CALM_MS;
    },
    reject(slot, now, restMs, least) {
      const before = window === Number.POSITIVE_INFINITY ? sent.size : window;
      window = Math.max(MIN_SLOTS, least, before - 1);
      sent.delete(slot);
      rests.push(now + restMs);
      // A slot that the window has lost does not rest.
      rests.length = Math.min(rests.length, Math.ceil(window));
      calmAt = now + CALM_MS;
      forgottenAt = Math.max(forgottenAt, now + restMs + MAX_PAUSE_MS);
    },
    free(slot) {
      sent.delete(slot);
    },
    waitMs(now) {
      const [oldest] = sent;
      const nextAt = rests.reduce((one, other) => Math.min(one, other), (oldest?.sentAt ?? now) + HOLD_MS);
      return Math.max(0, nextAt - now);
    },
  };
}
