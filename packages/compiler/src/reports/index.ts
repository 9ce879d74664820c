/** Renders reports of schema checks. */

export { printableJson, writeOutUnseen } from "../text/printable.ts";
export {
  formatsByExtension,
  type ReportFormat,
  type ReportOptions,
  renderJson,
  renderReport,
  reportFormats,
} from "./formats.ts";
export { renderCommand, renderGithub } from "./github.ts";
export { renderHtml } from "./html.ts";
export { renderJunit } from "./junit.ts";
export { renderMarkdown } from "./markdown.ts";
export type { GithubOptions, HtmlOptions, MarkdownOptions, TextOptions } from "./options.ts";
export { outcomeOf, withStatus } from "./summary.ts";
export { renderText } from "./text.ts";
