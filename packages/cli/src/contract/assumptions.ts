/**
 * Checks of what the client assumes about the API, the refresh request and the token page: A1 to A25 of
 * docs/contract.md.
 */

import { type ContractCheck, ContractSkip } from "./contract-check.ts";
import { JSON_TYPE, REFRESH_PATH } from "./endpoints.ts";
import {
  type CheckResponse,
  check,
  decodeClaims,
  expectStatus,
  expectSuccess,
  expectThat,
  findMember,
  hasTypeName,
  post,
  postToApi,
  query,
  readMember,
  refreshedToken,
  requestRefresh,
  send,
  TYPE_NAME,
} from "./requests.ts";

/** Origin of a page on this machine. */
const PAGE_ORIGIN = "http://localhost:3000";
/** A UUID that is not the ID of a tenant. */
const UNKNOWN_TENANT = "00000000-0000-4000-8000-000000000000";
const INVALID_TOKEN = "not-a-refresh-token";

export const assumptions: readonly ContractCheck[] = [
  check("A1", "The result is in `data`, as application/json", async (target) => {
    const { json, mediaType } = await query(target, { query: TYPE_NAME });
    expectThat(mediaType === JSON_TYPE, `the response is ${mediaType}`);
    const typeName = readMember(readMember(json, "data"), "__typename");
    expectThat(typeof typeName === "string", "the response has no data.__typename");
  }),
  check("A2", "The body can have `variables`, as in GraphQL over HTTP", async (target) => {
    const text = "query Variables($skip: Boolean!) { __typename skipped: __typename @skip(if: $skip) }";
    const response = await query(target, { query: text, variables: { skip: true } });
    expectThat(hasTypeName(response), "the response has no result");
    expectThat(findMember(response.json, "skipped") === undefined, "the variable was not used");
  }),
  check("A3", "`operationName` selects an operation of the document", async (target) => {
    const text = "query First { first: __typename } query Second { second: __typename }";
    const { json } = await query(target, { query: text, operationName: "Second" });
    expectThat(typeof findMember(json, "second") === "string", "another operation was executed, or none");
  }),
  check("A4", "A request without an access token gets a 401 with the code UNAUTHENTICATED", async (target) =>
    expectError(await postToApi(target, { query: TYPE_NAME }), 401, "UNAUTHENTICATED"),
  ),
  check("A5", "A request with an invalid token gets a 401 with the code UNAUTHENTICATED", async (target) =>
    expectError(await postToApi(target, { query: TYPE_NAME }, "not-a-token"), 401, "UNAUTHENTICATED"),
  ),
  check("A6", "A 401 has the header `WWW-Authenticate: Bearer`", async (target) => {
    const { headers } = await postToApi(target, { query: TYPE_NAME });
    expectThat(/^bearer\b/i.test(headers.get("www-authenticate") ?? ""), "the header is missing");
  }),
  check("A7", "A document with a syntax error gets a 200 with `errors`, and without `data`", async (target) =>
    expectGraphQLErrors(await query(target, { query: "{" })),
  ),
  check(
    "A8",
    "A document with an unknown field gets a 200 with `errors`, and without `data`",
    async (target) => expectGraphQLErrors(await query(target, { query: "{ noSuchFieldInTheSchema }" })),
  ),
  check("A9", "A body that is not JSON gets a 400 with the code BAD_REQUEST", async (target) =>
    expectError(await query(target, "{"), 400, "BAD_REQUEST"),
  ),
  check("A10", "A body whose `query` is not a string gets a 400 with the code BAD_REQUEST", async (target) =>
    expectError(await query(target, { query: 1 }), 400, "BAD_REQUEST"),
  ),
  check("A11", "A body of another media type gets a 415", async (target) =>
    expectStatus(await query(target, JSON.stringify({ query: TYPE_NAME }), "text/plain"), 415),
  ),
  check("A12", "`/api/` with a trailing slash is a 404", async (target) =>
    expectStatus(await post(target, "/api/", { query: TYPE_NAME }), 404),
  ),
  check("A13", "GET {base_url}/api is a 405 that allows POST", async (target) => {
    const response = await send(target, "/api", { method: "GET" });
    expectStatus(response, 405);
    expectThat(
      /\bPOST\b/.test(response.headers.get("allow") ?? ""),
      "the header Allow does not contain POST",
    );
  }),
  check("A14", "The API supports introspection", async (target) => {
    const { json } = await query(target, { query: "{ __schema { queryType { name } } }" });
    const { queryType } = Object(readMember(readMember(json, "data"), "__schema"));
    expectThat(typeof readMember(queryType, "name") === "string", "the response has no query type");
  }),
  check("A15", "The API responds to the preflight request of a page of another origin", async (target) => {
    const response = await send(target, "/api", {
      method: "OPTIONS",
      headers: {
        origin: PAGE_ORIGIN,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expectSuccess(response);
    const allowed = response.headers.get("access-control-allow-origin");
    expectThat(allowed === PAGE_ORIGIN || allowed === "*", "the page cannot read the response");
  }),
  check(
    "A16",
    "A refresh request with an invalid refresh token gets a 401 with the error invalid_grant",
    async (target) =>
      expectRefreshError(
        await post(target, REFRESH_PATH, { refresh_token: INVALID_TOKEN }),
        401,
        "invalid_grant",
      ),
  ),
  check(
    "A17",
    "A refresh request without a refresh token gets a 400 with the error invalid_request",
    async (target) => expectRefreshError(await post(target, REFRESH_PATH, {}), 400, "invalid_request"),
  ),
  check("A18", "A refresh request of another media type gets a 415", async (target) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expectStatus(await post(target, REFRESH_PATH, `refresh_token=${INVALID_TOKEN}`, headers), 415);
  }),
  check(
    "A19",
    "A refresh request for an unknown tenant gets a 400 with the error invalid_request",
    async (target) =>
      expectRefreshError(await requestRefresh(target, { tenant_id: UNKNOWN_TENANT }), 400, "invalid_request"),
  ),
  check("A20", "The refresh token stays valid: a refresh request returns no other one", async (target) => {
    await refreshedToken(target);
    const next = readMember((await requestRefresh(target)).json, "refresh_token");
    expectThat(next === undefined || next === target.refreshToken, "the platform replaces the refresh token");
  }),
  check(
    "A21",
    "`expires_in` of a refresh request is the lifetime of the access token in seconds",
    async (target) => {
      const { exp } = decodeClaims(await refreshedToken(target)) ?? {};
      const seconds = readMember((await requestRefresh(target)).json, "expires_in");
      if (seconds === undefined) throw new ContractSkip("the refresh request returns no expires_in");
      expectThat(typeof seconds === "number" && seconds > 0, "expires_in is not a positive number");
      if (typeof exp !== "number") throw new ContractSkip("the access token has no claim exp");
      const isSame = Math.abs(exp - Date.now() / 1000 - Number(seconds)) < 3600;
      expectThat(isSame, "it differs from the claim exp");
    },
  ),
  check("A22", "The access token has the claim `exp`, in seconds since the epoch", async (target) => {
    const { exp } = decodeClaims(await refreshedToken(target)) ?? {};
    const isInstant = typeof exp === "number" && exp > 1e9 && exp < 1e11;
    expectThat(isInstant, "the claim exp is missing, or is not in seconds");
  }),
  check("A23", "The access token has the claim `tenant_id`", async (target) => {
    if (target.tenantId === undefined) throw new ContractSkip("no tenant is configured");
    const token = readMember(
      (await requestRefresh(target, { tenant_id: target.tenantId })).json,
      "access_token",
    );
    if (typeof token !== "string") throw new ContractSkip("the refresh request returned no access token");
    const tenantId = decodeClaims(token)?.tenant_id;
    const isSame = typeof tenantId === "string" && tenantId.toLowerCase() === target.tenantId.toLowerCase();
    expectThat(isSame, "the claim tenant_id is missing, or is another tenant");
  }),
  check("A24", "Responses to refresh requests are not cached: `Cache-Control: no-store`", async (target) => {
    await refreshedToken(target);
    const { headers } = await requestRefresh(target);
    expectThat(/\bno-store\b/i.test(headers.get("cache-control") ?? ""), "the header is missing");
  }),
  check("A25", "The token page is HTML, and pages of other origins cannot read it", async (target) => {
    const { mediaType, headers } = await send(target, "/get_auth_token/", {
      headers: { origin: PAGE_ORIGIN },
    });
    expectThat(mediaType === "text/html", `it is ${mediaType}`);
    expectThat(!headers.has("access-control-allow-origin"), "another origin can read it");
  }),
];

function expectError(response: CheckResponse, status: number, code: string): void {
  expectStatus(response, status);
  const [error] = [readMember(response.json, "errors")].flat();
  const isSame = readMember(readMember(error, "extensions"), "code") === code;
  expectThat(isSame, `the first error has another code, or none (${response.mediaType})`);
}

function expectGraphQLErrors(response: CheckResponse): void {
  expectStatus(response, 200);
  expectThat(Array.isArray(readMember(response.json, "errors")), "the response has no list `errors`");
  expectThat(readMember(response.json, "data") === undefined, "the response has `data`");
}

function expectRefreshError(response: CheckResponse, status: number, error: string): void {
  expectStatus(response, status);
  expectThat(
    readMember(response.json, "error") === error,
    "the member `error` is missing, or has another value",
  );
}
