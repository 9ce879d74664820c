/** A refresh token: the credential for services, scripts and CI. */

import { checkOptions, type OptionSchema } from "../shared/check-options.ts";
import { waitAtMost } from "../shared/deadline.ts";
import { createUsageError } from "../shared/errors.ts";
import type { AccessTokens, Auth, AuthContext } from "./auth.ts";
import { cleanToken, readToken, requireToken } from "./read-token.ts";
import { responseTimeoutMs } from "./refresh-request.ts";
import { createTokenCache, type Refresh } from "./token-cache.ts";
import {
  createChain,
  type DidRotate,
  refreshChain,
  type SharedRefresh,
  type TokenChain,
  type TokenSharing,
} from "./token-chain.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface RefreshTokenOptions {
  /** From the platform's command-line tool, `me:token --type refresh`. Surrounding white space is trimmed. */
  readonly refreshToken: string;
  /** UUID of a tenant, if the user has several in one region. @default the platform chooses */
  readonly tenantId?: string | undefined;
  /** Access token to start with. It saves the first refresh request while it is valid. @default none */
  readonly accessToken?: string | undefined;
  /**
   * `fileStore(…)`, `redisStore(…)` or `shareTokens(store)`: shares the access token between processes. The
   * store contains it, and a rotated refresh token, in plain text. @default none
   */
  readonly store?: TokenSharing | undefined;
  /**
   * Whether the platform rotates refresh tokens (RFC 9700): it accepts each of them once. The client then
   * sends one only inside a transaction of the store, if there is one, and not again while a response can
   * arrive, for 120 s. Without this option, it does so after the first new refresh token. @default false
   */
  readonly rotating?: boolean | undefined;
  /**
   * Called with each new refresh token, for programs that keep it themselves. It is awaited before the access
   * token is used. If it throws, the calls that wait fail with `REFRESH_UNAVAILABLE`. With a store, only the
   * process that refreshes calls it.
   */
  readonly didRotate?: DidRotate | undefined;
}

export interface RefreshTokenAuth extends Auth {
  /**
   * Replaces the credentials from the next call on, for example after `REFRESH_REJECTED` or to change the
   * tenant. Options that are not passed keep their values, except `accessToken`, which belongs to the old
   * credentials. An option that is `undefined` is removed. Without another refresh token, the client
   * continues with the newest one that it has received. The result of a pending refresh is discarded.
   *
   * @throws `USAGE` as {@link refreshToken} does. The old credentials then stay in use.
   */
  replace(credentials: Partial<RefreshTokenOptions>): void;
}

/**
 * Gets access tokens with a refresh token: on the first call, shortly before the access token expires, and
 * when the platform rejects it. Concurrent calls share one refresh. If the platform rotates refresh tokens,
 * each client uses its own chain of them: share the client or a store.
 *
 * @throws `USAGE` if a token is missing, blank or cannot be in a header, the tenant is not a UUID, or an
 * option is unknown.
 */
export function refreshToken(options: RefreshTokenOptions): RefreshTokenAuth {
  let credentials = checkCredentials("refreshToken", options);
  return {
    replace(changes) {
      const next = checkOptions("replace", changes, OPTIONS);
      const { refreshToken = credentials.refreshToken } = next;
      const merged = { ...credentials, accessToken: undefined, ...next, refreshToken };
      credentials = checkCredentials("replace", merged);
    },
    attach(context) {
      let opened: OpenedCredentials | undefined;
      const open = () => {
        if (opened?.credentials !== credentials) opened = openCredentials(context, credentials, opened);
        return opened;
      };
      const token: AccessTokens["token"] = (rejected, deadline) => {
        const current = open();
        const supplied = current.cache.token(rejected, deadline);
        current.shared?.didUse();
        if (!(supplied instanceof Promise)) return supplied;
        // If the credentials were replaced, neither the token nor the error is for this call.
        const settle = () => (current === open() ? supplied : token(rejected, deadline));
        return supplied.then(settle, settle);
      };
      return {
        token,
        didAccept: (sent) => open().cache.didAccept(sent),
        didReject: (sent) => open().cache.didReject(sent),
        close: () => close(context, open()),
      };
    },
  };
}

const OPTIONS: OptionSchema<keyof RefreshTokenOptions> = {
  refreshToken: "any",
  tenantId: "any",
  accessToken: "any",
  store: { method: "share", expected: "fileStore(…), redisStore(…) or shareTokens(…)" },
  rotating: "boolean",
  didRotate: "function",
};

type Credentials = ReturnType<typeof checkCredentials>;

function checkCredentials(subject: string, unchecked: RefreshTokenOptions) {
  const options = checkOptions(subject, unchecked, OPTIONS);
  return {
    ...options,
    refreshToken: requireToken(options.refreshToken, "refreshToken"),
    tenantId: cleanTenantId(options.tenantId, "tenantId"),
    accessToken: cleanToken(options.accessToken, "accessToken"),
  };
}

/** Trims the UUID of a tenant; `undefined` if it is blank. @throws `USAGE` if it is anything else. */
export function cleanTenantId(value: unknown, label: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const tenantId = typeof value === "string" ? value.trim() : undefined;
  if (tenantId === "") return undefined;
  if (tenantId !== undefined && UUID.test(tenantId)) return tenantId;
  throw createUsageError(`${label} is not a UUID`, "The platform's command-line tool prints it: me.");
}

/** Credentials as one client uses them. Opened again after `replace`. */
interface OpenedCredentials {
  readonly credentials: Credentials;
  readonly chain: TokenChain;
  readonly shared: SharedRefresh | undefined;
  readonly cache: Omit<Required<AccessTokens>, "close">;
  /** The last refresh. Never rejects. */
  running: Promise<unknown>;
}

/**
 * @param previous - What `replace` replaced. Its chain continues if the configured refresh token is the same.
 */
function openCredentials(
  context: AuthContext,
  credentials: Credentials,
  previous: OpenedCredentials | undefined,
): OpenedCredentials {
  const { refreshToken, tenantId, accessToken, store, rotating = false, didRotate } = credentials;
  const continued = previous?.credentials.refreshToken === refreshToken ? previous : undefined;
  const chain = continued?.chain ?? createChain(context, refreshToken);
  Object.assign(chain, { isDeclared: rotating, didRotate, rejection: undefined });
  const isSameStore = continued?.credentials.store === store;
  const shared = continued && isSameStore ? continued.shared : store?.share(chain);
  const initial = accessToken === undefined ? undefined : readToken(accessToken, { origin: "option" });
  const refresh: Refresh = (waiting) => {
    const result = shared ? shared.refresh(waiting, tenantId) : refreshChain(chain, waiting, tenantId);
    opened.running = result.catch(() => {});
    return result;
  };
  const cache = createTokenCache(context.hooks, refresh, initial);
  // A refresh that began before `replace` can receive the next refresh token of the chain.
  const running = continued?.running ?? Promise.resolve();
  const opened: OpenedCredentials = { credentials, chain, shared, cache, running };
  return opened;
}

/** See `Client.close`. Its timer keeps the process running, unlike those of the refresh. */
async function close({ attemptTimeout }: AuthContext, { running, shared }: OpenedCredentials): Promise<void> {
  await waitAtMost(responseTimeoutMs(attemptTimeout), undefined, () => running);
  await shared?.settle();
}
