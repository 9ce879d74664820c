/** What a scenario may do to a request that arrives. */

import type { AccessToken } from "../access-tokens.ts";
import type { RequestKind } from "../journal.ts";

/** How a request came in. */
export type Door = "handlers" | "socket";

/** A request that has arrived whole, as far as scenarios look at it. */
export interface Arrival {
  readonly kind: RequestKind;
  readonly door: Door;
  /** The JSON that was sent. Absent where it was none. */
  readonly body: unknown;
  readonly accessToken: AccessToken | undefined;
  /** Aborted where nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface Act {
  /** Answers in the contract's place; nothing leaves the answer to it. */
  answer?(arrival: Arrival): Response | undefined | Promise<Response | undefined>;
  /** Changes what the contract answered. */
  alter?(response: Response, arrival: Arrival): Response | Promise<Response>;
}

/** What scenarios know of the platform. */
export interface Backstage {
  /** Milliseconds since the epoch, by the platform's clock. */
  now(): number;
  /** Access tokens issued until now. */
  issued(): number;
}
