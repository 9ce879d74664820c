/** Writes the files of `--output`, and prints the report. */

import { extname } from "node:path";
import {
  formatsByExtension,
  type ReportFormat,
  renderReport,
} from "@integration-platform/graphql-compiler/internal/reports/formats";
import { findRepository } from "../../files/find-repository.ts";
import { pathFrom } from "../../files/paths.ts";
import { type Failure, Problem } from "../../host/errors/problem.ts";
import { appendText, writeTexts } from "../../host/project/files.ts";
import { renderSentences } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import type { Checked } from "./create-report.ts";

/** A file of `--output`. */
export interface ReportFile {
  readonly path: string;
  readonly format: ReportFormat;
}

/** The reports of a check. */
export interface ReportTargets {
  readonly files: readonly ReportFile[];
  /** Format of the printed report. */
  readonly format: ReportFormat;
  readonly verbose: boolean;
  readonly otherAnnotations: number;
}

export async function writeReports(
  { report, sources }: Checked,
  { files, format, verbose, otherAnnotations }: ReportTargets,
  { stdout, env, redaction }: Terminal,
): Promise<void> {
  // The workspace of a job can be a link, or contain the repository in a folder.
  const root = findRepository(process.cwd()) ?? env.GITHUB_WORKSPACE ?? process.cwd();
  const folder = pathFrom(root, process.cwd());
  const options = { sources, folder, verbose, otherAnnotations };
  const texts: Record<string, string> = {};
  for (const file of files) {
    const text = await renderReport(file.format, report, options);
    texts[file.path] = redaction.redact(text);
  }
  await writeTexts(texts, "--output");
  // GitHub shows the summary of a job below its steps.
  if (format === "github" && env.GITHUB_STEP_SUMMARY) {
    const summary = await renderReport("markdown", report, options);
    await appendText(env.GITHUB_STEP_SUMMARY, redaction.redact(summary), "GITHUB_STEP_SUMMARY");
  }
  const layout = { colors: stdout.colors, ...(stdout.columns && { width: stdout.columns }) };
  stdout.printRendered(await renderReport(format, report, { ...options, ...layout }));
}

/** Shows a check that could not run in the pull request on GitHub. */
export async function annotateFailure(failure: Failure, { stdout }: Terminal): Promise<void> {
  const { renderCommand } = await import("@integration-platform/graphql-compiler/internal/text/github-text");
  const message = renderSentences(failure);
  const command = renderCommand({ kind: "error", title: "Schema check", message });
  stdout.printRendered(`${command}\n`);
}

/** @throws Problem if the extension is unknown. */
export function formatOf(file: string): ReportFormat {
  const format = formatsByExtension.get(extname(file).toLowerCase());
  if (format) return format;
  const extensions = [...formatsByExtension.keys()].join(", ");
  throw new Problem(`--output: unknown extension of ${quotePath(file)}`, `Use ${extensions}.`);
}
