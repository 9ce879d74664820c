/** The simulated platform: the contract, the state behind it, and the record of what it was asked. */

import { schemaSDL } from "@integration-platform/graphql/schema";
import { getResponse, type RequestHandler } from "msw";
import { createAccessTokens, EXCHANGED_TOKEN_LIFE_MS } from "./access-tokens.ts";
import { createAccounts } from "./accounts.ts";
import { createAnswerBook } from "./answers/book.ts";
import { parseBaseUrl } from "./base-url.ts";
import { apiRoute } from "./contract/api.ts";
import { notFound } from "./contract/elsewhere.ts";
import { refreshRoute } from "./contract/refresh.ts";
import { tokenPageRoutes } from "./contract/token-page.ts";
import { describeRequests } from "./describe.ts";
import { buildExecutableSchema } from "./executable-schema.ts";
import { integrationsRoot, seedIntegrations } from "./integrations.ts";
import { createResolvers } from "./invent.ts";
import { createJournal } from "./journal.ts";
import { findStandIn, introduce, type Neighbour, takeLeave, waitFromNow } from "./neighbours.ts";
import type { Platform, PlatformOptions } from "./platform.ts";
import { createHandlers } from "./router.ts";
import { createStage } from "./scenarios/stage.ts";
import type { LocalServer } from "./server.ts";

/**
 * Creates a platform that keeps the contract of the specification.
 *
 * @throws SchemaError Where the schema is not valid: one line, with line and column.
 * @throws TypeError Where another option makes no sense.
 */
export function createPlatform(options: PlatformOptions = {}): Platform {
  const { seed = 1, rotation = false, now: trueTime = () => Date.now(), latencyMs = 0, scenario = [] } = options;
  if (!(latencyMs >= 0)) throw new TypeError(`latencyMs must be a number from 0 up; got ${latencyMs}`);
  const base = parseBaseUrl(options.baseUrl ?? "https://platform.example.com");
  const schema = buildExecutableSchema(options.schema ?? schemaSDL);
  const { integrations: given = 3 } = options;
  const integrations = typeof given === "number" ? seedIntegrations(given, seed) : given;
  const accounts = createAccounts(options.users ?? [{ name: "demo" }], seed);
  const now = (): number => trueTime() + stage.skewMs();
  const tokens = createAccessTokens(now);
  const stage = createStage({ now, issued: tokens.issued });
  const journal = createJournal();
  const overrides: RequestHandler[] = [];
  const servers = new Set<LocalServer>();
  const defaultUser = accounts.users[0] as Platform["users"][number];
  const begin = (): void => {
    for (const name of typeof scenario === "string" ? [scenario] : scenario) stage.use(name);
  };
  begin();

  const root = integrationsRoot(schema, integrations);
  const book = createAnswerBook({ schema, seed, behind: root }, journal);
  const isPartial = (): boolean => stage.isOn("partial-data");
  const routes = [
    apiRoute({ schema, root, resolvers: createResolvers(seed), book, isPartial }),
    refreshRoute({ accounts, tokens, rotation: () => rotation || stage.isOn("rotation") }),
    ...tokenPageRoutes({ accounts, tokens, basePath: base.path }),
  ];
  const self: Neighbour = {
    baseUrl: base.href,
    issued: async (token) => (await tokens.read(token)) !== undefined,
    takes: (token) => accounts.findByRefreshToken(token) !== undefined,
  };
  introduce(self);
  const router = { base, routes, journal, tokens, stage, self, overrides, latencyMs, onRequest: options.onRequest };
  const handlers = createHandlers(router, "handlers");
  const socketHandlers = createHandlers(router, "socket");
  const answer = async (by: RequestHandler[], request: Request): Promise<Response> =>
    (await getResponse(by, request)) ?? notFound(routes);

  return {
    baseUrl: base.href,
    users: accounts.users,
    get refreshToken() {
      return defaultUser.refreshToken;
    },
    tenants: defaultUser.tenants,
    integrations,
    handlers,
    requests: journal.entries,
    count: journal.count,
    describe: () => describeRequests(base.href, journal, findStandIn(self)),
    issueAccessToken({ expiresInMs = EXCHANGED_TOKEN_LIFE_MS, tenantId = defaultUser.tenants[0]?.id ?? "" } = {}) {
      return tokens.issue({ user: defaultUser.name, tenantId, expiresInMs });
    },
    revokeAccessTokens: tokens.revoke,
    answer: (document, data, replyOptions = {}) => book.answer(document, data, replyOptions),
    unusedAnswers() {
      const unused = [...book.unused(), ...overrides.filter(({ isUsed }) => !isUsed).map(describeOverride)];
      const standIn = findStandIn(self);
      return standIn === undefined ? unused : unused.map((line) => `${line}: ${standIn}`);
    },
    override(...added) {
      overrides.unshift(...added);
    },
    use: stage.use,
    unuse: stage.unuse,
    reset() {
      overrides.length = 0;
      book.reset();
      journal.reset();
      accounts.reset();
      tokens.reset();
      stage.unuse();
      waitFromNow(self);
      begin();
    },
    fetch: (request) => answer(handlers, request),
    async listen(listenOptions = {}) {
      // Needs node:http, which a browser does not have: loaded when it is asked for.
      const { serve } = await import("./server.ts");
      const server = await serve({ base, fetch: (request) => answer(socketHandlers, request) }, listenOptions);
      servers.add(server);
      return server;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers].map((server) => server.close()));
      servers.clear();
      takeLeave(self);
    },
  };
}

function describeOverride({ info }: RequestHandler): string {
  return `override ${info.header}: no request met it`;
}
