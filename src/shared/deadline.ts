/** Abortable timeouts that remove their timer and listener. */

/** Longest delay of `setTimeout`. A longer one would end at once. */
export const MAX_TIMER_MS = 2_147_483_647;

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

function callBack({ target }: Event): void {
  callbacksOf.get(target as AbortSignal)?.forEach((callback) => {
    callback();
  });
}

/**
 * Calls back when a signal aborts. One listener serves all: Node.js warns about more than ten.
 *
 * @returns the function that ends it.
 */
function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set();
  callbacksOf.set(signal, callbacks.add(callback));
  signal.addEventListener("abort", callBack);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener("abort", callBack);
  };
}

interface WaitOptions {
  /** Ends the wait, too. */
  readonly signal?: AbortSignal | null | undefined;
  /** Whether the process can exit before the timeout. @default false */
  readonly isBackground?: boolean | undefined;
}

/**
 * Runs `work` until it settles, the caller's signal aborts or `timeoutMs` pass. Settles then, even if the work
 * ignores its own signal, which aborts in the last two cases.
 *
 * @param onTimeout - Returns the error for a timeout. It is also the reason of the own signal.
 * @throws the reason of the caller's signal itself, or what `onTimeout` returns.
 */
export function withDeadline<Result>(
  timeoutMs: number,
  onTimeout: () => unknown,
  work: (own: AbortSignal) => Promise<Result>,
  { signal: caller, isBackground }: WaitOptions = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    caller?.throwIfAborted();
    const controller = new AbortController();
    const stop = (reason: unknown) => {
      end();
      // Before the abort, with which the work can reject too.
      reject(reason);
      controller.abort(reason);
    };
    // In a busy process, the deadline can be in the past. Node prints a warning for a negative delay.
    const timer = setTimeout(() => stop(onTimeout()), Math.max(0, Math.min(timeoutMs, MAX_TIMER_MS)));
    // Browsers return a number.
    if (isBackground) (timer as { unref?(): unknown }).unref?.();
    const ignoreCaller = caller && onAbort(caller, () => stop(caller.reason));
    const end = () => {
      clearTimeout(timer);
      ignoreCaller?.();
    };
    work(controller.signal).finally(end).then(resolve, reject);
  });
}

/** Like {@link withDeadline}, but resolves with `undefined` after `ms` milliseconds. */
export function waitAtMost<Result>(
  ms: number,
  work: (own: AbortSignal) => Promise<Result>,
  options?: WaitOptions,
): Promise<Result | undefined> {
  const timeout = {};
  return withDeadline(ms, () => timeout, work, options).catch((error) => {
    if (error !== timeout) throw error;
    return undefined;
  });
}

/** Resolves after `ms` milliseconds. @throws `signal.reason` when the signal aborts. */
export function sleep(ms: number, options: WaitOptions): Promise<undefined> {
  return waitAtMost(ms, () => new Promise(() => {}), options);
}
