/** One deadline over everything a call does. */

/**
 * Runs `work` until it settles, `caller` aborts or `timeoutMs` have passed, whichever comes first. The promise settles
 * then, even where foreign code (a store, a `fetch`, a token source) ignores the signal it was given; a timer or a
 * listener on the caller's signal never outlives it.
 *
 * @throws `caller.reason` itself, or what `onTimeout` returns.
 */
export function withDeadline<Result>(
  timeoutMs: number,
  caller: AbortSignal | undefined,
  onTimeout: () => unknown,
  work: (signal: AbortSignal) => Promise<Result>,
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
    const timer = setTimeout(() => stop(onTimeout()), timeoutMs);
    caller?.addEventListener("abort", onAbort, { once: true });
    work(controller.signal).then(
      (result) => {
        release();
        resolve(result);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}
