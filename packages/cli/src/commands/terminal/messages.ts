/** Errors and hints as text for stderr. */

import type { Failure } from "../errors/problem.ts";
import { paint, printable } from "./terminal.ts";

/** Renders `error: <message>`, the details, `more` and `hint:  <hint>`, one per line. */
export function renderFailure(failure: Failure, stream: NodeJS.WriteStream, more = ""): string {
  const { message, hint, details = [] } = failure;
  const lines = details.map((line) => `  ${printable(line)}\n`).join("");
  const error = `${paint(stream, "red", "error:")} ${printable(message)}\n${lines}${more}`;
  return hint === undefined ? error : `${error}${renderHint(hint, stream)}`;
}

export function renderHint(hint: string, stream: NodeJS.WriteStream): string {
  return `${paint(stream, "cyan", "hint:")}  ${printable(hint)}\n`;
}

/** Renders a warning about operations that a command could not read, or "". */
export function renderSkipped(skipped: readonly string[], stream: NodeJS.WriteStream): string {
  if (skipped.length === 0) return "";
  const lines = skipped.map((line) => `  ${printable(line)}\n`).join("");
  return `${paint(stream, "yellow", "warning:")} operations that cannot be read are skipped\n${lines}`;
}
