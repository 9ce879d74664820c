/** Classification of responses, and whether the operation is resent. */

import { expect, test } from "vitest";
import { classifyResponse } from "../src/call/outcome.ts";
import { accessToken, type OperationKind } from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import {
  BASE_URL,
  connect,
  createWire,
  html,
  json,
  ok,
  rejection,
  unauthenticated,
  unauthorized,
} from "./support/wire.ts";

const API = `POST ${BASE_URL}/api`;
const suppliedToken = { accessToken: "given" };

/** The error of a call that is not retried. */
const failWith = (api: () => Response | Promise<Response>, document = query) =>
  rejection(connect(createWire({ api }), { retries: 0 }, suppliedToken).execute(document));
const failWithErrors = (...errors: unknown[]) => failWith(() => json({ errors }));

/** The verdict on a response, reduced to what decides. */
function classify(operation: OperationKind, status: number, body: unknown, headers = {}) {
  const response = { status, headers: new Headers(headers), text: JSON.stringify(body) };
  const outcome = classifyResponse(operation, `${BASE_URL}/api`, response);
  if (!outcome.failure) return "data";
  const { failure, kind, mayResend } = outcome;
  return `${failure.code} ${failure.delivery}${kind !== "other" && mayResend ? `, ${kind}` : ""}`;
}

const withCode = (code: string, more = {}) => ({ errors: [{ message: "m", extensions: { code } }], ...more });

/** The error of a field, which shows that execution began. */
const OF_FIELD = { message: "m", path: ["a"] };

// ---- Data and errors ----

const PARTIAL = {
  data: { value: null },
  errors: [{ message: "no value", path: ["value"], extensions: { code: "NOT_FOUND" } }],
};

test("throws GraphQL errors together with partial data", async () => {
  const wire = createWire({ api: () => json(PARTIAL) });
  const error = await rejection(connect(wire, {}, suppliedToken).execute(query));
  expect(error).toMatchObject({ code: "GRAPHQL" });
  expect(error).toMatchObject({
    code: "GRAPHQL",
    delivery: "done",
    data: { value: null },
    errors: PARTIAL.errors,
  });
  expect(error.message).toBe(`ReadValue: ${API} returned 1 GraphQL error. Print error.errors.`);
  expect(wire.counts()).toBe("1A 0R");
});

test("executeResult returns an empty list of errors for a success", async () => {
  expect(await connect(createWire()).executeResult(query)).toEqual({ data: { value: "fine" }, errors: [] });
});

test("executeResult throws if the response is not a GraphQL response", async () => {
  const wire = createWire({ api: () => json({}, { status: 500 }) });
  expect(await rejection(connect(wire).executeResult(query))).toMatchObject({ code: "HTTP_STATUS" });
});

test("returns fields and enum values that the snapshot does not contain", async () => {
  const wire = createWire({
    api: () => json({ data: { value: "NEW_ENUM_VALUE", more: 1 }, extensions: {} }),
  });
  expect(await connect(wire).execute(query)).toEqual({ value: "NEW_ENUM_VALUE", more: 1 });
});

test("accepts data at any status except 401 and 429", () => {
  const body = { data: { value: "fine" } };
  expect([200, 299, 400, 500, 503].map((status) => classify("mutation", status, body))).toEqual(
    Array(5).fill("data"),
  );
  expect(classify("mutation", 401, body)).toBe("UNAUTHENTICATED unknown");
  expect(classify("mutation", 429, body)).toBe("RATE_LIMITED done");
});

test.each([
  ...[400, 403, 422, 500].flatMap((status) =>
    ["application/json", "application/graphql-response+json"].map((type) => [status, type] as const),
  ),
])("a GraphQL response decides at HTTP %i (%s), without a retry", async (status, type) => {
  const body = JSON.stringify(withCode("FORBIDDEN"));
  const wire = createWire({ api: () => new Response(body, { status, headers: { "content-type": type } }) });
  const error = await rejection(connect(wire, {}, suppliedToken).execute(query));
  const delivery = status === 500 ? "unknown" : "not-executed";
  expect(error).toMatchObject({ code: "GRAPHQL", status, delivery, data: undefined });
  expect(error.errors).toEqual([{ message: "m", extensions: { code: "FORBIDDEN" } }]);
  expect(wire.counts()).toBe("1A 0R");
});

test.each([
  ["after a replay", {}, suppliedToken, "2A 1R"],
  ["of a token that was just issued", {}, {}, "1A 1R"],
  ["of a static token", { auth: accessToken("static") }, {}, "1A 0R"],
])("keeps the GraphQL errors of a 401 %s", async (_, options, credentials, counts) => {
  const wire = createWire({ api: unauthorized });
  const error = await rejection(connect(wire, options, credentials).execute(query));
  const facts = { code: "UNAUTHENTICATED", status: 401, delivery: "not-executed", attempts: wire.api.length };
  expect(error).toMatchObject({ ...facts, operation: "ReadValue", errors: [{ message: "expired" }] });
  expect(wire.counts()).toBe(counts);
});

// ---- What may be resent ----

test.each([
  // Status, body, verdict on a query, verdict on a mutation.
  [401, {}, "UNAUTHENTICATED not-executed, token", "UNAUTHENTICATED not-executed, token"],
  [
    200,
    withCode("UNAUTHENTICATED"),
    "UNAUTHENTICATED not-executed, token",
    "UNAUTHENTICATED not-executed, token",
  ],
  [
    200,
    withCode("UNAUTHENTICATED", { data: null }),
    "UNAUTHENTICATED unknown, token",
    "UNAUTHENTICATED unknown",
  ],
  [
    200,
    withCode("UNAUTHENTICATED", { data: { a: null } }),
    "UNAUTHENTICATED unknown, token",
    "UNAUTHENTICATED unknown",
  ],
  [200, withCode("UNAUTHENTICATED", { data: { a: null, b: 0 } }), "GRAPHQL done", "GRAPHQL done"],
  [503, withCode("UNAUTHENTICATED"), "UNAUTHENTICATED unknown, token", "UNAUTHENTICATED unknown"],
  [429, {}, "RATE_LIMITED not-executed, limit", "RATE_LIMITED not-executed, limit"],
  [200, withCode("THROTTLED"), "RATE_LIMITED not-executed, limit", "RATE_LIMITED not-executed, limit"],
  [200, withCode("THROTTLED", { data: null }), "RATE_LIMITED done, limit", "RATE_LIMITED done"],
  [
    200,
    withCode("TOO_MANY_REQUESTS"),
    "RATE_LIMITED not-executed, limit",
    "RATE_LIMITED not-executed, limit",
  ],
  [503, withCode("THROTTLED"), "RATE_LIMITED unknown, limit", "RATE_LIMITED unknown"],
  [200, withCode("NOT_FOUND"), "GRAPHQL not-executed", "GRAPHQL not-executed"],
  [200, withCode("NOT_FOUND", { data: null }), "GRAPHQL done", "GRAPHQL done"],
  [200, { data: { a: 0 }, errors: null }, "data", "data"],
  [404, withCode("NOT_FOUND"), "GRAPHQL not-executed", "GRAPHQL not-executed"],
  [400, withCode("INVALID", { data: null }), "GRAPHQL unknown", "GRAPHQL unknown"],
  [400, { data: null, errors: [null, OF_FIELD, { message: "m" }] }, "GRAPHQL done", "GRAPHQL done"],
  [400, { errors: [{ message: "m" }, OF_FIELD] }, "GRAPHQL unknown", "GRAPHQL unknown"],
  [400, {}, "HTTP_STATUS unknown", "HTTP_STATUS unknown"],
  [401, withCode("INVALID", { data: null }), "UNAUTHENTICATED unknown, token", "UNAUTHENTICATED unknown"],
  [400, { errors: [{ message: "m", path: null }] }, "GRAPHQL not-executed", "GRAPHQL not-executed"],
  [499, withCode("INVALID", { data: null }), "GRAPHQL unknown", "GRAPHQL unknown"],
  [500, withCode("INVALID", { data: null }), "GRAPHQL done", "GRAPHQL done"],
  [500, withCode("INTERNAL"), "GRAPHQL unknown", "GRAPHQL unknown"],
  [502, withCode("INTERNAL"), "GRAPHQL unknown, transient", "GRAPHQL unknown"],
  [503, withCode("INTERNAL"), "GRAPHQL unknown, limit", "GRAPHQL unknown"],
  [504, withCode("INTERNAL"), "GRAPHQL unknown, transient", "GRAPHQL unknown"],
  [404, {}, "HTTP_STATUS unknown", "HTTP_STATUS unknown"],
  [499, {}, "HTTP_STATUS unknown", "HTTP_STATUS unknown"],
  [500, {}, "HTTP_STATUS unknown, transient", "HTTP_STATUS unknown"],
  [501, {}, "HTTP_STATUS unknown", "HTTP_STATUS unknown"],
  [502, {}, "HTTP_STATUS unknown, transient", "HTTP_STATUS unknown"],
  [503, {}, "HTTP_STATUS unknown, limit", "HTTP_STATUS unknown"],
  [504, {}, "HTTP_STATUS unknown, transient", "HTTP_STATUS unknown"],
  [505, {}, "HTTP_STATUS unknown", "HTTP_STATUS unknown"],
  [200, {}, "MALFORMED_RESPONSE unknown", "MALFORMED_RESPONSE unknown"],
])("classifies HTTP %i with %j: query %s, mutation %s", (status, body, forQuery, forMutation) => {
  expect([classify("query", status, body), classify("mutation", status, body)]).toEqual([
    forQuery,
    forMutation,
  ]);
});

test("a 503 with Retry-After is a rate limit", () => {
  const headers = { "retry-after": "0" };
  expect(classify("query", 503, {}, headers)).toBe("HTTP_STATUS unknown, limit");
  expect(classify("query", 503, withCode("INTERNAL"), headers)).toBe("GRAPHQL unknown, limit");
  expect(classify("mutation", 503, {}, headers)).toBe("HTTP_STATUS unknown");
  expect(classify("query", 502, {}, headers)).toBe("HTTP_STATUS unknown, transient");
});

const STATUS_ADVICE = "Check baseUrl and the permissions of the token's user, and see error.response.";

test.each([
  [403, STATUS_ADVICE],
  [408, "Try again later."],
  [413, STATUS_ADVICE],
  [500, "Try again later."],
])("the message of HTTP %i says what to do", async (status, advice) => {
  const error = await failWith(() => json({}, { status }));
  expect(error.message).toBe(`ReadValue: ${API} returned HTTP ${status}. ${advice}`);
});

test.each([
  '{"data":{"a":1},"errors":null}',
  '{"data":[]}',
  '{"data":"x"}',
  '{"data":null}',
  '{"errors":{},"data":{}}',
  '{"data":{"a":1',
  '{"extensions":{},"data" : {"a":1',
  '{"\\u0064ata":{"a":1}}',
])("a data key shows that execution began, at any status: %s", async (text) => {
  for (const status of [200, 400, 401, 403, 429, 503]) {
    const wire = createWire({ api: () => new Response(text, { status, headers: { "retry-after": "1" } }) });
    const end = await connect(wire, {}, suppliedToken)
      .execute(mutation)
      .catch((error) => error.delivery);
    expect(end, `HTTP ${status}`).not.toBe("not-executed");
    expect(end, `HTTP ${status}`).not.toBe("not-sent");
    expect(wire.counts()).toBe("1A 0R");
  }
});

test.each(["", "{}", "[]", '{"errors":[{"message":"m","extensions":{"data":1}}]}', "<p>data: none</p>"])(
  "a 429 without a data key proves that nothing was executed: %s",
  (text) => {
    const response = { status: 429, headers: new Headers(), text };
    expect(classifyResponse("mutation", `${BASE_URL}/api`, response)).toMatchObject({ mayResend: true });
  },
);

test("refreshes no token if one field fails with UNAUTHENTICATED and others have data", async () => {
  const body = withCode("UNAUTHENTICATED", { data: { value: "fine", secret: null } });
  const wire = createWire({ api: () => json(body) });
  const client = connect(wire, {}, suppliedToken);
  const results = await Promise.all(Array.from({ length: 20 }, () => client.executeResult(query)));
  expect(results[0]).toEqual({ data: { value: "fine", secret: null }, errors: body.errors });
  expect(wire.counts()).toBe("20A 0R");
});

test.each([502, 503, 504])(
  "retries a query after GraphQL errors at HTTP %i, and the last response decides",
  async (status) => {
    const answers = [json(withCode("BUSY"), { status }), json({ ...withCode("GONE"), data: null })];
    const wire = createWire({ api: () => answers.shift() ?? ok() });
    const error = await rejection(connect(wire, {}, suppliedToken).execute(query));
    expect(error).toMatchObject({
      code: "GRAPHQL",
      status: 200,
      attempts: 2,
      errors: withCode("GONE").errors,
    });
  },
);

test("replays a query that was executed in part, then reports the rejected token", async () => {
  const wire = createWire({ api: () => unauthenticated({ data: { value: null } }) });
  const error = await rejection(connect(wire, {}, suppliedToken).execute(query));
  expect(wire.counts()).toBe("2A 1R");
  expect(error).toMatchObject({ code: "UNAUTHENTICATED", delivery: "unknown" });
});

// ---- Messages ----

const CONTENT =
  "returned HTTP 299 without a GraphQL response. Check baseUrl: it can be the URL of a web page, a login or a proxy.";
/** Longer than a call waits. */
const LONG = { "retry-after": "61" };
const PARTLY = "rejected the access token (HTTP 200). Check the permissions.";

test.each([
  [() => html(404), query, "HTTP_STATUS", `returned HTTP 404. ${STATUS_ADVICE}`],
  [() => html(500), query, "HTTP_STATUS", "returned HTTP 500. Try again later."],
  [() => html(299), query, "MALFORMED_RESPONSE", CONTENT],
  [
    () => json({}, { status: 429, headers: LONG }),
    query,
    "RATE_LIMITED",
    "limits the rate (HTTP 429). Send fewer requests.",
  ],
  [
    () => json(withCode("THROTTLED"), { headers: LONG }),
    query,
    "RATE_LIMITED",
    "limits the rate (HTTP 200). Send fewer requests.",
  ],
  [() => unauthenticated({ data: null }), mutation, "UNAUTHENTICATED", PARTLY],
  [unauthorized, query, "UNAUTHENTICATED", "rejected the access token (HTTP 401). Check the permissions."],
])("names what failed, where, and what to do (%#)", async (api, document, code, message) => {
  const error = await failWith(api, document);
  expect(error).toMatchObject({ code, message: `${document.name}: ${API} ${message}` });
});

test.each([
  ["/api", "/api"],
  ["/v1/graphql", "/graphql"],
  ["/auth/refresh", "/auth/refresh"],
  ["/get_auth_token", "/get_auth_token"],
  ["/apis", undefined],
])("a base URL that ends in the path %s is named, except in a GraphQL response", async (path, extra) => {
  const remove = extra && `Remove ${extra} from the end of baseUrl: the client adds its paths.`;
  const answers = [html(404), new Response(null, { status: 307 }), json(withCode("NOT_FOUND"))];
  const wire = createWire({ api: () => answers.shift() ?? ok(), refresh: () => html(404) });
  const options = { baseUrl: BASE_URL + path };
  const client = connect(wire, options, suppliedToken);
  const adviseAfter = async (used: typeof client) => (await rejection(used.execute(query))).advice;
  expect(await adviseAfter(client)).toBe(remove ?? STATUS_ADVICE);
  expect(await adviseAfter(client)).toBe(
    remove ?? "Check baseUrl: it can be the URL of a web page, a login or a proxy.",
  );
  expect(await adviseAfter(client)).toBe("Print error.errors.");
  expect(await adviseAfter(connect(wire, options))).toBe(remove ?? "Check baseUrl.");
});

test.each([
  [[{ message: "m" }], "1 GraphQL error"],
  // They can quote a variable or a token.
  [[{ message: "m", extensions: { code: "SECRET" }, path: ["secret"] }], "1 GraphQL error"],
  [[{ message: "m" }, { message: "n" }], "2 GraphQL errors"],
])("counts the GraphQL errors, and quotes nothing of them: %j", async (errors, summary) => {
  const { message } = await failWithErrors(...errors);
  expect(message).toBe(`ReadValue: ${API} returned ${summary}. Print error.errors.`);
});

test("a hostile code does not run", async () => {
  const hostile = { toString: "not a function", valueOf: null };
  const error = await failWithErrors({ message: "m", extensions: { code: hostile } });
  expect(error).toMatchObject({ code: "GRAPHQL", errors: [{ message: "m", extensions: { code: hostile } }] });
});

// ---- Malformed responses ----

test.each([
  ["HTML", "<html>secret</html>"],
  ["HTML that has a bracket", "<script>{secret"],
  ["nothing", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["a string", '"secret"'],
  ["a number", "42"],
  ["neither data nor errors", '{"secret":1}'],
  ["data that is null, and no errors", '{"data":null}'],
  ["data that is a list", '{"data":["secret"]}'],
  ["errors that are an object", '{"errors":{}}'],
  ["data, and errors that are an object", '{"data":{"value":"secret"},"errors":{}}'],
  ["an empty list of errors", '{"errors":[]}'],
  ["an object that ends, and is no JSON", '{"data":{"list":[secret]}}'],
])("HTTP 200 with %s is malformed, and the message does not quote it", async (_, body) => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const error = await failWith(() => new Response(body, { headers }));
  expect(error).toMatchObject({
    code: "MALFORMED_RESPONSE",
    status: 200,
    response: { mediaType: "text/html" },
    attempts: 1,
  });
  expect(error).not.toHaveProperty("retryAfterMs");
  const what =
    "returned HTTP 200 without a GraphQL response. Check baseUrl: it can be the URL of a web page, a login or a proxy.";
  expect(error.message).toBe(`ReadValue: ${API} ${what}`);
});

test("HTTP 200 without a body is malformed", async () => {
  expect(await failWith(() => new Response(null))).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200 });
});

test.each([
  ["Application/JSON ; charset=utf-8", "application/json"],
  ["text/html", "text/html"],
  ["application/graphql-response+json", "application/graphql-response+json"],
  ["text/html <b>", ""],
  ["<b> text/html", ""],
  [`text/${"x".repeat(59)}`, `text/${"x".repeat(59)}`],
  [`text/${"x".repeat(60)}`, ""],
  ["nonsense", ""],
  [undefined, ""],
])("the error reports the content type %j as %j", async (value, mediaType) => {
  const headers: HeadersInit = value === undefined ? {} : { "content-type": value };
  const error = await failWith(() => new Response(new TextEncoder().encode("{}"), { headers }));
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", response: { mediaType }, delivery: "unknown" });
  expect(error.message).toBe(
    `ReadValue: ${API} returned HTTP 200 without a GraphQL response. Check baseUrl: it can be the URL of a web page, a login or a proxy.`,
  );
});

test("an error has the status, the media type and the first 4,096 characters of its response", async () => {
  const page = () => new Response("x".repeat(4_097), { status: 404 });
  const response = { status: 404, mediaType: "text/plain", text: "x".repeat(4_096) };
  expect((await failWith(page)).response).toEqual(response);
  const refreshed = await rejection(connect(createWire({ refresh: page })).execute(query));
  expect(refreshed.response).toEqual(response);
});

test("replaces invalid GraphQL errors, and keeps the first thousand of ten thousand", async () => {
  const error = await failWithErrors(null, "x", { message: 1 }, { message: "m", path: "p" });
  const blank = { message: "The platform sent no message." };
  expect(error.errors).toEqual([blank, blank, blank, { message: "m" }]);
  const capped = await failWithErrors(...Array.from({ length: 10_000 }, () => ({ message: "m" })));
  expect(capped.errors).toHaveLength(1_000);
});

test("leaves out invalid paths, locations and extensions", async () => {
  const place = { line: 1, column: 2 };
  const error = await failWithErrors(
    { message: "a", path: ["list", { toString: "" }], locations: [place, null] },
    { message: "b", locations: ["1:2"] },
    { message: "c", locations: [[1, 2]], extensions: "x" },
    { message: "d", locations: "1:2", extensions: [1] },
    { message: "e", path: ["list", 0], locations: [place], extensions: {} },
  );
  const kept = { message: "e", path: ["list", 0], locations: [place], extensions: {} };
  expect(error.errors).toStrictEqual([
    { message: "a" },
    { message: "b" },
    { message: "c" },
    { message: "d" },
    kept,
  ]);
});
