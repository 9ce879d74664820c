/** Gateways that check tokens themselves, and refresh endpoints that fail. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Scene } from "../scene.ts";
import { type Fault, page, startBackend } from "../software/backend.ts";
import { startNginx } from "../software/nginx.ts";
import { atOnce, during, inSequence, inTurn, revoke, steadily } from "./calls.ts";
import { direct } from "./platforms.ts";

/** nginx asks the server for each token, and responds with its own page. @param status - Of the page. */
function checkedByNginx(status: number): Scene["start"] {
  return async (resources) => {
    const backend = resources.use(await startBackend());
    const check = `location = /check { internal; proxy_pass ${backend.baseUrl}; proxy_pass_request_body off;
      proxy_set_header Content-Length ""; }`;
    const rename =
      status === 401 ? "" : `error_page 401 =${status} @rejected; location @rejected { return ${status}; }`;
    const nginx = await startNginx(backend, { server: `${check} ${rename}`, api: "auth_request /check;" });
    return { baseUrl: resources.use(nginx).baseUrl, backend };
  };
}

/** The refresh endpoint has a fault for some time, and the token is revoked. */
function refreshFails(ms: number, fault: Fault) {
  return async ({ backend }: Platform): Promise<void> => {
    await sleep(300);
    backend.refreshFault = fault;
    await backend.issuer.revoke();
    await sleep(ms);
    backend.refreshFault = undefined;
  };
}

export const gateways: readonly Scene[] = [
  {
    name: "nginx `auth_request`, 403 page for a revoked token, declared with `classify`: 20 queries at once",
    start: checkedByNginx(403),
    run: inTurn(revoke, atOnce("query", 20)),
    isLong: true,
    classify: ({ status }) => (status === 403 ? { kind: "token", executed: false } : undefined),
  },
  {
    name: "nginx `auth_request`, 401 page for a revoked token: 20 mutations in sequence",
    start: checkedByNginx(401),
    run: inTurn(revoke, inSequence("mutation", 20)),
  },
  {
    name: "nginx `auth_request`, 401 page for a revoked token: 20 queries at once",
    start: checkedByNginx(401),
    run: inTurn(revoke, atOnce("query", 20)),
  },
  {
    name: "The refresh endpoint responds with 502 for 1 s after a revocation: 40 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 40, 20), refreshFails(1_000, page(502))),
  },
  {
    name: "The refresh endpoint responds with 429 and `Retry-After: 1` for 1 s: 40 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 40, 20), refreshFails(1_000, page(429, { "retry-after": "1" }))),
  },
  {
    name: "The refresh endpoint responds with a 403 page for 1 s: 40 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 40, 20), refreshFails(1_000, page(403))),
  },
  {
    name: "Access tokens are valid for 2 s: 80 queries, 20 per second",
    start: direct({ tokenLifetimeS: 2 }),
    run: steadily("query", 80, 20),
  },
];
