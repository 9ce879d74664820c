/** The checked settings of one client, for its calls and its credentials. */

import type { Endpoints } from "./base-url.ts";
import type { Classify } from "./classify.ts";
import type { Hooks } from "./hooks.ts";
import type { Limiter } from "./limiter.ts";
import type { Post } from "./request.ts";

export interface ClientContext {
  readonly endpoints: Endpoints;
  readonly post: Post;
  readonly hooks: Hooks;
  /** Timeout of a call in milliseconds. */
  readonly timeout: number;
  /**
   * Timeout of each request of a query in milliseconds. After it, a refresh request is sent once more. It
   * also limits `didRotate`, and a refresh that no call waits for.
   */
  readonly attemptTimeout: number;
  /** Largest number of retries of a call. Other resends are not counted. */
  readonly maxRetries: number;
  readonly limiter: Limiter;
  readonly classify: Classify | undefined;
  /** Name of the response header that identifies a request. */
  readonly requestIdHeader: string | undefined;
  /** Additional headers of a refresh request. @throws `USAGE` for an invalid header */
  readonly createRefreshHeaders: () => Readonly<Record<string, string>>;
}
