/** Waiting between tries. */

const BASE_MS = 300;
const MAX_MS = 5_000;

/** Full jitter: anywhere between nothing and a bound that doubles with each retry, so that clients do not march in step. */
export function backoffMs(retry: number): number {
  return Math.random() * Math.min(MAX_MS, BASE_MS * 2 ** retry);
}

/** Never earlier than the platform asked for, and not all at the same instant after it. */
export function spreadMs(retryAfterMs: number): number {
  return retryAfterMs + Math.random() * BASE_MS;
}

/** Resolves after `ms` milliseconds. @throws `signal.reason`, at once when it aborts; no timer is left. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
