/** Scenarios in which an access token that looks valid is refused. */

import { refuseRequest } from "../contract/api.ts";
import { Refusal } from "../contract/route.ts";
import { sleep } from "../delay.ts";
import type { Act, Arrival, Backstage } from "./act.ts";

/** Longest wait of a late answer, in milliseconds, where no newer token is ever used. */
const LATEST_MS = 1000;

/** Refuses the tokens issued until now; where there are none, the first. */
export function refuseTokens({ issued }: Backstage, reason: "expired" | "revoked"): Act {
  const newestRefused = Math.max(1, issued());
  return {
    answer: (arrival) => (generationOf(arrival) <= newestRefused ? refuse(reason) : undefined),
  };
}

/** The same, but only the first refusal comes at once: the others wait until a newer token is in use. */
export function refuseTokensLate({ issued }: Backstage): Act {
  const newestRefused = Math.max(1, issued());
  const renewed = new AbortController();
  let isFirst = true;
  return {
    async answer(arrival) {
      const generation = generationOf(arrival);
      if (generation > newestRefused) {
        if (Number.isFinite(generation)) renewed.abort();
        return undefined;
      }
      const isLate = !isFirst;
      isFirst = false;
      if (isLate) await sleep(LATEST_MS, AbortSignal.any([renewed.signal, arrival.signal]));
      return refuse("expired");
    },
  };
}

/** Infinite for what carries no valid token: the contract has its own answer to that. */
function generationOf({ kind, accessToken }: Arrival): number {
  return kind === "api" && accessToken?.state === "valid" ? accessToken.generation : Number.POSITIVE_INFINITY;
}

function refuse(reason: string): Response {
  return refuseRequest(new Refusal(401, "UNAUTHENTICATED", `The access token is ${reason}.`));
}
