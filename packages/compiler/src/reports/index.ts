/** Renders reports of schema checks. */

export { formatsByExtension, type ReportFormat, type ReportOptions, renderReport, reportFormats } from "./formats.ts";
export { renderCommand, renderGithub } from "./github.ts";
export { renderHtml } from "./html.ts";
export { renderJunit } from "./junit.ts";
export { renderMarkdown } from "./markdown.ts";
export type { GithubOptions, HtmlOptions, MarkdownOptions, SarifOptions, TextOptions } from "./options.ts";
export { printableJson, renderJson, writeOutUnseen } from "./printable.ts";
export { renderSarif } from "./sarif.ts";
export { outcomeOf, withStatus } from "./summary.ts";
export { renderText } from "./text.ts";
