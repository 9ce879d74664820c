/** What one part of the contract is to the platform: an address, and an answer to what arrives there. */

import type { AccessToken } from "../access-tokens.ts";
import type { JournalEntry, RequestKind } from "../journal.ts";

export interface Route {
  readonly kind: RequestKind;
  readonly method: "GET" | "POST" | "OPTIONS";
  /** Path after the base URL. Compared exactly: `/api/` is not `/api`. */
  readonly path: string;
  answer(incoming: Incoming): Response | Promise<Response>;
}

/** A request that has arrived whole. */
export interface Incoming {
  readonly request: Request;
  readonly body: ArrayBuffer;
  readonly cookies: Readonly<Record<string, string>>;
  /** The access token carried, where this platform issued it. It may have expired. */
  readonly accessToken: AccessToken | undefined;
  /** The record of it, where a route may add what it found out. */
  readonly entry: JournalEntry;
}

/** A request that the contract refuses. Each route answers it in its own form. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
  }
}
