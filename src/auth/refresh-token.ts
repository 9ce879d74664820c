/** A refresh token: the credential for services, scripts and CI (specification, section 5.4). */

import { UsageError } from "../errors.ts";
import { exchange } from "./exchange.ts";
import { type Lease, type Renewal, type Renewed, TokenKeeper } from "./keeper.ts";
import { renewShared } from "./shared-renewal.ts";
import type { Auth, Connection } from "./source.ts";
import { bindStore, type TokenStore } from "./store.ts";
import { cleanToken, isDue, isExpired, readToken, requireToken } from "./token.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface RefreshTokenOptions {
  /** From the platform's command-line tool, `me:token --type refresh`. Surrounding white space is trimmed. */
  readonly refreshToken: string;
  /** UUID of the tenant to act for, where the user has several in one region. By default the platform chooses. */
  readonly tenantId?: string | undefined;
  /** An access token to begin with, which saves the first exchange while it is valid. */
  readonly accessToken?: string | undefined;
  /** Where a fleet shares its access token; the store holds it, and a rotated refresh token, in plain text. */
  readonly store?: TokenStore | undefined;
}

export interface RefreshTokenAuth extends Auth {
  /** Puts other credentials in force, from the next call on. What a renewal in flight brings is thrown away. */
  replace(credentials: RefreshTokenOptions): void;
}

/**
 * Exchanges a refresh token for access tokens: on the first call, shortly before one expires, and when the platform
 * refuses one; once for all the calls that wait. Where the platform rotates refresh tokens, each client follows its own
 * chain: share the client, or a store.
 *
 * @throws UsageError where a token is missing, blank or holds what no header can carry, or the tenant is no UUID.
 */
export function refreshToken(options: RefreshTokenOptions): RefreshTokenAuth {
  let credentials = check(options);
  return {
    replace: (next) => {
      credentials = check(next);
    },
    connect: (connection) => {
      const leases = new WeakMap<object, Lease>();
      const lease = (): Lease => {
        const known = leases.get(credentials) ?? openLease(credentials, connection);
        leases.set(credentials, known);
        return known;
      };
      return new TokenKeeper(lease, connection.hooks);
    },
  };
}

type Credentials = ReturnType<typeof check>;

function check(options: RefreshTokenOptions) {
  return {
    refreshToken: requireToken(options.refreshToken, "refreshToken"),
    tenantId: cleanTenantId(options.tenantId, "tenantId"),
    accessToken: cleanToken(options.accessToken, "accessToken"),
    store: options.store,
  };
}

/** A tenant's UUID, trimmed; `undefined` where it is blank. @throws UsageError naming `source` for anything else. */
export function cleanTenantId(value: string | undefined, source: string): string | undefined {
  const tenantId = value?.trim() || undefined;
  if (tenantId === undefined || UUID.test(tenantId)) return tenantId;
  throw new UsageError(`${source} is not a UUID: the platform's command-line tool shows it, \`me\``);
}

/** The one place that knows the refresh token in force: the one that was given, or what the platform made of it. */
function openLease(credentials: Credentials, { post, endpoints, attemptTimeout }: Connection): Lease {
  const { refreshToken: given, tenantId, accessToken, store } = credentials;
  const shared = store && bindStore(store, [endpoints.base, tenantId, given]);
  let current = given;

  /** Asks the platform, and stores what it hands out before anybody uses it. */
  async function fetchToken({ signal, began }: Renewal): Promise<Renewed> {
    began();
    const result = await exchange(post, endpoints.refresh, { refreshToken: current, tenantId }, signal, attemptTimeout);
    const token = readToken(result.accessToken, { expiresInS: result.expiresInS, justIssued: true });
    const rotated = result.refreshToken !== undefined && result.refreshToken !== current;
    current = result.refreshToken ?? current;
    await shared?.write({ token, refreshToken: current === given ? undefined : current });
    return { token, rotated };
  }

  /** What another process has stored, if it is of use in place of the token that is held. */
  async function recall({ held }: Renewal): Promise<Renewed | undefined> {
    const stored = await shared?.read();
    if (!stored) return undefined;
    current = stored.refreshToken ?? current;
    const { token } = stored;
    const newer = token.value !== held?.value && !isExpired(token);
    // An early renewal has no use for a token that is about to expire as well.
    return newer && !(held && isDue(held) && isDue(token)) ? { token } : undefined;
  }

  return {
    initial: accessToken === undefined ? undefined : readToken(accessToken, { justIssued: false }),
    renew: shared ? (renewal) => renewShared(shared, renewal, recall, fetchToken) : fetchToken,
  };
}
