/**
 * The window of `adaptiveLimiter`: how many requests can be on the way, as in TCP. Plain functions over a
 * state; callers pass the time. The constants were measured: docs/decisions/0080-one-window-with-a-timeout.md.
 *
 * | phase | requests | ends |
 * |---|---|---|
 * | `unlimited` | no limit is known: each one is sent | with the first rejection |
 * | `limited` | at most `window`. A rejection takes one slot, and another one rests. An accepted request adds a part of one | a minute after the last rest |
 * | `open` | none until the pause ends, then one: the probe. Each probe that fails doubles the pause | with the first response that is no rejection |
 * | `half-open` | at most `window`, which starts with one and grows by one for each accepted request | with four slots |
 *
 * The phases `open` and `half-open` are those of a circuit breaker. A stall is TCP's timeout: all requests of
 * a round were rejected or failed, and there was no other response for a second.
 */

import type { Permit } from "../shared/limiter.ts";
import { MAX_PAUSE_MS } from "../shared/retry.ts";

/** Time after the end of the last rest, after which the limit is forgotten. */
const FORGET_MS = 60_000;
/** Slots that remain while the platform accepts requests. */
const MIN_SLOTS = 4;
/** Slots that an accepted request adds while calls wait. */
const GROWTH = 0.125;
/** Time without a rejection after which an accepted request adds half of the window. */
const CALM_MS = 1_000;
const CALM_GROWTH = 1.5;
/**
 * Longest time that a request has a slot. A rejection is fast, so a request without a response for longer is
 * a slow one.
 */
const HOLD_MS = 500;
/** Time without a response that is no rejection, before a stall. */
const STALL_MS = 1_000;
/** The first pause of a stall, and the longest one. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** All instants are those of `performance.now()`. */
export interface Limit {
  phase: "unlimited" | "limited" | "open" | "half-open";
  /** Number of slots. */
  window: number;
  /** Slots of requests on the way, the oldest first. */
  readonly sent: Set<Permit>;
  /** The slots that rest: when the rest of each ends. */
  rests: number[];
  /** When the limit is forgotten. */
  forgottenAt: number;
  /** When the window grows faster, unless there is another rejection before. */
  calmAt: number;
  /** The last response that was no rejection, or the first request. */
  answeredAt: number;
  /** Requests since then that were rejected or failed. */
  lost: number;
  /** The last pause whose length the platform did not name. */
  pauseMs: number;
  pauseEndsAt: number;
  probe: Permit | undefined;
}

export function createLimit(): Limit {
  return {
    phase: "unlimited",
    window: Number.POSITIVE_INFINITY,
    sent: new Set(),
    rests: [],
    forgottenAt: 0,
    calmAt: 0,
    answeredAt: Number.NaN,
    lost: 0,
    pauseMs: 0,
    pauseEndsAt: 0,
    probe: undefined,
  };
}

/**
 * Takes a slot, if there is one.
 *
 * @param needed - Slots that the waiting calls need to meet their deadlines.
 */
export function takeSlot(limit: Limit, now: number, needed: number): Permit | undefined {
  if (Number.isNaN(limit.answeredAt)) limit.answeredAt = now;
  const permit = { sentAt: now };
  if (limit.phase === "open") {
    if (limit.probe || now < limit.pauseEndsAt) return undefined;
    limit.probe = permit;
  } else {
    if (limit.phase === "limited") limit.window = Math.max(limit.window, needed);
    if (isFull(limit)) freeSlots(limit, now);
    if (isFull(limit)) return undefined;
  }
  limit.sent.add(permit);
  return permit;
}

const isFull = ({ sent, rests, window }: Limit): boolean => sent.size + rests.length >= window;

/** Frees the slots that are no longer in use, and all slots if the clock was set back. */
function freeSlots(limit: Limit, now: number): void {
  if (now >= limit.forgottenAt) forget(limit);
  // Longer than any rest: the clock was set back.
  const latestAt = now + 2 * MAX_PAUSE_MS;
  limit.rests = limit.rests.filter((endsAt) => endsAt > now && endsAt < latestAt);
  for (const permit of limit.sent) {
    // The oldest is the first, so all others are in use too.
    if (Math.abs(now - permit.sentAt) < HOLD_MS) return;
    limit.sent.delete(permit);
  }
}

function forget(limit: Limit): void {
  limit.phase = "unlimited";
  limit.pauseMs = 0;
  limit.window = Number.POSITIVE_INFINITY;
}

/**
 * The platform accepted the request. A probe that is accepted ends a stall with two slots: one of `onAnswered`, and
 * one for itself.
 *
 * @param isWaitedFor - Whether calls wait for a slot.
 */
export function onAccepted(limit: Limit, permit: Permit, now: number, isWaitedFor: boolean): void {
  onAnswered(limit, permit, now);
  if (limit.phase === "half-open") {
    limit.window++;
    if (limit.window >= MIN_SLOTS) limit.phase = "limited";
    return;
  }
  if (!isWaitedFor) return;
  limit.window += GROWTH;
  if (now < limit.calmAt) return;
  limit.window *= CALM_GROWTH;
  limit.calmAt = now + CALM_MS;
}

/** The response says nothing about a limit, but the platform is there: a stall ends. */
export function onAnswered(limit: Limit, permit: Permit, now: number): void {
  returnSlot(limit, permit);
  limit.answeredAt = now;
  limit.lost = 0;
  if (limit.phase !== "open") return;
  // So the next stall begins with the pause that was long enough.
  limit.pauseMs /= 2;
  limit.phase = "half-open";
  limit.window = 1;
  limit.forgottenAt = now + FORGET_MS;
}

/**
 * The platform rejected the request because of a limit.
 *
 * @param restMs - Time for which a slot rests.
 * @param isNamed - Whether the platform named the time. A pause then does not double.
 */
export function onLimited(
  limit: Limit,
  permit: Permit,
  now: number,
  restMs: number,
  isNamed: boolean,
  needed: number,
): void {
  limit.forgottenAt = Math.max(limit.forgottenAt, now + restMs + FORGET_MS);
  limit.calmAt = now + CALM_MS;
  if (limit.phase === "unlimited") {
    limit.phase = "limited";
    limit.window = limit.sent.size;
  }
  if (limit.phase === "limited") limit.window = Math.max(MIN_SLOTS, needed, limit.window - 1);
  if (limit.phase === "half-open") limit.window = Math.max(1, limit.window - 1);
  if (onLost(limit, permit, now, isNamed ? restMs : undefined)) return;
  limit.rests.push(now + restMs);
  // A slot that the window has lost does not rest.
  limit.rests.length = Math.min(limit.rests.length, Math.ceil(limit.window));
}

/** The request failed, or a gateway had no response of the platform. It counts for a stall alone. */
export function onFailed(limit: Limit, permit: Permit, now: number): void {
  onLost(limit, permit, now, undefined);
}

/** @returns Whether the limit is stalled. */
function onLost(limit: Limit, permit: Permit, now: number, namedMs: number | undefined): boolean {
  const isProbe = limit.probe === permit;
  returnSlot(limit, permit);
  limit.lost++;
  if (limit.phase === "open") {
    if (isProbe) pause(limit, now, namedMs);
    return true;
  }
  if (!isRoundLost(limit, permit, now)) return false;
  limit.phase = "open";
  limit.rests = [];
  pause(limit, now, namedMs);
  return true;
}

/**
 * Whether a whole round was lost, there was no response for a second, and none is awaited: that of a slow request
 * says more than a fast rejection. For example, after a rejection within 50 ms, it is awaited if the oldest request
 * was sent 600 ms ago, but not if it was sent 400 ms ago.
 */
function isRoundLost(limit: Limit, permit: Permit, now: number): boolean {
  const round = limit.phase === "unlimited" ? limit.sent.size : Math.floor(limit.window);
  const isWhole = limit.lost >= Math.max(MIN_SLOTS, round);
  const isSilent = now - limit.answeredAt >= STALL_MS;
  const isSlow = ({ sentAt }: Permit) => now - sentAt >= HOLD_MS;
  const [oldest] = limit.sent;
  const isAwaited = oldest !== undefined && isSlow(oldest) && !isSlow(permit);
  return isWhole && isSilent && !isAwaited;
}

/** Doubles the pause, unless the platform has named its length. */
function pause(limit: Limit, now: number, namedMs: number | undefined): void {
  const doubled = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, limit.pauseMs * 2));
  if (namedMs === undefined) limit.pauseMs = doubled;
  limit.pauseEndsAt = now + (namedMs ?? doubled);
}

/** Frees the slot of a request that ended, however it ended. */
export function returnSlot(limit: Limit, permit: Permit): void {
  limit.sent.delete(permit);
  if (limit.probe === permit) limit.probe = undefined;
}

/** Milliseconds until there is a slot again, if there is no response before. */
export function waitMs(limit: Limit, now: number): number {
  if (limit.phase === "open") return limit.probe ? MAX_PAUSE_MS : Math.max(0, limit.pauseEndsAt - now);
  const [oldest] = limit.sent;
  const releasedAt = (oldest?.sentAt ?? now) + HOLD_MS;
  const nextAt = limit.rests.reduce((earliest, endsAt) => Math.min(earliest, endsAt), releasedAt);
  return Math.max(0, nextAt - now);
}
