/** Compares two schemas and decides what the difference means for operations. */

export { type CheckInput, check } from "./check-schema.ts";
export type { InstalledOperations } from "./compare-models.ts";
export { compare } from "./compare-schemas.ts";
export type { Consumer } from "./consumers.ts";
export type { Use } from "./find-uses.ts";
export {
  type Edition,
  editionOf,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "./introspection-query.ts";
export { findOperationUses, type OperationUses, type Via } from "./operation-uses.ts";
export { FINDING_RULES } from "./reasons.ts";
export type * from "./report.ts";
export { computeVerdicts, type OperationVerdict, type VerdictInput } from "./verdicts.ts";
