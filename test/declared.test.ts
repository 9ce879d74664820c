/** What a program declares about its platform: codes, headers, identifiers of requests. */

import { expect, onTestFinished, test, vi } from "vitest";
import { batch } from "../src/batch/index.ts";
import {
  type Classification,
  type ClassifiedResponse,
  type Client,
  createClient,
  type ReceivedEvent,
  refreshToken,
} from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { holdTimers } from "./support/timers.ts";
import { BASE_URL, connect, createWire, json, ok, rejection } from "./support/wire.ts";

const suppliedToken = { accessToken: "a" };
const coded = (code: string, init: ResponseInit = {}, data?: object) =>
  json({ errors: [{ message: "m", extensions: { code } }], ...data }, init);

// ---- classify ----

test("a declared rejection of the token refreshes it, and a mutation that was not executed is replayed", async () => {
  const wire = createWire({
    api: ({ token }) => (token === "a" ? coded("TOKEN_EXPIRED", { status: 403 }, { data: null }) : ok()),
  });
  const classify = ({ errors }: ClassifiedResponse): Classification | undefined =>
    errors[0]?.extensions?.code === "TOKEN_EXPIRED" ? { kind: "token", executed: false } : undefined;
  expect(await connect(wire, { classify }, suppliedToken).execute(mutation)).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("2A 1R");
});

test("a declared limit of a gateway, before anything runs, lets mutations wait and complete", async () => {
  holdTimers("performance");
  const wire = createWire({ api: ({ nth }) => (nth <= 2 ? json({}, { status: 503 }) : ok()) });
  const classify = ({ status }: ClassifiedResponse) =>
    status === 503 ? ({ kind: "limit", executed: false } as const) : undefined;
  const call = connect(wire, { classify }, suppliedToken).execute(mutation);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("3A 0R");
});

test.each([401, 408, 429, 503])(
  "after a declared execution, a mutation with HTTP %i is not resent, and neither is an item of a batch",
  async (status) => {
    const wire = createWire({ api: () => json({ errors: [{ message: "m" }] }, { status }) });
    const client = connect(wire, { classify: () => ({ executed: true }) }, suppliedToken);
    expect(await rejection(client.execute(mutation))).toMatchObject({ status, delivery: "done" });
    expect(wire.counts()).toBe("1A 0R");
  },
);

test("a declared limit fails a call with RATE_LIMITED, even if the status is 503", async () => {
  const wire = createWire({ api: () => json({}, { status: 503 }) });
  const classify = () => ({ kind: "limit" }) as const;
  const error = await rejection(connect(wire, { classify }, suppliedToken).execute(mutation));
  expect(error).toMatchObject({ code: "RATE_LIMITED", status: 503 });
  expect(wire.counts()).toBe("1A 0R");
});

test("a classification reads the headers, and what it does not know is left to the client", async () => {
  holdTimers("performance");
  const limited = () => json({}, { status: 403, headers: { "retry-after": "2" } });
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? limited() : nth === 2 ? json({}, { status: 401 }) : ok()),
  });
  const classify = vi.fn(({ headers }: ClassifiedResponse) =>
    headers.get("retry-after") ? ({ kind: "limit" } as const) : undefined,
  );
  const call = connect(wire, { classify }, suppliedToken).execute(query);
  await vi.runAllTimersAsync();
  expect(await call).toEqual({ value: "fine" });
  expect(wire.counts()).toBe("3A 1R");
  expect(classify).toHaveBeenCalledTimes(2);
});

test.for<[string, () => unknown, string?]>([
  [
    "throws",
    () => {
      throw new Error("secret");
    },
    "threw an error. See error.cause.",
  ],
  ["returns a text", () => "token"],
  ["returns an unknown kind", () => ({ kind: "other" })],
  ["returns a text for executed", () => ({ executed: "no" })],
  ["returns a promise", async () => ({ kind: "limit" })],
  ["returns a promise that rejects", () => Promise.reject(new Error("secret"))],
])("a classifier that %s fails the call with USAGE after one request", async ([, classify, problem]) => {
  const wire = createWire({ api: () => json({}, { status: 404 }) });
  const error = await rejection(
    connect(wire, { classify: classify as never }, suppliedToken).execute(mutation),
  );
  expect(error).toMatchObject({ code: "USAGE", status: 404, attempts: 1, delivery: "unknown" });
  const expected = 'must return { kind: "token", "limit" or "transient", executed }.';
  expect(error.message).toBe(`WriteValue: classify ${problem ?? expected}`);
  expect(wire.counts()).toBe("1A 0R");
});

test.for([401, 429])(
  "the error for data with HTTP %i, declared as temporary, counts no errors",
  async (status) => {
    const wire = createWire({ api: () => json({ data: { value: "fine" } }, { status }) });
    const classify = (): Classification => ({ kind: "transient" });
    const error = await rejection(connect(wire, { classify, retries: 0 }, suppliedToken).execute(query));
    expect(error).toMatchObject({ code: "HTTP_STATUS", status, delivery: "done", data: { value: "fine" } });
    expect(error.message).toBe(`ReadValue: POST ${BASE_URL}/api returned HTTP ${status}. Try again later.`);
  },
);

// ---- headers, requestId, extensions ----

test("sends the headers of the client with each call, and those of a call in their place", async () => {
  const wire = createWire();
  let nth = 0;
  const client = connect(
    wire,
    { headers: () => ({ traceparent: `${++nth}`, "x-app": "one" }) },
    suppliedToken,
  );
  await client.execute(query);
  await client.execute(query, {}, { headers: { "x-app": "two" } });
  expect(wire.api.map(({ headers }) => [headers.get("traceparent"), headers.get("x-app")])).toEqual([
    ["1", "one"],
    ["2", "two"],
  ]);
  const fixed = connect(createWire(), { headers: new Headers({ "x-app": "one" }) }, suppliedToken);
  expect(await fixed.execute(query)).toEqual({ value: "fine" });
});

const TENANT = { headers: { "X-Tenant": "client" } };
const OTHER_TENANT = { headers: { "x-tenant": "call" } };

test.for<[string, (client: Client) => Promise<unknown>]>([
  ["execute", (client) => client.execute(query, {}, OTHER_TENANT)],
  ["executeResult", (client) => client.executeResult(query, {}, OTHER_TENANT)],
  ["batch", (client) => batch(client, query, [{}], OTHER_TENANT)],
])("a header of a call of %s replaces the same header of the client in another case", async ([, send]) => {
  const wire = createWire();
  await send(connect(wire, TENANT, suppliedToken));
  await send(connect(wire, { headers: () => TENANT.headers }, suppliedToken));
  expect(wire.api.map(({ headers }) => headers.get("x-tenant"))).toEqual(["call", "call"]);
});

test.for<[string, object | (() => unknown)]>([
  ["sets Authorization", { authorization: "hunter2" }],
  ["contains a line break", { "x-a": "hunter2\r\nhost: evil" }],
])("a client whose headers %s is a usage error", ([, headers]) => {
  const auth = refreshToken({ refreshToken: "r" });
  expect(() => createClient({ baseUrl: BASE_URL, auth, headers: headers as never })).toThrow(
    expect.objectContaining({ code: "USAGE", message: expect.not.stringContaining("hunter2") }),
  );
});

test.for<[string, () => unknown]>([
  ["sets Authorization", () => ({ authorization: "hunter2" })],
  ["returns a string", () => "hunter2"],
  ["returns a promise", async () => ({ "x-a": "hunter2" })],
  ["returns a promise that rejects", () => Promise.reject(new Error("hunter2"))],
  [
    "throws",
    () => {
      throw new Error("hunter2");
    },
  ],
])("a function of headers that %s fails the call before a request", async ([, headers]) => {
  const wire = createWire();
  const error = await rejection(connect(wire, { headers: headers as never }, suppliedToken).execute(query));
  expect(error).toMatchObject({ code: "USAGE", message: expect.not.stringContaining("hunter2") });
  expect(wire.counts()).toBe("0A 0R");
});

test.for<["api" | "all" | undefined, string | null]>([
  [undefined, null],
  ["api", null],
  ["all", "key-2"],
])("with headersFor %s, a refresh request has the header %s of the client", async ([headersFor, key]) => {
  const wire = createWire();
  let calls = 0;
  const headers = () => ({ "x-gateway-key": `key-${++calls}` });
  const client = connect(wire, { headers, ...(headersFor && { headersFor }) });
  await client.execute(query, {}, { headers: { "x-call": "on" } });
  expect(wire.refresh[0]?.headers.get("x-gateway-key")).toBe(key);
  expect([wire.refresh[0]?.headers.get("x-call"), wire.refresh[0]?.headers.get("authorization")]).toEqual([
    null,
    null,
  ]);
  expect(wire.api[0]?.headers.get("x-gateway-key")).toBe("key-1");
});

test("a function of headers that throws during a refresh fails its calls, and the next call asks again", async () => {
  const wire = createWire();
  let calls = 0;
  const headers = () => {
    if (++calls === 2) throw new Error("hunter2");
    return {};
  };
  const client = connect(wire, { headers, headersFor: "all" });
  const error = await rejection(client.execute(query));
  expect(error).toMatchObject({
    code: "USAGE",
    delivery: "not-sent",
    attempts: 0,
    cause: { message: "hunter2" },
  });
  expect(error.message).not.toContain("hunter2");
  expect(await client.execute(query)).toEqual({ value: "fine" });
});

test.each<[string | undefined, string | undefined]>([
  ["req-7", "req-7"],
  ["Az_09.:/+=@-", "Az_09.:/+=@-"],
  ["x".repeat(128), "x".repeat(128)],
  ["x".repeat(129), undefined],
  ["two words", undefined],
  ["<req-7", undefined],
  ["req-7>", undefined],
  [undefined, undefined],
])("the header that `requestId` names is in events and errors: %s as %s", async (sent, requestId) => {
  const didReceive = vi.fn<(event: ReceivedEvent) => void>();
  const headers = sent === undefined ? {} : { "x-request-id": sent };
  const wire = createWire({ api: () => json({}, { status: 404, headers }) });
  const client = connect(wire, { requestId: "X-Request-ID", hooks: { didReceive } }, suppliedToken);
  const error = await rejection(client.execute(query));
  expect(error.requestId).toBe(requestId);
  expect("requestId" in error).toBe(requestId !== undefined);
  expect(didReceive.mock.calls.map(([event]) => event.requestId)).toEqual([requestId]);
});

test("an attempt without a response has no `requestId`, even after one that had it", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const didReceive = vi.fn<(event: ReceivedEvent) => void>();
  const first = () => json({}, { status: 502, headers: { "x-request-id": "req-7" } });
  const lost = () => Promise.reject(new TypeError("fetch failed"));
  const wire = createWire({ api: ({ nth }) => (nth === 1 ? first() : lost()) });
  const options = { requestId: "x-request-id", retries: 1, hooks: { didReceive } };
  const error = await rejection(connect(wire, options, suppliedToken).execute(query));
  expect(error).toMatchObject({ code: "NETWORK", attempts: 2 });
  expect(error).not.toHaveProperty("requestId");
  expect(didReceive.mock.calls.map(([{ requestId }]) => requestId)).toEqual(["req-7", undefined]);
});

test("executeResult returns the extensions of a response, with and without errors", async () => {
  const extensions = { cost: 3 };
  const wire = createWire({
    api: ({ nth }) =>
      json({ data: { value: "v" }, extensions, ...(nth === 2 && { errors: [{ message: "m" }] }) }),
  });
  const client = connect(wire, {}, suppliedToken);
  expect(await client.executeResult(query)).toEqual({ data: { value: "v" }, errors: [], extensions });
  expect(await client.executeResult(query)).toEqual({
    data: { value: "v" },
    errors: [{ message: "m" }],
    extensions,
  });
});

// ---- Own properties ----

test("reads no option from a changed Object.prototype", async () => {
  const polluted = {
    insecureHttp: true,
    timeout: "x",
    tenantId: "x",
    accessToken: "stolen",
    headers: { "x-evil": "1" },
  };
  Object.assign(Object.prototype, polluted);
  onTestFinished(() => {
    for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
  });
  const wire = createWire();
  const auth = refreshToken({ refreshToken: "r" });
  expect(() => createClient({ baseUrl: "http://example.com", auth })).toThrow("insecureHttp");
  const client = createClient({ baseUrl: BASE_URL, auth, fetch: wire.fetch });
  await client.execute(query, {}, {});
  expect(wire.counts()).toBe("1A 1R");
  expect([wire.api[0]?.token, wire.api[0]?.headers.get("x-evil")]).toEqual(["fresh-1", null]);
  expect(wire.refresh[0]?.body).toEqual({ refresh_token: "r" });
});
