/** Requests to a simulated platform, without a client. */

import { readFileSync } from "node:fs";
import { expect, vi } from "vitest";
import { schemaSDL } from "../../../../test/fixtures/platform/generated/schema.ts";
import { holdTimers, someTimer } from "../../../../test/support/timers.ts";
import { createPlatform, type LocalPlatform, type Platform, type PlatformOptions } from "../../src/index.ts";

/** Text of a file of the fixtures. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");
}

/** SDL of another platform. */
export const foreign: string = readFileSync(
  new URL("../../../../test/fixtures/foreign/schema.graphql", import.meta.url),
  "utf8",
);
export * as foreignRules from "../../../../test/fixtures/foreign/platform.rules.ts";

export const LIST = "query ListIntegrations { integrations { nodes { id name } } }";

/** Creates a platform for the fixture schema. */
export function openPlatform(options: PlatformOptions = {}): Platform {
  return createPlatform({ schema: schemaSDL, ...options });
}

export interface PostRequest {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

export function postInit({ body, raw, token, headers }: PostRequest): RequestInit {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const all = { "content-type": "application/json", ...authorization, ...headers };
  return { method: "POST", headers: all, body: raw ?? JSON.stringify(body) };
}

export function post(url: string, request: PostRequest): Promise<Response> {
  return fetch(url, postInit(request));
}

/** Sends a refresh token, without a network. */
export function requestRefresh(
  platform: LocalPlatform,
  refreshToken = platform.refreshToken,
): Promise<Response> {
  const init = postInit({ body: { refresh_token: refreshToken } });
  return platform.fetch(new Request(`${platform.baseUrl}/auth/refresh`, init));
}

/** Sends a request to the API, without a network. */
export function postApi(platform: LocalPlatform, request: PostRequest): Promise<Response> {
  return platform.fetch(new Request(`${platform.baseUrl}/api`, postInit(request)));
}

interface QueryResponse {
  readonly status: number;
  /** The GraphQL result. Empty if the response is not JSON. */
  readonly result: { readonly data?: unknown; readonly errors?: readonly Record<string, unknown>[] };
  readonly text: string;
}

/** Sends a GraphQL request with an access token, without a network. */
export async function sendQuery(
  platform: LocalPlatform,
  query: string,
  variables?: object,
): Promise<QueryResponse> {
  const response = await postApi(platform, {
    body: { query, variables },
    token: await platform.issueAccessToken(),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, result: isJson ? JSON.parse(text) : {}, text };
}

/** Data of a response, whose shape the query determines. */
export type Data = { readonly [name: string]: Data } & readonly Data[] & { readonly length: number };

/** Sends a GraphQL request, and returns the data of the response. */
export async function queryData<Result = Data>(
  platform: LocalPlatform,
  query: string,
  variables?: object,
): Promise<Result> {
  return (await sendQuery(platform, query, variables)).result.data as Result;
}

/** Resolves with the result of a call that takes exactly `ms` milliseconds of faked time. */
export async function expectDelay<Result>(ms: number, call: () => Promise<Result>): Promise<Result> {
  holdTimers();
  const settled = vi.fn();
  const result = call();
  void result.then(settled);
  await someTimer();
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  return result;
}
