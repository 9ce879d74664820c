/** The formats of a report. A new format is one file, and one row here. */

import type { Report } from "../check/report.ts";
import { printableJson } from "../text/printable.ts";
import type { ReportOptions } from "./options.ts";

export type { ReportOptions };

/** Renders a report as JSON, as `report.schema.json` describes it. */
export function renderJson(report: Report): string {
  return `${printableJson(JSON.stringify(report, undefined, 2))}\n`;
}

type Renderer = (report: Report, options: ReportOptions) => string;

/** The code of each format, which is loaded only if the format is used, and the extension of its files. */
const FORMATS = {
  text: { extension: ".txt", load: async (): Promise<Renderer> => (await import("./text.ts")).renderText },
  json: { extension: ".json", load: async (): Promise<Renderer> => renderJson },
  markdown: { extension: ".md", load: async (): Promise<Renderer> => (await import("./markdown.ts")).renderMarkdown },
  github: { load: async (): Promise<Renderer> => (await import("./github.ts")).renderGithub },
  html: { extension: ".html", load: async (): Promise<Renderer> => (await import("./html.ts")).renderHtml },
  junit: { extension: ".xml", load: async (): Promise<Renderer> => (await import("./junit.ts")).renderJunit },
};

export type ReportFormat = keyof typeof FORMATS;

/** Names of all formats. */
export const reportFormats: readonly ReportFormat[] = Object.keys(FORMATS) as ReportFormat[];

/** Format of a file by its extension, such as `.md`. */
export const formatsByExtension: ReadonlyMap<string, ReportFormat> = new Map(
  reportFormats.flatMap((format) => {
    const row = FORMATS[format];
    return "extension" in row ? [[row.extension, format]] : [];
  }),
);

/** Renders a report in a format. */
export async function renderReport(format: ReportFormat, report: Report, options: ReportOptions): Promise<string> {
  const render = await FORMATS[format].load();
  return render(report, options);
}
