/** The formats of a report. A new format is one file that renders the blocks, and here a name and a row. */

import type { Report } from "../check/verdict/report.ts";
import { renderJson } from "../text/render-json.ts";
import type { ReportDocument } from "./blocks.ts";
import type { ReportOptions } from "./report-options.ts";

export type { ReportOptions };

export type ReportFormat = "text" | "json" | "markdown" | "github" | "html" | "junit";

interface Format {
  /** Extension of files in this format. Absent if it is for a terminal or a log. */
  readonly extension?: string;
  readonly render: (report: Report, options: ReportOptions) => Promise<string>;
}

const FORMATS: Readonly<Record<ReportFormat, Format>> = {
  text: { extension: ".txt", render: ofBlocks(1, async () => (await import("./text.ts")).renderText) },
  json: { extension: ".json", render: async (report) => renderJson(report) },
  markdown: {
    extension: ".md",
    render: ofBlocks(2, async () => (await import("./markdown.ts")).renderMarkdown),
  },
  github: { render: ofBlocks(0, async () => (await import("./github.ts")).renderGithub) },
  html: { extension: ".html", render: ofBlocks(3, async () => (await import("./html.ts")).renderHtml) },
  junit: { extension: ".xml", render: ofBlocks(0, async () => (await import("./junit.ts")).renderJunit) },
};

/** Names of all formats. */
export const reportFormats: readonly ReportFormat[] = Object.keys(FORMATS) as ReportFormat[];

/** Format of a file by its extension, such as `.md`. */
export const formatsByExtension: ReadonlyMap<string, ReportFormat> = new Map(
  reportFormats.flatMap((name) => {
    const { extension } = FORMATS[name];
    return extension === undefined ? [] : [[extension, name]];
  }),
);

/**
 * Returns a function that renders the blocks of a report. The code of a format is loaded only if the format
 * is used.
 *
 * @param context - Number of unchanged lines of types around a changed one. 0: the format shows no types.
 */
function ofBlocks(
  context: number,
  load: () => Promise<(document: ReportDocument, options: ReportOptions) => string>,
): Format["render"] {
  return async (report, options) => {
    const [{ describeReport }, render] = await Promise.all([import("./describe.ts"), load()]);
    return render(describeReport(report, options.sources, context), options);
  };
}

/** Renders a report in a format. `report.schema.json` describes the one of JSON. */
export async function renderReport(
  format: ReportFormat,
  report: Report,
  options: ReportOptions,
): Promise<string> {
  return FORMATS[format].render(report, options);
}
