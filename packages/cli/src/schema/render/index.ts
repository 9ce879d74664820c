/** A report, rendered. Every format says the same: the same verdict, the same findings. */

export { type GithubOptions, renderGithub } from "./github.ts";
export { type HtmlOptions, renderHtml } from "./html.ts";
export { renderJson } from "./json.ts";
export { type MarkdownOptions, renderMarkdown } from "./markdown.ts";
export { renderText, type TextOptions } from "./text.ts";
