/** Renders a report in one format, with the blocks that the format shows. */

import type { Report } from "../../src/index.ts";
import { describeReport } from "../../src/reports/describe.ts";
import { renderGithub as githubOf } from "../../src/reports/github.ts";
import { renderHtml as htmlOf } from "../../src/reports/html.ts";
import { renderJunit as junitOf } from "../../src/reports/junit.ts";
import { renderMarkdown as markdownOf } from "../../src/reports/markdown.ts";
import type { GithubOptions, Sources, TextOptions } from "../../src/reports/report-options.ts";
import { renderText as textOf } from "../../src/reports/text.ts";

interface WithSources {
  readonly sources: Sources;
}

const NO_SOURCES: Sources = new Map();

export function renderText(report: Report, { sources, ...options }: WithSources & TextOptions): string {
  return textOf(describeReport(report, sources, 1), options);
}

export function renderMarkdown(report: Report, { sources }: WithSources): string {
  return markdownOf(describeReport(report, sources, 2));
}

export function renderHtml(report: Report, { sources }: WithSources): string {
  return htmlOf(describeReport(report, sources, 3));
}

export function renderGithub(report: Report, options: GithubOptions = {}): string {
  return githubOf(describeReport(report, NO_SOURCES, 0), options);
}

export function renderJunit(report: Report): string {
  return junitOf(describeReport(report, NO_SOURCES, 0));
}
