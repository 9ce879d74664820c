/** Timers that end with a signal and leave neither a timer nor a listener. */

/** Longest delay of `setTimeout`. A longer one would end at once. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * Runs `work` until it settles, `caller` aborts or `timeoutMs` pass. Settles then, even if the work ignores its signal.
 *
 * @param onTimeout - Returns the error for a timeout. It is also the reason of the signal.
 * @param isBackground - Whether the process may exit before the timeout. @default false
 * @throws `caller.reason` itself, or what `onTimeout` returns.
 */
export function withDeadline<Result>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  onTimeout: () => unknown,
  work: (signal: AbortSignal) => Promise<Result>,
  isBackground = false,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    caller?.throwIfAborted();
    const controller = new AbortController();
    const release = () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    };
    const stop = (reason: unknown) => {
      release();
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = () => stop(caller?.reason);
    const timer = setTimeout(() => stop(onTimeout()), Math.min(timeoutMs, MAX_TIMER_MS));
    // Browsers return a number.
    if (isBackground) (timer as { unref?(): unknown }).unref?.();
    caller?.addEventListener("abort", onAbort, { once: true });
    work(controller.signal).finally(release).then(resolve, reject);
  });
}

/** Resolves after `ms` milliseconds. @throws `signal.reason` when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal, isBackground?: boolean): Promise<void> {
  const end = {};
  try {
    await withDeadline(
      ms,
      signal,
      () => end,
      () => new Promise(() => {}),
      isBackground,
    );
  } catch (error) {
    if (error !== end) throw error;
  }
}
