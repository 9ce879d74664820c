/** The simulated platform: the contract, the state behind it, and the record of what it was asked. */

import { getResponse, type RequestHandler } from "msw";
import { schemaSDL } from "../generated/schema.ts";
import { createAccessTokens, EXCHANGED_TOKEN_LIFE_MS } from "./access-tokens.ts";
import { createAccounts, type Tenant, type User, type UserOptions } from "./accounts.ts";
import { parseBaseUrl } from "./base-url.ts";
import { apiRoute } from "./contract/api.ts";
import { notFound } from "./contract/elsewhere.ts";
import { refreshRoute } from "./contract/refresh.ts";
import { tokenPageRoutes } from "./contract/token-page.ts";
import { buildExecutableSchema } from "./executable-schema.ts";
import { type Integration, integrationsRoot, seedIntegrations } from "./integrations.ts";
import { createResolvers } from "./invent.ts";
import { createJournal, type PlatformRequest, type RequestKind } from "./journal.ts";
import { createHandlers } from "./router.ts";
import type { ListenOptions, LocalServer } from "./server.ts";

export interface PlatformOptions {
  /** Where the platform stands, with or without a path. @default "https://platform.example.com" */
  readonly baseUrl?: string;
  /** SDL to answer from. Fields that no integration has are invented, by seed. @default the packaged snapshot */
  readonly schema?: string;
  /** The integrations, or how many to make up. @default 3 */
  readonly integrations?: number | readonly Integration[];
  /** Decides everything that is made up, except secrets. @default 1 */
  readonly seed?: number;
  /** Whether each exchange replaces the refresh token. @default false */
  readonly rotation?: boolean;
  /** The first is the default user. @default one user with two tenants */
  readonly users?: readonly UserOptions[];
  /** The platform's clock, in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface IssueOptions {
  /** How long the token is accepted, in milliseconds; 0 or less for one that has expired. @default 7 days */
  readonly expiresInMs?: number;
  /** @default the default user's first tenant */
  readonly tenantId?: string;
}

export interface Platform {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly users: readonly User[];
  /** Of the default user; the one that is accepted now. */
  readonly refreshToken: string;
  /** Of the default user. */
  readonly tenants: readonly Tenant[];
  readonly integrations: readonly Integration[];
  /** For `setupServer(...platform.handlers)` or `setupWorker(...platform.handlers)`. They answer all below the base URL. */
  readonly handlers: RequestHandler[];
  /** What was asked, in order of arrival: the last 10,000 requests. */
  readonly requests: readonly PlatformRequest[];
  /** How many requests of a kind, or of all kinds, have arrived. Exact, however many there were. */
  count(kind?: RequestKind): number;
  /** Issues an access token to the default user without an exchange; counts as a generation. */
  issueAccessToken(options?: IssueOptions): Promise<string>;
  /** Revokes all access tokens issued until now: the next call with one is a 401. */
  revokeAccessTokens(): void;
  /**
   * Puts MSW handlers before the contract, the newest first, for in-process and loopback alike; a request they answer is
   * recorded and counted like any other. For one answer only, give the handler MSW's `{ once: true }`; for a network
   * error, answer `HttpResponse.error()`.
   */
  override(...handlers: RequestHandler[]): void;
  /** Back to the beginning: no requests, overrides, sessions or access tokens; the first refresh tokens again. */
  reset(): void;
  /** Answers one request to `baseUrl`, without a network. */
  fetch(request: Request): Promise<Response>;
  /**
   * Answers over HTTP on 127.0.0.1. Needs Node.
   *
   * @throws Error `EADDRINUSE` where the port is taken.
   */
  listen(options?: ListenOptions): Promise<LocalServer>;
}

/**
 * Creates a platform that keeps the contract of the specification.
 *
 * @throws Error Where the schema is not valid: one line, with line and column.
 * @throws TypeError Where another option makes no sense.
 */
export function createPlatform(options: PlatformOptions = {}): Platform {
  const { seed = 1, rotation = false, now = () => Date.now() } = options;
  const base = parseBaseUrl(options.baseUrl ?? "https://platform.example.com");
  const schema = buildExecutableSchema(options.schema ?? schemaSDL);
  const { integrations: given = 3 } = options;
  const integrations = typeof given === "number" ? seedIntegrations(given, seed) : given;
  const accounts = createAccounts(options.users ?? [{ name: "demo" }], seed);
  const tokens = createAccessTokens(now);
  const journal = createJournal();
  const overrides: RequestHandler[] = [];
  const defaultUser = accounts.users[0] as User;

  const routes = [
    apiRoute({ schema, root: integrationsRoot(schema, integrations), resolvers: createResolvers(seed) }),
    refreshRoute({ accounts, tokens, rotation }),
    ...tokenPageRoutes({ accounts, tokens, basePath: base.path }),
  ];
  const handlers = createHandlers({ base, routes, journal, tokens, overrides });
  const fetch = async (request: Request): Promise<Response> =>
    (await getResponse(handlers, request)) ?? notFound(routes);

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
    issueAccessToken({ expiresInMs = EXCHANGED_TOKEN_LIFE_MS, tenantId = defaultUser.tenants[0]?.id ?? "" } = {}) {
      return tokens.issue({ user: defaultUser.name, tenantId, expiresInMs });
    },
    revokeAccessTokens: tokens.revoke,
    override(...added) {
      overrides.unshift(...added);
    },
    reset() {
      overrides.length = 0;
      journal.reset();
      accounts.reset();
      tokens.reset();
    },
    fetch,
    async listen(listenOptions = {}) {
      // Needs node:http, which a browser does not have: loaded when it is asked for.
      const { serve } = await import("./server.ts");
      return serve({ base, fetch }, listenOptions);
    },
  };
}
