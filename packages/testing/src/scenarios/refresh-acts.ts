/** Scenarios of the exchange. */

import { isObject } from "../contract/body.ts";
import { refuseExchange, unknownTenant } from "../contract/refresh.ts";
import { Refusal } from "../contract/route.ts";
import { sleep } from "../delay.ts";
import type { Act } from "./act.ts";
import type { ScenarioSettings } from "./catalogue.ts";

export function refuseRefresh(): Act {
  const refusal = new Refusal(401, "invalid_grant", "The refresh token is not accepted.");
  return { answer: ({ kind }) => (kind === "refresh" ? refuseExchange(refusal) : undefined) };
}

export function slowRefresh({ delayMs = 2000 }: ScenarioSettings["slow-refresh"]): Act {
  return {
    async answer({ kind, signal }) {
      if (kind === "refresh") await sleep(delayMs, signal);
      return undefined;
    },
  };
}

export function refuseTenant(): Act {
  return {
    answer: ({ kind, body }) =>
      kind === "refresh" && isObject(body) && body.tenant_id !== undefined
        ? refuseExchange(unknownTenant())
        : undefined,
  };
}
