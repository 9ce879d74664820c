import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { getIntrospectionQuery } from "graphql";
import { decodeJwt } from "jose";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, test, vi } from "vitest";
import { parseBaseUrl } from "../src/base-url.ts";
import { createPlatform, type Platform, type PlatformOptions } from "../src/index.ts";
import { serve } from "../src/server.ts";

const LIST = "query ListIntegrations { integrations { nodes { id name } } }";
const UNKNOWN_TENANT = "00000000-0000-4000-8000-000000000000";

interface Door extends AsyncDisposable {
  readonly baseUrl: string;
}

/** The two ways in. Each test that is about the contract goes through both. */
const doors: { where: string; open: (platform: Platform) => Promise<Door> }[] = [
  {
    where: "in-process",
    async open(platform) {
      const server = setupServer(...platform.handlers);
      server.listen({ onUnhandledFrame: "error" });
      return { baseUrl: platform.baseUrl, [Symbol.asyncDispose]: async () => server.close() };
    },
  },
  { where: "loopback", open: (platform) => platform.listen() },
];

interface Sent {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

function post(url: string, { body, raw, token, headers }: Sent): Promise<Response> {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization, ...headers },
    body: raw ?? JSON.stringify(body),
  });
}

/** Asks a platform with a schema of its own, without a network, for the whole GraphQL result. */
async function ask(options: PlatformOptions, query: string, variables?: object): Promise<string> {
  const platform = createPlatform(options);
  const request = new Request(`${platform.baseUrl}/api`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${await platform.issueAccessToken()}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await platform.fetch(request)).text();
}

// POST /api

test.for(doors)("answers the specification's query with the seeded integrations, $where", async ({ open }) => {
  const platform = createPlatform({ integrations: 4 });
  await using door = await open(platform);
  const response = await post(`${door.baseUrl}/api`, {
    body: { query: LIST },
    token: await platform.issueAccessToken(),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ data: { integrations: { nodes: platform.integrations } } });
  expect(platform.integrations).toHaveLength(4);
  expect([platform.count("api"), platform.count("refresh"), platform.count()]).toEqual([1, 0, 1]);
});

test.for(doors)("records what it was asked, $where", async ({ open }) => {
  const platform = createPlatform();
  await using door = await open(platform);
  await platform.issueAccessToken();
  const token = await platform.issueAccessToken({ tenantId: platform.tenants[1]?.id ?? "" });
  await post(`${door.baseUrl}/api?trace=1`, { body: { query: LIST, variables: { first: 1 } }, token });
  expect(platform.requests).toEqual([
    {
      kind: "api",
      method: "POST",
      path: "/api",
      headers: expect.objectContaining({ authorization: `Bearer ${token}`, "content-type": "application/json" }),
      body: { query: LIST, variables: { first: 1 } },
      operation: "ListIntegrations",
      variables: { first: 1 },
      tokenGeneration: 2,
      tenantId: platform.tenants[1]?.id,
      status: 200,
    },
  ]);
});

test.for(doors)("refuses a request to the API whose access token it cannot accept, $where", async ({ open }) => {
  const platform = createPlatform();
  await using door = await open(platform);
  const revoked = await platform.issueAccessToken();
  platform.revokeAccessTokens();
  const expired = await platform.issueAccessToken({ expiresInMs: 0 });
  const foreign = await createPlatform().issueAccessToken();
  const [head, payload] = (await platform.issueAccessToken()).split(".");
  const reasons = [];
  for (const token of [undefined, revoked, expired, foreign, `${head}.${payload}.`, "opaque"]) {
    const response = await post(`${door.baseUrl}/api`, { body: { query: LIST }, ...(token && { token }) });
    const { data, errors } = await response.json();
    expect([response.status, response.headers.get("www-authenticate"), data]).toEqual([401, "Bearer", undefined]);
    expect(errors[0].extensions.code).toBe("UNAUTHENTICATED");
    reasons.push(errors[0].message);
  }
  expect(reasons).toEqual([
    "The request carries no access token.",
    "The access token is revoked.",
    "The access token is expired.",
    "The access token was not issued by this platform.",
    "The access token was not issued by this platform.",
    "The access token was not issued by this platform.",
  ]);
  expect(platform.requests.map((request) => request.tokenGeneration)).toEqual([undefined, 1, 2, ...Array(3)]);
  expect(platform.count("api")).toBe(6);
});

test.for(doors)("accepts the token until it expires by the platform's own clock, $where", async ({ open }) => {
  let now = Date.UTC(2030, 0, 1);
  const platform = createPlatform({ now: () => now });
  await using door = await open(platform);
  const sent = { body: { query: LIST }, token: await platform.issueAccessToken({ expiresInMs: 60_000 }) };
  now += 59_000;
  expect((await post(`${door.baseUrl}/api`, sent)).status).toBe(200);
  now += 1_000;
  expect((await post(`${door.baseUrl}/api`, sent)).status).toBe(401);
});

test("keeps the time of a clock that is faked after it was created", async () => {
  const platform = createPlatform();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2040, 0, 1) });
  const token = await platform.issueAccessToken();
  vi.useRealTimers();
  expect(decodeJwt(token).iat).toBe(Date.UTC(2040, 0, 1) / 1000);
});

test.for(doors)("refuses a request to the API that is not GraphQL over HTTP in JSON, $where", async ({ open }) => {
  const platform = createPlatform();
  await using door = await open(platform);
  const token = await platform.issueAccessToken();
  const answer = async (sent: Sent) => {
    const response = await post(`${door.baseUrl}/api`, { token, ...sent });
    const { errors } = await response.json();
    return [response.status, errors[0].extensions.code];
  };
  expect(await answer({ body: { query: LIST }, headers: { "content-type": "text/plain" } })).toEqual([
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ]);
  expect(await answer({ raw: `{"query":"${" ".repeat(1024 * 1024)}"}` })).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  const notUtf8 = Uint8Array.from('{"query":"\u00ff"}', (character) => character.charCodeAt(0));
  for (const raw of ["", "{", "null", "[]", '"{}"', notUtf8]) {
    expect(await answer({ raw })).toEqual([400, "BAD_REQUEST"]);
  }
  for (const body of [
    {},
    { query: null },
    { query: { kind: "Document" } },
    { query: LIST, variables: [] },
    { query: LIST, variables: "{}" },
    { query: LIST, operationName: 1 },
    { query: LIST, extensions: [] },
  ]) {
    expect(await answer({ body })).toEqual([400, "BAD_REQUEST"]);
  }
});

test.for(doors)(
  "answers a well-formed request with 200, whatever becomes of its document, $where",
  async ({ open }) => {
    const platform = createPlatform({ schema: "type Query { a(n: Int!): Int } type Subscription { a: Int }" });
    await using door = await open(platform);
    const token = await platform.issueAccessToken();
    const answer = async (body: object) => {
      const response = await post(`${door.baseUrl}/api`, { body, token });
      const result = await response.json();
      return [response.status, "data" in result, result.errors?.[0].message];
    };
    const query = "query A($n: Int!) { a(n: $n) } query B { b: a(n: 2) }";
    expect(await answer({ query: "{" })).toEqual([200, false, "Syntax Error: Expected Name, found <EOF>."]);
    expect(await answer({ query: "{ b }" })).toEqual([200, false, expect.stringContaining('Cannot query field "b"')]);
    expect(await answer({ query, operationName: "A" })).toEqual([200, false, expect.stringContaining('"$n"')]);
    expect(await answer({ query })).toEqual([200, false, expect.stringContaining("Must provide operation name")]);
    expect(await answer({ query: "subscription { a }" })).toEqual([
      200,
      false,
      expect.stringContaining("Subscriptions"),
    ]);
    expect(await answer({ query, operationName: "B", variables: null, id: 1 })).toEqual([200, true, undefined]);
    expect(platform.requests.map(({ operation }) => operation)).toEqual([
      undefined,
      undefined,
      "A",
      "A",
      undefined,
      "B",
    ]);
  },
);

test("refuses documents and variables that are built to exhaust it", async () => {
  const schema = "type Query { a(in: In): Query b: Query } input In { in: In }";
  const nested = (depth: number) => `${"{ a ".repeat(depth - 1)}{ __typename }${"}".repeat(depth - 1)}`;
  const doubling = Array.from(
    { length: 20 },
    (_, n) => `fragment F${n} on Query { a { ...F${n + 1} } b { ...F${n + 1} } }`,
  );
  const deepInput = `${'{"in":'.repeat(100_000)}null${"}".repeat(100_000)}`;
  const limited = async (body: string) => {
    const platform = createPlatform({ schema });
    const token = await platform.issueAccessToken();
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await platform.fetch(new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body }));
    const { errors } = await response.json();
    return response.status === 422 && errors[0].extensions.code === "QUERY_TOO_COMPLEX";
  };
  const limitedDocument = (query: string) => limited(JSON.stringify({ query }));
  expect(await limitedDocument(nested(32))).toBe(false);
  expect(await limitedDocument(nested(33))).toBe(true);
  expect(await limitedDocument(nested(4_000))).toBe(true);
  expect(await limitedDocument(`{ ...F0 } ${doubling.join(" ")} fragment F20 on Query { __typename }`)).toBe(true);
  const query = "query Q($in: In) { a(in: $in) { __typename } }";
  expect(await limited(`{"query":${JSON.stringify(query)},"variables":{"in":null}}`)).toBe(false);
  expect(await limited(`{"query":${JSON.stringify(query)},"variables":{"in":${deepInput}}}`)).toBe(true);
});

test("can be introspected, and then says what the snapshot says", async () => {
  const { data } = JSON.parse(await ask({}, getIntrospectionQuery()));
  expect(data.__schema.types.map(({ name }: { name: string }) => name)).toContain("IntegrationConnection");
});

// POST /auth/refresh

test.for(doors)(
  "exchanges a refresh token for an access token of 7 days, and says no more, $where",
  async ({ open }) => {
    const now = Date.UTC(2030, 0, 1, 0, 0, 0, 250);
    const platform = createPlatform({ now: () => now });
    await using door = await open(platform);
    const response = await post(`${door.baseUrl}/auth/refresh`, { body: { refresh_token: platform.refreshToken } });
    const { access_token: token, ...others } = await response.json();
    expect([response.status, response.headers.get("cache-control"), others]).toEqual([200, "no-store", {}]);
    const iat = Math.floor(now / 1000);
    expect(decodeJwt(token)).toEqual({
      sub: "demo",
      tenant_id: platform.tenants[0]?.id,
      jti: "1",
      iat,
      exp: iat + 7 * 24 * 60 * 60,
    });
    expect((await post(`${door.baseUrl}/api`, { body: { query: LIST }, token })).status).toBe(200);
    expect([platform.count("api"), platform.count("refresh")]).toEqual([1, 1]);
    expect(platform.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(platform.requests[0]?.body).toEqual({ refresh_token: platform.refreshToken });
    expect(platform.requests[1]?.tokenGeneration).toBe(1);
  },
);

test.for(doors)("issues the access token for the tenant that is asked for, $where", async ({ open }) => {
  const platform = createPlatform();
  await using door = await open(platform);
  const tenantId = platform.tenants[1]?.id ?? "";
  const body = { refresh_token: platform.refreshToken, tenant_id: tenantId.toUpperCase() };
  const { access_token: token } = await (await post(`${door.baseUrl}/auth/refresh`, { body })).json();
  expect(decodeJwt(token)).toMatchObject({ tenant_id: tenantId });
});

test.for(doors)("refuses an exchange that is malformed or unknown to it, $where", async ({ open }) => {
  const tenants = [{ id: UNKNOWN_TENANT, name: "Another user's" }];
  const platform = createPlatform({ users: [{ name: "ada" }, { name: "eve", tenants }] });
  await using door = await open(platform);
  const answer = async (sent: Sent) => {
    const response = await post(`${door.baseUrl}/auth/refresh`, sent);
    const { error, error_description: description } = await response.json();
    return [response.status, error, /"(.*)"/.exec(description)?.[1]];
  };
  const refresh_token = platform.refreshToken;
  expect(await answer({ body: { refresh_token: "unknown" } })).toEqual([401, "invalid_grant", undefined]);
  expect(await answer({ body: { refresh_token: "unknown", tenant_id: "odd" } })).toEqual([
    401,
    "invalid_grant",
    undefined,
  ]);
  for (const tenant_id of ["odd", "", null, 7]) {
    expect(await answer({ body: { refresh_token, tenant_id } })).toEqual([400, "invalid_request", "tenant_id"]);
  }
  const anothers = { refresh_token, tenant_id: UNKNOWN_TENANT };
  expect(await answer({ body: anothers })).toEqual([400, "invalid_request", undefined]);
  for (const body of [{}, { refresh_token: "" }, { refresh_token: 1 }]) {
    expect(await answer({ body })).toEqual([400, "invalid_request", "refresh_token"]);
  }
  expect(await answer({ raw: "{" })).toEqual([400, "bad_request", undefined]);
  expect(await answer({ raw: "x".repeat(1024 * 1024 + 1) })).toEqual([413, "payload_too_large", undefined]);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect(await answer({ raw: `refresh_token=${refresh_token}`, headers: form })).toEqual([
    415,
    "unsupported_media_type",
    undefined,
  ]);
  expect(await answer({ body: { refresh_token }, token: "sent by mistake" })).toEqual([200, undefined, undefined]);
  expect(platform.requests.at(-1)?.headers).toHaveProperty("authorization", "Bearer sent by mistake");
  expect(platform.count("refresh")).toBe(14);
});

test.for(doors)(
  "with rotation, replaces the refresh token at each exchange and refuses the old one, $where",
  async ({ open }) => {
    const platform = createPlatform({ rotation: true });
    await using door = await open(platform);
    const first = platform.refreshToken;
    const exchange = (refresh_token: string) => post(`${door.baseUrl}/auth/refresh`, { body: { refresh_token } });
    const { refresh_token: second } = await (await exchange(first)).json();
    expect(second).not.toBe(first);
    expect(platform.refreshToken).toBe(second);
    expect((await exchange(first)).status).toBe(401);
    expect((await exchange(second)).status).toBe(200);
  },
);

test("gives every user a refresh token and tenants of their own", async () => {
  const platform = createPlatform({
    users: [{ name: "ada" }, { name: "eve", refreshToken: "eve's", password: "pass" }],
  });
  const [ada, eve] = platform.users;
  expect(platform.refreshToken).toBe(ada?.refreshToken);
  expect([eve?.refreshToken, eve?.password]).toEqual(["eve's", "pass"]);
  expect(new Set([...(ada?.tenants ?? []), ...(eve?.tenants ?? [])].map(({ id }) => id)).size).toBe(4);
  expect(createPlatform().refreshToken).not.toBe(createPlatform().refreshToken);
  expect(createPlatform().tenants).toEqual(createPlatform().tenants);
});

// GET /get_auth_token/

test.for(doors)("shows the log-in page to somebody who is not logged in, $where", async ({ open }) => {
  const platform = createPlatform();
  await using door = await open(platform);
  const response = await fetch(`${door.baseUrl}/get_auth_token/`, { headers: { cookie: "platform_session=forged" } });
  const page = await response.text();
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page).toContain('<form method="post" action="../login">');
  expect(page).toContain('<label for="password">');
  expect(page).not.toContain(platform.users[0]?.name);
  expect(page).not.toContain(platform.users[0]?.password);
  expect(platform.count("page")).toBe(1);
});

test.for(doors)("shows a token of one hour to a user who has logged in, $where", async ({ open }) => {
  const platform = createPlatform({ baseUrl: "https://example.com/platform/" });
  await using door = await open(platform);
  const [user] = platform.users;
  const body = new URLSearchParams({ name: user?.name ?? "", password: user?.password ?? "" });
  const loggedIn = await fetch(`${door.baseUrl}/login`, { method: "POST", body, redirect: "manual" });
  expect([loggedIn.status, loggedIn.headers.get("location")]).toEqual([303, "get_auth_token/"]);
  const cookie = loggedIn.headers.getSetCookie()[0] ?? "";
  expect(cookie).toMatch(/^platform_session=[\da-f]{64}; Path=\/platform; HttpOnly; SameSite=Lax$/);
  const address = new URL(loggedIn.headers.get("location") ?? "", `${door.baseUrl}/login`).href;
  const response = await fetch(address, { headers: { cookie: cookie.split(";")[0] ?? "" } });
  expect(response.headers.get("cache-control")).toBe("no-store");
  const token = /<textarea id="token"[^>]*>([^<]+)</.exec(await response.text())?.[1] ?? "";
  const { iat, exp, tenant_id: tenantId } = decodeJwt(token);
  expect([(exp ?? 0) - (iat ?? 0), tenantId]).toEqual([60 * 60, platform.tenants[0]?.id]);
  expect((await post(`${door.baseUrl}/api`, { body: { query: LIST }, token })).status).toBe(200);
  expect(["login", "page", "api"].map((kind) => platform.count(kind as "login"))).toEqual([1, 1, 1]);
  expect(JSON.stringify(platform.requests)).not.toContain(user?.password);
});

test.for(doors)(
  "shows the log-in page again, with everything escaped, where name or password is wrong, $where",
  async ({ open }) => {
    const platform = createPlatform();
    await using door = await open(platform);
    const name = `<script>"'&`;
    const body = new URLSearchParams({ name, password: "guess" });
    const response = await fetch(`${door.baseUrl}/login`, { method: "POST", body, redirect: "manual" });
    const page = await response.text();
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []]);
    expect(page).toContain('value="&lt;script&gt;&quot;&#39;&amp;"');
    expect(page).toContain('role="alert"');
    expect(page).toContain('<form method="post" action="login">');
    expect(page).not.toContain("guess");
    const wrong = new URLSearchParams({ name: platform.users[0]?.name ?? "", password: "guess" });
    expect((await fetch(`${door.baseUrl}/login`, { method: "POST", body: wrong })).status).toBe(401);
    const asJson = await post(`${door.baseUrl}/login`, { body: {} });
    expect([asJson.status, asJson.headers.get("content-type")]).toEqual([415, "text/html; charset=utf-8"]);
  },
);

// Addresses

test.for(doors)(
  "tells an address from the same with a trailing slash, and names what it serves, $where",
  async ({ open }) => {
    const platform = createPlatform();
    await using door = await open(platform);
    const token = await platform.issueAccessToken();
    for (const path of ["/api/", "//api", "/auth/refresh/", "/API", "/apis", "/"]) {
      const response = await post(`${door.baseUrl}${path}`, { body: { query: LIST }, token });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain("POST /api\n  POST /auth/refresh\n  GET /get_auth_token/\n");
    }
    expect((await fetch(`${door.baseUrl}/get_auth_token`)).status).toBe(404);
    const got = await fetch(`${door.baseUrl}/api`);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect([platform.count("api"), platform.count("refresh"), platform.count("other")]).toEqual([0, 0, 8]);
  },
);

test.for(doors)("answers below a base URL that has a path, and nowhere else, $where", async ({ open }) => {
  const platform = createPlatform({ baseUrl: "https://example.com/a.b/" });
  await using door = await open(platform);
  expect(door.baseUrl).toMatch(/\/a\.b$/);
  const sent = { body: { query: LIST }, token: await platform.issueAccessToken() };
  expect((await post(`${door.baseUrl}/api`, sent)).status).toBe(200);
  expect((await platform.fetch(new Request("https://example.com/api", { method: "POST" }))).status).toBe(404);
  expect((await platform.fetch(new Request("https://example.com/aXb/api", { method: "POST" }))).status).toBe(404);
  expect((await platform.fetch(new Request("https://example.com/a.bc", { method: "POST" }))).status).toBe(404);
  expect(platform.count()).toBe(1);
});

// Overrides and reset

test.for(doors)("lets handlers answer before the contract, and counts what they answer, $where", async ({ open }) => {
  const platform = createPlatform();
  await using door = await open(platform);
  const sent = { body: { query: LIST }, token: await platform.issueAccessToken() };
  const url = `${door.baseUrl}/api`;
  platform.override(
    http.post(`${platform.baseUrl}/api`, () => new HttpResponse(null, { status: 503 }), { once: true }),
  );
  platform.override(
    http.post("*/api", async ({ request }) => HttpResponse.json(await request.json(), { status: 429 }), { once: true }),
  );
  const first = await post(url, sent);
  expect([first.status, await first.json()]).toEqual([429, { query: LIST }]);
  expect((await post(url, sent)).status).toBe(503);
  expect((await post(url, sent)).status).toBe(200);
  platform.override(http.post("*/api", () => HttpResponse.error()));
  await expect(post(url, sent)).rejects.toThrow(TypeError);
  await expect(post(url, sent)).rejects.toThrow(TypeError);
  expect(platform.requests.map(({ status }) => status)).toEqual([429, 503, 200, 0, 0]);
  expect(platform.requests[0]).toMatchObject({ operation: "ListIntegrations", tokenGeneration: 1 });
  expect(platform.count("api")).toBe(5);
});

test("is as new after a reset", async () => {
  const platform = createPlatform({ rotation: true });
  await using server = await platform.listen();
  const { refreshToken, requests } = platform;
  const body = { refresh_token: refreshToken };
  const { access_token: token } = await (await post(`${server.baseUrl}/auth/refresh`, { body })).json();
  platform.override(http.post("*/api", () => new HttpResponse(null, { status: 503 })));
  platform.reset();
  expect([platform.count(), requests, platform.refreshToken]).toEqual([0, [], refreshToken]);
  expect((await post(`${server.baseUrl}/api`, { body: { query: LIST }, token })).status).toBe(401);
  expect((await post(`${server.baseUrl}/auth/refresh`, { body })).status).toBe(200);
});

test("keeps the last 10,000 requests and counts them all", async () => {
  const platform = createPlatform();
  for (let sent = 0; sent < 10_002; sent++) await platform.fetch(new Request(`${platform.baseUrl}/${sent}`));
  expect([platform.count(), platform.requests.length, platform.requests[0]?.path]).toEqual([10_002, 10_000, "/2"]);
});

// Answers from any schema

test("makes up the same integrations for the same seed, and others for another", () => {
  const names = (seed: number) => createPlatform({ integrations: 100, seed }).integrations.map(({ name }) => name);
  expect(names(1)).toEqual(names(1));
  expect(names(1)).not.toEqual(names(2));
  expect(new Set(createPlatform({ integrations: 5_000 }).integrations.map(({ id }) => id)).size).toBe(5_000);
});

test("lists the integrations that it is given", async () => {
  const integrations = [{ id: "1", name: "Orders" }];
  expect(await ask({ integrations }, LIST)).toBe('{"data":{"integrations":{"nodes":[{"id":"1","name":"Orders"}]}}}');
});

const ANY_SCHEMA = `
  schema { query: Root mutation: Change }
  scalar DateTime
  scalar UUID
  scalar JSON
  scalar Odd
  enum Colour { RED GREEN BLUE }
  interface Node { id: ID! }
  type Cat implements Node { id: ID! lives: Int! }
  type Dog implements Node { id: ID! tricks: [String!]! }
  union Pet = Cat | Dog
  type Integration implements Node { id: ID! name: String! owner: Owner! }
  type Owner { name: String! since: DateTime! key: UUID! extra: JSON odd: Odd colour: Colour! }
  type Collection { nodes: [Integration!]! total: Int! }
  type Root {
    integrations: Collection! node(id: ID!): Node! pets: [[Pet!]!]! deep: Root! all: [Root!]! flag: Boolean! ratio: Float!
  }
  type Change { integrations(name: String!): Int! }
`;

const EVERYTHING = `{
  integrations { nodes { id name owner { name since key extra odd colour } } total }
  node(id: 1) { __typename id }
  pets { __typename ... on Cat { lives } ... on Dog { tricks } }
  deep { flag ratio deep { ratio } }
}`;

test("answers every field of any schema with a value of its type, the same for the same seed", async () => {
  const text = await ask({ schema: ANY_SCHEMA, integrations: 2 }, EVERYTHING);
  const { data, errors } = JSON.parse(text);
  expect(errors).toBeUndefined();
  expect(data.integrations.nodes.map(({ name }: { name: string }) => name)).toEqual(
    createPlatform({ integrations: 2 }).integrations.map(({ name }) => name),
  );
  const [{ owner }] = data.integrations.nodes;
  expect(Date.parse(owner.since)).not.toBeNaN();
  expect(owner.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(["RED", "GREEN", "BLUE"]).toContain(owner.colour);
  expect(await ask({ schema: ANY_SCHEMA, integrations: 2 }, EVERYTHING)).toBe(text);
  const bySeed = await Promise.all([1, 2].map((seed) => ask({ schema: ANY_SCHEMA, seed }, "{ node(id: 1) { id } }")));
  expect(bySeed[0]).not.toBe(bySeed[1]);
});

test("answers a field alike under any alias, and differently for other arguments", async () => {
  const text = await ask(
    { schema: ANY_SCHEMA },
    "{ a: node(id: 1) { id } b: node(id: 1) { id } c: node(id: 2) { id } }",
  );
  const { a, b, c } = JSON.parse(text).data;
  expect(a).toEqual(b);
  expect(a).not.toEqual(c);
});

test("answers a mutation from the schema, also one that is named like a field of the query", async () => {
  const text = await ask({ schema: ANY_SCHEMA }, 'mutation { integrations(name: "New") }');
  expect(JSON.parse(text)).toEqual({ data: { integrations: expect.any(Number) } });
});

test("keeps answers bounded where lists stand in lists", async () => {
  const query = `{ all ${"{ all ".repeat(29)}{ flag } ${"}".repeat(29)} }`;
  const text = await ask({ schema: ANY_SCHEMA }, query);
  expect(text.match(/"flag"/g)?.length).toBeLessThanOrEqual(27);
});

// Bad input

test.for([
  ["type Query { a: }", 'The schema is not valid at line 1, column 17: Syntax Error: Expected Name, found "}".'],
  ["type Query {\n  a: Foo\n}", 'The schema is not valid at line 2, column 6: Unknown type "Foo".'],
  ["", "The schema is not valid at line 1, column 1: Syntax Error: Unexpected <EOF>."],
  ["type A { a: Int }", "The schema is not valid: Query root type must be provided."],
] as const)("says in one line what is wrong with a schema: %s", ([schema, message]) => {
  expect(() => createPlatform({ schema })).toThrow(message);
});

test("answers from a schema that graphql-js finds fault with, as real ones do", async () => {
  const schema = "type Query implements I { a: Int } interface I { b: Int }";
  expect(JSON.parse(await ask({ schema }, "{ a }"))).toEqual({ data: { a: expect.any(Number) } });
});

test("refuses options that make no sense", () => {
  expect(() => createPlatform({ integrations: -1 })).toThrow("integrations must be a whole number from 0 up");
  expect(() => createPlatform({ integrations: 1.5 })).toThrow(TypeError);
  expect(() => createPlatform({ users: [] })).toThrow("users must hold at least one user");
  expect(() => createPlatform({ users: [{ name: "ada", tenants: [] }] })).toThrow('user "ada" must have at least one');
  expect(() => createPlatform({ users: [{ name: "ada", tenants: [{ id: "1", name: "One" }] }] })).toThrow('tenant "1"');
  for (const baseUrl of ["", "platform", "ftp://example.com", "https://a:b@example.com", "https://example.com/?a"]) {
    expect(() => createPlatform({ baseUrl })).toThrow("baseUrl must look like");
  }
});

// Over a socket

/** Speaks HTTP by hand, and resolves with all that is answered until the other side hangs up. */
function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.setEncoding("utf8").on("data", (part) => {
      answer += part;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

test("listens on loopback only, on a free port, and answers no foreign host", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}`);
  const request = (host: string) => `GET /api HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  for (const host of ["evil.example", `evil.example:${server.port}`, "127.0.0.1", "127.0.0.1:1"]) {
    expect(await speak(server.port, request(host))).toMatch(/^HTTP\/1\.1 403 /);
  }
  expect(platform.count()).toBe(0);
  expect(await speak(server.port, request(`127.0.0.1:${server.port}`))).toMatch(/^HTTP\/1\.1 405 /);
  expect(await speak(server.port, request(`localhost:${server.port}`))).toMatch(/^HTTP\/1\.1 405 /);
  const absolute = request(`127.0.0.1:${server.port}`).replace("/api", "https://evil.example/api");
  expect(await speak(server.port, absolute)).toMatch(/^HTTP\/1\.1 400 /);
  expect(platform.count()).toBe(2);
});

test("tells a client that is too slow with its headers or its body 408", async () => {
  const platform = createPlatform();
  const served = { base: parseBaseUrl(platform.baseUrl), fetch: platform.fetch };
  await using patient = await serve(served, {}, { headersMs: 50, requestMs: 60_000 });
  const begin = (port: number) => `POST /api HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  expect(await speak(patient.port, begin(patient.port))).toMatch(/^HTTP\/1\.1 408 /);
  await using hasty = await serve(served, {}, { headersMs: 50, requestMs: 60 });
  const half = `${begin(hasty.port)}Content-Length: 10\r\n\r\n{`;
  expect(await speak(hasty.port, half)).toMatch(/^HTTP\/1\.1 408 /);
  expect(platform.count()).toBe(0);
});

test("refuses a body without end once it has had enough of it", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const token = await platform.issueAccessToken();
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init: RequestInit & { duplex: "half" } = { method: "POST", headers, body: endless, duplex: "half" };
  const response = await fetch(`${server.baseUrl}/api`, init);
  expect([response.status, platform.count("api")]).toEqual([413, 1]);
});

test("says which port is in use, and what to do", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  await expect(createPlatform().listen({ port: server.port })).rejects.toMatchObject({
    code: "EADDRINUSE",
    message: `Port ${server.port} on 127.0.0.1 is in use: choose another port, or 0 for a free one`,
  });
});

test("closes with connections idle and open, as often as it is told, and frees its port", async () => {
  const platform = createPlatform();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  platform.override(
    http.post("*/api", () => {
      arrive();
      return new Promise<never>(() => {});
    }),
  );
  const { port, baseUrl, close } = await platform.listen();
  await (await fetch(`${baseUrl}/get_auth_token/`)).text();
  const pending = expect(post(`${baseUrl}/api`, { body: {} })).rejects.toThrow(TypeError);
  await arrived;
  await Promise.all([close(), close()]);
  await pending;
  await using again = await platform.listen({ port });
  expect(again.port).toBe(port);
});

test("answers 500, and goes on, where an override throws", async () => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const broken = () => {
    throw new Error("broken on purpose");
  };
  platform.override(http.post("*/api", broken, { once: true }));
  const response = await post(`${server.baseUrl}/api`, { body: {} });
  expect([response.status, await response.text()]).toEqual([500, "The platform failed to answer.\n"]);
  expect((await post(`${server.baseUrl}/api`, { body: {} })).status).toBe(401);
});

// Where it runs

test("needs Node in one file only, which is loaded when it listens", () => {
  const sources = readdirSync("src/testing", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const text = (name: string) => readFileSync(`src/testing/${name}`, "utf8");
  expect(sources.filter((name) => /from "(?:node:|srvx|msw\/node)/.test(text(name)))).toEqual(["server.ts"]);
  expect(sources.filter((name) => /^import \{.*from "\.\/server/m.test(text(name)))).toEqual([]);
  expect(text("create-platform.ts")).toContain('await import("./server.ts")');
});
