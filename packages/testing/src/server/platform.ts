/** Types of the simulated platform. */
/// <reference lib="esnext.disposable" preserve="true" />

import type { Inspector } from "../inspect/inspector.ts";
import type { Answering } from "../mocks/answering.ts";
import type { Tenant, User, UserOptions } from "../requests/accounts.ts";
import type { PlatformRequest, RequestKind } from "../requests/platform-request.ts";
import type { ScenarioName, SettingsOf } from "../requests/scenario-names.ts";
import type { DataOptions } from "../world/world.ts";
import type { ListenOptions, LocalServer } from "./http-server.ts";

export interface PlatformOptions extends DataOptions {
  /** Base URL, with or without a path. @default "https://platform.example.com" */
  readonly baseUrl?: string;
  /** Schema as SDL. Parsed schemas are cached. @default the snapshot of `@integration-platform/graphql` */
  readonly schema?: string;
  /** Whether each refresh request also issues a new refresh token. @default false */
  readonly rotation?: boolean;
  /** Users. The first one is the default user. @default one user with two tenants */
  readonly users?: readonly UserOptions[];
  /** Scenarios that are active at the start and after `reset()`. @default none */
  readonly scenario?: ScenarioName | readonly ScenarioName[];
  /** Delay of each response, in milliseconds, or Infinity until `reset()`. @default 0 */
  readonly latencyMs?: number;
  /**
   * Called for each error of rules, with the name of the operation and the message.
   *
   * Once per response and message. The response has the error, too.
   *
   * @default prints it to the console
   */
  readonly onRulesError?: (message: string) => void;
  /** Called for each request when its response is ready. */
  readonly onRequest?: (request: PlatformRequest) => void;
}

export interface IssueOptions {
  /** Lifetime of the token, in milliseconds; 0 or less for an expired token. @default 7 days */
  readonly expiresInMs?: number;
  /** @default the first tenant of the default user */
  readonly tenantId?: string;
}

export interface ResetOptions {
  /** Whether tokens end, too. @default false */
  readonly tokens?: boolean;
}

/** A simulated platform that does not use MSW. */
export interface LocalPlatform extends Answering, AsyncDisposable {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly users: readonly User[];
  /** The valid refresh token of the default user. */
  readonly refreshToken: string;
  /** Tenants of the default user. */
  readonly tenants: readonly Tenant[];
  /** Received requests, oldest first. Keeps the last 10,000 requests and at most 16 MiB of them. */
  readonly requests: readonly PlatformRequest[];
  /**
   * Returns the number of received requests, of one kind or of all kinds. Includes those no longer in
   * `requests`.
   */
  count(kind?: RequestKind): number;
  /**
   * Returns the received requests as text, one per line and without credentials, for assertion messages. A
   * request that failed for a missing rule has the line to add.
   */
  describe(): string;
  /** Issues an access token to the default user without a refresh request. */
  issueAccessToken(options?: IssueOptions): Promise<string>;
  /** Revokes all access tokens issued so far: requests that use them get a 401. */
  revokeAccessTokens(): void;
  /** Describes each response and override that no request has used. Empty if all were used. */
  unusedAnswers(): readonly string[];
  /**
   * Activates a scenario until `unuse()`. An active scenario is restarted.
   *
   * @throws TypeError if the scenario is unknown or a setting is out of range.
   */
  use<Name extends ScenarioName>(name: Name, settings?: SettingsOf<Name>): void;
  /** Deactivates one scenario, or all of them. */
  unuse(name?: ScenarioName): void;
  /**
   * Restores the initial state: restores the rows and the scenarios, and deletes requests, responses and
   * overrides. With `tokens`, also revokes all tokens, so that clients must authenticate
   * again.
   */
  reset(options?: ResetOptions): void;
  /** Responds to one request, without a network. */
  fetch(request: Request): Promise<Response>;
  /** The rows as JSON, and what mutations change, for tools that show them. */
  inspect(): Inspector;
  /**
   * Starts an HTTP server on 127.0.0.1. Requires Node.js.
   *
   * @throws Error with code `EADDRINUSE` if the port is in use.
   */
  listen(options?: ListenOptions): Promise<LocalServer>;
  /** Stops all servers that `listen()` started. */
  [Symbol.asyncDispose](): Promise<void>;
}
