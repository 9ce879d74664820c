/** The public functions of a simulated platform. */

import { REFRESHED_TOKEN_LIFETIME_MS } from "./access-tokens.ts";
import type { Tenant, User } from "./accounts.ts";
import { answeringOf, unusedAnswers } from "./answers/answers.ts";
import type { LocalPlatform } from "./platform.ts";
import { describeRequests } from "./request-log.ts";
import { respond } from "./router.ts";
import type { LocalServer, ServerTarget } from "./server.ts";
import { resetSimulation, type Simulation } from "./simulation.ts";

export function createSimulatedPlatform(simulation: Simulation): LocalPlatform {
  const { base, accounts, tokens, answers, log, overrides, scenarios } = simulation;
  const [user] = accounts.users as readonly [User];
  const [firstTenant] = user.tenants as readonly [Tenant];
  const servers = new Set<LocalServer>();
  const platform: LocalPlatform = {
    ...answeringOf(answers),
    baseUrl: base.href,
    users: accounts.users,
    get refreshToken() {
      return user.refreshToken;
    },
    tenants: user.tenants,
    requests: log.entries,
    count: log.count,
    describe: () => describeRequests(base.href, log),
    async issueAccessToken({ expiresInMs = REFRESHED_TOKEN_LIFETIME_MS, tenantId = firstTenant.id } = {}) {
      return tokens.issue({ user: user.name, tenantId, expiresInMs });
    },
    revokeAccessTokens: tokens.revoke,
    unusedAnswers: () => [...unusedAnswers(answers), ...overrides.unused()],
    use: scenarios.use,
    unuse: scenarios.unuse,
    reset: ({ tokens: endsSessions = false } = {}) => resetSimulation(simulation, endsSessions),
    fetch: (request) => respond(simulation, request, "handlers"),
    async listen(options = {}) {
      // Loaded on demand, because browsers do not have node:http.
      const { serve } = await import("./server.ts");
      const target: ServerTarget = {
        base,
        fetch: (request, onEntry) => respond(simulation, request, "socket", onEntry),
        inspected: { world: simulation.world, platform },
      };
      const server = await serve(target, options);
      servers.add(server);
      return server;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers].map((server) => server.close()));
      servers.clear();
    },
  };
  return platform;
}
