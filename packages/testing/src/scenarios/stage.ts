/** The scenarios that are on. */

import type { Act, Arrival, Backstage } from "./act.ts";
import { answerAsProxy, beUnavailableOnce, cutBody, limitRate } from "./api-acts.ts";
import { requireScenario, type ScenarioName, type ScenarioSettings } from "./catalogue.ts";
import { refuseRefresh, refuseTenant, slowRefresh } from "./refresh-acts.ts";
import { refuseTokens, refuseTokensLate } from "./token-acts.ts";

/** The settings of a scenario, where it has some. */
export type SettingsOf<Name extends ScenarioName> = Name extends keyof ScenarioSettings
  ? ScenarioSettings[Name]
  : Readonly<Record<string, never>>;

/** All settings there are. A scenario looks at its own. */
type AnySettings = ScenarioSettings["slow-refresh"] & ScenarioSettings["rate-limited"] & ScenarioSettings["clock-skew"];

/** Default of `clock-skew`: a day more than an access token lives. */
const SKEW_MS = -8 * 24 * 60 * 60 * 1000;

export interface Stage {
  /** Switches a scenario on; one that is on begins anew. */
  use(name: ScenarioName, settings?: AnySettings): void;
  /** Switches a scenario off, or all of them. */
  unuse(name?: ScenarioName): void;
  isOn(name: ScenarioName): boolean;
  /** How far the platform's clock is ahead, in milliseconds. */
  skewMs(): number;
  /** What scenarios answer in the contract's place, and which did. The one switched on first goes first. */
  answer(arrival: Arrival): Promise<{ readonly response: Response; readonly scenario: ScenarioName } | undefined>;
  alter(
    response: Response,
    arrival: Arrival,
  ): Promise<{ readonly response: Response; readonly scenario?: ScenarioName }>;
}

export function createStage(backstage: Backstage): Stage {
  const acts = new Map<ScenarioName, Act>();
  let skewMs = 0;
  return {
    use(given, settings = {}) {
      const name = requireScenario(given);
      acts.delete(name);
      acts.set(name, createAct(name, settings, backstage));
      if (name === "clock-skew") skewMs = settings.skewMs ?? SKEW_MS;
    },
    unuse(given) {
      const names = given === undefined ? [...acts.keys()] : [requireScenario(given)];
      for (const name of names) acts.delete(name);
    },
    isOn: (name) => acts.has(name),
    skewMs: () => (acts.has("clock-skew") ? skewMs : 0),
    async answer(arrival) {
      for (const [scenario, act] of acts) {
        const response = await act.answer?.(arrival);
        if (response) return { response, scenario };
      }
      return undefined;
    },
    async alter(response, arrival) {
      let answered: Awaited<ReturnType<Stage["alter"]>> = { response };
      for (const [scenario, act] of acts) {
        const altered = await act.alter?.(answered.response, arrival);
        if (altered && altered !== answered.response) answered = { response: altered, scenario };
      }
      return answered;
    },
  };
}

function createAct(name: ScenarioName, settings: AnySettings, backstage: Backstage): Act {
  switch (name) {
    case "expired-token":
      return refuseTokens(backstage, "expired");
    case "revoked-token":
      return refuseTokens(backstage, "revoked");
    case "late-401":
      return refuseTokensLate(backstage);
    case "refused-refresh":
      return refuseRefresh();
    case "slow-refresh":
      return slowRefresh(settings);
    case "rate-limited":
      return limitRate(backstage, settings);
    case "unavailable-once":
      return beUnavailableOnce();
    case "html-from-proxy":
      return answerAsProxy();
    case "cut-body":
      return cutBody();
    case "wrong-tenant":
      return refuseTenant();
    // The contract itself asks whether these are on.
    case "rotation":
    case "partial-data":
    case "clock-skew":
      return {};
  }
}
