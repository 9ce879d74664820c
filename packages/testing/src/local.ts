/** Entry `./local`: the simulated platform without MSW. */

import type { LocalPlatform, PlatformOptions } from "./server/platform.ts";
import { createSimulatedPlatform } from "./server/simulated-platform.ts";
import { createSimulation, type Overrides } from "./server/simulation.ts";

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

export { type ContractCase, contractCases } from "./contract/contract-cases.ts";
export type { Inspector } from "./inspect/inspector.ts";
export type { Answer, AnswerOptions, ResponseOptions } from "./mocks/answering.ts";
export type { Tenant, User } from "./requests/accounts.ts";
export type { Limits } from "./requests/limits.ts";
export type { PlatformRequest } from "./requests/platform-request.ts";
export { type ScenarioName, scenarios } from "./requests/scenario-names.ts";
export type { SchemaError } from "./schema/load-schema.ts";
export type { ListenOptions, LocalServer } from "./server/http-server.ts";
export type { LocalPlatform, PlatformOptions } from "./server/platform.ts";
export type { MismatchError } from "./shared/mismatch-error.ts";
export type { ScalarGenerator } from "./values/leaf-values.ts";
export { fill } from "./world/initial-data.ts";
export type { PayloadError } from "./world/payload-errors.ts";
export type { PlatformData } from "./world/world.ts";
