/** What a command sees of the world around it. */

import { styleText } from "node:util";
import { printableJson as escapeJson, writeOutUnseen } from "../schema/render/printable.ts";

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborted by Ctrl-C or SIGTERM. Its reason is the exit code of a command that did not finish for it. */
  readonly interruption: AbortSignal;
}

/** Styles text for a stream that takes it: not in a pipe, not under `NO_COLOR`. */
export function paint(
  stream: NodeJS.WriteStream,
  format: Exclude<Parameters<typeof styleText>[0], unknown[]>,
  text: string,
): string {
  return text === "" ? "" : styleText(format, text, { stream });
}

/**
 * Text from elsewhere with its control characters written out, so that a name can neither break a line nor speak to the
 * terminal (escape sequences, text direction).
 */
export function printable(text: string): string {
  return writeOutUnseen(text, SHORT);
}

/** JSON, safe to print: the control characters that JSON itself lets through are escaped too. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
