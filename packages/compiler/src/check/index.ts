/** Compares two schemas and decides what the difference means for operations. */

export { type CheckInput, check } from "./check.ts";
export { compare } from "./compare.ts";
export { ConsumerError, type ConsumerManifest } from "./consumers.ts";
export {
  type Edition,
  editionOf,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "./introspection-query.ts";
export { findOperationUses, type OperationUses, type Via } from "./operation-uses.ts";
export {
  createResponseShape,
  listMismatches,
  type RecordedResponse,
  type RecordingFile,
  type RecordingInput,
  renderPath,
} from "./recordings.ts";
export type * from "./report.ts";
export { FINDING_RULES } from "./report.ts";
export type { Use } from "./uses.ts";
export { computeVerdicts, type OperationVerdict, type VerdictInput } from "./verdicts.ts";
