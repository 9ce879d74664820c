/** The queue of a client's calls after a 429. While there is no limit, no call waits. */

import { withDeadline } from "./deadline.ts";
import { Failure, RateLimitedError } from "./errors.ts";
import { createLimit } from "./limit.ts";

/** One call, for all its requests. */
export interface QueuedCall {
  readonly endsAt: number;
  readonly signal: AbortSignal | undefined;
  /** Called before a wait of at least `delayMs`; after a 429 of the call itself even if it does not wait. */
  readonly onWait: (delayMs: number) => void;
  /** Failure of its last request, if that was a 429. */
  rejection?: Failure | undefined;
  /** Set by the queue: the position, the epoch of its last request, and the end of its wait. */
  order?: number;
  epoch?: number;
  settle?: ((failure?: Failure) => void) | undefined;
}

export interface Queue {
  /** Takes a slot, at once if there is one. @throws Failure `RATE_LIMITED` if the deadline passes first. */
  enter(call: QueuedCall): Promise<void> | undefined;
  /** Returns the slot. @param failure - `undefined` for a success; `null` if there was no response. */
  leave(call: QueuedCall, failure: Failure | null | undefined): void;
}

export function createQueue(): Queue {
  const limit = createLimit();
  /** Calls that were rejected go first, in the order in which they began. Calls that do not wait any longer stay in it. */
  const lists: readonly [rejected: QueuedCall[], fresh: QueuedCall[]] = [[], []];
  let calls = 0;
  let waiting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const createFailure = ({ rejection }: QueuedCall) => {
    const retryAfterMs = Math.max(0, Math.ceil(limit.nextAt - performance.now()));
    const message = "the rate limit outlasts the timeout. Try again later.";
    return new Failure(RateLimitedError, message, { retryAfterMs, ...rejection?.facts }, rejection?.parts);
  };
  const isTooLate = ({ endsAt }: QueuedCall) => limit.nextAt >= endsAt - 1;

  function settle(call: QueuedCall, failure?: Failure): void {
    waiting--;
    call.settle?.(failure);
    call.settle = undefined;
  }

  /** Sends as many calls as the limit allows, and waits for the next slot. */
  function pump(): void {
    clearTimeout(timer);
    while (waiting > 0) {
      const list = lists[lists[0].length > 0 ? 0 : 1];
      const call = list[0] as QueuedCall;
      if (call.settle) {
        const now = performance.now();
        if (!limit.take(now)) {
          timer = setTimeout(pump, limit.nextAt - now);
          return;
        }
        call.epoch = limit.epoch;
        settle(call);
      }
      list.shift();
    }
  }

  const queue: Queue = {
    enter(call) {
      const { order = calls++ } = call;
      call.order = order;
      const now = performance.now();
      const isFree = waiting === 0 && limit.take(now);
      call.epoch = limit.epoch;
      if (!isFree && isTooLate(call)) throw createFailure(call);
      if (!isFree || call.rejection) call.onWait(isFree ? 0 : Math.max(0, limit.nextAt - now));
      if (isFree) return undefined;
      const list = lists[call.rejection ? 0 : 1];
      const wait = () =>
        new Promise<void>((resolve, reject) => {
          call.settle = (failure) => (failure ? reject(failure) : resolve());
          list.splice(list.findLastIndex((other) => (other.order as number) < order) + 1, 0, call);
          waiting++;
          pump();
        });
      return withDeadline(call.endsAt - now, call.signal, () => createFailure(call), wait).catch((error) => {
        // It can have got its slot at the same time.
        if (call.settle) settle(call);
        else queue.leave(call, null);
        if (waiting === 0) clearTimeout(timer);
        throw error;
      });
    },
    leave(call, failure) {
      const { epoch } = limit;
      const isAccepted = failure === null ? undefined : failure?.type !== RateLimitedError;
      limit.release(performance.now(), call.epoch as number, isAccepted, failure?.facts.retryAfterMs);
      for (const other of epoch < limit.epoch ? lists.flat() : []) {
        if (other.settle && isTooLate(other)) settle(other, createFailure(other));
      }
      if (waiting > 0) pump();
    },
  };
  return queue;
}
