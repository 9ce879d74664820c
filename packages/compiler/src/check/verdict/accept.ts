/** Matches accepted changes, and the label that accepts all breaks, with findings. */

import type { Accepted, AcceptedChange, AcceptingLabel, Finding, Report } from "./report.ts";

export interface Acceptance {
  /**
   * Returns the accepted change that covers a finding and has not expired; else the label, if the finding
   * breaks.
   */
  find(
    coordinates: readonly string[],
    finding: Pick<Finding, "rule" | "verdict">,
    operation: string,
  ): Accepted | undefined;
  /** Lists the accepted changes that have expired, or that no call of `find` matched. */
  listStale(): Report["staleAccepted"];
}

/** @param today - `YYYY-MM-DD`, UTC. */
export function createAcceptance(
  accepted: readonly AcceptedChange[],
  today: string,
  label: AcceptingLabel | undefined,
): Acceptance {
  const used = new Set<AcceptedChange>();
  return {
    find(coordinates, { rule, verdict }, operation) {
      const matching = accepted.filter(
        (change) =>
          coordinates.includes(change.coordinate) &&
          (change.rule ?? rule) === rule &&
          (change.operation ?? operation) === operation,
      );
      for (const change of matching) used.add(change);
      return matching.find(({ expires }) => expires >= today) ?? (verdict === "breaks" ? label : undefined);
    },
    listStale() {
      return accepted.flatMap((change): Report["staleAccepted"] => {
        if (change.expires < today) return [{ ...change, problem: "expired" }];
        return used.has(change) ? [] : [{ ...change, problem: "unused" }];
      });
    },
  };
}
