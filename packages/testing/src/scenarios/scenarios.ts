/** The active scenarios. */

import type { RequestError } from "../errors.ts";
import { FAULTS, type Fault, type FaultContext, type ScenarioRequest } from "./faults.ts";
import { type AnySettings, type ScenarioName, scenarios } from "./names.ts";

/** Default of `clock-skew`: one day more than the lifetime of an access token. */
const DEFAULT_SKEW_MS = -8 * 24 * 60 * 60 * 1000;

/** A response, and the scenario that produced or changed it. */
interface ScenarioResponse<Result = Response> {
  readonly response: Result;
  readonly scenario?: ScenarioName;
}

/** The active scenarios of one platform. */
export interface Scenarios {
  /** Activates a scenario. An active scenario is restarted. @throws TypeError if there is no such scenario. */
  use(name: ScenarioName, settings?: AnySettings): void;
  /** Deactivates a scenario, or all of them. @throws TypeError if there is no such scenario. */
  unuse(name?: ScenarioName): void;
  isActive(name: ScenarioName): boolean;
  /** Milliseconds that the platform's clock is ahead. */
  skewMs(): number;
  /** Responds instead of the route. If several scenarios can, the one that was activated first does. */
  respond(received: ScenarioRequest): Promise<ScenarioResponse<Response | RequestError> | undefined>;
  /** Changes the response of the route. */
  alter(response: Response, received: ScenarioRequest): Promise<ScenarioResponse>;
}

export function createScenarios(context: FaultContext): Scenarios {
  const active = new Map<ScenarioName, Fault>();
  let skewMs = 0;
  return {
    use(name, settings = {}) {
      requireScenario(name);
      active.delete(name);
      active.set(name, FAULTS[name]?.(context, settings) ?? {});
      if (name === "clock-skew") skewMs = settings.skewMs ?? DEFAULT_SKEW_MS;
    },
    unuse(name) {
      if (name === undefined) active.clear();
      else active.delete(requireScenario(name));
    },
    isActive: (name) => active.has(name),
    skewMs: () => (active.has("clock-skew") ? skewMs : 0),
    async respond(received) {
      for (const [scenario, fault] of active) {
        const response = await fault.respond?.(received);
        if (response) return { response, scenario };
      }
      return undefined;
    },
    async alter(response, received) {
      let result: ScenarioResponse = { response };
      for (const [scenario, fault] of active) {
        const altered = await fault.alter?.(result.response, received);
        if (altered && altered !== result.response) result = { response: altered, scenario };
      }
      return result;
    },
  };
}

function requireScenario(name: ScenarioName): ScenarioName {
  if (Object.hasOwn(scenarios, name)) return name;
  throw new TypeError(`Unknown scenario "${name}". Scenarios: ${Object.keys(scenarios).join(", ")}.`);
}
