/** Matches accepted changes with findings. */

import type { AcceptedChange, Report } from "./report.ts";

export interface Acceptance {
  /** Returns the accepted change that covers a finding and has not expired. */
  find(coordinates: readonly string[], rule: AcceptedChange["rule"], operation: string): AcceptedChange | undefined;
  /** Lists the accepted changes that have expired, or that no call of `find` matched. */
  listStale(): Report["staleAccepted"];
}

/** @param today - `YYYY-MM-DD`, UTC. */
export function createAcceptance(accepted: readonly AcceptedChange[], today: string): Acceptance {
  const used = new Set<AcceptedChange>();
  return {
    find(coordinates, rule, operation) {
      const matching = accepted.filter(
        (change) =>
          coordinates.includes(change.coordinate) &&
          (change.rule ?? rule) === rule &&
          (change.operation ?? operation) === operation,
      );
      for (const change of matching) used.add(change);
      return matching.find(({ expires }) => expires >= today);
    },
    listStale() {
      return accepted.flatMap((change): Report["staleAccepted"] => {
        if (change.expires < today) return [{ ...change, problem: "expired" }];
        return used.has(change) ? [] : [{ ...change, problem: "unused" }];
      });
    },
  };
}
