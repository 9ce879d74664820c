/**
 * Random sequences of responses at concurrency 1 to 200, with limits, lost connections and aborts. The
 * seed of a sequence is its number.
 */

import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { isOperationError } from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { createFixedWindow, createSlidingWindow, type Limiter } from "./support/limits.ts";
import { createRandom, SAMPLES } from "./support/random.ts";
import { connect, createWire, html, json, ok, unauthorized } from "./support/wire.ts";

const COUNT = 5 * SAMPLES;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const body429 = ['{"errors":[]}', "", '{"data":null}', '{"data":{"value":"x"},"errors":null}', '{"data":'];
const reset = () =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) });

/** Runs one sequence. Throws if a promise is broken. */
async function runSequence(seed: number): Promise<void> {
  const random = createRandom(seed);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  vi.spyOn(Math, "random").mockImplementation(random);
  // Most sequences are short, so that thousands of them are possible.
  const concurrency = 1 + Math.floor(200 * random() ** 4);
  const limit = Math.ceil(random() * 20);
  const limiter = pick<Limiter>([
    () => undefined,
    createFixedWindow(() => limit, 1000, true),
    createFixedWindow(() => limit, 1000, false),
    createSlidingWindow(() => limit, 1000),
  ]);
  const trouble = pick([0, 0.1, 0.5]);
  const executed = new Map<string, number>();
  const wire = createWire({
    api: async ({ headers }) => {
      const id = headers.get("x-call") ?? "";
      const execute = () => executed.set(id, (executed.get(id) ?? 0) + 1);
      await sleep(random() * 20);
      const seconds = limiter(performance.now());
      if (seconds !== undefined) {
        const retry = seconds > 0 ? { "retry-after": `${seconds}` } : undefined;
        return new Response("{}", { status: 429, ...(retry && { headers: retry }) });
      }
      if (random() < trouble) {
        const kind = Math.floor(random() * 7);
        // The platform executes the operation if the response has data, or if it is lost.
        if (kind === 0) return html(503);
        if (kind === 1) return unauthorized();
        if (kind === 2) return json({ errors: [{ message: "m", extensions: { code: "THROTTLED" } }] });
        execute();
        if (kind === 3) throw reset();
        if (kind === 4) return new Response(pick(body429.slice(2)), { status: pick([401, 429]) });
        if (kind === 5) return json({ data: { value: null }, errors: [{ message: "m" }] });
        return new Response('{"data":{"va');
      }
      execute();
      await sleep(random() * 20);
      return ok();
    },
  });
  const client = connect(wire, { timeout: pick([500, 5_000, 60_000]) }, { accessToken: "a" });
  const signals: AbortSignal[] = [];
  const calls = Array.from({ length: concurrency }, async (_, index) => {
    await sleep(pick([0, 0, random() * 2_000]));
    const document = pick([query, mutation]);
    const controller = new AbortController();
    signals.push(controller.signal);
    const reason = { why: index };
    if (random() < 0.1) setTimeout(() => controller.abort(reason), random() * 3_000);
    const headers = { "x-call": `${index}` };
    const error = await client.execute(document, {}, { signal: controller.signal, headers }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const times = executed.get(`${index}`) ?? 0;
    if (document === mutation && times > 1) throw new Error(`mutation ${index} was executed ${times} times`);
    if (error === undefined || error === reason) return;
    if (!isOperationError(error)) throw error;
    if (error.code === "USAGE" || error.code === "REJECTED") throw error;
    if (times > 0 && (error.delivery === "not-executed" || error.delivery === "not-sent")) {
      throw new Error(`${error.code} of call ${index} says ${error.delivery}, and it was executed`);
    }
  });
  const all = Promise.allSettled(calls);
  await vi.runAllTimersAsync();
  const broken = (await all).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect(broken, `SEQUENCE ${seed}`).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  expect(signals.filter((signal) => getEventListeners(signal, "abort").length > 0)).toEqual([]);
}

test(`${COUNT} random sequences of responses keep every promise`, async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], loopLimit: 1_000_000 });
  for (let seed = 1; seed <= COUNT; seed++) await runSequence(seed);
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
  process.off("unhandledRejection", unhandled);
});
