/** The formats of a report. A new format is one file that renders the blocks, and one row here. */

import type { Report } from "../check/report.ts";
import { renderJson } from "../text/json.ts";
import type { ReportDocument } from "./blocks.ts";
import type { ReportOptions } from "./options.ts";

export type { ReportOptions };

export type ReportFormat = "text" | "json" | "markdown" | "github" | "html" | "junit";

type Renderer = (document: ReportDocument, options: ReportOptions) => string;

interface Format {
  /** Extension of files in this format. */
  readonly extension?: string;
  /** Number of unchanged lines of types around a changed one. 0: the format shows no types. */
  readonly context: number;
  /** The code of a format is loaded only if the format is used. */
  readonly load: () => Promise<Renderer>;
}

/** All formats but JSON, which has the report itself. */
const FORMATS: Readonly<Record<Exclude<ReportFormat, "json">, Format>> = {
  text: { extension: ".txt", context: 1, load: async () => (await import("./text.ts")).renderText },
  markdown: {
    extension: ".md",
    context: 2,
    load: async () => (await import("./markdown.ts")).renderMarkdown,
  },
  github: { context: 0, load: async () => (await import("./github.ts")).renderGithub },
  html: { extension: ".html", context: 3, load: async () => (await import("./html.ts")).renderHtml },
  junit: { extension: ".xml", context: 0, load: async () => (await import("./junit.ts")).renderJunit },
};

/** Names of all formats. */
export const reportFormats: readonly ReportFormat[] = ["text", "json", "markdown", "github", "html", "junit"];

/** Format of a file by its extension, such as `.md`. */
export const formatsByExtension: ReadonlyMap<string, ReportFormat> = new Map(
  reportFormats.flatMap((format) => {
    const extension = format === "json" ? ".json" : FORMATS[format].extension;
    return extension === undefined ? [] : [[extension, format]];
  }),
);

/** Renders a report in a format. `report.schema.json` describes the one of JSON. */
export async function renderReport(
  format: ReportFormat,
  report: Report,
  options: ReportOptions,
): Promise<string> {
  if (format === "json") return renderJson(report);
  const { context, load } = FORMATS[format];
  const [{ describeReport }, render] = await Promise.all([import("./describe.ts"), load()]);
  return render(describeReport(report, options.sources, context), options);
}
