/**
 * Checks of what the platform documents. The IDs are sections of docs/contract.md, as in the platform's
 * documentation.
 */

import { type ContractCheck, ContractSkip, ContractViolation } from "./contract-check.ts";
import {
  type CheckResponse,
  check,
  decodeClaims,
  expectStatus,
  expectSuccess,
  expectThat,
  findMember,
  hasTypeName,
  postToApi,
  query,
  readMember,
  refreshedToken,
  requestRefresh,
  send,
  TYPE_NAME,
} from "./requests.ts";

const DAY_SECONDS = 24 * 60 * 60;

export const specification: readonly ContractCheck[] = [
  check("2", "An integration has an id and a name, both strings, in a list `nodes`", async (target) => {
    const response = await query(target, { query: "{ integrations { nodes { id name } } }" });
    const { json } = response;
    const nodes = readMember(findMember(json, "integrations"), "nodes");
    const errors = readMember(json, "errors");
    if (Array.isArray(errors) && nodes === undefined) throw new ContractSkip(describeErrors(response));
    if (!Array.isArray(nodes)) throw new ContractViolation("the response has no list integrations.nodes");
    const isValid = (node: unknown): boolean =>
      ["id", "name"].every((field) => typeof readMember(node, field) === "string");
    const invalid = nodes.findIndex((node) => !isValid(node));
    expectThat(invalid < 0, `id or name of nodes[${invalid}] is not a string`);
  }),
  check("4.1", "POST {base_url}/api executes the member `query`, and returns JSON", async (target) => {
    const response = await query(target, { query: TYPE_NAME });
    expectSuccess(response);
    expectThat(response.json !== undefined, `the response is not JSON (${response.mediaType})`);
    expectThat(hasTypeName(response), "the response does not have the selected fields");
  }),
  check("4.2", "POST {base_url}/auth/refresh returns an access_token for a refresh token", async (target) => {
    const response = await requestRefresh(target);
    expectSuccess(response);
    const token = readMember(response.json, "access_token");
    expectThat(typeof token === "string" && token !== "", "the response has no string `access_token`");
  }),
  check(
    "4.2.1",
    "With a tenant_id, the refresh request returns an access token that the API accepts",
    async (target) => {
      if (target.tenantId === undefined) throw new ContractSkip("no tenant is configured");
      const { status, json } = await requestRefresh(target, { tenant_id: target.tenantId });
      const token = readMember(json, "access_token");
      if (typeof token !== "string")
        throw new ContractViolation(`the response is HTTP ${status} without access_token`);
      const accepted = await postToApi(target, { query: TYPE_NAME }, token);
      expectThat(accepted.status < 300, `the API responds with HTTP ${accepted.status}`);
    },
  ),
  check(
    "4.2.2",
    "Without a tenant_id, the refresh request returns an access token as well",
    async (target) => {
      const { status, json } = await requestRefresh(target);
      const token = readMember(json, "access_token");
      expectThat(typeof token === "string", `the response is HTTP ${status} without access_token`);
    },
  ),
  check("4.3", "GET {base_url}/get_auth_token/ is a page for browsers", async (target) => {
    const { status } = await send(target, "/get_auth_token/", {});
    const isPage = status < 400 || status === 401 || status === 403;
    expectThat(isPage, `the response is HTTP ${status}`);
  }),
  check("5.1", "A request without an access token gets no data", async (target) => {
    const response = await postToApi(target, { query: TYPE_NAME });
    expectThat(!hasTypeName(response), "the response has data");
  }),
  check("5.2", "The access token is a JWT", async (target) => {
    expectThat(decodeClaims(await refreshedToken(target)) !== undefined, "the access token is not a JWT");
  }),
  check("5.4", "The API accepts the access token of a refresh request", async (target) =>
    expectStatus(await postToApi(target, { query: TYPE_NAME }, await refreshedToken(target)), 200),
  ),
  check("5.6", "The access token of a refresh request is valid for 7 days", async (target) => {
    const { exp, iat } = decodeClaims(await refreshedToken(target)) ?? {};
    if (typeof exp !== "number") throw new ContractSkip("the access token has no claim exp");
    const days = (exp - (typeof iat === "number" ? iat : Date.now() / 1000)) / DAY_SECONDS;
    expectThat(Math.abs(days - 7) < 0.05, `it is valid for ${days.toFixed(2)} days`);
  }),
];

/** Why a response with errors has no integrations. Without `data`, the query is invalid for the schema. */
function describeErrors({ status, json }: CheckResponse): string {
  const isInvalid = (status === 200 || status === 400) && readMember(json, "data") === undefined;
  return isInvalid ? "the schema has no field integrations" : `the response is HTTP ${status} with errors`;
}
