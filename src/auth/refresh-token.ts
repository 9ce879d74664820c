/** A refresh token: the credential for services, scripts and CI. */

import { createUsageError } from "../errors.ts";
import { checkOptions, type Rules } from "../options.ts";
import type { AccessTokens, Auth, AuthContext } from "./auth.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { cleanToken, readToken, requireToken } from "./token.ts";
import { createTokenCache } from "./token-cache.ts";
import { createTokenChain, type SharedToken } from "./token-chain.ts";

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
  /**
   * Whether the platform accepts each refresh token once. If a response to the token exchange is late, a single-use token is
   * not sent again for 120 s. The client knows it after the first new refresh token. @default false
   */
  readonly singleUse?: boolean | undefined;
}

export interface RefreshTokenAuth extends Auth {
  /**
   * Replaces the credentials from the next call on, for example after `REFRESH_REJECTED`. Options that are not passed keep
   * their values, except `accessToken`, which belongs to the old refresh token. The result of a pending refresh is discarded,
   * unless the refresh token is the same: it is not sent a second time before the response.
   *
   * @throws `USAGE` as {@link refreshToken} does. The old credentials then stay in use.
   */
  replace(credentials: RefreshTokenOptions): void;
}

/**
 * Exchanges a refresh token for access tokens: on the first call, shortly before the access token expires, and when the
 * platform rejects it. Concurrent calls share one exchange. If the platform rotates refresh tokens, each client uses its
 * own chain of them: share the client or a store.
 *
 * @throws `USAGE` if a token is missing, blank or cannot be in a header, the tenant is not a UUID, or an option is unknown.
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
    attach: (context) => {
      const exchange = createExchange(context);
      let used: Credentials | undefined;
      let cache: Required<AccessTokens>;
      const open = () => {
        if (used !== credentials) cache = createCache(credentials, context, exchange);
        used = credentials;
        return cache;
      };
      const token: AccessTokens["token"] = (rejected, deadline) => {
        const asked = open();
        const supplied = asked.token(rejected, deadline);
        if (!(supplied instanceof Promise)) return supplied;
        // If the credentials were replaced, neither the token nor the error is for this call.
        const settle = () => (asked === open() ? supplied : token(rejected, deadline));
        return supplied.then(settle, settle);
      };
      return { token, didAccept: (sent) => open().didAccept(sent), didReject: (sent) => open().didReject(sent) };
    },
  };
}

const RULES: Rules = {
  refreshToken: "any",
  tenantId: "any",
  accessToken: "any",
  store: { method: "share", expected: "sharedToken(…), fileStore(…) or redisStore(…)" },
  singleUse: "boolean",
};

type Credentials = ReturnType<typeof check>;

function check(given: RefreshTokenOptions) {
  const options = checkOptions("refreshToken", given, RULES);
  return {
    refreshToken: requireToken(options.refreshToken, "refreshToken"),
    tenantId: cleanTenantId(options.tenantId, "tenantId"),
    accessToken: cleanToken(options.accessToken, "accessToken"),
    store: options.store,
    singleUse: options.singleUse ?? false,
  };
}

/** Trims the UUID of a tenant; `undefined` if it is blank. @throws `USAGE` if it is anything else. */
export function cleanTenantId(value: unknown, source: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const tenantId = typeof value === "string" ? value.trim() : "?";
  if (tenantId === "" || UUID.test(tenantId)) return tenantId || undefined;
  throw createUsageError(`${source} is not a UUID. The platform's command-line tool prints it: me.`);
}

function createCache(credentials: Credentials, context: AuthContext, exchange: Exchange): Required<AccessTokens> {
  const { refreshToken, tenantId, accessToken, store, singleUse } = credentials;
  const chain = createTokenChain(exchange, refreshToken, tenantId, singleUse);
  const identity = [context.endpoints.base, tenantId, refreshToken];
  const refresh = store?.share(chain, identity, context.attemptTimeout) ?? chain.exchange;
  const initial = accessToken === undefined ? undefined : readToken(accessToken, { origin: "option" });
  return createTokenCache(context.hooks, refresh, initial);
}
