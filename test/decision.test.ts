/** What happens after a request that failed. */

import { beforeEach, expect, test, vi } from "vitest";
import { decide, type Situation } from "../src/call/decision.ts";
import { OperationError } from "../src/shared/errors.ts";

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});

const NONE = { replay: 0, retry: 0, wait: 0 };
const SITUATION: Situation = {
  resends: NONE,
  maxReplays: 1,
  maxRetries: 2,
  leftMs: 100_000,
};

/** The decision after a failure with this cause, as `next delayMs`. */
function decideAfter(
  kind: "token" | "limit" | "transient" | "other",
  situation: Partial<Situation> = {},
  {
    retryAfterMs,
    mayResend = true,
    retryLimit = Number.POSITIVE_INFINITY,
  }: { readonly retryAfterMs?: number; readonly mayResend?: boolean; readonly retryLimit?: number } = {},
): string {
  const failure = new OperationError("NETWORK", { problem: "m", retryAfterMs });
  const { next, delayMs } = decide({ kind, mayResend, retryLimit, failure }, { ...SITUATION, ...situation });
  return `${next} ${delayMs}`;
}

test("the cause of a failure decides how the operation is resent", () => {
  expect(decideAfter("token")).toBe("replay 0");
  expect(decideAfter("limit")).toBe("wait 150");
  expect(decideAfter("transient")).toBe("retry 150");
  expect(decideAfter("other")).toBe("fail 0");
});

test("an operation that can have been executed is not resent", () => {
  for (const cause of ["token", "limit", "transient"] as const)
    expect(decideAfter(cause, {}, { mayResend: false })).toBe("fail 0");
});

test("a call is replayed while a replay is left", () => {
  expect(decideAfter("token", { maxReplays: 0 })).toBe("fail 0");
  expect(decideAfter("token", { leftMs: 0, resends: { ...NONE, retry: 2 } })).toBe("replay 0");
});

test("a retry requires one that the program and the failure allow, and a rate limit requires none", () => {
  expect(decideAfter("transient", { resends: { ...NONE, retry: 1 } })).toBe("retry 300");
  expect(decideAfter("transient", { resends: { ...NONE, retry: 2 } })).toBe("fail 0");
  expect(decideAfter("transient", { maxRetries: 0 })).toBe("fail 0");
  expect(decideAfter("transient", { resends: { ...NONE, retry: 1 } }, { retryLimit: 1 })).toBe("fail 0");
  expect(decideAfter("transient", { resends: { ...NONE, retry: 1 }, maxRetries: 9 }, { retryLimit: 2 })).toBe(
    "retry 3000",
  );
  expect(decideAfter("limit", { resends: { ...NONE, retry: 2 } })).toBe("wait 150");
});

test("the delay is Retry-After, or doubles with each retry and with each rate limit", () => {
  expect(decideAfter("transient", { resends: { ...NONE, retry: 1 } }, { retryAfterMs: 2_000 })).toBe(
    "retry 2150",
  );
  expect(decideAfter("limit", { resends: { ...NONE, wait: 2, retry: 1 } })).toBe("wait 600");
  expect(decideAfter("limit", { resends: { ...NONE, wait: 2 } }, { retryAfterMs: 2_000 })).toBe("wait 2150");
});

test.each(["limit", "transient"] as const)(
  "after %s, a delay must end before the deadline and within a minute",
  (cause) => {
    const word = cause === "limit" ? "wait" : "retry";
    expect(decideAfter(cause, { leftMs: 151 })).toBe("fail 0");
    expect(decideAfter(cause, { leftMs: 151.1 })).toBe(`${word} 150`);
    expect(decideAfter(cause, {}, { retryAfterMs: 60_000 })).toBe(`${word} 60150`);
    expect(decideAfter(cause, {}, { retryAfterMs: 60_001 })).toBe("fail 0");
  },
);
