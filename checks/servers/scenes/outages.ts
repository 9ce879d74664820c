/** Outages, slow and lost responses. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Scene } from "../scene.ts";
import { type Fault, hang, page, reset, sometimes } from "../software/backend.ts";
import { during, inSequence, steadily } from "./calls.ts";
import { behindHaproxy, behindLossyProxy, behindNginx, direct } from "./platforms.ts";

const withTimeout = behindNginx({ api: "proxy_read_timeout 1s;" });

/** The server is down after half a second, for some time. */
function down(ms: number) {
  return async ({ backend }: Platform): Promise<void> => {
    await sleep(500);
    await backend.stop();
    await sleep(ms);
    await backend.start();
  };
}

/** The API has a fault after half a second, for some time. */
function faulty(ms: number, fault: Fault) {
  return async ({ backend }: Platform): Promise<void> => {
    await sleep(500);
    backend.fault = fault;
    await sleep(ms);
    backend.fault = undefined;
  };
}

/** Few, because a response takes milliseconds. */
const ON_THE_WAY = { calls: 3, reason: "a mutation on the way when the server stops can have run" };
/** One of five. */
const LOST = { calls: 4, reason: "a mutation whose response is lost can have run" };

/** Statuses of gateways that say that a request failed for now. */
const STATUSES = [408, 425, 520, 521, 522, 523, 524, 525, 529, 530];

/** Responds with another status each second request. */
const eachStatus: Fault = (response, nth, request) =>
  page(STATUSES[(nth / 2) % STATUSES.length] ?? 500)(response, nth, request);

export const outages: readonly Scene[] = [
  {
    name: "The server behind nginx is down for 1 s (502): 60 queries, 20 per second",
    start: withTimeout,
    run: during(steadily("query", 60, 20), down(1_000)),
  },
  {
    name: "The server is down for 3 s (refused): 100 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 100, 20), down(3_000)),
  },
  {
    name: "The server behind haproxy is down for 2 s (503): 60 queries, 20 per second",
    start: behindHaproxy(),
    run: during(steadily("query", 60, 20), down(2_000)),
  },
  {
    name: "The server behind nginx hangs for 2 s (504): 60 queries, 20 per second",
    start: withTimeout,
    run: during(steadily("query", 60, 20), faulty(2_000, hang)),
  },
  {
    name: "The server is down for 0.3 s (refused): 40 mutations, 20 per second",
    start: direct(),
    run: during(steadily("mutation", 40, 20), down(300)),
    exception: ON_THE_WAY,
  },
  {
    name: "The server is down for 2 s (refused): 60 mutations, 20 per second",
    start: direct(),
    run: during(steadily("mutation", 60, 20), down(2_000)),
    exception: ON_THE_WAY,
  },
  {
    name: "The server behind nginx is down for 1 s (502): 40 mutations, 20 per second",
    start: withTimeout,
    run: during(steadily("mutation", 40, 20), down(1_000)),
    exception: { calls: 40, reason: "a mutation is not resent after a 502" },
  },
  {
    name: "A gateway has a page with status 200 for 1 s: 40 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 40, 20), faulty(1_000, page(200))),
    exception: { calls: 40, reason: "a page with status 200 is an error at once" },
  },
  {
    name: "A gateway has a page with status 200 for 1 s, declared with `classify`: 40 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 40, 20), faulty(1_000, page(200))),
    classify: ({ headers }) =>
      headers.get("content-type") === "text/html" ? { kind: "transient" } : undefined,
  },
  {
    name: "A gateway has a page with status 503 and `Retry-After: 1` for 1 s: 40 queries, 20 per second",
    start: direct(),
    run: during(steadily("query", 40, 20), faulty(1_000, page(503, { "retry-after": "1" }))),
  },
  {
    name: `Each second request has another status of ${STATUSES.join(", ")}: 40 queries, 20 per second`,
    start: direct({ fault: sometimes((nth) => nth % 2 === 0, eachStatus) }),
    run: steadily("query", 40, 20),
  },
  {
    // The second failure comes after the retry of the first one, which waits for 1 s at most.
    name: "Two requests, 1.5 s apart, fail with 500: 40 queries, 20 per second",
    start: direct({ fault: sometimes((nth) => nth === 8 || nth === 38, page(500)) }),
    run: steadily("query", 40, 20),
  },
  {
    name: "Half of the requests fail with 502: 60 queries, 20 per second",
    start: direct({ fault: sometimes((nth) => nth % 2 === 0, page(502)) }),
    run: steadily("query", 60, 20),
  },
  {
    name: "Each response takes 2 s: 30 queries, 10 per second",
    start: direct({ delayMs: 2_000 }),
    run: steadily("query", 30, 10),
  },
  {
    name: "One response never arrives: 10 queries in sequence",
    start: direct({ fault: sometimes((nth) => nth === 3, hang) }),
    run: inSequence("query", 10),
    isLong: true,
  },
  {
    name: "Each fifth request closes its connection: 40 queries, 20 per second",
    start: direct({ fault: sometimes((nth) => nth % 5 === 0, reset) }),
    run: steadily("query", 40, 20),
  },
  {
    name: "Each fifth response is cut half way: 40 queries, 20 per second",
    start: behindLossyProxy((nth) => (nth % 5 === 0 ? "cut" : undefined)),
    run: steadily("query", 40, 20),
  },
  {
    name: "Each fifth response is cut half way: 20 mutations, 20 per second",
    start: behindLossyProxy((nth) => (nth % 5 === 0 ? "cut" : undefined)),
    run: steadily("mutation", 20, 20),
    exception: LOST,
  },
  {
    name: "Each fifth response is lost: 20 mutations, 20 per second",
    start: behindLossyProxy((nth) => (nth % 5 === 0 ? "lost" : undefined)),
    run: steadily("mutation", 20, 20),
    exception: LOST,
  },
];
