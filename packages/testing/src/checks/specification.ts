/** What the specification says, as far as it can be told from outside. Its sections number the statements. */

import { ask, findNodes, LIST, post } from "./ask.ts";
import { type ContractCheck, ContractSkip, ContractViolation } from "./check.ts";
import { readClaims } from "./claims.ts";
import { checksOf, exchange, exchangeToken, expectStatus, expectThat, readMember, send } from "./exchange.ts";

const DAY_SECONDS = 24 * 60 * 60;

export const specification: readonly ContractCheck[] = checksOf("specification", [
  [
    "2",
    "An integration has an id and a name, both strings, in a list `nodes`",
    async (target) => {
      const nodes = findNodes((await ask(target, { query: LIST })).json);
      if (!nodes) throw new ContractViolation("the answer has no list integrations.nodes");
      const isWhole = (node: unknown): boolean =>
        ["id", "name"].every((field) => typeof readMember(node, field) === "string");
      const odd = nodes.findIndex((node) => !isWhole(node));
      expectThat(odd < 0, `id or name of nodes[${odd}] is no string`);
    },
  ],
  [
    "4.1",
    "POST {base_url}/api takes a JSON object with the one member `query`, and answers the GraphQL result as JSON",
    async (target) => {
      const answered = await ask(target, { query: LIST });
      expectThat(answered.status >= 200 && answered.status < 300, `HTTP ${answered.status} was answered`);
      expectThat(answered.json !== undefined, `the answer is no JSON (${answered.mediaType})`);
      expectThat(findNodes(answered.json) !== undefined, "the answer does not hold the fields that were asked for");
    },
  ],
  [
    "4.2",
    "POST {base_url}/auth/refresh takes a refresh token without an Authorization header, and answers an access_token",
    async (target) => {
      const answered = await exchange(target);
      expectThat(answered.status >= 200 && answered.status < 300, `HTTP ${answered.status} was answered`);
      const token = readMember(answered.json, "access_token");
      expectThat(typeof token === "string" && token !== "", "the answer has no string `access_token`");
    },
  ],
  [
    "4.2.1",
    "With a tenant_id the exchange gives an access token that the API accepts",
    async (target) => {
      if (target.tenantId === undefined) throw new ContractSkip("there is no tenant to check it with");
      const { status, json } = await exchange(target, { tenant_id: target.tenantId });
      const token = readMember(json, "access_token");
      if (typeof token !== "string")
        throw new ContractViolation(`HTTP ${status} was answered, without an access_token`);
      const { status: accepted } = await post(target, { query: LIST }, token);
      expectThat(accepted >= 200 && accepted < 300, `the API answered HTTP ${accepted}`);
    },
  ],
  [
    "4.2.2",
    "Without a tenant_id the exchange gives an access token all the same",
    async (target) => {
      const { status, json } = await exchange(target);
      expectThat(typeof readMember(json, "access_token") === "string", `HTTP ${status} was answered, without one`);
    },
  ],
  [
    "4.3",
    "GET {base_url}/get_auth_token/ is there for a browser",
    async (target) => {
      const { status } = await send(target, "/get_auth_token/", { method: "GET" });
      expectThat(
        (status < 400 && status >= 200) || status === 0 || status === 401 || status === 403,
        `HTTP ${status} was answered`,
      );
    },
  ],
  [
    "5.1",
    "A request without an access token is not answered",
    async (target) => {
      const answered = await post(target, { query: LIST });
      expectThat(findNodes(answered.json) === undefined, "integrations were answered");
    },
  ],
  [
    "5.2",
    "The access token is a JWT",
    async (target) => {
      expectThat(readClaims(await exchangeToken(target)) !== undefined, "the access token of the exchange is no JWT");
    },
  ],
  [
    "5.4",
    "The access token of an exchange is accepted by the API",
    async (target) => {
      expectStatus(await post(target, { query: LIST }, await exchangeToken(target)), 200);
    },
  ],
  [
    "5.6",
    "The access token of an exchange is valid for 7 days",
    async (target) => {
      const { exp, iat } = readClaims(await exchangeToken(target)) ?? {};
      if (typeof exp !== "number") throw new ContractSkip("the access token does not say how long it is valid");
      const days = (exp - (typeof iat === "number" ? iat : Date.now() / 1000)) / DAY_SECONDS;
      expectThat(Math.abs(days - 7) < 0.05, `it is valid for ${days.toFixed(2)} days`);
    },
  ],
]);
