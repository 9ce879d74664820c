/**
 * The contract checks: first those of what the platform documents, then the assumptions of the client. None
 * of them changes data.
 */

import { assumptions } from "./assumptions.ts";
import type { ContractCheck } from "./contract-check.ts";
import { specification } from "./specification.ts";

export const contractChecks: readonly ContractCheck[] = [...specification, ...assumptions];
export {
  type ContractCheck,
  ContractSkip,
  type ContractTarget,
  ContractViolation,
} from "./contract-check.ts";
