/** A request to the platform, as its log shows it. */

import type { ScenarioName } from "./scenario-names.ts";

/**
 * Kind of a request, by its URL and method. `preflight` is the CORS preflight of a browser; `other` is an
 * unknown URL or method, or a request from a page of another origin.
 */
export type RequestKind = "api" | "refresh" | "page" | "preflight" | "other";

export interface PlatformRequest {
  readonly kind: RequestKind;
  readonly method: string;
  /** Path after the base URL, such as `/api`. */
  readonly path: string;
  /** Names in lower case. Contains credentials: do not print it. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body of an `api` or `refresh` request. Absent if it is not JSON. */
  readonly body?: unknown;
  /** Name of the operation of an `api` request. Absent if it has no name. */
  readonly operation?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /**
   * Generation of the access token: 1 for the first one that the platform issued. Absent if it issued no such
   * token.
   */
  readonly tokenGeneration?: number;
  /** Tenant of the access token. */
  readonly tenantId?: string;
  /** Scenario that produced or changed the response. */
  readonly scenario?: ScenarioName;
  /** Mistake of the test that made the request fail, such as mock data that does not match the operation. */
  readonly problem?: string;
  /** Status of the response; 0 for an intended network error. Absent while the request is pending. */
  readonly status?: number;
}

/** An entry of the log, while the request is processed. */
export type LogEntry = { -readonly [Key in keyof PlatformRequest]: PlatformRequest[Key] };
