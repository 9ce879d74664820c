/** What the simulated platform is to those who use it. */
/// <reference lib="esnext.disposable" preserve="true" />

import type { RequestHandler } from "msw";
import type { Tenant, User, UserOptions } from "./accounts.ts";
import type { Answer } from "./answers/book.ts";
import type { AnswerOptions, Reply } from "./answers/data.ts";
import type { AnswerDocument } from "./answers/document.ts";
import type { Integration } from "./integrations.ts";
import type { PlatformRequest, RequestKind } from "./journal.ts";
import type { ScenarioName } from "./scenarios/catalogue.ts";
import type { SettingsOf } from "./scenarios/stage.ts";
import type { ListenOptions, LocalServer } from "./server.ts";

export interface PlatformOptions {
  /** Where the platform stands, with or without a path. @default "https://platform.example.com" */
  readonly baseUrl?: string;
  /** SDL to answer from. Fields that no integration has are invented, by seed. @default the packaged snapshot */
  readonly schema?: string;
  /** The integrations, or how many to make up. @default 3 */
  readonly integrations?: number | readonly Integration[];
  /** Decides everything that is made up, except secrets. @default 1 */
  readonly seed?: number;
  /** Whether each exchange replaces the refresh token. @default false */
  readonly rotation?: boolean;
  /** The first is the default user. @default one user with two tenants */
  readonly users?: readonly UserOptions[];
  /** The platform's clock, in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
  /** What is switched on from the beginning, and after a reset. */
  readonly scenario?: ScenarioName | readonly ScenarioName[];
  /** How long each answer is held back, in milliseconds. @default 0 */
  readonly latencyMs?: number;
  /** Told of each request once its answer is ready, with its status. */
  readonly onRequest?: (request: PlatformRequest) => void;
}

export interface IssueOptions {
  /** How long the token is accepted, in milliseconds; 0 or less for one that has expired. @default 7 days */
  readonly expiresInMs?: number;
  /** @default the default user's first tenant */
  readonly tenantId?: string;
}

export interface Platform extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly users: readonly User[];
  /** Of the default user; the one that is accepted now. */
  readonly refreshToken: string;
  /** Of the default user. */
  readonly tenants: readonly Tenant[];
  readonly integrations: readonly Integration[];
  /** For `setupServer(...platform.handlers)` or `setupWorker(...platform.handlers)`. They answer all below the base URL. */
  readonly handlers: RequestHandler[];
  /** What was asked, in order of arrival: the last 10,000 requests, and of those the last 16 MiB. */
  readonly requests: readonly PlatformRequest[];
  /** How many requests of a kind, or of all kinds, have arrived. Exact, however many there were. */
  count(kind?: RequestKind): number;
  /** What was asked, one line a request, for the message of a test that fails. Holds no credentials. */
  describe(): string;
  /** Issues an access token to the default user without an exchange; counts as a generation. */
  issueAccessToken(options?: IssueOptions): Promise<string>;
  /** Revokes all access tokens issued until now: the next call with one is a 401. */
  revokeAccessTokens(): void;
  /**
   * Answers an operation, from now on and before older answers. What the data leaves out is filled in: with the platform's
   * own integrations, or made up by seed. Data, or a function of the variables; `undefined` has all filled in.
   *
   * @throws TypeError Where the document does not fit the schema, or the data does not fit the document: all that is
   * wrong, each with its path. What a function makes is checked when it is asked; then the request is a 500.
   */
  answer<Result, Variables>(
    document: AnswerDocument<Result, Variables>,
    data?: NoInfer<Reply<Result, Variables>>,
    options?: NoInfer<AnswerOptions<Variables>>,
  ): Answer<Result, Variables>;
  /** A line for each answer and override that no request has met: `expect(platform.unusedAnswers()).toEqual([])`. */
  unusedAnswers(): readonly string[];
  /**
   * Puts MSW handlers before the contract, the newest first, for in-process and loopback alike; a request they answer is
   * recorded and counted like any other. For one answer only, give the handler MSW's `{ once: true }`; for a network
   * error, answer `HttpResponse.error()`.
   */
  override(...handlers: RequestHandler[]): void;
  /**
   * Switches a scenario on, until it is switched off; one that is on begins anew.
   *
   * @throws TypeError Where there is no such scenario, or a setting makes no sense.
   */
  use<Name extends ScenarioName>(name: Name, settings?: SettingsOf<Name>): void;
  /** Switches a scenario off, or all of them. */
  unuse(name?: ScenarioName): void;
  /**
   * Back to the beginning: no requests, answers, overrides, sessions or access tokens; the first refresh tokens and the
   * scenarios of the options again.
   */
  reset(): void;
  /** Answers one request to `baseUrl`, without a network. */
  fetch(request: Request): Promise<Response>;
  /**
   * Answers over HTTP on 127.0.0.1. Needs Node.
   *
   * @throws Error `EADDRINUSE` where the port is taken.
   */
  listen(options?: ListenOptions): Promise<LocalServer>;
  /** Stops listening, wherever it does. */
  [Symbol.asyncDispose](): Promise<void>;
}
