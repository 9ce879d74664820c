/** The schema check as pure functions, for those who script it: no files, no network, no terminal. */

export type { ScalarType } from "../codegen/scalars.ts";
export { type CheckInput, check } from "./check.ts";
export { compare } from "./compare.ts";
export { findUnpaged } from "./connections.ts";
export { type JudgedOperation, type JudgeInput, judge } from "./judge.ts";
export {
  type GithubOptions,
  type HtmlOptions,
  type MarkdownOptions,
  renderGithub,
  renderHtml,
  renderJson,
  renderMarkdown,
  renderText,
  type TextOptions,
} from "./render/index.ts";
export type {
  Acceptance,
  Change,
  DeprecationUse,
  Drift,
  Finding,
  FindingRule,
  OperationReport,
  Place,
  Report,
  SchemaOrigin,
  SemverStep,
  Unpaged,
  Verdict,
} from "./report.ts";
export type { Use } from "./uses.ts";
