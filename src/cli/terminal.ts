/** What a command sees of the world around it. */

import { styleText } from "node:util";

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
  return text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, escapeCharacter);
}

/** JSON, safe to print: the control characters that JSON itself lets through are escaped too. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  return SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
