/** Understands a schema and operations: pure functions without files, network or terminal. */

export { type CheckInput, check } from "./check/check.ts";
export { compare } from "./check/compare.ts";
export {
  ConsumerError,
  type ConsumerManifest,
  createManifest,
  readManifest,
  renderManifest,
} from "./check/consumers.ts";
export { type ElementUse, findOperationUses, type OperationUses, type Via } from "./check/operation-uses.ts";
export type { RecordedResponse, RecordingFile, RecordingInput } from "./check/recordings.ts";
export type * from "./check/report.ts";
export type { Use } from "./check/uses.ts";
export { computeVerdicts, type OperationVerdict, type VerdictInput } from "./check/verdicts.ts";
export {
  type Compilation,
  type CompiledDefinition,
  type CompileOptions,
  compile,
  type Declaration,
  type EnumDeclaration,
  type InputDeclaration,
  type ResultDeclaration,
  type Variable,
  type VariablesDeclaration,
} from "./model/compile.ts";
export { type InputSchemaOptions, inputSchema, type JsonSchema } from "./model/input-schema.ts";
export { type Direction, renderDeclaration, renderType } from "./model/render-type.ts";
export type { ExportedName, Leaf, List, Member, Nullable, Objects, Property, ResultType } from "./model/result-type.ts";
export { type ScalarType, scalars } from "./model/scalars.ts";
export {
  formatsByExtension,
  type GithubOptions,
  type HtmlOptions,
  type MarkdownOptions,
  type ReportFormat,
  type ReportOptions,
  renderGithub,
  renderHtml,
  renderJson,
  renderJunit,
  renderMarkdown,
  renderReport,
  renderText,
  reportFormats,
  type TextOptions,
} from "./reports/index.ts";
