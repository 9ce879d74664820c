/** The schema check as pure functions: no files, no network, no terminal. */

export type { ScalarType } from "../codegen/scalars.ts";
export { type CheckInput, check } from "./check.ts";
export { compare } from "./compare.ts";
export { findUnpaged } from "./connections.ts";
export type { RecordedResponse, RecordingFile, RecordingInput } from "./recordings.ts";
export { type GithubOptions, renderGithub } from "./render/github.ts";
export { type HtmlOptions, renderHtml } from "./render/html.ts";
export { renderJunit } from "./render/junit.ts";
export { type MarkdownOptions, renderMarkdown } from "./render/markdown.ts";
export { renderJson } from "./render/printable.ts";
export { renderSarif, type SarifOptions } from "./render/sarif.ts";
export { renderText, type TextOptions } from "./render/text.ts";
export type {
  AcceptedChange,
  Cause,
  CauseFinding,
  Change,
  DeprecationUse,
  Drift,
  Finding,
  FindingRule,
  OperationError,
  OperationReport,
  Place,
  RecordingFinding,
  Report,
  SchemaOrigin,
  SemverStep,
  Unpaged,
  Verdict,
} from "./report.ts";
export type { Use } from "./uses.ts";
export { computeVerdicts, type OperationVerdict, type VerdictInput } from "./verdicts.ts";
