/** The queue of a client's calls after a 429. While there is no limit, no call waits. */

import { withDeadline } from "./deadline.ts";
import { Failure, RateLimitedError } from "./errors.ts";
import { createLimit } from "./limit.ts";

/** One call, for all its requests. */
export interface QueuedCall {
  readonly endsAt: number;
  readonly signal: AbortSignal | undefined;
  /** Called before a wait of at least `delayMs`; after a 429 of the call itself also if there is none. */
  readonly onWait: (delayMs: number) => void;
  /** Failure of its last request, if that was a 429. */
  rejection?: Failure | undefined;
  /** Set by the queue: the position, the epoch of its last request, and the end of its wait. */
  order?: number;
  epoch?: number;
  settle?: ((failure?: Failure) => void) | undefined;
}

export interface Queue {
  /** Takes a slot, at once if there is no limit. @throws Failure `RATE_LIMITED` if the deadline passes first. */
  enter(call: QueuedCall): Promise<void> | undefined;
  /** Returns the slot. @param failure - `undefined` for a success; `null` if there was no response. */
  leave(call: QueuedCall, failure: Failure | null | undefined): void;
}

export function createQueue(): Queue {
  const limit = createLimit();
  /** Calls that were rejected go first, in the order in which they began. */
  const rejected: QueuedCall[] = [];
  const fresh: QueuedCall[] = [];
  let calls = 0;
  let waiting = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const createFailure = ({ rejection }: QueuedCall) => {
    const { message = "the platform limits the rate for longer than the timeout. Try again later.", parts } =
      rejection ?? {};
    const retryAfterMs = Math.max(0, Math.ceil(limit.nextAt - performance.now()));
    return new Failure(RateLimitedError, message, { retryAfterMs, ...rejection?.facts }, parts);
  };

  function settle(call: QueuedCall, failure?: Failure): void {
    waiting--;
    call.settle?.(failure);
    call.settle = undefined;
  }

  /** Sends as many calls as the limit allows, and waits for the next slot. */
  function pump(): void {
    clearTimeout(timer);
    while (waiting > 0) {
      const now = performance.now();
      const [call] = rejected.length > 0 ? rejected : fresh;
      if (call?.settle) {
        if (!limit.take(now)) {
          timer = setTimeout(pump, limit.nextAt - now);
          return;
        }
        call.epoch = limit.epoch;
        settle(call);
      }
      // Calls whose wait has ended are still in the list.
      (rejected.length > 0 ? rejected : fresh).shift();
    }
  }

  function insert(call: QueuedCall): void {
    const list = call.rejection ? rejected : fresh;
    const order = call.order ?? 0;
    let index = list.length;
    while (index > 0 && (list[index - 1]?.order ?? 0) > order) index--;
    list.splice(index, 0, call);
    waiting++;
  }

  const queue: Queue = {
    enter(call) {
      call.order ??= calls++;
      const now = performance.now();
      call.epoch = limit.epoch;
      if (!limit.isKnown(now) && waiting === 0) {
        limit.take(now);
        return undefined;
      }
      if (limit.nextAt >= call.endsAt - 1) throw createFailure(call);
      const wait = () =>
        new Promise<void>((resolve, reject) => {
          call.settle = (failure) => (failure ? reject(failure) : resolve());
          insert(call);
          pump();
          if (waiting > 0 || call.rejection) call.onWait(Math.max(0, limit.nextAt - now));
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
      const now = performance.now();
      const { epoch = 0 } = call;
      if (failure?.type !== RateLimitedError) limit.release(now, epoch, failure !== null);
      else if (limit.reject(now, epoch, failure.facts.retryAfterMs ?? 0)) {
        for (const other of [...rejected, ...fresh]) {
          if (other.settle && limit.nextAt >= other.endsAt - 1) settle(other, createFailure(other));
        }
      }
      pump();
    },
  };
  return queue;
}
