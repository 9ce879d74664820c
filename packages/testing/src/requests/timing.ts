/** Delays of responses. */

/** Resolves in a separate task, without a timer, because tests can fake timers. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The longest delay of a timer, in milliseconds. A timer with more would not wait. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** @throws TypeError if a timer cannot wait so long. Infinity ends with `Delays.end()`. */
export function checkDelay(name: string, delayMs: unknown): void {
  if (typeof delayMs === "number" && delayMs >= 0 && (delayMs <= MAX_DELAY_MS || delayMs === Infinity))
    return;
  throw new TypeError(`"${name}" must be a number from 0 to ${MAX_DELAY_MS}, or Infinity.`);
}

/** The delays of a platform. */
export interface Delays {
  /** Resolves after `ms` milliseconds, when a signal is aborted, or with `end()`. */
  wait(ms: number, ...signals: readonly AbortSignal[]): Promise<void>;
  /** Ends all waits. */
  end(): void;
}

export function createDelays(): Delays {
  const pending = new Set<() => void>();
  return {
    wait(ms, ...signals) {
      if (ms <= 0 || signals.some(({ aborted }) => aborted)) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          pending.delete(wake);
          for (const signal of signals) signal.removeEventListener("abort", wake);
          resolve();
        };
        const timer = ms === Infinity ? undefined : setTimeout(wake, ms);
        pending.add(wake);
        for (const signal of signals) signal.addEventListener("abort", wake);
      });
    },
    end() {
      for (const wake of pending) wake();
    },
  };
}
