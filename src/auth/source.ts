/** Where tokens come from, seen from the operation that needs one. */

import type { Endpoints } from "../base-url.ts";
import type { Hooks } from "../hooks.ts";
import type { Post } from "../post.ts";
import type { AccessToken } from "./token.ts";

/** What a client lends to its credential. */
export interface Connection {
  readonly endpoints: Endpoints;
  readonly post: Post;
  readonly hooks: Hooks;
  /** Timeout of each token exchange request, in milliseconds. */
  readonly attemptTimeout: number;
}

/** Supplies the token for a request. */
export interface TokenSource {
  /**
   * A token to sign with, other than `rejected`: the one that the platform has just refused.
   *
   * @throws Failure where none can be had.
   */
  token(rejected?: AccessToken): Promise<AccessToken>;
}

/** A credential, as given to `createClient`. Holds its secrets out of reach of loggers. */
export interface Auth {
  /** Called once by each client: two clients never share a token, whatever credential they were given. */
  connect(connection: Connection): TokenSource;
}
