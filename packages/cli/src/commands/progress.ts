/** A spinner on stderr. In a pipe or in CI, it prints nothing. */

import yoctoSpinner from "yocto-spinner";
import type { Terminal } from "./terminal.ts";

export interface Progress extends Disposable {
  say(text: string): void;
}

/** Shows a spinner until it is disposed. */
export function showProgress({ stderr, env }: Terminal, text: string): Progress {
  const isWatched = stderr.isTTY && env.TERM !== "dumb" && env.CI === undefined;
  if (!isWatched) return { say: () => {}, [Symbol.dispose]: () => {} };
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
