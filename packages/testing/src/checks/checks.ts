/** All contract checks. */

import { apiAssumptions, exchangeAssumptions } from "./assumptions.ts";
import type { ContractCheck } from "./check.ts";
import { specification } from "./specification.ts";

/** First the checks of what the platform documents, then the assumptions of this package. None of them changes data. */
export const contractChecks: readonly ContractCheck[] = [...specification, ...apiAssumptions, ...exchangeAssumptions];
