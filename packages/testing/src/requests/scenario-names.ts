/** The scenarios by name, and their settings. */

/** All settings. A scenario uses its own. */
export interface AnySettings {
  /** Duration of a refresh request, in milliseconds. @default 2000 */
  readonly delayMs?: number;
  /** `Retry-After` in seconds, an integer from 0; 0 rejects one request only. @default 1 */
  readonly retryAfterSeconds?: number;
  /** Milliseconds that the platform's clock is ahead. @default 8 days behind */
  readonly skewMs?: number;
}

/** Settings of the scenarios that have some. */
export interface ScenarioSettings {
  readonly "slow-refresh": Pick<AnySettings, "delayMs">;
  readonly "rate-limited": Pick<AnySettings, "retryAfterSeconds">;
  readonly "clock-skew": Pick<AnySettings, "skewMs">;
}

/** The settings of a scenario, if it has some. */
export type SettingsOf<Name extends ScenarioName> = Name extends keyof ScenarioSettings
  ? ScenarioSettings[Name]
  : Readonly<Record<string, never>>;

export interface ScenarioSummary {
  /** The effect of the scenario, in one line. */
  readonly summary: string;
  /** `socket`: works only over `listen()`. `handlers`: works in-process, too. */
  readonly needs: "socket" | "handlers";
}

const SUMMARIES = {
  "expired-token":
    "The access token has expired: 401. Without one, the first token expires after its first use",
  "revoked-token":
    "The access token is revoked: 401. Without one, the first token is revoked after its first use",
  "late-401": "As expired-token; all 401s except the first arrive after a newer token is in use",
  "rejected-refresh": "The refresh token is rejected: 401",
  rotation: "Each refresh request replaces the refresh token",
  "slow-refresh": "A refresh request takes two seconds",
  "rate-limited": "The API responds with 429 and Retry-After until that time has passed",
  "unavailable-once": "The API responds with 503 once",
  "html-from-proxy": "A proxy responds instead of the API: 200 with an HTML page",
  "cut-body": "The connection is closed in the middle of each response of the API",
  "partial-data": "The API returns data and errors; a nullable field, if selected, is null",
  "rejected-mutations": "Mutations are rejected with payload errors, if their payload has some",
  "wrong-tenant": "The user does not have the requested tenant: 400",
  "clock-skew": "The platform's clock is 8 days behind: its tokens look expired, and are valid",
};

export type ScenarioName = keyof typeof SUMMARIES;

/** Every scenario. Each is active until it is deactivated. */
export const scenarios: Readonly<Record<ScenarioName, ScenarioSummary>> = Object.fromEntries(
  Object.entries(SUMMARIES).map(([name, summary]) => [
    name,
    { summary, needs: name === "cut-body" ? "socket" : "handlers" },
  ]),
) as Record<ScenarioName, ScenarioSummary>;
