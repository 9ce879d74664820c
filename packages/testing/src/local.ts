/** Entry `./local`: the simulated platform without MSW. */

import type { LocalPlatform, PlatformOptions } from "./platform.ts";
import { createSimulatedPlatform } from "./simulated-platform.ts";
import { createSimulation, type Overrides } from "./simulation.ts";

/**
 * Creates a simulated platform that does not need MSW: use `listen()` or `fetch()`.
 *
 * @throws SchemaError if the schema is not valid. The message is one line with line and column.
 * @throws TypeError if another option is not valid.
 */
export function createLocalPlatform(options: PlatformOptions = {}): LocalPlatform {
  const noOverrides: Overrides = {
    respond: async () => undefined,
    isEmpty: () => true,
    unused: () => [],
    reset() {},
  };
  return createSimulatedPlatform(createSimulation(options, noOverrides));
}

export type { Tenant, User } from "./accounts.ts";
export { type ContractCase, contractCases } from "./contract-cases.ts";
export { fill } from "./data/initial-data.ts";
export type { ScalarGenerator } from "./data/leaf-values.ts";
export type { PayloadError } from "./data/payload-errors.ts";
export type { PlatformData } from "./data/world.ts";
export type { Inspector } from "./inspect/inspector.ts";
export type { Limits } from "./limits.ts";
export type { SchemaError } from "./load-schema.ts";
export type { MismatchError } from "./mismatch-error.ts";
export type { Answer, AnswerOptions, ResponseOptions } from "./mocks/answering.ts";
export type { LocalPlatform, PlatformOptions } from "./platform.ts";
export type { PlatformRequest } from "./platform-request.ts";
export { type ScenarioName, scenarios } from "./scenarios/scenario-names.ts";
export type { ListenOptions, LocalServer } from "./server.ts";
