/** The active scenarios. */

import { type AnySettings, type ScenarioName, scenarios } from "../requests/scenario-names.ts";
import { checkOptionNames } from "../shared/check-options.ts";
import { FAULTS, type Fault, type FaultContext, type FaultResponse, type ScenarioRequest } from "./faults.ts";

/** Default of `clock-skew`: one day more than the lifetime of an access token. */
const DEFAULT_SKEW_MS = -8 * 24 * 60 * 60 * 1000;

/** A response, and the scenario that produced it. */
interface ScenarioResponse {
  readonly response: FaultResponse;
  readonly scenario: ScenarioName;
}

/** The active scenarios of one platform. */
export interface Scenarios {
  /**
   * Activates a scenario. An active scenario is restarted.
   *
   * @throws TypeError if there is no such scenario, or a setting is out of range. Nothing changes then.
   */
  use(name: ScenarioName, settings?: AnySettings): void;
  /** Deactivates a scenario, or all of them. @throws TypeError if there is no such scenario. */
  unuse(name?: ScenarioName): void;
  isActive(name: ScenarioName): boolean;
  /** Responds instead of the route. If several scenarios can, the one that was activated first does. */
  respond(received: ScenarioRequest): Promise<ScenarioResponse | undefined>;
}

export function createScenarios(context: FaultContext): Scenarios {
  const active = new Map<ScenarioName, Fault | undefined>();
  return {
    use(name, settings = {}) {
      requireScenario(name);
      checkOptionNames(`use("${name}")`, settings);
      const { skewMs = DEFAULT_SKEW_MS } = settings;
      if (!Number.isFinite(skewMs)) throw new TypeError('"skewMs" must be a finite number.');
      const fault = FAULTS[name]?.(context, settings);
      // A restarted scenario is the last one that responds.
      active.delete(name);
      active.set(name, fault);
      if (name === "clock-skew") context.clock.skewMs = skewMs;
    },
    unuse(name) {
      if (name === undefined) active.clear();
      else active.delete(requireScenario(name));
      if (!active.has("clock-skew")) context.clock.skewMs = 0;
    },
    isActive: (name) => active.has(name),
    async respond(received) {
      for (const [scenario, fault] of active) {
        const response = await fault?.(received);
        if (response) return { response, scenario };
      }
      return undefined;
    },
  };
}

function requireScenario(name: ScenarioName): ScenarioName {
  if (Object.hasOwn(scenarios, name)) return name;
  throw new TypeError(`Unknown scenario "${name}". Scenarios: ${Object.keys(scenarios).join(", ")}.`);
}
