/** Access tokens: which values can be sent, and when they expire. */

import { createUsageError } from "../shared/errors.ts";

// Numbers, because bundlers keep a product in the top level of a module.

/** Lifetime of an access token if neither the token nor the response reports one: 7 days. */
const DEFAULT_LIFETIME_MS = 604_800_000;
/** A token is refreshed early in its last 5 minutes, or in the last tenth of a shorter lifetime. */
const EARLY_REFRESH_MS = 300_000;
/** A received token is used for this long, even if it seems to be expired: the clock can be wrong. */
const MIN_TOKEN_USE_MS = 30_000;
/** The year 4707. A later time is not a date: it is in milliseconds, but was read as seconds. */
const MAX_DATE_MS = 8.64e13;

/** Compared by identity: a refresh can return the same value again. */
export interface AccessToken {
  readonly value: string;
  /** Time of expiry on the local clock, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Start of the early refresh, on the same clock. */
  readonly refreshAt: number;
  /** Instant of `performance.now()`. `-Infinity` if it was not received in this process. */
  readonly receivedAt: number;
  readonly origin: TokenOrigin;
}

/** An option of the caller, `tokenSource`, a token store, or a refresh request. */
type TokenOrigin = "option" | "source" | "store" | "refresh";

/**
 * Trims white space and a byte order mark, which files and environment variables can contain.
 *
 * @returns `undefined` for a blank value, which counts as unset.
 * @throws `USAGE` if a header cannot contain the value. The message has the label, length and position.
 */
export function cleanToken(value: unknown, label: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw createUsageError(`${label} must be a string, not ${typeof value}`);
  const token = value.trim();
  if (token === "") return undefined;
  if (token === "undefined" || token === "null")
    throw createUsageError(`${label} is the word "${token}"`, "Remove it.");
  if (/^bearer\s/i.test(token)) throw createUsageError(`${label} starts with "Bearer "`, "Remove it.");
  // Anything but printable ASCII without spaces and quotes.
  const position = token.search(/[^!#-&(-~]/);
  if (position >= 0) {
    const code = token.codePointAt(position)?.toString(16).toUpperCase().padStart(4, "0");
    throw createUsageError(
      `${label} (${token.length} characters) contains U+${code} at position ${position + 1}`,
      "Remove it.",
    );
  }
  return token;
}

/** Like {@link cleanToken}. @throws `USAGE` even if the token is missing or blank. */
export function requireToken(value: unknown, label: string): string {
  const token = cleanToken(value, label);
  if (token === undefined) throw createUsageError(`${label} is missing or blank`);
  return token;
}

/** Reads the claims of a JWT without verifying them. Empty for an opaque token. */
function readClaims(token: string): { readonly exp?: unknown; readonly iat?: unknown } {
  try {
    const payload = token.split(".")[1] ?? "";
    const claims: object | null = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return claims ?? {};
  } catch {
    return {};
  }
}

/** Converts a positive number of seconds; `undefined` for anything else, such as milliseconds. */
function toMs(seconds: unknown): number | undefined {
  if (typeof seconds !== "number" || !(seconds > 0)) return undefined;
  const ms = seconds * 1000;
  return ms <= MAX_DATE_MS ? ms : undefined;
}

export interface TokenMetadata {
  readonly origin: TokenOrigin;
  /** `expires_in` of the response in seconds, unchecked. */
  readonly expiresInS?: unknown;
  /** Time of expiry that a store recorded, in milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** Start of the early refresh that a store recorded, in milliseconds since the epoch. */
  readonly refreshAt?: number | undefined;
}

/**
 * Determines when a token expires. A 401 always takes precedence. The lifetime of a refreshed token counts
 * from its receipt, so that the offset of the local clock does not matter. Other tokens expire at the recorded
 * time, at `exp`, or after 7 days.
 */
export function readToken(value: string, metadata: TokenMetadata): AccessToken {
  const { origin } = metadata;
  const claims = readClaims(value);
  const exp = toMs(claims.exp);
  const iat = toMs(claims.iat);
  const now = Date.now();
  const expiresAt =
    origin === "refresh"
      ? now + chooseLifetimeMs(exp, iat, metadata.expiresInS)
      : (metadata.expiresAt ?? exp ?? now + DEFAULT_LIFETIME_MS);
  const isReceived = origin === "refresh" || origin === "source";
  // A token that was not received can be old. Without `iat`, its lifetime counts as long.
  const beginsAt = isReceived ? now : (iat ?? 0);
  const earlyMs = Math.min(EARLY_REFRESH_MS, Math.max(0, expiresAt - beginsAt) / 10);
  return {
    value,
    expiresAt,
    refreshAt: metadata.refreshAt ?? expiresAt - earlyMs,
    receivedAt: isReceived ? performance.now() : Number.NEGATIVE_INFINITY,
    origin,
  };
}

/** `exp` minus `iat`, or else `expires_in`, `exp` minus the local time, or 7 days. */
function chooseLifetimeMs(exp: number | undefined, iat: number | undefined, expiresInS: unknown): number {
  if (exp && iat && exp > iat) return exp - iat;
  const isNumeric = typeof expiresInS === "string" && /^\d{1,12}$/.test(expiresInS);
  const statedMs = toMs(isNumeric ? Number(expiresInS) : expiresInS);
  const leftMs = (exp ?? 0) - Date.now();
  return statedMs ?? (leftMs > 0 ? leftMs : DEFAULT_LIFETIME_MS);
}

const isNew = (token: AccessToken): boolean => performance.now() - token.receivedAt < MIN_TOKEN_USE_MS;

export function isExpired(token: AccessToken): boolean {
  return Date.now() >= token.expiresAt && !isNew(token);
}

/** Whether a call must start an early refresh of a valid token. A timer instead would keep a script alive. */
export function isDue(token: AccessToken): boolean {
  return Date.now() >= token.refreshAt && !isNew(token);
}
