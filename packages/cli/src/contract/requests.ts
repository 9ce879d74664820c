/** Requests of the contract checks, and expectations of their responses. */

import { isTooDeep } from "@integration-platform/graphql-compiler/internal/text/json-depth";
import { decodeJwt } from "jose";
import { parseJson } from "../text/decode-text.ts";
import {
  type ContractCheck,
  ContractSkip,
  type ContractTarget,
  ContractViolation,
} from "./contract-check.ts";
import { API_PATH, JSON_TYPE, REFRESH_PATH } from "./endpoints.ts";

/** A query that every platform supports. */
export const TYPE_NAME = "{ __typename }";

/** A response whose body was read. */
export interface CheckResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Media type in lower case, without parameters. */
  readonly mediaType: string;
  /** JSON of the body. `undefined` if it is not JSON, or nested too deeply for `findMember`. */
  readonly json: unknown;
}

/** State that the checks of one target share. */
interface TargetState {
  /** The valid refresh token. A platform can replace it. */
  refreshToken: string | undefined;
  readonly refreshes: Map<string, Promise<CheckResponse>>;
  /** Responses by request, so that no request is sent twice. */
  readonly responses: Map<string, Promise<CheckResponse>>;
}

const states = new WeakMap<ContractTarget, TargetState>();

function stateOf(target: ContractTarget): TargetState {
  const { refreshToken } = target;
  const state = states.get(target) ?? { refreshToken, refreshes: new Map(), responses: new Map() };
  states.set(target, state);
  return state;
}

/** The response of a key. It is requested if the map has none. */
function getOrRequest(
  responses: Map<string, Promise<CheckResponse>>,
  key: string,
  request: () => Promise<CheckResponse>,
): Promise<CheckResponse> {
  const response = responses.get(key) ?? request();
  responses.set(key, response);
  return response;
}

/** Sends a request below the base URL, unless the same request was sent before. */
export function send(target: ContractTarget, path: string, init: RequestInit): Promise<CheckResponse> {
  return getOrRequest(stateOf(target).responses, JSON.stringify([path, init]), () =>
    sendNow(target, path, init),
  );
}

/** Redirects are not followed, because the new URL would receive the credentials. */
async function sendNow(target: ContractTarget, path: string, init: RequestInit): Promise<CheckResponse> {
  const { fetch = globalThis.fetch } = target;
  const response = await fetch(`${target.baseUrl}${path}`, { redirect: "manual", ...init });
  const { status, headers } = response;
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "no media type";
  const isTypeValid = /^(?:no media type|[\w.+-]{1,40}\/[\w.+-]{1,60})$/.test(type);
  const parsed = parseJson(await response.text());
  const json = "value" in parsed ? parsed.value : undefined;
  return {
    status,
    headers,
    // Messages contain it.
    mediaType: isTypeValid ? type : "invalid media type",
    json: isTooDeep(json) ? undefined : json,
  };
}

/** Posts a body to the API with an access token. */
export async function query(
  target: ContractTarget,
  body: object | string,
  contentType?: string,
): Promise<CheckResponse> {
  return postToApi(target, body, target.accessToken ?? (await refreshedToken(target)), contentType);
}

export function postToApi(
  target: ContractTarget,
  body: object | string,
  accessToken?: string,
  contentType: string = JSON_TYPE,
): Promise<CheckResponse> {
  const authorization = accessToken === undefined ? undefined : { authorization: `Bearer ${accessToken}` };
  return post(target, API_PATH, body, { "content-type": contentType, ...authorization });
}

/** Posts a body, by default as JSON. */
export function post(
  target: ContractTarget,
  path: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = { "content-type": JSON_TYPE },
): Promise<CheckResponse> {
  return send(target, path, {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Sends the refresh token, once for each `members` that are sent with it. */
export function requestRefresh(
  target: ContractTarget,
  members: { readonly tenant_id?: string } = {},
): Promise<CheckResponse> {
  const state = stateOf(target);
  return getOrRequest(state.refreshes, JSON.stringify(members), async () => {
    const { refreshToken } = state;
    if (refreshToken === undefined) throw new ContractSkip("no refresh token is configured");
    const received = await post(target, REFRESH_PATH, { refresh_token: refreshToken, ...members });
    const next = readMember(received.json, "refresh_token");
    if (typeof next === "string" && next !== "") state.refreshToken = next;
    return received;
  });
}

/** The access token of the refresh request. */
export async function refreshedToken(target: ContractTarget): Promise<string> {
  const token = readMember((await requestRefresh(target)).json, "access_token");
  if (typeof token !== "string" || token === "")
    throw new ContractSkip("the refresh request returned no access token");
  return token;
}

/** The claims of a JWT, which is not verified. `undefined` if the token is not a JWT. */
export function decodeClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

export function readMember(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : undefined;
}

/** The first member with this name, at any depth: the platform documents no envelope. */
export function findMember(json: unknown, name: string): unknown {
  if (typeof json !== "object" || json === null) return undefined;
  if (Object.hasOwn(json, name)) return readMember(json, name);
  for (const value of Object.values(json)) {
    const inner = findMember(value, name);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Whether the response has a result for `TYPE_NAME`. */
export function hasTypeName({ json }: CheckResponse): boolean {
  return typeof findMember(json, "__typename") === "string";
}

export function expectStatus({ status, mediaType }: CheckResponse, expected: number): void {
  if (status !== expected)
    throw new ContractViolation(`the response is HTTP ${status} (${mediaType}), not ${expected}`);
}

export function expectSuccess({ status }: CheckResponse): void {
  if (status >= 300) throw new ContractViolation(`the response is HTTP ${status}`);
}

export function expectThat(condition: boolean, problem: string): void {
  if (!condition) throw new ContractViolation(problem);
}

/** Defines a check. The IDs of assumptions start with `A`. */
export function check(id: string, statement: string, run: ContractCheck["check"]): ContractCheck {
  return { id, statement, source: id.startsWith("A") ? "assumption" : "specification", check: run };
}
