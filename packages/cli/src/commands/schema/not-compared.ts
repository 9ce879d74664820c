/** Reports of a check that compared nothing, in each format. */

import { printableText, renderInk } from "@integration-platform/graphql-compiler/internal/text/ink";
import { fence } from "@integration-platform/graphql-compiler/internal/text/markdown-text";
import { html } from "@integration-platform/graphql-compiler/internal/text/markup";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import type { Failure } from "../../host/errors/problem.ts";
import { appendText, writeTexts } from "../../host/project/files.ts";
import { renderFailure } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { formatOf } from "./write-reports.ts";

/** Why nothing was compared. */
interface NothingCompared {
  /** The check could not run; or, as a sentence, there is nothing to compare with. */
  readonly reason: Failure | string;
  /** Further sentences of the report. */
  readonly remarks: readonly string[];
}

/** Writes every report that was asked for, and the summary of the job on GitHub. */
export async function writeNotCompared(
  result: NothingCompared,
  files: readonly string[],
  { env, redaction }: Terminal,
): Promise<void> {
  const texts = files.map((file) => [file, redaction.redact(renderAs(formatOf(file), result))]);
  await writeTexts(Object.fromEntries(texts), "--output");
  if (env.GITHUB_ACTIONS !== "true" || !env.GITHUB_STEP_SUMMARY) return;
  const summary = redaction.redact(renderAs("markdown", result));
  await appendText(env.GITHUB_STEP_SUMMARY, summary, "GITHUB_STEP_SUMMARY");
}

function renderAs(format: ReturnType<typeof formatOf>, { reason, remarks }: NothingCompared): string {
  const isReason = typeof reason === "string";
  const text = isReason ? `${reason}\n` : renderInk(renderFailure(reason), false);
  const lines = [...text.trimEnd().split("\n"), ...remarks];
  const marked = lines.map((line) => html`${line}\n`);
  switch (format) {
    case "json":
      return renderJson({
        version: 1,
        ...(isReason ? { nothingCompared: reason } : { error: toError(reason) }),
        remarks,
      });
    case "markdown":
      return `## The schemas were not compared\n\n${fence("", lines)}\n`;
    case "html":
      return `${html`<!doctype html><meta charset="utf-8"><title>Schema check</title><h1>The schemas were not compared</h1><pre>${marked}</pre>`.markup}\n`;
    case "junit":
      return renderJunit(isReason ? undefined : reason.message, marked);
    // No file has the extension of "github", which is for the log.
    case "text":
    case "github":
      return `${lines.join("\n")}\n`;
  }
}

const toError = ({ code, message, hint }: Failure) => ({ code, message, hint });

/** @param error - `undefined`: the test was skipped. */
function renderJunit(error: string | undefined, lines: ReturnType<typeof html>[]): string {
  const [errors, skipped] = error === undefined ? [0, 1] : [1, 0];
  const counts = html`tests="1" failures="0" errors="${String(errors)}" skipped="${String(skipped)}"`;
  const result =
    error === undefined
      ? html`<skipped/><system-out>${lines}</system-out>`
      : html`<error type="could not run" message="${printableText(error)}">${lines}</error>`;
  return `${
    html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}><testsuite name="schema check" ${counts}>
<testcase name="schema check" classname="schema">${result}</testcase>
</testsuite></testsuites>`.markup
  }\n`;
}
