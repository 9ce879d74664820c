/** The routes of the platform: the API, the refresh request and the token page. */

import { getIntrospectionQuery } from "graphql";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { expect, test, vi } from "vitest";
import { contractTest } from "../../../test/support/contract-test.ts";
import { createPlatform } from "../src/index.ts";
import { LIST, openPlatform, type PostRequest, post, postApi, sendQuery } from "./support/requests.ts";

const UNKNOWN_TENANT = "00000000-0000-4000-8000-000000000000";
const INTEGRATIONS = ["1", "2", "3", "4"].map((id) => ({ id, name: `Integration ${id}` }));

// POST /api

contractTest(
  "returns the platform's objects for the documented query",
  async ({ platform, baseUrl }) => {
    const token = await platform.issueAccessToken();
    const response = await post(`${baseUrl}/api`, { body: { query: LIST }, token });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await response.json()).toEqual({ data: { integrations: { nodes: INTEGRATIONS } } });
    expect([platform.count("api"), platform.count("refresh"), platform.count()]).toEqual([1, 0, 1]);
  },
  { data: { Integration: INTEGRATIONS } },
);

contractTest("logs requests", async ({ platform, baseUrl }) => {
  await platform.issueAccessToken();
  const token = await platform.issueAccessToken({ tenantId: platform.tenants[1]?.id ?? "" });
  await post(`${baseUrl}/api?trace=1`, { body: { query: LIST, variables: { first: 1 } }, token });
  expect(platform.requests).toEqual([
    {
      kind: "api",
      method: "POST",
      path: "/api",
      headers: expect.objectContaining({
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      }),
      body: { query: LIST, variables: { first: 1 } },
      operation: "ListIntegrations",
      variables: { first: 1 },
      tokenGeneration: 2,
      tenantId: platform.tenants[1]?.id,
      status: 200,
    },
  ]);
});

contractTest("rejects API requests without a valid access token", async ({ platform, baseUrl }) => {
  const revoked = await platform.issueAccessToken();
  platform.revokeAccessTokens();
  const expired = await platform.issueAccessToken({ expiresInMs: 0 });
  const foreign = await createPlatform().issueAccessToken();
  const [head, payload] = (await platform.issueAccessToken()).split(".");
  const reasons = [];
  for (const token of [undefined, revoked, expired, foreign, `${head}.${payload}.`, "opaque"]) {
    const response = await post(`${baseUrl}/api`, { body: { query: LIST }, ...(token && { token }) });
    const { data, errors } = await response.json();
    expect([response.status, response.headers.get("www-authenticate"), data]).toEqual([
      401,
      "Bearer",
      undefined,
    ]);
    expect(errors[0].extensions.code).toBe("UNAUTHENTICATED");
    reasons.push(errors[0].message);
  }
  const unknown = "The access token was not issued by this platform.";
  const reported = [
    "The request has no access token.",
    "The access token is revoked.",
    "The access token is expired.",
  ];
  expect(reasons).toEqual([...reported, unknown, unknown, unknown]);
  expect(platform.requests.map((request) => request.tokenGeneration)).toEqual([undefined, 1, 2, ...Array(3)]);
  expect(platform.count("api")).toBe(6);
});

let now = 0;
contractTest(
  "accepts an access token until it expires by the platform's clock",
  async ({ platform, baseUrl }) => {
    now = Date.UTC(2030, 0, 1);
    const request = {
      body: { query: LIST },
      token: await platform.issueAccessToken({ expiresInMs: 60_000 }),
    };
    now += 59_000;
    expect((await post(`${baseUrl}/api`, request)).status).toBe(200);
    now += 1_000;
    expect((await post(`${baseUrl}/api`, request)).status).toBe(401);
  },
  { now: () => now },
);

test("uses a clock that is faked after the platform was created", async () => {
  const platform = createPlatform();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2040, 0, 1) });
  const token = await platform.issueAccessToken();
  vi.useRealTimers();
  expect(decodeJwt(token).iat).toBe(Date.UTC(2040, 0, 1) / 1000);
});

contractTest("rejects API requests that are not GraphQL over HTTP in JSON", async ({ platform, baseUrl }) => {
  const token = await platform.issueAccessToken();
  const send = async (request: PostRequest) => {
    const response = await post(`${baseUrl}/api`, { token, ...request });
    const { errors } = await response.json();
    return [response.status, errors[0].extensions.code];
  };
  const asText = { body: { query: LIST }, headers: { "content-type": "text/plain" } };
  const untyped = platform.fetch(
    new Request(`${platform.baseUrl}/api`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: new Uint8Array(),
    }),
  );
  expect((await untyped).status).toBe(415);
  expect(await send(asText)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  expect(await send({ raw: `{"query":"${" ".repeat(1024 * 1024)}"}` })).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  expect(platform.requests.at(-1)).not.toHaveProperty("body");
  const notUtf8 = Uint8Array.from('{"query":"\u00ff"}', (character) => character.charCodeAt(0));
  for (const raw of ["", "{", "null", "[]", '"{}"', notUtf8])
    expect(await send({ raw })).toEqual([400, "BAD_REQUEST"]);
  for (const body of [
    {},
    { query: null },
    { query: { kind: "Document" } },
    { query: LIST, variables: [] },
    { query: LIST, variables: "{}" },
    { query: LIST, operationName: 1 },
    { query: LIST, extensions: [] },
  ]) {
    expect(await send({ body })).toEqual([400, "BAD_REQUEST"]);
  }
  expect(platform.requests.filter((request) => "variables" in request)).toEqual([]);
  const bodies = platform.requests.flatMap((request) => ("body" in request ? [request.body] : []));
  expect(bodies.slice(0, 4)).toEqual([{ query: LIST }, null, [], "{}"]);
});

test("reads the media type and the authentication scheme in any case, with parameters and spaces", async () => {
  const platform = openPlatform();
  const token = await platform.issueAccessToken();
  const send = async (scheme: string, type: string) => {
    const headers = { "content-type": type, authorization: `${scheme}${token}` };
    return (await postApi(platform, { body: { query: LIST }, headers })).status;
  };
  expect([
    await send("Bearer ", "application/json; charset=utf-8"),
    await send("bearer   ", "Application/JSON ;charset=utf-8"),
    await send("BEARER ", "application/json"),
    await send("Bearer ", "application/json-patch"),
    await send("Bearer", "application/json"),
    await send("Basic ", "application/json"),
    await send("Bearer a ", "application/json"),
  ]).toEqual([200, 200, 200, 415, 401, 401, 401]);
});

test("accepts a body of the maximum size, and logs it", async () => {
  const platform = openPlatform();
  const raw = JSON.stringify({ query: LIST }).padEnd(1024 * 1024);
  const response = await postApi(platform, { raw, token: await platform.issueAccessToken() });
  expect([response.status, platform.requests[0]?.body]).toEqual([200, { query: LIST }]);
});

contractTest(
  "responds with 200 to a well-formed request, even if its document fails",
  async ({ platform, baseUrl }) => {
    const token = await platform.issueAccessToken();
    const send = async (body: object) => {
      const response = await post(`${baseUrl}/api`, { body, token });
      const result = await response.json();
      return [response.status, "data" in result, result.errors?.[0].message];
    };
    const query = "query A($n: Int!) { a(n: $n) } query B { b: a(n: 2) }";
    const failure = (text: string) => [200, false, expect.stringContaining(text)];
    expect(await send({ query: "{" })).toEqual(failure("Syntax Error: Expected Name, found <EOF>."));
    expect(await send({ query: "{ b }" })).toEqual(failure('Cannot query field "b"'));
    expect(await send({ query, operationName: "A" })).toEqual(failure('"$n"'));
    expect(await send({ query })).toEqual(failure("Must provide operation name"));
    expect(await send({ query: "subscription { a }" })).toEqual(failure("Subscriptions are not supported."));
    const ignored = { extensions: { a: 1 }, id: 1 };
    expect(await send({ query, operationName: "B", variables: null, ...ignored })).toEqual([
      200,
      true,
      undefined,
    ]);
    const empty = { operationName: null, extensions: null };
    expect(await send({ query: "{ a(n: 2) }", ...empty })).toEqual([200, true, undefined]);
    const operations = [undefined, undefined, "A", "A", undefined, "B", undefined];
    expect(platform.requests.map(({ operation }) => operation)).toEqual(operations);
  },
  {
    schema: "type Query { a(n: Int!): Int } type Subscription { a: Int }",
    rules: { Query: { a: (_: object, { n }: { n: number }) => n && 1 } },
  },
);

test("rejects documents and variables that are too complex", async () => {
  const schema = "type Query { a(in: In): Query } input In { in: In }";
  const nested = (depth: number) => `${"{ a ".repeat(depth - 1)}{ __typename }${"}".repeat(depth - 1)}`;
  const deepInput = `${'{"in":'.repeat(100_000)}null${"}".repeat(100_000)}`;
  const isRejected = async (raw: string) => {
    const platform = createPlatform({ schema, rules: { Query: { a: () => ({}) } } });
    const response = await postApi(platform, { raw, token: await platform.issueAccessToken() });
    const { errors } = await response.json();
    return response.status === 422 && errors[0].extensions.code === "QUERY_TOO_COMPLEX";
  };
  const isDocumentRejected = (query: string) => isRejected(JSON.stringify({ query }));
  expect(await isDocumentRejected(`{ ${"__typename ".repeat(9_998)}}`)).toBe(false);
  expect(await isDocumentRejected(`{ ${"__typename ".repeat(9_999)}}`)).toBe(true);
  expect(await isDocumentRejected(nested(100))).toBe(false);
  expect(await isDocumentRejected(nested(4_000))).toBe(true);
  const query = "query Q($in: In) { a(in: $in) { __typename } }";
  expect(await isRejected(`{"query":${JSON.stringify(query)},"variables":{"in":null}}`)).toBe(false);
  expect(await isRejected(`{"query":${JSON.stringify(query)},"variables":{"in":${deepInput}}}`)).toBe(true);
});

test("rejects a document whose result has too many fields", async () => {
  const schema = "type Query { all: [Part!]! } type Part { n: Int! }";
  const platform = createPlatform({ schema, rules: { Query: { all: () => Array(100).fill({ n: 1 }) } } });
  // The list, and 100 times as many fields as the selection has.
  const askFields = (count: number) =>
    sendQuery(
      platform,
      `{ all { ${Array.from({ length: count }, (_, index) => `f${index}: n`).join(" ")} } }`,
    );
  expect(await askFields(2_000)).toMatchObject({ status: 422 });
  expect(await askFields(100)).toMatchObject({ status: 200 });
});

test("an error in the code of a test is not taken for a document that is too complex", async () => {
  const schema = "type Query { parts: [Part!]! } type Part { id: ID! day: Day } scalar Day";
  const toInvalidDay = () => new Date("no date").toISOString();
  const platform = createPlatform({ schema, scalars: { Day: toInvalidDay }, nulls: "never" });
  const { status, result } = await sendQuery(platform, "{ parts { day } }");
  expect(status).toBe(200);
  expect(result.errors).toMatchObject(
    [0, 1, 2].map((index) => ({ message: "Invalid time value", path: ["parts", index, "day"] })),
  );
  const recurse = (): string => `${recurse()}!`;
  const recursive = await sendQuery(
    createPlatform({ schema, scalars: { Day: recurse }, nulls: "never" }),
    "{ parts { day } }",
  );
  expect(recursive.status).toBe(200);
  expect(recursive.result.errors?.[0]).toMatchObject({
    message: "Maximum call stack size exceeded",
    path: ["parts", 0, "day"],
  });
});

test("supports introspection", async () => {
  const { data } = JSON.parse((await sendQuery(openPlatform(), getIntrospectionQuery())).text);
  expect(data.__schema.types.map(({ name }: { name: string }) => name)).toContain("IntegrationConnection");
});

// POST /auth/refresh

contractTest(
  "returns an access token for a refresh token that is valid for 7 days",
  async ({ platform, baseUrl }) => {
    const response = await post(`${baseUrl}/auth/refresh`, {
      body: { refresh_token: platform.refreshToken },
    });
    const { access_token: token, ...others } = await response.json();
    expect([response.status, response.headers.get("cache-control"), others]).toEqual([200, "no-store", {}]);
    const iat = Date.UTC(2030, 0, 1) / 1000;
    const exp = iat + 7 * 24 * 60 * 60;
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(decodeJwt(token)).toEqual({ sub: "demo", tenant_id: platform.tenants[0]?.id, jti: "1", iat, exp });
    expect((await post(`${baseUrl}/api`, { body: { query: LIST }, token })).status).toBe(200);
    expect([platform.count("api"), platform.count("refresh")]).toEqual([1, 1]);
    expect(platform.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(platform.requests[0]?.body).toEqual({ refresh_token: platform.refreshToken });
    expect(platform.requests[1]?.tokenGeneration).toBe(1);
  },
  { now: () => Date.UTC(2030, 0, 1, 0, 0, 0, 250) },
);

contractTest("issues the access token for the requested tenant", async ({ platform, baseUrl }) => {
  const tenantId = platform.tenants[1]?.id ?? "";
  const body = { refresh_token: platform.refreshToken, tenant_id: tenantId.toUpperCase() };
  const { access_token: token } = await (await post(`${baseUrl}/auth/refresh`, { body })).json();
  expect(decodeJwt(token)).toMatchObject({ tenant_id: tenantId });
});

contractTest(
  "rejects refresh requests that are malformed, or have an invalid refresh token or tenant",
  async ({ platform, baseUrl }) => {
    const send = async (request: PostRequest) => {
      const response = await post(`${baseUrl}/auth/refresh`, request);
      const { error, error_description: description } = await response.json();
      return [response.status, error, /"(.*)"/.exec(description)?.[1]];
    };
    const refresh_token = platform.refreshToken;
    for (const body of [{ refresh_token: "unknown" }, { refresh_token: "unknown", tenant_id: "odd" }]) {
      expect(await send({ body })).toEqual([401, "invalid_grant", undefined]);
    }
    for (const tenant_id of ["odd", "", null, 7]) {
      expect(await send({ body: { refresh_token, tenant_id } })).toEqual([
        400,
        "invalid_request",
        "tenant_id",
      ]);
    }
    const otherTenant = { refresh_token, tenant_id: UNKNOWN_TENANT };
    expect(await send({ body: otherTenant })).toEqual([400, "invalid_request", undefined]);
    for (const body of [{}, { refresh_token: "" }, { refresh_token: 1 }]) {
      expect(await send({ body })).toEqual([400, "invalid_request", "refresh_token"]);
    }
    expect(await send({ raw: "{" })).toEqual([400, "bad_request", undefined]);
    expect(await send({ raw: "x".repeat(1024 * 1024 + 1) })).toEqual([413, "payload_too_large", undefined]);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const asForm = { raw: `refresh_token=${refresh_token}`, headers: form };
    expect(await send(asForm)).toEqual([415, "unsupported_media_type", undefined]);
    const ignored = { query: "query A { a }", variables: {} };
    expect(await send({ body: { refresh_token, ...ignored }, token: "ignored" })).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(platform.requests.at(-1)).not.toHaveProperty("operation");
    expect(platform.requests.at(-1)?.headers).toHaveProperty("authorization", "Bearer ignored");
    expect(platform.count("refresh")).toBe(14);
  },
  { users: [{ name: "ada" }, { name: "eve", tenants: [{ id: UNKNOWN_TENANT, name: "Tenant of eve" }] }] },
);

contractTest(
  "replaces the refresh token at each refresh request with rotation, and rejects the old one",
  async ({ platform, baseUrl }) => {
    const first = platform.refreshToken;
    const send = (refresh_token: string) => post(`${baseUrl}/auth/refresh`, { body: { refresh_token } });
    const { refresh_token: second } = await (await send(first)).json();
    expect(second).not.toBe(first);
    expect(platform.refreshToken).toBe(second);
    expect((await send(first)).status).toBe(401);
    expect((await send(second)).status).toBe(200);
  },
  { rotation: true },
);

test("gives each user a refresh token and tenants", () => {
  const users = [{ name: "ada" }, { name: "eve", refreshToken: "token of eve" }];
  const platform = createPlatform({ users });
  const [ada, eve] = platform.users;
  expect(platform.refreshToken).toBe(ada?.refreshToken);
  expect(eve?.refreshToken).toBe("token of eve");
  expect(new Set([...(ada?.tenants ?? []), ...(eve?.tenants ?? [])].map(({ id }) => id)).size).toBe(4);
  expect(createPlatform().refreshToken).not.toBe(createPlatform().refreshToken);
  expect(createPlatform().tenants).toEqual([
    { id: "145ac533-2408-431e-b44a-7830b233b2ea", name: "Production" },
    { id: "4ef292c9-bea7-4eba-ba78-d91a0d0e8cb0", name: "Staging" },
  ]);
});

// GET /get_auth_token/

contractTest(
  "shows a token of the default user that is valid for one hour",
  async ({ platform, baseUrl }) => {
    const response = await fetch(`${baseUrl}/get_auth_token/`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await response.text();
    expect(page).toContain(
      "For <strong>demo</strong> in the tenant <strong>Production</strong>, valid for 60 minutes:",
    );
    const token = /<code id="token">([^<]+)</.exec(page)?.[1] ?? "";
    const { sub, iat, exp, tenant_id: tenantId } = decodeJwt(token);
    expect([sub, (exp ?? 0) - (iat ?? 0), tenantId]).toEqual(["demo", 60 * 60, platform.tenants[0]?.id]);
    expect((await post(`${baseUrl}/api`, { body: { query: LIST }, token })).status).toBe(200);
    expect((["page", "api"] as const).map((kind) => platform.count(kind))).toEqual([1, 1]);
  },
);

test("protects the token page by headers, and escapes the names in it", async () => {
  const platform = createPlatform({ users: [{ name: "<b>&\"'" }] });
  const response = await platform.fetch(new Request(`${platform.baseUrl}/get_auth_token/`));
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "content-type": "text/html; charset=utf-8",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(await response.text()).toContain("<strong>&lt;b&gt;&amp;&quot;&#39;</strong>");
});

// URLs

contractTest(
  "responds with 404 and the routes to any other URL, and with 405 to another method",
  async (context) => {
    const { platform, baseUrl } = context;
    const token = await platform.issueAccessToken();
    for (const path of ["/api/", "//api", "/auth/refresh/", "/API", "/apis", "/"]) {
      const response = await post(`${baseUrl}${path}`, { body: { query: LIST }, token });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("POST /api\n  POST /auth/refresh\n  GET /get_auth_token/\n");
    }
    expect((await fetch(`${baseUrl}/get_auth_token`)).status).toBe(404);
    const response = await fetch(`${baseUrl}/api`);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    expect([platform.count("api"), platform.count("refresh"), platform.count("other")]).toEqual([0, 0, 8]);
    expect(platform.requests.filter((request) => "body" in request)).toEqual([]);
  },
);

contractTest(
  "responds only below a base URL that has a path",
  async ({ platform, baseUrl }) => {
    expect(baseUrl).toMatch(/\/a\.b$/);
    const request = { body: { query: LIST }, token: await platform.issueAccessToken() };
    expect((await post(`${baseUrl}/api`, request)).status).toBe(200);
    for (const path of ["/api", "/aXb/api", "/a.bc"]) {
      const outside = new Request(`https://example.com${path}`, { method: "POST" });
      expect((await platform.fetch(outside)).status).toBe(404);
    }
    expect(platform.count()).toBe(1);
  },
  { baseUrl: "https://example.com/a.b/" },
);
