/** The order of verdicts and kinds of harm, and the worst of several. */

import { HARMS, type Harm } from "../compare/reasons.ts";
import type { Finding, Verdict } from "./report.ts";

/** All verdicts, the worst first. */
const VERDICTS: readonly Verdict[] = ["breaks", "changes types", "unaffected"];

/** Returns the worst of the kinds of harm. */
export function worstHarm(harms: readonly (Harm | undefined)[]): Harm | undefined {
  return HARMS.find((harm) => harms.includes(harm));
}

/** What a verdict is about: a finding, an operation or a cause. */
export interface Worst {
  readonly verdict: Verdict;
  readonly harm?: Harm | undefined;
}

/** Worst verdict first, then worst harm. */
export function compareWorst(a: Worst, b: Worst): number {
  // Only `breaks` has a harm.
  const ranks: readonly (Harm | undefined)[] = HARMS;
  const rankOf = ({ harm }: Worst) => ranks.indexOf(harm);
  return VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || rankOf(a) - rankOf(b);
}

/** Returns the worst verdict and harm of the findings that are not accepted. */
export function worstOf(findings: readonly Finding[]): Worst {
  const open = findings.filter(({ accepted }) => !accepted);
  const verdict =
    VERDICTS.find((candidate) => open.some((finding) => finding.verdict === candidate)) ?? "unaffected";
  return { verdict, harm: worstHarm(open.map(({ harm }) => harm)) };
}
