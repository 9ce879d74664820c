/** The scenarios by name: what can be switched on, and what it does. */

/** Settings of the scenarios that have some. */
export interface ScenarioSettings {
  readonly "slow-refresh": {
    /** How long an exchange takes, in milliseconds. @default 2000 */
    readonly delayMs?: number;
  };
  readonly "rate-limited": {
    /** Seconds to wait, a whole number; 0 refuses one request only. @default 1 */
    readonly retryAfterSeconds?: number;
  };
  readonly "clock-skew": {
    /** How far the platform's clock is ahead of the true time, in milliseconds. @default 8 days behind */
    readonly skewMs?: number;
  };
}

interface Summary {
  /** One line. */
  readonly summary: string;
  /** `socket`: over `listen()` only. `handlers`: there and in-process. */
  readonly needs: "socket" | "handlers";
}

export type ScenarioName =
  | "expired-token"
  | "revoked-token"
  | "late-401"
  | "refused-refresh"
  | "rotation"
  | "slow-refresh"
  | "rate-limited"
  | "unavailable-once"
  | "html-from-proxy"
  | "cut-body"
  | "partial-data"
  | "wrong-tenant"
  | "clock-skew";

/** Every scenario, in the order in which a client meets them. Each lasts until it is switched off. */
export const scenarios: Readonly<Record<ScenarioName, Summary>> = {
  "expired-token": handlers("The access token in use, or else the first one issued, has expired: 401"),
  "revoked-token": handlers("The access token in use, or else the first one issued, is revoked: 401"),
  "late-401": handlers("As expired-token; all 401s but the first arrive after a newer token is in use"),
  "refused-refresh": handlers("The refresh token is refused: 401"),
  rotation: handlers("Each exchange replaces the refresh token"),
  "slow-refresh": handlers("An exchange takes two seconds"),
  "rate-limited": handlers("The API answers 429 with Retry-After until that time has passed, then as usual"),
  "unavailable-once": handlers("The API answers 503 once, then as usual"),
  "html-from-proxy": handlers("A proxy answers for the API: 200 with an HTML page"),
  "cut-body": { summary: "The connection is cut half way through each answer of the API", needs: "socket" },
  "partial-data": handlers("The API answers data and errors at once; a nullable field, if asked for, is null"),
  "wrong-tenant": handlers("The user does not have the tenant that is asked for: 400"),
  "clock-skew": handlers("The platform's clock is 8 days behind: its tokens look expired, and are accepted"),
};

function handlers(summary: string): Summary {
  return { summary, needs: "handlers" };
}

/** @throws TypeError Where there is no such scenario. */
export function requireScenario(name: string): ScenarioName {
  if (Object.hasOwn(scenarios, name)) return name as ScenarioName;
  throw new TypeError(`There is no scenario "${name}". There are: ${Object.keys(scenarios).join(", ")}`);
}
