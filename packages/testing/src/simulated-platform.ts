/** Builds a simulated platform from its parts. */

import { schemaSDL } from "@integration-platform/graphql/schema";
import { createAccessTokens, REFRESHED_TOKEN_LIFETIME_MS } from "./access-tokens.ts";
import { createAccounts } from "./accounts.ts";
import { answeringOf, createAnswers, resetAnswers, unusedAnswers } from "./answers/answers.ts";
import { createWorld } from "./data/create-world.ts";
import { resetTables } from "./data/tables.ts";
import { createRateLimit, readRate } from "./limits.ts";
import type { LocalPlatform, PlatformOptions } from "./platform.ts";
import { addRecordings } from "./recordings.ts";
import { createRequestLog, describeRequests } from "./request-log.ts";
import { createRouter, type Overrides, type Router } from "./router.ts";
import { apiRoute } from "./routes/api.ts";
import { refreshRoute } from "./routes/refresh.ts";
import { parseBaseUrl } from "./routes/request.ts";
import { tokenPageRoutes } from "./routes/token-page.ts";
import type { Channel } from "./scenarios/faults.ts";
import { createScenarios } from "./scenarios/scenarios.ts";
import { loadSchema } from "./schema.ts";
import type { LocalServer } from "./server.ts";
import { suggest } from "./suggest.ts";

interface SimulatedPlatform {
  readonly platform: LocalPlatform;
  readonly router: Router;
}

/** Names of all options. */
const OPTIONS: Readonly<Record<keyof PlatformOptions, true>> = {
  ...{ baseUrl: true, schema: true, data: true, recordings: true, nulls: true, scalars: true, rules: true },
  ...{ seed: true, rotation: true, users: true, limits: true, now: true, scenario: true, latencyMs: true },
  ...{ dialect: true, keys: true, inverses: true, context: true, onRulesError: true, onRequest: true },
};

export function createSimulatedPlatform(options: PlatformOptions, overrides: Overrides): SimulatedPlatform {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined)
    throw new TypeError(
      `createPlatform: unknown option "${unknown}".${suggest(unknown, Object.keys(OPTIONS))}`,
    );
  const { seed = 1, rotation = false, now: clock = () => Date.now(), latencyMs = 0, scenario = [] } = options;
  if (!(latencyMs >= 0)) throw new TypeError('"latencyMs" must be a number from 0.');
  const base = parseBaseUrl(options.baseUrl ?? "https://platform.example.com");
  const schema = loadSchema(options.schema ?? schemaSDL);
  const accounts = createAccounts(options.users ?? [{ name: "demo" }], seed);
  const world = createWorld(schema, { ...options, now: () => now() }, accounts.users);
  const [defaultUser] = accounts.users as [LocalPlatform["users"][number]];
  const now = (): number => clock() + scenarios.skewMs();
  const tokens = createAccessTokens(now);
  const scenarios = createScenarios({ now, issued: tokens.issued });
  const requestsPerSecond = readRate(options.limits ?? {});
  const newRateLimit = () => createRateLimit(now, { requests: requestsPerSecond, windowMs: 1000 });
  let rateLimit = newRateLimit();
  const log = createRequestLog();
  const answers = createAnswers(world.structure, log);
  if (options.recordings !== undefined) addRecordings(answers, options.recordings);
  const servers = new Set<LocalServer>();
  const startScenarios = (): void => {
    for (const name of typeof scenario === "string" ? [scenario] : scenario) scenarios.use(name);
  };
  startScenarios();

  const isPartial = (): boolean => scenarios.isActive("partial-data");
  const rejection = () => (scenarios.isActive("rejected-mutations") ? [SCENARIO_ERROR] : undefined);
  const onRulesError = (message: string, operation: string | undefined): void => {
    const text = operation === undefined ? message : `${operation}: ${message}`;
    if (options.onRulesError) options.onRulesError(text);
    // biome-ignore lint/suspicious/noConsole: A failing test shows only that the response has errors.
    else console.error(text);
  };
  const routes = [
    apiRoute({ world, isPartial, rejection, accessOf: accounts.accessOf, onRulesError }, answers, () =>
      rateLimit.check(),
    ),
    refreshRoute({ accounts, tokens, rotation: () => rotation || scenarios.isActive("rotation") }),
    ...tokenPageRoutes({ accounts, tokens, basePath: base.path }),
  ];
  const { onRequest } = options;
  const router = createRouter({ base, routes, log, tokens, scenarios, overrides, latencyMs, onRequest });
  const respond = async (request: Request, channel: Channel): Promise<Response> =>
    router.matches(request)
      ? router.respond(request, channel)
      : new Response("Not found.\n", { status: 404 });
  const platform: LocalPlatform = {
    baseUrl: base.href,
    users: accounts.users,
    get refreshToken() {
      return defaultUser.refreshToken;
    },
    tenants: defaultUser.tenants,
    requests: log.entries,
    count: log.count,
    describe: () => describeRequests(base.href, log),
    async issueAccessToken({
      expiresInMs = REFRESHED_TOKEN_LIFETIME_MS,
      tenantId = defaultUser.tenants[0]?.id ?? "",
    } = {}) {
      return tokens.issue({ user: defaultUser.name, tenantId, expiresInMs });
    },
    revokeAccessTokens: tokens.revoke,
    ...answeringOf(answers),
    unusedAnswers: () => [...unusedAnswers(answers), ...overrides.unused()],
    use: scenarios.use,
    unuse: scenarios.unuse,
    reset({ tokens: endsSessions = false } = {}) {
      resetTables(world);
      overrides.reset();
      resetAnswers(answers);
      log.reset();
      if (endsSessions) {
        accounts.reset();
        tokens.reset();
      }
      rateLimit = newRateLimit();
      scenarios.unuse();
      startScenarios();
    },
    fetch: (request) => respond(request, "handlers"),
    async listen(listenOptions = {}) {
      // Loaded on demand, because browsers do not have node:http.
      const { serve } = await import("./server.ts");
      const server = await serve({ base, fetch: (request) => respond(request, "socket") }, listenOptions);
      servers.add(server);
      return server;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers].map((server) => server.close()));
      servers.clear();
    },
  };
  return { platform, router };
}

const SCENARIO_ERROR = { field: null, messages: ["The scenario rejected-mutations is active."] };
