/** The text that a store contains for one access token. */

import { type AccessToken, cleanToken, readToken } from "../auth/token.ts";

export interface StoredToken {
  readonly token: AccessToken;
  /** Rotations of the refresh token since the configured one. */
  readonly generation: number;
  /** `undefined` in generation 0, which every process is configured with. */
  readonly refreshToken: string | undefined;
}

const MAX_LENGTH = 65_536;
/** Greatest number of bytes of a valid value in UTF-8. */
export const MAX_STORED_BYTES: number = MAX_LENGTH * 3;

/** @param key - Key of the value, repeated in it, so that a value under another key is invalid. */
export function writeStoredToken(key: string, { token, generation, refreshToken }: StoredToken): string {
  const { value: accessToken, expiresAt, refreshAt } = token;
  return JSON.stringify({ key, generation, refreshToken, accessToken, expiresAt, refreshAt });
}

/** @returns `undefined` if the value is invalid, or belongs to another key or generation. */
export function readStoredToken(value: unknown, expectedKey: string, expected?: number): StoredToken | undefined {
  if (typeof value !== "string" || value.length > MAX_LENGTH) return undefined;
  try {
    const { key, generation, accessToken, expiresAt, refreshAt, refreshToken } = JSON.parse(value);
    const token = cleanToken(accessToken, "stored token");
    const rotated = cleanToken(refreshToken, "stored refresh token");
    if (expected !== undefined && generation !== expected) return undefined;
    const isConsistent =
      Number.isSafeInteger(generation) && generation >= 0 && generation > 0 === (rotated !== undefined);
    if (key !== expectedKey || token === undefined || !Number.isFinite(expiresAt) || !isConsistent) return undefined;
    return {
      token: readToken(token, { origin: "store", expiresAt, ...(refreshAt <= expiresAt && { refreshAt }) }),
      generation,
      refreshToken: rotated,
    };
  } catch {
    return undefined;
  }
}
