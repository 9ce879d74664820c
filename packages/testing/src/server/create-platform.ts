/** The simulated platform with MSW. */

import { getResponse, http, type RequestHandler } from "msw";
import type { LocalPlatform, PlatformOptions } from "./platform.ts";
import { isBelow, respond } from "./router.ts";
import { createSimulatedPlatform } from "./simulated-platform.ts";
import { createSimulation } from "./simulation.ts";

/** A simulated platform for MSW. */
export interface Platform extends LocalPlatform {
  /** MSW handlers for all URLs below `baseUrl`. Pass them to `setupServer()` or `setupWorker()`. */
  readonly handlers: RequestHandler[];
  /**
   * Adds MSW handlers that respond instead of the platform, in-process and over HTTP. The newest one comes
   * first.
   *
   * Requests are logged and counted as usual. For a single response, set MSW's option `{ once: true }`; for a
   * network error, return `HttpResponse.error()`.
   */
  override(...handlers: RequestHandler[]): void;
}

/**
 * Creates a simulated platform.
 *
 * @throws SchemaError if the schema is not valid. The message is one line with line and column.
 * @throws TypeError if another option is not valid.
 */
export function createPlatform(options: PlatformOptions = {}): Platform {
  const overrides: RequestHandler[] = [];
  const simulation = createSimulation(options, {
    respond: (request) => getResponse(overrides, request),
    isEmpty: () => overrides.length === 0,
    unused() {
      const unused = overrides.filter(({ isUsed }) => !isUsed);
      return unused.map(({ info }) => `override ${info.header}: no request used it`);
    },
    reset() {
      overrides.length = 0;
    },
  });
  // A predicate instead of a path, because MSW's paths do not distinguish `/api` and `/api/`.
  const handler = http.all(
    ({ request }) => isBelow(simulation, request),
    // A clone, because listeners of MSW's events read the body of the request, too.
    ({ request }) => respond(simulation, request.clone(), "handlers"),
  );
  const override: Platform["override"] = (...handlers) => void overrides.unshift(...handlers);
  return Object.assign(createSimulatedPlatform(simulation), { handlers: [handler], override });
}
