/** Streams and environment of a command, and safe output. */

import { styleText } from "node:util";
import { printableJson as escapeJson, writeOutUnseen } from "@integration-platform/graphql-compiler/printable";

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborted by Ctrl-C or SIGTERM. Its reason is the exit code of an interrupted command. */
  readonly interruption: AbortSignal;
  /** Time in milliseconds after which steps are printed, if stderr is not a terminal. @default 1000 */
  readonly quietMs?: number;
}

/** Styles text if the stream supports colors: it is a terminal, and `NO_COLOR` is not set. */
export function paint(
  stream: NodeJS.WriteStream,
  format: Exclude<Parameters<typeof styleText>[0], unknown[]>,
  text: string,
): string {
  return text === "" ? "" : styleText(format, text, { stream });
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Escapes text of other origin for one line of output: control characters, text direction and CI workflow commands. These
 * are `::…` at the start of a line, and `##[…]` and `##vso[…]` anywhere.
 */
export function printable(text: string): string {
  return writeOutUnseen(text, SHORT).replace(/^(\s*):(?=:)/, "$1\\u003a");
}

/** Cuts text to a number of characters, and adds "…". */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** Serializes a value, with the escapes of {@link printable} that are valid in JSON. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

/** A JSON document for stdout, with a final line break. */
export function renderJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
