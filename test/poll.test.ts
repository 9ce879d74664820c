/**
 * `poll`: when it sends the next request, and how it ends.
 * A wire is a scripted `fetch`. `2A 1R` are its requests to the API and to refresh a token.
 */

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Client, type PollOptions, poll } from "../src/index.ts";
import * as relay from "./fixtures/relay/generated/operations.ts";
import { holdTimers, settle } from "./support/timers.ts";
import { connect, createWire, gate, html, json, rejection, type Sent, type Wire } from "./support/wire.ts";

beforeEach(() => {
  holdTimers("performance");
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(async () => {
  // A body that was read can clear its timer some turns later.
  for (let turn = 0; turn < 100 && vi.getTimerCount() > 0; turn++) await new Promise(setImmediate);
  expect(vi.getTimerCount()).toBe(0);
});

type Data = relay.GetRunQuery;
const DATE = "2030-01-01T00:00:00Z";
const until = ({ run }: Data): boolean => run?.finishedAt === DATE;

/** A platform on which the run has finished when it receives the request `last`. */
function createRun(last: number): Wire & { readonly times: readonly number[] } {
  const times: number[] = [];
  const started = performance.now();
  const api = ({ nth }: Sent) => {
    times.push(performance.now() - started);
    return json({ data: { run: { finishedAt: nth < last ? null : DATE } } });
  };
  return Object.assign(createWire({ api }), { times });
}

const pollRun = (client: Client, options: Partial<PollOptions<Data>> = {}) =>
  poll(client, relay.GetRunDocument, { id: "1" }, { until, ...options });

const connected = (wire: Wire) => connect(wire, {}, { accessToken: "given" });

test("a client whose execute throws leaves no timer", async () => {
  const execute = (() => {
    throw new Error("no client");
  }) as Client["execute"];
  const error = await rejection(Promise.resolve(pollRun({ execute } as Client)));
  expect([error.message, vi.getTimerCount()]).toEqual(["no client", 0]);
});

test("resolves with the first data that until accepts, and sends no request after it", async () => {
  const wire = createRun(4);
  const result = pollRun(connected(wire), { headers: { "X-Feature": "on" } });
  expect(wire.counts()).toBe("0A 0R");
  await settle(result);
  expect(await result).toEqual({ run: { finishedAt: DATE } });
  expect(wire.counts()).toBe("4A 0R");
  expect(wire.times).toEqual([0, 1000, 2500, 4750]);
  const sent = wire.api.map(({ body, headers }) => [body.variables, headers.get("x-feature")]);
  expect(sent).toEqual(Array(4).fill([{ id: "1" }, "on"]));
});

test("yields the data of each response, and requests the next one when it is needed", async () => {
  const wire = createRun(3);
  const seen: unknown[] = [];
  const loop = async () => {
    for await (const data of pollRun(connected(wire))) seen.push([data.run?.finishedAt, wire.counts()]);
  };
  await settle(loop());
  expect(seen).toEqual([
    [null, "1A 0R"],
    [null, "2A 0R"],
    [DATE, "3A 0R"],
  ]);
});

test("stops when the caller leaves the loop", async () => {
  const wire = createRun(9);
  for await (const _ of pollRun(connected(wire))) break;
  expect(wire.counts()).toBe("1A 0R");
});

test("polls again in each loop, and only once if it is awaited twice", async () => {
  const wire = createRun(1);
  const result = pollRun(connected(wire));
  await result;
  await result;
  expect(wire.counts()).toBe("1A 0R");
  for await (const _ of result);
  for await (const _ of result);
  expect(wire.counts()).toBe("3A 0R");
});

test.for([
  [{ interval: 10, maxInterval: 20 }, [0, 10, 25, 45, 65]],
  [{ interval: 100, maxInterval: 100 }, [0, 100, 200, 300, 400]],
  [{ interval: 20_000 }, [0, 20_000, 40_000, 60_000, 80_000]],
  [{ maxInterval: 500 }, [0, 500, 1000, 1500, 2000]],
  [{ interval: 6_000 }, [0, 6_000, 15_000, 25_000, 35_000]],
  // At most 25 % more or less.
  [{ maxInterval: 1_000 }, [0, 750, 1_500, 2_250, 3_000], 0],
  [{ maxInterval: 1_000 }, [0, 1_250, 2_500, 3_750, 5_000], 1],
] as const)("waits according to %o", async ([options, times, random = 0.5]) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const wire = createRun(5);
  await settle(pollRun(connected(wire), options));
  expect(wire.times).toEqual(times);
});

test("never has two requests at once, even if a response takes longer than the interval", async () => {
  const first = gate<Response>();
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? first.promise : json({ data: { run: { finishedAt: DATE } } })),
  });
  const result = Promise.resolve(pollRun(connected(wire), { interval: 1 }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(wire.counts()).toBe("1A 0R");
  first.resolve(json({ data: { run: { finishedAt: null } } }));
  await vi.advanceTimersByTimeAsync(1);
  await result;
  expect(wire.counts()).toBe("2A 0R");
});

test("throws POLL_TIMEOUT with the last data at once if the next request would not be before the timeout", async () => {
  const wire = createRun(99);
  const result = pollRun(connected(wire), { timeout: 8_125 });
  const startedAt = performance.now();
  await settle(result);
  expect(performance.now() - startedAt).toBe(4750);
  expect(wire.times).toEqual([0, 1000, 2500, 4750]);
  const error = await rejection(Promise.resolve(result));
  expect(error).toMatchObject({
    code: "POLL_TIMEOUT",
    operation: "GetRun",
    attempts: 4,
    delivery: "done",
    data: { run: { finishedAt: null } },
    errors: [],
  });
  expect(error.message).toBe('GetRun: "until" is not true after 4 responses in 8125 ms. Increase timeout.');
  expect(JSON.stringify(error)).not.toContain("finishedAt");
});

test("ends after five minutes by default, before the next request", async () => {
  const wire = createRun(99);
  const result = pollRun(connected(wire));
  await settle(result);
  expect(await rejection(Promise.resolve(result))).toMatchObject({
    message: 'GetRun: "until" is not true after 34 responses in 300000 ms. Increase timeout.',
  });
});

test.for([
  [0, "unknown"],
  [1, "done"],
] as const)("a request ends at the timeout of the poll, after %i responses", async ([attempts, delivery]) => {
  const data = { run: { finishedAt: null } };
  const wire = createWire({ api: ({ nth }) => (nth > attempts ? new Promise(() => {}) : json({ data })) });
  const startedAt = performance.now();
  const result = pollRun(connected(wire), { timeout: 3_000 });
  await settle(result);
  expect(performance.now() - startedAt).toBe(3_000);
  expect(await rejection(Promise.resolve(result))).toMatchObject({
    code: "POLL_TIMEOUT",
    attempts,
    delivery,
  });
  expect(wire.api[attempts]?.signal?.aborted).toBe(true);
});

test("sends no request if the loop body takes as long as the timeout", async () => {
  const wire = createRun(9);
  const loop = async () => {
    for await (const _ of pollRun(connected(wire), { timeout: 5_000 }))
      await vi.advanceTimersByTimeAsync(5_000);
  };
  expect(await rejection(loop())).toMatchObject({ code: "POLL_TIMEOUT", attempts: 1 });
  expect(wire.counts()).toBe("1A 0R");
});

test("retries by the rules of the client, and throws its error when they are exhausted", async () => {
  const wire = createWire({
    api: ({ nth }) => (nth === 2 || nth > 3 ? html(500) : json({ data: { run: { finishedAt: null } } })),
  });
  const result = pollRun(connected(wire), { maxInterval: 1_000 });
  await settle(result);
  expect(await rejection(Promise.resolve(result))).toMatchObject({
    code: "HTTP_STATUS",
    status: 500,
    attempts: 2,
  });
  expect(wire.counts()).toBe("5A 0R");
});

test("throws the error of a request that takes longer than the client allows", async () => {
  const wire = createWire({ api: () => new Promise(() => {}) });
  const client = connect(wire, { timeout: 4_000 }, { accessToken: "given" });
  const result = pollRun(client);
  await settle(result);
  expect(await rejection(Promise.resolve(result))).toMatchObject({ code: "TIMEOUT", attempts: 1 });
});

test("rejects with the reason of an abort before the start, during a request and during a wait", async () => {
  const reason = new Error("enough");
  const wire = createRun(9);
  await expect(pollRun(connected(wire), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(wire.counts()).toBe("0A 0R");

  const waiting = new AbortController();
  const wait = rejection(Promise.resolve(pollRun(connected(wire), { signal: waiting.signal })));
  await vi.advanceTimersByTimeAsync(500);
  waiting.abort(reason);
  expect(await wait).toBe(reason);
  expect(wire.counts()).toBe("1A 0R");

  const sending = new AbortController();
  const hanging = createWire({ api: () => new Promise(() => {}) });
  const request = rejection(Promise.resolve(pollRun(connected(hanging), { signal: sending.signal })));
  await vi.advanceTimersByTimeAsync(500);
  sending.abort(reason);
  expect(await request).toBe(reason);
});

test("rejects with the reason of an abort in the body of the loop, without another request or a timer", async () => {
  const reason = new Error("enough");
  const wire = createRun(9);
  const controller = new AbortController();
  const loop = async () => {
    for await (const _ of pollRun(connected(wire), { signal: controller.signal })) controller.abort(reason);
  };
  expect(await rejection(loop())).toBe(reason);
  expect(wire.counts()).toBe("1A 0R");
});

test("rejects invalid options and mutations before a request", () => {
  const wire = createRun(1);
  const client = connected(wire);
  const invalid: readonly (readonly [object, string])[] = [
    [{ intervall: 1 }, 'GetRun: poll: unknown option "intervall". Did you mean "interval"?'],
    [{ until: undefined }, 'GetRun: poll: "until" must be a function, not undefined.'],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map(
      (interval) =>
        [{ interval }, 'GetRun: poll: "interval" must be an integer from 1 to 2147483647.'] as const,
    ),
    [{ maxInterval: 0 }, '"maxInterval" must be an integer from 1'],
    [{ timeout: 0 }, '"timeout" must be an integer from 1'],
    [{ signal: {} }, '"signal" must be an AbortSignal'],
  ];
  for (const [options, message] of invalid) expect(() => pollRun(client, options)).toThrow(message);
  expect(() => poll(client, relay.GetRunDocument, { id: "1" }, undefined as never)).toThrow(
    "options must be an object",
  );
  expect(() => pollRun(undefined as never)).toThrow("GetRun: poll: pass a client.");
  const mutation = { ...relay.GetRunDocument, kind: "mutation" as "query" };
  expect(() => poll(client, mutation, { id: "1" }, { until })).toThrow(
    "GetRun: poll needs a query, not a mutation.",
  );
  expect(wire.counts()).toBe("0A 0R");
});

test("throws the error of an until that throws or rejects, once, and accepts only booleans", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  onTestFinished(() => void process.off("unhandledRejection", unhandled));
  const wire = createRun(9);
  const reason = new Error("mine");
  const throws = () => {
    throw reason;
  };
  for (const until of [throws, (() => Promise.reject(reason)) as never]) {
    expect(await rejection(Promise.resolve(pollRun(connected(wire), { until })))).toBe(reason);
  }
  for (const until of [async () => false, () => {}]) {
    const invalid = pollRun(connected(wire), { until: until as never });
    await expect(invalid).rejects.toThrow('GetRun: "until" must return true or false.');
  }
  expect(wire.counts()).toBe("4A 0R");
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});
