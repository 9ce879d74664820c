/** The state of a simulated platform. Plain functions take it. */

import { schemaSDL } from "@integration-platform/graphql/schema";
import { type AccessTokens, createAccessTokens } from "./access-tokens.ts";
import { type Accounts, createAccounts } from "./accounts.ts";
import { type Answers, createAnswers, resetAnswers } from "./answers/answers.ts";
import { type Clock, createClock } from "./clock.ts";
import { createWorld } from "./data/create-world.ts";
import { resetTables } from "./data/tables.ts";
import type { World } from "./data/world.ts";
import { createRateLimit, type RateLimit, readRate } from "./limits.ts";
import { loadSchema } from "./load-schema.ts";
import { type BaseUrl, parseBaseUrl } from "./parse-base-url.ts";
import type { PlatformOptions } from "./platform.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createScenarios, type Scenarios } from "./scenarios/scenarios.ts";
import { suggest } from "./suggest.ts";

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
}

/** Names of all options. */
const OPTIONS: Readonly<Record<keyof PlatformOptions, true>> = {
  baseUrl: true,
  schema: true,
  data: true,
  nulls: true,
  scalars: true,
  rules: true,
  dialect: true,
  keys: true,
  inverses: true,
  context: true,
  seed: true,
  rotation: true,
  users: true,
  limits: true,
  now: true,
  scenario: true,
  latencyMs: true,
  onRulesError: true,
  onRequest: true,
};

/** @throws TypeError if an option is not valid. @throws SchemaError if the schema is not valid. */
export function createSimulation(options: PlatformOptions, overrides: Overrides): Simulation {
  checkOptions(options);
  const { baseUrl = "https://platform.example.com", schema = schemaSDL, limits = {} } = options;
  const base = parseBaseUrl(baseUrl);
  const clock = createClock(options.now ?? (() => Date.now()));
  const accounts = createAccounts(options.users ?? [{ name: "demo" }], options.seed ?? 1);
  const tokens = createAccessTokens(clock.now);
  const world = createWorld(loadSchema(schema), { ...options, now: clock.now }, accounts.users);
  const log = createRequestLog();
  const simulation: Simulation = {
    options,
    base,
    clock,
    accounts,
    tokens,
    world,
    scenarios: createScenarios({ clock, tokens }),
    rateLimit: createRateLimit(clock.now, { requests: readRate(limits), windowMs: 1000 }),
    log,
    answers: createAnswers(world.structure, log),
    overrides,
  };
  startScenarios(simulation);
  return simulation;
}

function checkOptions(options: PlatformOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) {
    const suggestion = suggest(unknown, Object.keys(OPTIONS));
    throw new TypeError(`createPlatform: unknown option "${unknown}".${suggestion}`);
  }
  const { latencyMs = 0 } = options;
  if (!(latencyMs >= 0)) throw new TypeError('"latencyMs" must be a number from 0.');
}

function startScenarios({ scenarios, options }: Simulation): void {
  const { scenario = [] } = options;
  const names = typeof scenario === "string" ? [scenario] : scenario;
  for (const name of names) scenarios.use(name);
}

/** Restores the state of the start. @param endsSessions - Whether tokens end, too. */
export function resetSimulation(simulation: Simulation, endsSessions: boolean): void {
  const { world, overrides, answers, log, accounts, tokens, rateLimit, scenarios } = simulation;
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
