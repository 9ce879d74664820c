/** Credentials and access tokens, as the client and the operation use them. */

import type { Endpoints } from "../base-url.ts";
import type { Hooks } from "../hooks.ts";
import type { Post } from "../post.ts";
import type { AccessToken } from "./token.ts";

/** Properties of a client that its credentials use. */
export interface Connection {
  readonly endpoints: Endpoints;
  readonly post: Post;
  readonly hooks: Hooks;
  /** Timeout of one token exchange request, in milliseconds. */
  readonly attemptTimeout: number;
}

/** Supplies the access token for each request. */
export interface TokenSource {
  /**
   * Returns an access token.
   *
   * @param rejected - Token that the platform has just rejected. Another token is returned, or `undefined` if there is none.
   * @throws Failure
   */
  token(rejected?: AccessToken): AccessToken | undefined | Promise<AccessToken | undefined>;
  /** Reports whether the platform accepted the token of a request. */
  didUse?(token: AccessToken, isAccepted: boolean): void;
}

/** Credentials for `createClient`. Secrets are kept in closures, so that loggers cannot print them. */
export interface Auth {
  /** Called once by each client. Clients do not share tokens, even if they share the credentials. */
  connect(connection: Connection): TokenSource;
}
