/** A refresh token: the credential for services, scripts and CI. */

import { Failure, HttpStatusError, UsageError } from "../errors.ts";
import { checkOptions, type Rules } from "../options.ts";
import type { Credential, SharedToken, TokenChain } from "../stores/shared-token.ts";
import { exchange, INVALID_GRANT } from "./exchange.ts";
import type { Auth, Connection } from "./source.ts";
import { cleanToken, readToken, requireToken } from "./token.ts";
import { MAX_COOLDOWN_MS, REFRESH_COOLDOWN_MS, TokenManager, type TokenProvider } from "./token-manager.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface RefreshTokenOptions {
  /** From the platform's command-line tool, `me:token --type refresh`. Surrounding white space is trimmed. */
  readonly refreshToken: string;
  /** UUID of a tenant, if the user has several in one region. @default the platform chooses */
  readonly tenantId?: string | undefined;
  /** Access token to start with. It saves the first token exchange while it is valid. @default none */
  readonly accessToken?: string | undefined;
  /**
   * `sharedToken(store)`, `fileStore(…)` or `redisStore(…)`: shares the access token between processes. The store contains
   * it, and a rotated refresh token, in plain text. @default none
   */
  readonly store?: SharedToken | undefined;
}

export interface RefreshTokenAuth extends Auth {
  /**
   * Replaces the credentials from the next call on, for example after `REFRESH_REJECTED`. Options that are not passed keep
   * their values, except `accessToken`, which belongs to the old refresh token. A pending refresh is discarded.
   *
   * @throws UsageError as {@link refreshToken} does. The old credentials then stay in use.
   */
  replace(credentials: RefreshTokenOptions): void;
}

/**
 * Exchanges a refresh token for access tokens: on the first call, shortly before the access token expires, and when the
 * platform rejects it. Concurrent calls share one exchange. If the platform rotates refresh tokens, each client uses its
 * own chain of them: share the client or a store.
 *
 * @throws UsageError if a token is missing, blank or cannot be in a header, the tenant is not a UUID, or an option is unknown.
 */
export function refreshToken(options: RefreshTokenOptions): RefreshTokenAuth {
  let latest = options;
  let credentials = check(options);
  return {
    replace: (next) => {
      checkOptions("replace", next, RULES);
      const merged = { ...latest, accessToken: undefined, ...next };
      credentials = check(merged);
      latest = merged;
    },
    connect: (connection) => {
      const providers = new WeakMap<object, TokenProvider>();
      const provider = (): TokenProvider => {
        const current = providers.get(credentials) ?? createProvider(credentials, connection);
        providers.set(credentials, current);
        return current;
      };
      return new TokenManager(provider, connection);
    },
  };
}

const RULES: Rules = {
  refreshToken: "",
  tenantId: "",
  accessToken: "",
  store: ["sharedToken(…), fileStore(…) or redisStore(…)", "share"],
};

type Credentials = ReturnType<typeof check>;

function check(options: RefreshTokenOptions) {
  checkOptions("refreshToken", options, RULES);
  return {
    refreshToken: requireToken(options.refreshToken, "refreshToken"),
    tenantId: cleanTenantId(options.tenantId, "tenantId"),
    accessToken: cleanToken(options.accessToken, "accessToken"),
    store: options.store,
  };
}

/** Trims the UUID of a tenant; `undefined` if it is blank. @throws UsageError if it is anything else. */
export function cleanTenantId(value: unknown, source: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const tenantId = typeof value === "string" ? value.trim() : "?";
  if (tenantId === "" || UUID.test(tenantId)) return tenantId || undefined;
  throw new UsageError(`${source} is not a UUID. The platform's command-line tool prints it: me.`);
}

function createProvider(credentials: Credentials, connection: Connection): TokenProvider {
  const { tenantId, accessToken, store } = credentials;
  let credential: Credential = { refreshToken: credentials.refreshToken, generation: 0 };
  /** Last rejection of the credential in use. There is no other exchange until `retryAt`. */
  let rejection: { readonly failure: Failure; readonly retryAt: number; readonly delayMs: number } | undefined;

  function advance(next: Credential): void {
    if (next.generation <= credential.generation) return;
    credential = next;
    rejection = undefined;
  }

  /** Final for `invalid_grant`. Any other 400 or 401 can be temporary: the delay before the next exchange doubles. */
  function reject(failure: Failure): void {
    const delayMs = Math.min(MAX_COOLDOWN_MS, rejection ? rejection.delayMs * 2 : REFRESH_COOLDOWN_MS);
    const { status, reason } = failure.facts;
    if (status !== 400 && status !== 401 && failure.type !== HttpStatusError) return;
    const pauseMs = failure.type === HttpStatusError ? MAX_COOLDOWN_MS : delayMs;
    const retryAt = reason === INVALID_GRANT ? Number.POSITIVE_INFINITY : performance.now() + pauseMs;
    rejection = { failure, delayMs, retryAt };
  }

  const chain: TokenChain = {
    get credential() {
      return credential;
    },
    advance,
    async exchange({ signal, didStart }) {
      if (rejection && performance.now() < rejection.retryAt) throw rejection.failure;
      didStart();
      const used = credential;
      try {
        const result = await exchange(connection, used.refreshToken, tenantId, signal);
        const token = readToken(result.accessToken, { origin: "exchange", expiresInS: result.expiresInS });
        const { refreshToken = used.refreshToken } = result;
        const rotated = refreshToken !== used.refreshToken;
        rejection = undefined;
        if (rotated) advance({ refreshToken, generation: used.generation + 1 });
        return { token, rotated };
      } catch (error) {
        if (error instanceof Failure && used === credential) reject(error);
        throw error;
      }
    },
  };
  const identity = [connection.endpoints.base, tenantId, credentials.refreshToken];
  return {
    initial: accessToken === undefined ? undefined : readToken(accessToken, { origin: "option" }),
    refresh: store?.share(chain, identity, connection.attemptTimeout) ?? chain.exchange,
  };
}
