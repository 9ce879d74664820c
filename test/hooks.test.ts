/** Hooks of requests and retries. */

import { beforeEach, expect, test, vi } from "vitest";
import { mutation, query } from "./support/documents.ts";
import { connect, createWire, json, ok, rejection, unauthorized } from "./support/wire.ts";

const NOW = Date.UTC(2030, 0, 1);
const suppliedToken = { accessToken: "given" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: NOW });
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function recordHooks() {
  const events: [string, object][] = [];
  const names = ["willSend", "didReceive", "willRetry", "willRefresh", "didRefresh", "didFailRefresh"];
  const hooks = Object.fromEntries(
    names.map((name) => [name, (event: object) => void events.push([name, event])]),
  );
  return { hooks, events };
}

test("hooks report a replay and a retry with all fields and the duration of each request", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const { hooks, events } = recordHooks();
  const wire = createWire({
    api: async ({ nth }) => {
      await wait(nth * 10);
      return nth === 1 ? unauthorized() : nth === 2 ? json({}, { status: 503 }) : ok();
    },
    refresh: async () => {
      await wait(7);
      return json({ access_token: "fresh", expires_in: 3600 });
    },
  });
  const call = connect(wire, { hooks }, suppliedToken).execute(query);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ value: "fine" });
  const readValue = { operation: "ReadValue", kind: "query" };
  expect(events).toStrictEqual([
    ["willSend", { ...readValue, attempt: 1 }],
    ["didReceive", { ...readValue, attempt: 1, durationMs: 10, status: 401, code: "UNAUTHENTICATED" }],
    ["willRetry", { ...readValue, attempt: 2, code: "UNAUTHENTICATED", delayMs: 0 }],
    ["willRefresh", { reason: "rejected" }],
    ["didRefresh", { reason: "rejected", durationMs: 7, rotated: false, expiresAt: NOW + 17 + 3_600_000 }],
    ["willSend", { ...readValue, attempt: 2 }],
    ["didReceive", { ...readValue, attempt: 2, durationMs: 20, status: 503, code: "HTTP_STATUS" }],
    ["willRetry", { ...readValue, attempt: 3, code: "HTTP_STATUS", delayMs: 150 }],
    ["willSend", { ...readValue, attempt: 3 }],
    ["didReceive", { ...readValue, attempt: 3, durationMs: 30, status: 200 }],
  ]);
});

test("hooks report a network error without a status, and with the system's code", async () => {
  const { hooks, events } = recordHooks();
  const cause = Object.assign(new Error(), { code: "ECONNRESET" });
  const wire = createWire({ api: () => Promise.reject(new TypeError("fetch failed", { cause })) });
  await rejection(connect(wire, { hooks, retries: 0 }, suppliedToken).execute(mutation));
  const end = { attempt: 1, durationMs: 0, code: "NETWORK", reason: "ECONNRESET" };
  expect(events[1]).toStrictEqual(["didReceive", { operation: "WriteValue", kind: "mutation", ...end }]);
});

test("hooks report the status of a response whose body is too large", async () => {
  const { hooks, events } = recordHooks();
  const wire = createWire({ api: () => json({ data: { value: "long" } }) });
  await rejection(connect(wire, { hooks, maxResponseBytes: 5 }, suppliedToken).execute(query));
  expect(events[1]?.[1]).toMatchObject({ status: 200, code: "RESPONSE_TOO_LARGE" });
});

test("events are frozen", async () => {
  const { hooks, events } = recordHooks();
  await connect(createWire(), { hooks }, suppliedToken).execute(query);
  expect(events.map(([, event]) => Object.isFrozen(event))).toEqual([true, true]);
});
