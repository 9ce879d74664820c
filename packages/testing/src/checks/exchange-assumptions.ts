/** What we assume of the exchange and of the token page, where the specification is silent (sections 4.2, 4.3 and 7). */

import { type ContractCheck, ContractSkip } from "./check.ts";
import { readClaims } from "./claims.ts";
import {
  type Answered,
  checksOf,
  exchange,
  exchangeToken,
  expectStatus,
  expectThat,
  readMember,
  send,
  sendExchange,
} from "./exchange.ts";

/** Version 4 in form, and nobody's. */
const NOBODYS_TENANT = "00000000-0000-4000-8000-000000000000";
const NO_TOKEN = "not-a-refresh-token";

export const exchangeAssumptions: readonly ContractCheck[] = checksOf("assumption", [
  [
    "A16",
    "A refresh token that is not the platform's is a 401 with the error invalid_grant",
    async (target) => expectRefusal(await sendExchange(target, { refresh_token: NO_TOKEN }), 401, "invalid_grant"),
  ],
  [
    "A17",
    "An exchange without a refresh token is a 400 with the error invalid_request",
    async (target) => expectRefusal(await sendExchange(target, {}), 400, "invalid_request"),
  ],
  [
    "A18",
    "An exchange of another media type is a 415",
    async (target) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const body = `refresh_token=${NO_TOKEN}`;
      expectStatus(await send(target, "/auth/refresh", { method: "POST", headers, body }), 415);
    },
  ],
  [
    "A19",
    "An exchange for a tenant that the user does not have is a 400 with the error invalid_request",
    async (target) => expectRefusal(await exchange(target, { tenant_id: NOBODYS_TENANT }), 400, "invalid_request"),
  ],
  [
    "A20",
    "An exchange leaves the refresh token in force: the answer has no other one",
    async (target) => {
      await exchangeToken(target);
      const next = readMember((await exchange(target)).json, "refresh_token");
      expectThat(next === undefined || next === target.refreshToken, "the platform replaces the refresh token");
    },
  ],
  [
    "A21",
    "Where an exchange says `expires_in`, it is the seconds that the access token is valid for",
    async (target) => {
      const { exp } = readClaims(await exchangeToken(target)) ?? {};
      const seconds = readMember((await exchange(target)).json, "expires_in");
      if (seconds === undefined) throw new ContractSkip("the exchange does not say expires_in");
      expectThat(typeof seconds === "number" && seconds > 0, "expires_in is no number above 0");
      if (typeof exp !== "number") throw new ContractSkip("the access token does not say how long it is valid");
      const isSame = Math.abs(exp - Date.now() / 1000 - Number(seconds)) < 3600;
      expectThat(isSame, "it differs from what the access token says");
    },
  ],
  [
    "A22",
    "The access token says when it expires: `exp`, in seconds since the epoch",
    async (target) => {
      const { exp } = readClaims(await exchangeToken(target)) ?? {};
      const isInstant = typeof exp === "number" && exp > 1e9 && exp < 1e11;
      expectThat(isInstant, "the claim exp is missing, or not in seconds");
    },
  ],
  [
    "A23",
    "The access token names its tenant: `tenant_id`",
    async (target) => {
      if (target.tenantId === undefined) throw new ContractSkip("there is no tenant to check it with");
      const token = readMember((await exchange(target, { tenant_id: target.tenantId })).json, "access_token");
      if (typeof token !== "string") throw new ContractSkip("the exchange gave no access token");
      const named = readClaims(token)?.tenant_id;
      const isSame = typeof named === "string" && named.toLowerCase() === target.tenantId.toLowerCase();
      expectThat(isSame, "the claim tenant_id is missing, or another tenant");
    },
  ],
  [
    "A24",
    "No cache keeps the answer to an exchange: `Cache-Control: no-store`",
    async (target) => {
      await exchangeToken(target);
      const { headers } = await exchange(target);
      expectThat(/\bno-store\b/i.test(headers.get("cache-control") ?? ""), "it has no such header");
    },
  ],
  [
    "A25",
    "The token page is HTML, and no page of another origin may read it",
    async (target) => {
      const { mediaType, headers } = await send(target, "/get_auth_token/", {
        method: "GET",
        headers: { origin: "http://localhost:3000" },
      });
      expectThat(mediaType === "text/html", `it is ${mediaType}`);
      expectThat(!headers.has("access-control-allow-origin"), "it allows an origin to read it");
    },
  ],
]);

function expectRefusal(answered: Answered, status: number, error: string): void {
  expectStatus(answered, status);
  expectThat(readMember(answered.json, "error") === error, `the member error is another, or missing`);
}
