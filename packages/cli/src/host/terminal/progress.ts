/** The steps of a command on stderr: one line for each, if the work takes long. */

import { ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import type { Terminal } from "./terminal.ts";

export interface Progress extends Disposable {
  say(text: string): void;
}

/** Shorter work prints nothing. */
const QUIET_MS = 1000;

/** Shows the current step until it is disposed. */
export function showProgress({ stderr, quietMs = QUIET_MS }: Terminal, text: string): Progress {
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
