/** Reports of a check that could not run, in each format. */

import { printableText, renderInk } from "@integration-platform/graphql-compiler/internal/text/ink";
import { fence } from "@integration-platform/graphql-compiler/internal/text/markdown-text";
import { html } from "@integration-platform/graphql-compiler/internal/text/markup";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import type { Failure } from "../errors/problem.ts";
import { formatOf } from "../schema/write-reports.ts";
import { renderFailure } from "../terminal/messages.ts";

/** @returns the text of each file. @throws Problem if an extension is unknown. */
export function renderFailures(failure: Failure, files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, renderFailureAs(formatOf(file), failure)]));
}

function renderFailureAs(format: ReturnType<typeof formatOf>, failure: Failure): string {
  const { code, message, hint } = failure;
  const text = renderInk(renderFailure(failure), false);
  const marked = text.split("\n").map((line) => html`${line}\n`);
  switch (format) {
    case "json":
      return renderJson({ version: 1, error: { code, message, hint } });
    case "markdown":
      return `## The schemas were not compared\n\n${fence("", text.trimEnd().split("\n"))}\n`;
    case "html":
      return `${html`<!doctype html><meta charset="utf-8"><title>Schema check</title><h1>The schemas were not compared</h1><pre>${marked}</pre>`.markup}\n`;
    case "junit":
      return `${
        html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="0" errors="1"><testsuite name="schema check" tests="1" failures="0" errors="1">
<testcase name="schema check" classname="schema"><error type="could not run" message="${printableText(message)}">${marked}</error></testcase>
</testsuite></testsuites>`.markup
      }\n`;
    // No file has the extension of "github", which is for the log.
    case "text":
    case "github":
      return text;
  }
}
