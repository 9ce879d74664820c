/** The scenarios by name, and those that are active. */

import {
  cutBody,
  delayRefresh,
  type Fault,
  type FaultContext,
  failOnce,
  limitRate,
  rejectRefresh,
  rejectTenant,
  rejectTokens,
  rejectTokensLate,
  respondAsProxy,
  type ScenarioRequest,
} from "./faults.ts";

/** Settings of the scenarios that have some. */
export interface ScenarioSettings {
  readonly "slow-refresh": {
    /** Duration of a token exchange, in milliseconds. @default 2000 */
    readonly delayMs?: number;
  };
  readonly "rate-limited": {
    /** `Retry-After` in seconds, an integer from 0; 0 rejects one request only. @default 1 */
    readonly retryAfterSeconds?: number;
  };
  readonly "clock-skew": {
    /** Milliseconds that the platform's clock is ahead. @default 8 days behind */
    readonly skewMs?: number;
  };
}

/** The settings of a scenario, if it has some. */
export type SettingsOf<Name extends ScenarioName> = Name extends keyof ScenarioSettings
  ? ScenarioSettings[Name]
  : Readonly<Record<string, never>>;

/** All settings. A scenario uses its own. */
type AnySettings = ScenarioSettings["slow-refresh"] & ScenarioSettings["rate-limited"] & ScenarioSettings["clock-skew"];

export type ScenarioName =
  | "expired-token"
  | "revoked-token"
  | "late-401"
  | "rejected-refresh"
  | "rotation"
  | "slow-refresh"
  | "rate-limited"
  | "unavailable-once"
  | "html-from-proxy"
  | "cut-body"
  | "partial-data"
  | "rejected-mutations"
  | "wrong-tenant"
  | "clock-skew";

export interface ScenarioSummary {
  /** One line. */
  readonly summary: string;
  /** `socket`: works only over `listen()`. `handlers`: works in-process, too. */
  readonly needs: "socket" | "handlers";
}

/** Every scenario. Each is active until it is deactivated. */
export const scenarios: Readonly<Record<ScenarioName, ScenarioSummary>> = {
  "expired-token": handlers(
    "The access token has expired: 401. Without one, the first token expires after its first use",
  ),
  "revoked-token": handlers(
    "The access token is revoked: 401. Without one, the first token is revoked after its first use",
  ),
  "late-401": handlers("As expired-token; all 401s except the first arrive after a newer token is in use"),
  "rejected-refresh": handlers("The refresh token is rejected: 401"),
  rotation: handlers("Each token exchange replaces the refresh token"),
  "slow-refresh": handlers("A token exchange takes two seconds"),
  "rate-limited": handlers("The API responds with 429 and Retry-After until that time has passed"),
  "unavailable-once": handlers("The API responds with 503 once"),
  "html-from-proxy": handlers("A proxy responds instead of the API: 200 with an HTML page"),
  "cut-body": { summary: "The connection is closed in the middle of each response of the API", needs: "socket" },
  "partial-data": handlers("The API returns data and errors; a nullable field, if selected, is null"),
  "rejected-mutations": handlers("Mutations are rejected with payload errors, if their payload has some"),
  "wrong-tenant": handlers("The user does not have the requested tenant: 400"),
  "clock-skew": handlers("The platform's clock is 8 days behind: its tokens look expired, and are valid"),
};

function handlers(summary: string): ScenarioSummary {
  return { summary, needs: "handlers" };
}

/** Default of `clock-skew`: one day more than the lifetime of an access token. */
const DEFAULT_SKEW_MS = -8 * 24 * 60 * 60 * 1000;

/** A response, and the scenario that produced or changed it. */
interface ScenarioResponse {
  readonly response: Response;
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
  respond(received: ScenarioRequest): Promise<ScenarioResponse | undefined>;
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
      active.set(name, createFault(name, settings, context));
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

function createFault(name: ScenarioName, settings: AnySettings, context: FaultContext): Fault {
  switch (name) {
    case "expired-token":
      return rejectTokens(context, "expired");
    case "revoked-token":
      return rejectTokens(context, "revoked");
    case "late-401":
      return rejectTokensLate(context);
    case "rejected-refresh":
      return rejectRefresh();
    case "slow-refresh":
      return delayRefresh(settings.delayMs);
    case "rate-limited":
      return limitRate(context, settings.retryAfterSeconds);
    case "unavailable-once":
      return failOnce();
    case "html-from-proxy":
      return respondAsProxy();
    case "cut-body":
      return cutBody();
    case "wrong-tenant":
      return rejectTenant();
    // The platform calls `isActive` for these.
    case "rotation":
    case "partial-data":
    case "rejected-mutations":
    case "clock-skew":
      return {};
  }
}
