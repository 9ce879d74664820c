/** The scenarios by name, and their settings. */

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
export type AnySettings = ScenarioSettings["slow-refresh"] &
  ScenarioSettings["rate-limited"] &
  ScenarioSettings["clock-skew"];

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
  /** The effect of the scenario, in one line. */
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
