/** Orders in which programs call. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Scene } from "../scene.ts";
import type { Kind } from "../software/schema.ts";

type Run = Scene["run"];

/** One call after the other. */
export function inSequence(kind: Kind, count: number): Run {
  return async (call) => {
    for (let sent = 0; sent < count; sent++) await call(kind);
  };
}

/** All calls at once. */
export function atOnce(kind: Kind, count: number): Run {
  return async (call) => {
    await Promise.all(Array.from({ length: count }, () => call(kind)));
  };
}

/** Several items, one batch after the other. */
export function inBatches(kind: Kind, batches: number, size: number): Run {
  return async (call) => {
    for (let sent = 0; sent < batches; sent++) await call(kind, size);
  };
}

/** Calls at a steady rate, whether earlier ones have ended or not. */
export function steadily(kind: Kind, count: number, perSecond: number): Run {
  return async (call) => {
    const calls: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let sent = 0; sent < count; sent++) {
      calls.push(call(kind));
      await sleep(Math.max(0, startedAt + ((sent + 1) * 1_000) / perSecond - performance.now()));
    }
    await Promise.all(calls);
  };
}

/** One order after the other. */
export function inTurn(...parts: readonly Run[]): Run {
  return async (call, platform) => {
    for (const part of parts) await part(call, platform);
  };
}

/** Revokes the access tokens. */
export const revoke: Run = (_, { backend }) => backend.issuer.revoke();

/** Something that happens while the calls run. */
export function during(run: Run, happen: (platform: Platform) => Promise<void>): Run {
  return async (call, platform) => {
    await Promise.all([run(call, platform), happen(platform)]);
  };
}
