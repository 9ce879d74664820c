/** The public functions of a simulated platform. */

import { createInspector } from "../inspect/inspector.ts";
import { answeringOf, unusedAnswers } from "../mocks/answers.ts";
import { REFRESHED_TOKEN_LIFETIME_MS } from "../requests/access-tokens.ts";
import type { Tenant, User } from "../requests/accounts.ts";
import { describeRequests } from "../requests/request-log.ts";
import { checkOptionNames } from "../shared/check-options.ts";
import type { ListenOptions, LocalServer, ServerTarget } from "./http-server.ts";
import type { LocalPlatform } from "./platform.ts";
import { respond } from "./router.ts";
import { resetSimulation, type Simulation } from "./simulation.ts";

export function createSimulatedPlatform(simulation: Simulation): LocalPlatform {
  const { base, accounts, tokens, answers, log, overrides, scenarios } = simulation;
  const [defaultUser] = accounts.users as readonly [User];
  const [defaultTenant] = defaultUser.tenants as readonly [Tenant];
  const servers = new Set<LocalServer>();
  const platform: LocalPlatform = {
    ...answeringOf(answers),
    baseUrl: base.href,
    users: accounts.users,
    // A refresh request can replace it.
    get refreshToken() {
      return defaultUser.refreshToken;
    },
    tenants: defaultUser.tenants,
    requests: log.entries,
    count: log.count,
    describe: () => describeRequests(base.href, log),
    async issueAccessToken(options = {}) {
      checkOptionNames("issueAccessToken", options);
      const { expiresInMs = REFRESHED_TOKEN_LIFETIME_MS, tenantId = defaultTenant.id } = options;
      return tokens.issue({ user: defaultUser.name, tenantId, expiresInMs });
    },
    revokeAccessTokens: tokens.revoke,
    unusedAnswers: () => [...unusedAnswers(answers), ...overrides.unused()],
    use: scenarios.use,
    unuse: scenarios.unuse,
    reset(options = {}) {
      checkOptionNames("reset", options);
      const { tokens: endsTokens = false } = options;
      resetSimulation(simulation, endsTokens);
    },
    fetch: (request) => respond(simulation, request, "handlers"),
    inspect: () => createInspector(simulation.world, accounts.accessOf(undefined)),
    async listen(options = {}) {
      checkOptionNames("listen", options);
      const server = await startServer(simulation, options);
      servers.add(server);
      return server;
    },
    async [Symbol.asyncDispose]() {
      simulation.delays.end();
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
  return platform;
}

async function startServer(simulation: Simulation, options: ListenOptions): Promise<LocalServer> {
  // Loaded on demand, because browsers do not have node:http.
  const { serve } = await import("./http-server.ts");
  const target: ServerTarget = {
    base: simulation.base,
    fetch: (request) => respond(simulation, request, "socket"),
  };
  return serve(target, options);
}
