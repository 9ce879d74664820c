/** Questions on a terminal. */

import { createInterface } from "node:readline";
import { ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import { Problem } from "../../host/errors/problem.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";

/** Whether a person can answer. */
export const canAsk = ({ stdin, stdout }: Terminal): boolean => Boolean(stdin?.isTTY && stdout.isTTY);

/**
 * @param hint - What to do without an answer.
 * @returns the line that the user typed, without spaces around it.
 * @throws Problem if the input ends.
 */
export async function ask(
  question: string,
  hint: string,
  { stdin, stdout, interruption }: Terminal,
): Promise<string> {
  stdout.print(ink`${question}`);
  if (stdin) {
    // With an output, Ctrl-C is a key instead of a signal.
    for await (const answer of createInterface({ input: stdin, signal: interruption })) return answer.trim();
  }
  stdout.print(ink`\n`);
  interruption.throwIfAborted();
  throw new Problem("the question has no answer", hint);
}
