/** Credentials of a client. */

import type { Endpoints } from "../shared/base-url.ts";
import type { Hooks } from "../shared/hooks.ts";
import type { Post } from "../shared/request.ts";
import type { AccessToken } from "./read-token.ts";

/** Credentials for `createClient`. Secrets are kept in closures, so that loggers cannot print them. */
export interface Auth {
  /** Called once by each client. Clients do not share tokens, even if they share the credentials. */
  attach(context: AuthContext): AccessTokens;
}

/** The properties of a client that its credentials use. */
export interface AuthContext {
  readonly endpoints: Endpoints;
  readonly post: Post;
  readonly hooks: Hooks;
  /**
   * Timeout of each request of a query in milliseconds. After it, a refresh request is sent once more. It
   * also limits `didRotate`, and a refresh that no call waits for.
   */
  readonly attemptTimeout: number;
}

/** The access tokens of one client. */
export interface AccessTokens {
  /**
   * Returns the access token for a request.
   *
   * @param rejected - Token that the platform has just rejected. Another token is returned, or `undefined` if
   * there is none.
   * @param deadline - Deadline of the call, as an instant of `performance.now()`. The promise can settle
   * later, or never: the call stops waiting for it.
   * @throws OperationError, such as `USAGE` for an invalid token of `getToken`.
   */
  token(
    rejected: AccessToken | undefined,
    deadline: number,
  ): AccessToken | undefined | Promise<AccessToken | undefined>;
  /**
   * The platform accepted a request with this token. A response with GraphQL errors does not count: the
   * platform documents no error codes, so that any of them can mean an invalid token.
   */
  didAccept?(token: AccessToken): void;
  /** The platform rejected a request because of this token. */
  didReject?(token: AccessToken): void;
  /** Waits for the refreshes that are running, and until a new refresh token is stored. Never rejects. */
  close?(): Promise<void>;
}
