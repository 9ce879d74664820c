/** Renders reports of schema checks. */

export { formatsByExtension, type ReportFormat, type ReportOptions, renderReport, reportFormats } from "./formats.ts";
export { type GithubOptions, renderCommand, renderGithub } from "./github.ts";
export { type HtmlOptions, renderHtml } from "./html.ts";
export { renderJunit } from "./junit.ts";
export { type MarkdownOptions, renderMarkdown } from "./markdown.ts";
export { printableJson, renderJson, writeOutUnseen } from "./printable.ts";
export { renderSarif, type SarifOptions } from "./sarif.ts";
export { outcomeOf, withStatus } from "./summary.ts";
export { renderText, type TextOptions } from "./text.ts";
