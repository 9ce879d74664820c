/** What we assume of the query endpoint, where the specification is silent (sections 4.1 and 7). */

import { ask, findNodes, LIST, post, readCode } from "./ask.ts";
import type { ContractCheck } from "./check.ts";
import { type Answered, checksOf, expectStatus, expectThat, readMember, send } from "./exchange.ts";

/** A page of this origin is anybody's who develops on this machine. */
const PAGE = "http://localhost:3000";

export const apiAssumptions: readonly ContractCheck[] = checksOf("assumption", [
  [
    "A1",
    "The result stands in `data`, as application/json",
    async (target) => {
      const answered = await ask(target, { query: LIST });
      expectThat(answered.mediaType === "application/json", `the answer is ${answered.mediaType}`);
      const integrations = readMember(readMember(answered.json, "data"), "integrations");
      expectThat(integrations !== undefined, "the answer has no data.integrations");
    },
  ],
  [
    "A2",
    "`variables` are taken beside `query`, as GraphQL over HTTP has them",
    async (target) => {
      const query = "query List($skip: Boolean!) { integrations { nodes { id name @skip(if: $skip) } } }";
      const nodes = findNodes((await ask(target, { query, variables: { skip: true } })).json);
      expectThat(nodes !== undefined, "there was no result");
      const isSkipped = nodes?.every((node) => readMember(node, "name") === undefined);
      expectThat(isSkipped === true, "the variable was not used");
    },
  ],
  [
    "A3",
    "`operationName` chooses among the operations of a document",
    async (target) => {
      const query = `query Kind { __typename } query List ${LIST}`;
      const { json } = await ask(target, { query, operationName: "List" });
      expectThat(findNodes(json) !== undefined, "the operation that was named is not the one answered");
    },
  ],
  [
    "A4",
    "A request without an access token is a 401 with the code UNAUTHENTICATED",
    async (target) => expectRefusal(await post(target, { query: LIST }), 401, "UNAUTHENTICATED"),
  ],
  [
    "A5",
    "A request with a token that is not the platform's is a 401 with the code UNAUTHENTICATED",
    async (target) => expectRefusal(await post(target, { query: LIST }, "not-a-token"), 401, "UNAUTHENTICATED"),
  ],
  [
    "A6",
    "A 401 asks for a bearer token: `WWW-Authenticate: Bearer`",
    async (target) => {
      const { headers } = await post(target, { query: LIST });
      expectThat(/^bearer\b/i.test(headers.get("www-authenticate") ?? ""), "it has no such header");
    },
  ],
  [
    "A7",
    "A document that does not parse is a 200 with `errors`, and without `data`",
    async (target) => expectErrors(await ask(target, { query: "{" })),
  ],
  [
    "A8",
    "A document that asks for what the schema lacks is a 200 with `errors`, and without `data`",
    async (target) => expectErrors(await ask(target, { query: "{ noSuchFieldInTheSchema }" })),
  ],
  [
    "A9",
    "A body that is no JSON is a 400 with the code BAD_REQUEST",
    async (target) => expectRefusal(await ask(target, "{"), 400, "BAD_REQUEST"),
  ],
  [
    "A10",
    "A body whose `query` is no string is a 400 with the code BAD_REQUEST",
    async (target) => expectRefusal(await ask(target, { query: 1 }), 400, "BAD_REQUEST"),
  ],
  [
    "A11",
    "A body of another media type is a 415",
    async (target) => expectStatus(await ask(target, JSON.stringify({ query: LIST }), "text/plain"), 415),
  ],
  [
    "A12",
    "`/api/` with a trailing slash is not the query endpoint: 404",
    async (target) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ query: LIST });
      expectStatus(await send(target, "/api/", { method: "POST", headers, body }), 404);
    },
  ],
  [
    "A13",
    "GET {base_url}/api is a 405 that allows POST",
    async (target) => {
      const answered = await send(target, "/api", { method: "GET" });
      expectStatus(answered, 405);
      expectThat(/\bPOST\b/.test(answered.headers.get("allow") ?? ""), "the header Allow does not name POST");
    },
  ],
  [
    "A14",
    "The schema can be asked for by introspection",
    async (target) => {
      const { json } = await ask(target, { query: "{ __schema { queryType { name } } }" });
      const { queryType } = Object(readMember(readMember(json, "data"), "__schema"));
      expectThat(typeof readMember(queryType, "name") === "string", "introspection was not answered");
    },
  ],
  [
    "A15",
    "A page of another origin may call the API: its preflight is answered",
    async (target) => {
      const { status, headers } = await send(target, "/api", {
        method: "OPTIONS",
        headers: {
          origin: PAGE,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
        },
      });
      expectThat(status >= 200 && status < 300, `HTTP ${status} was answered`);
      const allowed = headers.get("access-control-allow-origin");
      expectThat(allowed === PAGE || allowed === "*", "no page is allowed to read the answer");
    },
  ],
]);

function expectRefusal(answered: Answered, status: number, code: string): void {
  expectStatus(answered, status);
  expectThat(readCode(answered) === code, `the first error has another code, or none (${answered.mediaType})`);
}

function expectErrors(answered: Answered): void {
  expectStatus(answered, 200);
  expectThat(Array.isArray(readMember(answered.json, "errors")), "the answer has no list `errors`");
  expectThat(readMember(answered.json, "data") === undefined, "the answer has `data`");
}
