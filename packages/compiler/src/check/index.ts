/** Compares two schemas and decides what the difference means for operations. */

export { type CheckInput, check } from "./check-schema.ts";
export type { Use } from "./compare/find-uses.ts";
export type { InstalledOperations } from "./compare/models.ts";
export { FINDING_RULES } from "./compare/reasons.ts";
export { compare } from "./compare/schemas.ts";
export type { Consumer } from "./impact/consumers.ts";
export { findOperationUses, type OperationUses, type Via } from "./impact/operation-uses.ts";
export type * from "./verdict/report.ts";
