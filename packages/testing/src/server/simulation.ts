/** The state of a simulated platform. Plain functions take it. */

import { schemaSDL } from "@integration-platform/graphql/schema";
import { type Answers, createAnswers, resetAnswers } from "../mocks/answers.ts";
import { type AccessTokens, createAccessTokens } from "../requests/access-tokens.ts";
import { type Accounts, createAccounts } from "../requests/accounts.ts";
import { createClock } from "../requests/clock.ts";
import { createRateLimit, type RateLimit, readRate } from "../requests/limits.ts";
import { type BaseUrl, parseBaseUrl } from "../requests/parse-base-url.ts";
import { createRequestLog, type RequestLog } from "../requests/request-log.ts";
import { checkDelay, createDelays, type Delays } from "../requests/timing.ts";
import { createScenarios, type Scenarios } from "../scenarios/scenarios.ts";
import { loadSchema } from "../schema/load-schema.ts";
import { checkOptionNames } from "../shared/check-options.ts";
import { createWorld } from "../world/create-world.ts";
import { resetTables } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import type { PlatformOptions } from "./platform.ts";

/** Handlers of the test that respond instead of scenarios and routes. */
export interface Overrides {
  /** Returns the response of the newest override that matches. */
  respond(request: Request): Promise<Response | undefined>;
  isEmpty(): boolean;
  /** Describes each override that no request used. */
  unused(): string[];
  reset(): void;
}

export interface Simulation {
  readonly options: PlatformOptions;
  readonly base: BaseUrl;
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  readonly world: World;
  readonly scenarios: Scenarios;
  readonly rateLimit: RateLimit;
  readonly log: RequestLog;
  readonly answers: Answers;
  readonly overrides: Overrides;
  readonly delays: Delays;
}

/** @throws TypeError if an option is not valid. @throws SchemaError if the schema is not valid. */
export function createSimulation(options: PlatformOptions, overrides: Overrides): Simulation {
  checkOptionNames("createPlatform", options);
  checkDelay("latencyMs", options.latencyMs ?? 0);
  const { baseUrl = "https://platform.example.com", schema = schemaSDL, limits = {} } = options;
  const base = parseBaseUrl(baseUrl);
  const clock = createClock(options.now ?? (() => Date.now()));
  const accounts = createAccounts(options.users ?? [{ name: "demo" }], options.seed ?? 1);
  const tokens = createAccessTokens(clock.now);
  const world = createWorld(loadSchema(schema), { ...options, now: clock.now }, accounts.users);
  const log = createRequestLog();
  const delays = createDelays();
  const simulation: Simulation = {
    options,
    base,
    accounts,
    tokens,
    world,
    scenarios: createScenarios({ clock, tokens, delays }),
    rateLimit: createRateLimit(clock.now, { requests: readRate(limits), windowMs: 1000 }),
    log,
    answers: createAnswers(world.structure, log, delays),
    overrides,
    delays,
  };
  startScenarios(simulation);
  return simulation;
}

function startScenarios({ scenarios, options }: Simulation): void {
  const { scenario = [] } = options;
  const names = typeof scenario === "string" ? [scenario] : scenario;
  for (const name of names) scenarios.use(name);
}

/** Restores the state of the start. @param endsTokens - Whether tokens end, too. */
export function resetSimulation(simulation: Simulation, endsTokens: boolean): void {
  const { world, overrides, answers, log, accounts, tokens, rateLimit, scenarios, delays } = simulation;
  delays.end();
  resetTables(world);
  overrides.reset();
  resetAnswers(answers);
  log.reset();
  if (endsTokens) {
    accounts.reset();
    tokens.reset();
  }
  rateLimit.reset();
  scenarios.unuse();
  startScenarios(simulation);
}
