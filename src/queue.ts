/** The queue of a client's calls after a 429. While there is no limit, no call waits. */

import { withDeadline } from "./deadline.ts";
import { Failure } from "./errors.ts";
import { createLimit } from "./limit.ts";

/** One call, for all its requests. */
export interface QueuedCall {
  readonly endsAt: number;
  readonly signal: AbortSignal | undefined;
  /** Called before a wait of at least `delayMs`; after a 429 of the call itself even if it does not wait. */
  readonly onWait: (delayMs: number) => void;
  /** Failure of its last request, if that was a 429. */
  rejection?: Failure | undefined;
  /** Set by the queue: the position, the epoch of its last request, and what ends its wait. */
  order?: number;
  epoch?: number;
  settle?: ((failure?: Promise<never>) => void) | undefined;
}

export interface Queue {
  /** Takes a slot, at once if there is one. @throws Failure `RATE_LIMITED` if the deadline passes first. */
  enter(call: QueuedCall): Promise<void> | undefined;
  /** Returns the slot. @param failure - `undefined` for a success; `null` if there was no response. */
  leave(call: QueuedCall, failure: Failure | null | undefined): void;
}

export function createQueue(): Queue {
  const limit = createLimit();
  /** In the order in which they began, so that rejected calls go first. Calls that no longer wait stay in it. */
  const list: QueuedCall[] = [];
  let calls = 0;
  let waiting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const waitMs = () => Math.max(0, limit.nextAt - performance.now());
  const createFailure = ({ rejection }: QueuedCall) => {
    const message = "the rate limit outlasts the timeout. Try again later.";
    const facts = { retryAfterMs: Math.ceil(waitMs()), ...rejection?.facts };
    return new Failure("RATE_LIMITED", message, facts, rejection?.parts);
  };
  const isTooLate = ({ endsAt }: QueuedCall) => limit.nextAt >= endsAt - 1;

  function settle(call: QueuedCall, failure?: Promise<never>): void {
    waiting--;
    call.settle?.(failure);
    call.settle = undefined;
  }

  /** Sends as many calls as the limit allows, and waits for the next slot. */
  function pump(): void {
    clearTimeout(timer);
    while (waiting > 0) {
      const call = list[0] as QueuedCall;
      if (call.settle) {
        call.epoch = limit.take();
        if (call.epoch === 0) {
          timer = setTimeout(pump, waitMs());
          return;
        }
        settle(call);
      }
      list.shift();
    }
  }

  const queue: Queue = {
    enter(call) {
      const { order = calls++, signal, rejection } = call;
      call.order = order;
      call.epoch = waiting > 0 ? 0 : limit.take();
      if (call.epoch > 0) {
        if (rejection) call.onWait(0);
        return undefined;
      }
      if (isTooLate(call)) throw createFailure(call);
      call.onWait(waitMs());
      const wait = () =>
        new Promise<void>((resolve) => {
          call.settle = resolve;
          list.splice(list.findLastIndex((other) => (other.order as number) < order) + 1, 0, call);
          waiting++;
          pump();
        });
      return withDeadline(call.endsAt - performance.now(), signal, () => createFailure(call), wait).catch((error) => {
        // It can have got its slot at the same time.
        if (call.settle) settle(call);
        else queue.leave(call, null);
        pump();
        throw error;
      });
    },
    leave(call, failure) {
      const isAccepted = failure === null ? undefined : failure?.code !== "RATE_LIMITED";
      if (limit.release(call.epoch as number, isAccepted, failure?.facts.retryAfterMs)) {
        for (const other of list) {
          if (other.settle && isTooLate(other)) settle(other, Promise.reject(createFailure(other)));
        }
      }
      if (waiting > 0) pump();
    },
  };
  return queue;
}
