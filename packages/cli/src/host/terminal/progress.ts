/** A spinner on stderr. In a pipe or in CI, one line for each step, if the work takes long. */

import { ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import type { Output } from "./output.ts";
import type { Terminal } from "./terminal.ts";

export interface Progress extends Disposable {
  say(text: string): void;
}

/** Shorter work prints nothing in a pipe. */
const QUIET_MS = 1000;

/** Shows the current step until it is disposed. */
export function showProgress({ stderr, env, quietMs = QUIET_MS }: Terminal, text: string): Progress {
  const isWatched = stderr.isTTY && env.TERM !== "dumb" && env.CI === undefined;
  if (!isWatched) return showLines(stderr, text, quietMs);
  const spinner = stderr.spin(ink`${text}`);
  return {
    say: (next) => spinner.say(ink`${next}`),
    [Symbol.dispose]: () => spinner.stop(),
  };
}

function showLines(stderr: Output, text: string, quietMs: number): Progress {
  let current = text;
  let printed: string | undefined;
  const print = () => {
    if (printed !== current) stderr.print(ink`${current} …\n`);
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
