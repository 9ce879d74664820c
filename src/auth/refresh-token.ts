/** A refresh token: the credential for services, scripts and CI. It can be replaced while clients use it. */

import { checkOptions, type OptionSchema } from "../shared/check-options.ts";
import type { ClientContext } from "../shared/client-context.ts";
import { createUsageError } from "../shared/errors.ts";
import type { AccessTokens, Auth } from "./auth.ts";
import { type AccessToken, cleanToken, readToken, requireToken } from "./read-token.ts";
import { type RefreshRequest, TokenCache } from "./token-cache.ts";
import { type DidRotate, TokenFamily } from "./token-family.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface RefreshTokenOptions {
  /** From the platform's command-line tool, `me:token --type refresh`. Surrounding white space is trimmed. */
  readonly refreshToken: string;
  /** UUID of a tenant, if the user has several in one region. @default the platform chooses */
  readonly tenantId?: string | undefined;
  /** Access token to start with. It saves the first refresh request while it is valid. @default none */
  readonly accessToken?: string | undefined;
  /**
   * Called with each new refresh token, if the platform replaces them. It is awaited for at most
   * `attemptTimeout` before the access token is used. If it throws or takes longer, the hook `didWarn`
   * reports it, the new refresh token stays in use, and the next refresh calls it again.
   */
  readonly didRotate?: DidRotate | undefined;
}

export const REFRESH_TOKEN_OPTIONS: OptionSchema<keyof RefreshTokenOptions> = {
  refreshToken: "any",
  tenantId: "any",
  accessToken: "any",
  didRotate: "function",
};

export interface ReplaceableAuth<Options extends RefreshTokenOptions> extends Auth {
  /**
   * Replaces the credentials from the next call on, for example after `REFRESH_REJECTED` or to change the
   * tenant. Options that are not passed keep their values, except `accessToken`, which belongs to the old
   * credentials. An option that is `undefined` is removed. Without another refresh token, the client
   * continues with the newest one that it has received. The access token of a pending refresh is discarded.
   *
   * @throws `USAGE` for an invalid option. The old credentials then stay in use.
   */
  replace(credentials: Partial<Options>): void;
}

/**
 * Gets access tokens with a refresh token: on the first call, shortly before the access token expires, and
 * when the platform rejects it. Concurrent calls share one refresh. If the platform replaces the refresh
 * token, the client continues with the new one; `didRotate` keeps it for the next process. For several
 * processes with one refresh token that is replaced, use `rotatingToken` of
 * `@integration-platform/graphql/rotation`.
 *
 * @throws `USAGE` if a token is missing, blank or cannot be in a header, the tenant is not a UUID, or an
 * option is unknown.
 */
export function refreshToken(options: RefreshTokenOptions): ReplaceableAuth<RefreshTokenOptions> {
  return createReplaceable("refreshToken", options, {
    schema: REFRESH_TOKEN_OPTIONS,
    isSingleUse: false,
    open: (family) => family,
  });
}

/** What sends the refresh token of one client: its family, or a store that shares it. */
export interface Refresher {
  /** Keeps new refresh tokens. Absent for a family. */
  readonly store?: unknown;
  refresh(request: RefreshRequest, tenantId: string | undefined): Promise<AccessToken>;
  /** A call uses the access token. */
  didUse?(): void;
  /** Resolves when the newest refresh token is stored. */
  settle?(): Promise<unknown>;
}

/** The difference between two kinds of credentials with a refresh token. */
interface Kind<Options> {
  readonly schema: OptionSchema;
  /** Whether the platform accepts each refresh token once, as far as is known before the first refresh. */
  readonly isSingleUse: boolean;
  /** @param before - The refresher of the session before, if that has the same family. */
  readonly open: (family: TokenFamily, credentials: Options, before: Refresher | undefined) => Refresher;
}

/** @throws `USAGE` for an invalid option. */
export function createReplaceable<Options extends RefreshTokenOptions>(
  subject: string,
  options: Options,
  kind: Kind<Options>,
): ReplaceableAuth<Options> {
  let credentials = checkCredentials(subject, options, kind.schema);
  return {
    replace(changes) {
      const next = checkOptions("replace", changes, kind.schema);
      const { refreshToken = credentials.refreshToken } = next;
      const merged: Options = { ...credentials, accessToken: undefined, ...next, refreshToken };
      credentials = checkCredentials("replace", merged, kind.schema);
    },
    attach: (context) => createAccessTokens(context, () => credentials, kind),
  };
}

/** What one client uses until its credentials are replaced. */
interface Session<Options> {
  readonly credentials: Options;
  readonly family: TokenFamily;
  readonly refresher: Refresher;
  readonly cache: TokenCache;
}

/** The access tokens of one client. */
function createAccessTokens<Options extends RefreshTokenOptions>(
  context: ClientContext,
  readCredentials: () => Options,
  kind: Kind<Options>,
): AccessTokens {
  const running = new Set<Promise<unknown>>();
  let last: Session<Options> | undefined;
  const getSession = (): Session<Options> => {
    const credentials = readCredentials();
    if (last?.credentials !== credentials) last = openSession(context, credentials, kind, last, running);
    return last;
  };
  const token: AccessTokens["token"] = (rejected, deadline) => {
    const session = getSession();
    const supplied = session.cache.token(rejected, deadline);
    session.refresher.didUse?.();
    if (!(supplied instanceof Promise)) return supplied;
    // If the credentials were replaced, neither the token nor the error is for this call.
    const settle = () => (session === getSession() ? supplied : token(rejected, deadline));
    return supplied.then(settle, settle);
  };
  return {
    token,
    didAccept: (sent) => getSession().cache.didAccept(sent),
    didReject: (sent) => getSession().cache.didReject(sent),
    async close() {
      const { cache, refresher } = getSession();
      await cache.close();
      await refresher.settle?.();
    },
  };
}

/**
 * @param before - The session before, if there was one. With the same refresh token, its family goes on.
 * @param running - Refreshes of all sessions that have not ended.
 */
function openSession<Options extends RefreshTokenOptions>(
  context: ClientContext,
  credentials: Options,
  { isSingleUse, open }: Kind<Options>,
  before: Session<Options> | undefined,
  running: Set<Promise<unknown>>,
): Session<Options> {
  const { refreshToken, tenantId, accessToken, didRotate } = credentials;
  const same = before?.family.configured === refreshToken ? before : undefined;
  const family = same?.family ?? new TokenFamily(context, refreshToken, isSingleUse);
  const refresher = open(family, credentials, same?.refresher);
  family.resume(didRotate, refresher.store !== undefined);
  const initial = accessToken === undefined ? undefined : readToken(accessToken, { origin: "option" });
  const cache = new TokenCache(context, (request) => refresher.refresh(request, tenantId), initial, running);
  return { credentials, family, refresher, cache };
}

function checkCredentials<Options extends RefreshTokenOptions>(
  subject: string,
  unchecked: Options,
  schema: OptionSchema,
): Options {
  const options = checkOptions(subject, unchecked, schema);
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
