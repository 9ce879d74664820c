import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Client, type FollowOptions, follow } from "../src/index.ts";
import * as relay from "./fixtures/relay/generated/operations.ts";
import { holdTimers, settle } from "./support/timers.ts";
import { connect, createWire, json, rejection, type Sent } from "./support/wire.ts";

beforeEach(() => {
  holdTimers("performance");
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
});

type Data = relay.FollowRunQuery;
type Options = FollowOptions<Data, "after">;
const DATE = "2030-01-01T00:00:00Z";

interface LogPage {
  readonly items?: readonly (string | null)[] | null;
  readonly cursor?: string | null;
  readonly hasNextPage?: boolean;
  readonly isDone?: boolean;
}

/** A platform that returns the pages in order, and then the last one again. `null`: the run has no log yet. */
function createLog(...pages: readonly (LogPage | null)[]) {
  const times: number[] = [];
  const started = performance.now();
  const api = ({ nth }: Sent) => {
    times.push(performance.now() - started);
    const page = pages[Math.min(nth, pages.length) - 1];
    const { items = [], cursor = null, hasNextPage = false, isDone = false } = page ?? {};
    const nodes = items?.map((message) => message && { message }) ?? null;
    const entries = page === null ? null : { nodes, pageInfo: { hasNextPage, endCursor: cursor } };
    return json({ data: { run: { finishedAt: isDone ? DATE : null, entries } } });
  };
  const wire = createWire({ api });
  const cursors = () => wire.api.map(({ body }) => (body.variables as { after?: string }).after);
  return { ...wire, times, cursors, client: connect(wire, {}, { accessToken: "given" }) };
}

const followRun = (client: Client, options: Partial<Options> = {}) =>
  follow(client, relay.FollowRunDocument, { id: "1" }, ({ run }) => run?.entries, {
    until: ({ run }) => run?.finishedAt === DATE,
    ...options,
  });

/** Collects the messages, and advances the timers until the list ends. */
async function collect(entries: AsyncIterable<{ readonly message: string }>, into: string[] = []): Promise<string[]> {
  const loop = async () => {
    for await (const { message } of entries) into.push(message);
  };
  const end = loop();
  await settle(end);
  await end;
  return into;
}

test("yields items as they appear, waits if a page is the last one so far, and stops when until returns true", async () => {
  const log = createLog(
    null,
    { items: ["a", "b"], cursor: "2", hasNextPage: true },
    { items: ["c"], cursor: "3" },
    { cursor: null },
    { cursor: "3" },
    { items: ["d"], cursor: "4" },
    { isDone: true },
  );
  expect(await collect(followRun(log.client))).toEqual(["a", "b", "c", "d"]);
  expect(log.cursors()).toEqual([undefined, undefined, "2", "3", "3", "3", "4"]);
  // The wait grows while pages are empty, and starts again after items.
  expect(log.times).toEqual([0, 1000, 1000, 2000, 3500, 5750, 6750]);
  expect(log.counts()).toBe("7A 0R");
});

test("reads all pages of a complete list without a wait", async () => {
  const log = createLog(
    { items: ["a"], cursor: "1", hasNextPage: true, isDone: true },
    { items: [], cursor: "2", hasNextPage: true, isDone: true },
    { items: ["b"], cursor: null, isDone: true },
  );
  expect(await collect(followRun(log.client))).toEqual(["a", "b"]);
  expect(log.times).toEqual([0, 0, 0]);
});

test("starts at the cursor in the variables, and leaves out null items", async () => {
  const log = createLog({ items: [null, "a"], cursor: "1", isDone: true });
  const options = { until: ({ run }: Data) => run?.finishedAt === DATE };
  const entries = follow(
    log.client,
    relay.FollowRunDocument,
    { id: "1", after: "0" },
    ({ run }) => run?.entries,
    options,
  );
  expect(await collect(entries)).toEqual(["a"]);
  expect(log.cursors()).toEqual(["0"]);
});

const REPEATED = "repeats a cursor. The list would never end.";
const NO_CURSOR = "has no endCursor, and the list is not complete.";
test.for<readonly [problem: string, items: readonly string[], ...next: LogPage[]]>([
  [REPEATED, ["a"], { items: ["b"], cursor: "1" }],
  [REPEATED, ["a"], { items: [], cursor: "1", hasNextPage: true }],
  [REPEATED, ["a", "b"], { items: ["b"], cursor: "2", hasNextPage: true }, { items: ["c"], cursor: "1" }],
  [NO_CURSOR, ["a", "b"], { items: ["b"], cursor: null }],
  [NO_CURSOR, ["a"], { items: [], hasNextPage: true }],
])("throws PAGINATION, because a page %s (after %j)", async ([problem, items, ...next]) => {
  const log = createLog({ items: ["a"], cursor: "1" }, ...next);
  const seen: string[] = [];
  const error = await rejection(collect(followRun(log.client), seen));
  const attempts = next.length + 1;
  expect(error).toMatchObject({ code: "PAGINATION", attempts, message: `FollowRun: page ${attempts} ${problem}` });
  expect(seen).toEqual(items);
  expect(log.counts()).toBe(`${attempts}A 0R`);
});

test("throws POLL_TIMEOUT if the next request would be after the timeout", async () => {
  const log = createLog({ items: ["a"], cursor: "1" }, {});
  const seen: string[] = [];
  const error = await rejection(collect(followRun(log.client, { timeout: 3_000 }), seen));
  expect(error).toMatchObject({ code: "POLL_TIMEOUT", operation: "FollowRun", attempts: 3, delivery: "done" });
  expect(seen).toEqual(["a"]);
  expect(log.times).toEqual([0, 1000, 2500]);
});

test("throws the error of until or select", async () => {
  const failure = new Error("no");
  const fail = () => {
    throw failure;
  };
  const log = createLog({ items: ["a"], cursor: "1" });
  await expect(collect(followRun(log.client, { until: fail }))).rejects.toBe(failure);
  const entries = follow(log.client, relay.FollowRunDocument, { id: "1" }, fail, { until: () => true });
  await expect(collect(entries)).rejects.toBe(failure);
  expect(log.counts()).toBe("2A 0R");
});

test("rejects with the reason of an abort during a wait", async () => {
  const log = createLog({ items: ["a", "b"], cursor: "2" });
  const controller = new AbortController();
  const seen: string[] = [];
  const loop = async () => {
    for await (const { message } of followRun(log.client, { signal: controller.signal })) seen.push(message);
  };
  const end = rejection(loop());
  await vi.advanceTimersByTimeAsync(500);
  controller.abort("enough");
  expect(await end).toBe("enough");
  expect(seen).toEqual(["a", "b"]);
  expect(log.counts()).toBe("1A 0R");
});

test("rejects invalid options and mutations before a request", () => {
  const { client, counts } = createLog({});
  expect(() => followRun(client, { cursors: "after" } as never)).toThrow(
    'FollowRun: follow: unknown option "cursors". Options: cursor, keepReading, until, interval, maxInterval, signal, timeout, headers.',
  );
  expect(() => followRun(client, { interval: 0 })).toThrow('FollowRun: follow: "interval" must be an integer from 1');
  expect(() => followRun(client, { cursor: 1 as never })).toThrow('"cursor" must be a string');
  expect(() => followRun(undefined as never)).toThrow("FollowRun: follow: pass a client.");
  const mutation = { ...relay.FollowRunDocument, kind: "mutation" as "query" };
  const until = () => true;
  expect(() => follow(client, mutation, { id: "1" }, ({ run }) => run?.entries, { until })).toThrow(
    "FollowRun: follow needs a query, not a mutation.",
  );
  expect(() => follow(client, relay.FollowRunDocument, { id: "1" }, undefined as never, { until })).toThrow(
    "FollowRun: follow: pass a function that returns the connection.",
  );
  expect(counts()).toBe("0A 0R");
});

test("keepReading reads entries that arrive after until is true", async () => {
  const log = createLog(
    { items: ["a"], cursor: "1", isDone: true },
    { isDone: true },
    { items: ["late"], cursor: "2", isDone: true },
  );
  expect(await collect(followRun(log.client, { keepReading: 2_500 }))).toEqual(["a", "late"]);
  // 1 s, then 1.5 s, and nothing after 2.5 s.
  expect(log.times).toEqual([0, 1_000, 2_500]);
});

test("keepReading ends with the timeout, without an error", async () => {
  const log = createLog({ items: ["a"], cursor: "1", isDone: true }, { isDone: true });
  expect(await collect(followRun(log.client, { keepReading: 60_000, timeout: 2_000 }))).toEqual(["a"]);
  expect(log.times.at(-1)).toBeLessThan(2_000);
});
