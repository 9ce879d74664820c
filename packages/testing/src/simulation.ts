/** The state of a simulated platform. Plain functions take it. */

import { schemaSDL } from "@integration-platform/graphql/schema";
import { type AccessTokens, createAccessTokens } from "./access-tokens.ts";
import { type Accounts, createAccounts } from "./accounts.ts";
import { checkOptions } from "./check-options.ts";
import { type Clock, createClock } from "./clock.ts";
import { createWorld } from "./data/create-world.ts";
import { resetTables } from "./data/tables.ts";
import type { World } from "./data/world.ts";
import { createRateLimit, type RateLimit, readRate } from "./limits.ts";
import { loadSchema } from "./load-schema.ts";
import { type Answers, createAnswers, resetAnswers } from "./mocks/answers.ts";
import { type BaseUrl, parseBaseUrl } from "./parse-base-url.ts";
import type { PlatformOptions } from "./platform.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createScenarios, type Scenarios } from "./scenarios/scenarios.ts";
import { checkDelay, createDelays, type Delays } from "./timing.ts";

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
  readonly clock: Clock;
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
  checkOptions("createPlatform", options);
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
    clock,
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

/** Restores the state of the start. @param endsSessions - Whether tokens end, too. */
export function resetSimulation(simulation: Simulation, endsSessions: boolean): void {
  const { world, overrides, answers, log, accounts, tokens, rateLimit, scenarios, delays } = simulation;
  delays.end();
  resetTables(world);
  overrides.reset();
  resetAnswers(answers);
  log.reset();
  if (endsSessions) {
    accounts.reset();
    tokens.reset();
  }
  rateLimit.reset();
  scenarios.unuse();
  startScenarios(simulation);
}
