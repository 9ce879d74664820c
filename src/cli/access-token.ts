/** An access token by the package's own means: the exchange that a client would make, without an operation. */

import { decodeJwt } from "jose";
import type { AccessToken } from "../auth/token.ts";
import { parseBaseUrl } from "../base-url.ts";
import { withDeadline } from "../deadline.ts";
import { Failure } from "../failure.ts";
import type { Auth, Hooks } from "../index.ts";
import { TimeoutError } from "../index.ts";
import { createPost } from "../transport.ts";

export interface Obtaining {
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly hooks?: Hooks;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** In milliseconds. @default 30000 */
  readonly timeout?: number | undefined;
  readonly signal: AbortSignal;
}

/** What the platform answers to an exchange is short. */
const MAX_BYTES = 1024 * 1024;

/** @throws AnyOperationError of an operation that is called `token`; the signal's own reason. */
export async function obtainToken(obtaining: Obtaining): Promise<AccessToken> {
  const { baseUrl, auth, hooks = {}, fetch = globalThis.fetch, timeout = 30_000, signal } = obtaining;
  const post = createPost(fetch, MAX_BYTES);
  const source = auth.connect({ endpoints: parseBaseUrl(baseUrl), post, hooks });
  const late = () => new TimeoutError("token", `timed out after ${timeout} ms`, { phase: "token" });
  try {
    return await withDeadline(timeout, signal, late, () => source.token());
  } catch (error) {
    throw error instanceof Failure ? error.toError("token", {}) : error;
  }
}

/** What a token says of itself, unverified: only its issuer can verify it. Nothing for one that is no JWT. */
export interface Claims {
  /** Assumed: the claim's name. The specification says that a token is for one tenant, not where it says so. */
  readonly tenant: string | undefined;
  /** In milliseconds since the epoch. */
  readonly issuedAt: number | undefined;
  readonly expiresAt: number | undefined;
}

export function readClaims(token: string): Claims | undefined {
  try {
    const { tenant_id: tenant, iat, exp } = decodeJwt(token);
    return { tenant: typeof tenant === "string" ? tenant : undefined, issuedAt: toMs(iat), expiresAt: toMs(exp) };
  } catch {
    return undefined;
  }
}

/** The last second that a `Date` can hold. */
const MAX_SECONDS = 8.64e12;

function toMs(seconds: unknown): number | undefined {
  return typeof seconds === "number" && Math.abs(seconds) <= MAX_SECONDS ? seconds * 1000 : undefined;
}
