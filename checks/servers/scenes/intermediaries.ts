/** Software between the programs and the server that compresses, blocks or refuses: Caddy, ModSecurity, Squid. */

import type { Scene } from "../scene.ts";
import { LOGIN, type SquidRules } from "../software/squid.ts";
import { atOnce, inBatches, inSequence, steadily } from "./calls.ts";
import { behindApache, behindCaddy, behindLossyProxy, behindNginx, throughSquid } from "./platforms.ts";

/** The responses for items whose ID ends with 7 are blocked, after the server has executed the request. */
const blockSevens = (status: number) => behindApache({ blocked: String.raw`"id":\d*7\b`, status });
/** Two of three batches: the others lose one item each. */
const BLOCKED = { calls: 14, reason: "a mutation whose response is blocked can have run" };

/** The response to each third request ends half way. */
const eachThird = (nth: number) => (nth % 3 === 0 ? "cut" : undefined);
const CUT = { calls: 8, reason: "a mutation whose response is cut can have run" };

/** Squid refuses requests to the API while there are more than three connections. */
const FEW_CONNECTIONS: SquidRules = () => [
  "acl api urlpath_regex ^/api",
  "acl many maxconn 3",
  "http_access deny api many",
];

export const intermediaries: readonly Scene[] = [
  {
    name: "Caddy with `encode`, each third response is cut: 40 queries, 20 per second",
    start: behindCaddy(eachThird),
    run: steadily("query", 40, 20),
  },
  {
    name: "Caddy with `encode`, each third response is cut: 20 mutations, 20 per second",
    start: behindCaddy(eachThird),
    run: steadily("mutation", 20, 20),
    exception: CUT,
  },
  {
    name: "Caddy with `encode`, each third response is cut: 4 batches of 8 mutations",
    start: behindCaddy(eachThird),
    run: inBatches("mutation", 4, 8),
    exception: CUT,
  },
  {
    name: "A response of three is cut: 4 batches of 8 mutations",
    start: behindLossyProxy(eachThird),
    run: inBatches("mutation", 4, 8),
    exception: CUT,
  },
  {
    name: "A response of three is cut: 4 batches of 8 queries",
    start: behindLossyProxy(eachThird),
    run: inBatches("query", 4, 8),
  },
  {
    name: "Apache with a response rule of ModSecurity, 403: 20 mutations in sequence",
    start: blockSevens(403),
    run: inSequence("mutation", 20),
  },
  {
    name: "Apache with a response rule of ModSecurity, 408: 20 mutations at once",
    start: blockSevens(408),
    run: atOnce("mutation", 20),
    isLong: true,
  },
  {
    name: "Apache with a response rule of ModSecurity, 404: 3 batches of 8 mutations",
    start: blockSevens(404),
    run: inBatches("mutation", 3, 8),
    exception: BLOCKED,
  },
  {
    name: "Apache with a response rule of ModSecurity, 413: 3 batches of 8 mutations",
    start: blockSevens(413),
    run: inBatches("mutation", 3, 8),
    exception: BLOCKED,
  },
  {
    name: "nginx `limit_req` 2 per second without burst, 429: 6 batches of 8 mutations",
    start: behindNginx({
      http: "limit_req_zone $binary_remote_addr zone=api:1m rate=2r/s;",
      api: "limit_req zone=api; limit_req_status 429;",
    }),
    run: inBatches("mutation", 6, 8),
    isLong: true,
  },
  {
    name: "nginx `client_max_body_size` 1k, 413, declared with `classify`: 2 batches of 40 mutations",
    start: behindNginx({ api: "client_max_body_size 1k;" }),
    run: inBatches("mutation", 2, 40),
    classify: ({ status }) => (status === 413 ? { executed: false } : undefined),
  },
  {
    name: "Squid requires a login, which the programs have: 20 mutations at once",
    start: throughSquid(LOGIN.rules, LOGIN),
    run: atOnce("mutation", 20),
  },
  {
    name: "Squid requires a login, which the programs do not have (407): 5 mutations at once",
    start: throughSquid(LOGIN.rules),
    run: atOnce("mutation", 5),
    isLong: true,
  },
  {
    name: "Squid refuses more than 3 connections (403): 20 mutations at once",
    start: throughSquid(FEW_CONNECTIONS),
    run: atOnce("mutation", 20),
    exception: { calls: 20, reason: "a mutation is not resent after a 403" },
  },
  {
    name: "Squid refuses more than 3 connections (403), declared with `classify`: 20 mutations at once",
    start: throughSquid(FEW_CONNECTIONS),
    run: atOnce("mutation", 20),
    classify: ({ headers }) =>
      headers.get("x-squid-error")?.startsWith("ERR_ACCESS_DENIED")
        ? { kind: "limit", executed: false }
        : undefined,
  },
];
