/** The contract, statement by statement: the specification's, and our own assumptions where it is silent. */

import { apiAssumptions } from "./api-assumptions.ts";
import type { ContractCheck } from "./check.ts";
import { exchangeAssumptions } from "./exchange-assumptions.ts";
import { specification } from "./specification.ts";

/** All that can be checked from outside, in the order of the specification; then the assumptions. Nothing is written. */
export const contractChecks: readonly ContractCheck[] = [...specification, ...apiAssumptions, ...exchangeAssumptions];
