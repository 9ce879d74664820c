/** A spinner on stderr. In a pipe or in CI, one line for each step, if the work takes long. */

import yoctoSpinner from "yocto-spinner";
import { printable, type Terminal } from "./terminal.ts";

export interface Progress extends Disposable {
  say(text: string): void;
}

/** Shorter work prints nothing in a pipe. */
const QUIET_MS = 1000;

/** Shows the current step until it is disposed. */
export function showProgress({ stderr, env, quietMs = QUIET_MS }: Terminal, text: string): Progress {
  const isWatched = stderr.isTTY && env.TERM !== "dumb" && env.CI === undefined;
  if (!isWatched) return showLines(stderr, text, quietMs);
  const spinner = yoctoSpinner({ text, stream: stderr, handleSignals: false }).start();
  return {
    say: (next) => {
      spinner.text = next;
    },
    [Symbol.dispose]: () => {
      spinner.stop();
    },
  };
}

function showLines(stderr: NodeJS.WriteStream, text: string, quietMs: number): Progress {
  let current = text;
  let printed: string | undefined;
  const print = () => {
    if (printed !== current) stderr.write(`${printable(current)} …\n`);
    printed = current;
  };
  if (quietMs <= 0) print();
  const loudAt = performance.now() + quietMs;
  const timer = setTimeout(print, quietMs).unref();
  return {
    say: (next) => {
      current = next;
      // Work that blocks the process delays the timer.
      if (performance.now() >= loudAt) print();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
