/**
 * Rate limits of gateways and servers that others wrote. Models of many more are in
 * `test/adaptive-limiter.test.ts`.
 */

import type { Scene } from "../scene.ts";
import type { HaproxyOptions } from "../software/haproxy.ts";
import { atOnce } from "./calls.ts";
import { behindHaproxy, behindNginx, direct } from "./platforms.ts";

const limitRequests = (rate: string) => `limit_req_zone $binary_remote_addr zone=api:1m rate=${rate};`;

/** Rejections count as requests, as long as the limit is exceeded. */
const countingRequests = (limit: number, period: string): HaproxyOptions => ({
  frontend: [
    `stick-table type ip size 1k expire ${period} store http_req_rate(${period})`,
    "http-request track-sc0 src if is_api",
    `http-request deny deny_status 429 if is_api { sc_http_req_rate(0) gt ${limit} }`,
  ],
});

export const limits: readonly Scene[] = [
  {
    name: "nginx `limit_req` 10 per second without burst, 429, with `limiter`: 60 queries at once",
    start: behindNginx({ http: limitRequests("10r/s"), api: "limit_req zone=api; limit_req_status 429;" }),
    run: atOnce("query", 60),
    hasLimiter: true,
    isLong: true,
  },
  {
    name: "nginx `limit_req` 10 per second, burst 20 `nodelay`, 503: 60 queries at once",
    start: behindNginx({ http: limitRequests("10r/s"), api: "limit_req zone=api burst=20 nodelay;" }),
    run: atOnce("query", 60),
  },
  {
    name: "nginx `limit_req` 10 per second, burst 5, 429 with `Retry-After: 1`: 60 queries at once",
    start: behindNginx({
      http: limitRequests("10r/s"),
      api: "limit_req zone=api burst=5; limit_req_status 429;",
      server: "error_page 429 @limited; location @limited { add_header Retry-After 1 always; return 429; }",
    }),
    run: atOnce("query", 60),
  },
  {
    name: "nginx `limit_req` 10 per second, burst 5, 429: 40 mutations at once",
    start: behindNginx({
      http: limitRequests("10r/s"),
      api: "limit_req zone=api burst=5; limit_req_status 429;",
    }),
    run: atOnce("mutation", 40),
  },
  {
    name: "nginx `limit_req` 10 per second, burst 5, 503: 40 mutations at once",
    start: behindNginx({ http: limitRequests("10r/s"), api: "limit_req zone=api burst=5;" }),
    run: atOnce("mutation", 40),
    exception: { calls: 40, reason: "a mutation is not resent after a 503" },
  },
  {
    name: "nginx `limit_req` 10 per second, burst 5, 503, declared with `classify`: 40 mutations at once",
    start: behindNginx({ http: limitRequests("10r/s"), api: "limit_req zone=api burst=5;" }),
    run: atOnce("mutation", 40),
    classify: ({ status }) => (status === 503 ? { kind: "limit", executed: false } : undefined),
  },
  {
    name: "haproxy `http_req_rate` 10 per second, counts rejections, 429, with `limiter`: 60 queries at once",
    start: behindHaproxy(countingRequests(10, "1s")),
    run: atOnce("query", 60),
    hasLimiter: true,
    isLong: true,
  },
  {
    name: "haproxy `maxconn` 2 with a queue of 0.5 s, 503, responses in 100 ms, with `limiter`: 60 queries at once",
    start: behindHaproxy({ server: "maxconn 2", defaults: ["timeout queue 500ms"] }, { delayMs: 100 }),
    run: atOnce("query", 60),
    hasLimiter: true,
  },
  {
    name: "Apollo Server with express-rate-limit, 10 per second, 429 with `Retry-After`: 60 queries at once",
    start: direct({ server: "Apollo Server", perSecond: 10 }),
    run: atOnce("query", 60),
  },
  {
    name: "Mercurius with @fastify/rate-limit, 10 per second, 429 with `Retry-After`: 60 queries at once",
    start: direct({ server: "Mercurius", perSecond: 10 }),
    run: atOnce("query", 60),
  },
];
