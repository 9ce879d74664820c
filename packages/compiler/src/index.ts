/**
 * Understands a schema and operations: pure functions without files, network or terminal. The other packages
 * of this repository import single modules by the entry `./internal/*`, which is no public API and can change
 * in any version.
 */

export { type CheckInput, check } from "./check/check-schema.ts";
export { findOperationUses as uses, type OperationUses } from "./check/impact/operation-uses.ts";
export type {
  AcceptedChange,
  Cause,
  Finding,
  OperationReport,
  Place,
  Report,
  Verdict,
} from "./check/verdict/report.ts";
export { type Connection, connectionOf, errorListOf, idFieldOf } from "./conventions/index.ts";
export type { Compilation, CompileOptions, Declaration } from "./model/compilation.ts";
export { compile } from "./model/compile.ts";
export { type InputSchemaOptions, inputSchema, type JsonSchema } from "./model/input-schema.ts";
export { renderDeclaration } from "./model/render-type.ts";
export { type ReportFormat, type ReportOptions, renderReport } from "./reports/formats.ts";
