/** Tokens as text: what may be sent, and what a JWT says of its own life. */

import { UsageError } from "../errors.ts";

/** 7 days in milliseconds: the life of an exchanged access token by the platform's specification, section 8. */
const SPECIFIED_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** A valid token is renewed ahead of time when less than this is left, or less than a tenth of its life. */
const EARLY_MS = 5 * 60 * 1000;
/** A token that has just arrived is used for this long, whatever the local clock makes of its expiry. */
const SETTLED_MS = 30 * 1000;
/** The last millisecond that a `Date` can hold; beyond it a number is no instant. */
const MAX_INSTANT = 8.64e15;

/** One access token and its life. Compared by identity: two tokens of the same text are two generations. */
export interface AccessToken {
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** From this instant on it is renewed ahead of time. */
  readonly renewAt: number;
  /** When it arrived, on the monotonic clock, which nobody can turn back. */
  readonly obtainedAt: number;
  /** Whether it came from a store, and can be older than a token that was rejected. @default false */
  readonly isStored?: boolean;
}

/**
 * Trims white space and a byte order mark, as files and environments add them.
 *
 * @returns `undefined` for a blank value, which counts as unset.
 * @throws UsageError for what no header can carry, naming `source`, length and position, never the value.
 */
export function cleanToken(value: unknown, source: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new UsageError(`${source} is not a string but ${typeof value}`);
  const token = value.trim();
  if (token === "") return undefined;
  if (token === "undefined" || token === "null") throw new UsageError(`${source} is the word "${token}", not a token`);
  if (/^bearer\s/i.test(token)) throw new UsageError(`${source} begins with "Bearer ": give the token alone`);
  const position = token.search(/[^\x21-\x7e]|["']/);
  if (position >= 0) {
    const code = token.codePointAt(position)?.toString(16).toUpperCase().padStart(4, "0");
    throw new UsageError(
      `${source} (${token.length} characters) holds U+${code} at position ${position + 1}, which no token contains`,
    );
  }
  return token;
}

/** {@link cleanToken} where a token is needed. @throws UsageError where it is blank or unset, too. */
export function requireToken(value: unknown, source: string): string {
  const token = cleanToken(value, source);
  if (token === undefined) throw new UsageError(`${source} is missing or blank`);
  return token;
}

interface Claims {
  readonly exp?: unknown;
  readonly iat?: unknown;
}

/** The claims of a JWT, unverified: only its issuer can verify it. Empty for an opaque token. Never throws. */
function readClaims(token: string): Claims {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

/** A NumericDate (RFC 7519, section 2) in milliseconds; `undefined` for anything else, milliseconds by mistake included. */
function instant(seconds: unknown): number | undefined {
  if (typeof seconds !== "number" || !(seconds > 0)) return undefined;
  const ms = seconds * 1000;
  return ms <= MAX_INSTANT / 100 ? ms : undefined;
}

/** How a token came. */
interface Arrival {
  /** Whether the platform has issued it this moment; otherwise it was given or stored. */
  readonly justIssued: boolean;
  /** `expires_in` of the exchange, in seconds, unchecked. */
  readonly expiresInS?: unknown;
  /** Known from when it was issued, in milliseconds since the epoch. */
  readonly expiresAt?: number;
}

/**
 * Judges the life of a token that arrives now: JWT `exp` if it is readable, else what is known otherwise, else the 7 days
 * of the specification. A 401 is the last word in every case.
 */
export function readToken(value: string, arrival: Arrival): AccessToken {
  const now = Date.now();
  const claims = readClaims(value);
  const known = arrival.expiresAt ?? now + (instant(arrival.expiresInS) ?? SPECIFIED_LIFE_MS);
  const expiresAt = instant(claims.exp) ?? known;
  const issuedAt = arrival.justIssued ? now : (instant(claims.iat) ?? 0);
  return {
    value,
    expiresAt,
    renewAt: expiresAt - Math.min(EARLY_MS, Math.max(0, expiresAt - issuedAt) / 10),
    obtainedAt: arrival.justIssued ? performance.now() : Number.NEGATIVE_INFINITY,
  };
}

/** Whether the token's time is over. One that has just arrived is used all the same: then it is the clock that errs. */
export function isExpired(token: AccessToken): boolean {
  return Date.now() >= token.expiresAt && performance.now() - token.obtainedAt >= SETTLED_MS;
}

/** Whether it is time to renew a token that is still valid. */
export function isDue(token: AccessToken): boolean {
  return Date.now() >= token.renewAt && performance.now() - token.obtainedAt >= SETTLED_MS;
}
