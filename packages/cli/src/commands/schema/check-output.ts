/** A report in the formats that were asked for, on the terminal and in files. */

import { mkdir } from "node:fs/promises";
import { dirname, extname } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { type Report, renderGithub, renderHtml, renderJson, renderMarkdown, renderText } from "../../schema/index.ts";
import { Problem } from "../problem.ts";
import { paint } from "../terminal.ts";

export type Format = "text" | "json" | "markdown" | "github" | "html";

const BY_EXTENSION: Readonly<Record<string, Format>> = {
  ".txt": "text",
  ".json": "json",
  ".md": "markdown",
  ".html": "html",
};

/** @throws Problem where the file's name does not tell. */
export function formatOf(file: string): Format {
  const format = BY_EXTENSION[extname(file).toLowerCase()];
  if (format) return format;
  throw new Problem(
    `--output ${file}: its name does not say the format`,
    `end it in ${Object.keys(BY_EXTENSION).join(", ")}`,
  );
}

/** Renders in any format; for a stream, as it takes it. */
export function createRender(
  report: Report,
  { sources, folder }: { readonly sources: ReadonlyMap<string, string>; readonly folder: string },
): (format: Format, stream?: NodeJS.WriteStream) => string {
  return (format, stream) => {
    switch (format) {
      case "text": {
        const colors = stream !== undefined && paint(stream, "bold", "x") !== "x";
        return renderText(report, { sources, colors, ...(stream?.columns && { width: stream.columns }) });
      }
      case "json":
        return renderJson(report);
      case "markdown":
        return renderMarkdown(report, { sources });
      case "github":
        return renderGithub(report, { folder });
      case "html":
        return renderHtml(report, { sources });
    }
  };
}

/** Whole or not at all. @throws Problem */
export async function writeReport(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, text);
  } catch (error) {
    throw new Problem(`--output ${file}: it cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
