/** Errors and hints as text for stderr. */

import { type Ink, ink, paint, toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import { completeCommands } from "../../files/package-manager.ts";
import type { Failure } from "../errors/problem.ts";

/** Renders `error: <message>`, the details, `more` and `hint:  <hint>`, one per line. */
export function renderFailure(failure: Failure, more: Ink = ink``): Ink {
  const { message, hint, details = [] } = failure;
  const error = ink`${paint("red", "error:")} ${message}\n${indent(details)}${more}`;
  return hint === undefined ? error : ink`${error}${renderHint(hint)}`;
}

/** The message and the hint as sentences, for an annotation. */
export function renderSentences({ message, hint }: Failure): string {
  return hint === undefined ? message : `${message}. ${hint}`;
}

export function renderHint(hint: string): Ink {
  return ink`${paint("cyan", "hint:")}  ${completeCommands(hint)}\n`;
}

/** Renders a warning about skipped definitions, or nothing. */
export function renderSkipped(skipped: readonly string[]): Ink {
  if (skipped.length === 0) return ink``;
  return ink`${paint("yellow", "warning:")} these operations are skipped\n${indent(skipped)}`;
}

/** Renders a warning about globs that match no file, or nothing. */
export function renderUnmatched(globs: readonly string[]): Ink {
  if (globs.length === 0) return ink``;
  return ink`${paint("yellow", "warning:")} no file matches ${globs.join(", ")}\n`;
}

/** Renders a warning about settings of the config, or nothing. */
export function renderNotApplied(names: readonly string[]): Ink {
  if (names.length === 0) return ink``;
  const warning = paint("yellow", "warning:");
  return ink`${warning} the operations are those of the files: only graphql-codegen applies ${names.join(", ")}\n`;
}

/** Renders lines below a title. */
export function indent(lines: readonly (string | Ink)[]): Ink {
  return toLines(lines.map((line) => ink`  ${line}`));
}
