/** Cross-origin requests: which pages can call the platform, and which responses they can read. */

import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";
import { LIST, openPlatform, postInit } from "./support/requests.ts";

const LOOPBACK = ["http://localhost:3000", "http://127.0.0.1:5173", "https://localhost", "http://[::1]:8080"];
const FOREIGN = [
  "https://evil.example",
  "null",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example:3000",
  "http://evil-localhost",
  "file://",
  "http://127.0.0.2",
  "http://localhost:3000/",
  "http://localhost:x",
];

/** The preflight request that a browser sends for a page. */
function preflight(origin: string): RequestInit {
  const headers = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,x-trace",
  };
  return { method: "OPTIONS", headers };
}

function post(origin: string, body: object, token?: string): RequestInit {
  return postInit({ body, headers: { origin }, ...(token !== undefined && { token }) });
}

const allowedOriginOf = ({ headers }: Response) => headers.get("access-control-allow-origin");

test.for(LOOPBACK)("lets a page of %s call the API and refresh tokens", async (origin) => {
  await using platform = openPlatform();
  const { baseUrl } = await platform.listen();
  for (const path of ["/api", "/auth/refresh"]) {
    const response = await fetch(`${baseUrl}${path}`, preflight(origin));
    expect([response.status, allowedOriginOf(response)]).toEqual([204, origin]);
    expect(response.headers.get("access-control-allow-headers")).toBe("authorization,content-type,x-trace");
    expect(response.headers.get("access-control-allow-methods")).toBe("POST");
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
  }
  const refreshed = await fetch(
    `${baseUrl}/auth/refresh`,
    post(origin, { refresh_token: platform.refreshToken }),
  );
  expect([refreshed.status, allowedOriginOf(refreshed), refreshed.headers.get("vary")]).toEqual([
    200,
    origin,
    "origin",
  ]);
  const { access_token: token } = await refreshed.json();
  const listed = await fetch(`${baseUrl}/api`, post(origin, { query: LIST }, token));
  expect([listed.status, allowedOriginOf(listed)]).toEqual([200, origin]);
  const rejected = await fetch(`${baseUrl}/api`, post(origin, {}));
  expect([rejected.status, allowedOriginOf(rejected)]).toEqual([401, origin]);
  const counts = (["api", "refresh", "preflight", "other"] as const).map((kind) => platform.count(kind));
  expect(counts).toEqual([2, 1, 2, 0]);
});

test.for(FOREIGN)("rejects all requests of a page of %s", async (origin) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const token = await platform.issueAccessToken();
  const responses = await Promise.all([
    fetch(`${baseUrl}/api`, preflight(origin)),
    fetch(`${baseUrl}/api`, post(origin, { query: "{ __typename }" }, token)),
    fetch(`${baseUrl}/auth/refresh`, post(origin, { refresh_token: platform.refreshToken })),
    fetch(`${baseUrl}/get_auth_token/`, { headers: { origin } }),
    fetch(`${baseUrl}/elsewhere`, { headers: { origin } }),
  ]);
  expect(responses.map((response) => [response.status, allowedOriginOf(response)])).toEqual(
    Array(5).fill([403, null]),
  );
  expect(await responses[1]?.text()).toBe("The local platform only responds to pages on loopback.\n");
  expect([platform.count(), platform.count("other")]).toEqual([5, 5]);
});

test("responds to an editor that is an extension or a desktop app", async () => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const token = await platform.issueAccessToken();
  for (const origin of ["chrome-extension://abcdef", "moz-extension://abcdef", "altair://altair"]) {
    const response = await fetch(`${baseUrl}/api`, post(origin, { query: "{ __typename }" }, token));
    expect([response.status, allowedOriginOf(response)]).toEqual([200, origin]);
  }
});

test("does not let other origins read the token page", async () => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const headers = { origin: "http://localhost:3000" };
  const page = await fetch(`${baseUrl}/get_auth_token/`, { headers });
  expect([page.status, allowedOriginOf(page)]).toEqual([200, null]);
  expect(page.headers.get("cross-origin-resource-policy")).toBe("same-origin");
  const response = await fetch(`${baseUrl}/get_auth_token/`, preflight("http://localhost:3000"));
  expect([response.status, allowedOriginOf(response)]).toEqual([405, null]);
});

test("lets a page read responses of scenarios and overrides, with Retry-After", async () => {
  await using platform = createPlatform({ scenario: "rate-limited" });
  const { baseUrl } = await platform.listen();
  const [origin = ""] = LOOPBACK;
  const limited = await fetch(`${baseUrl}/api`, post(origin, {}));
  expect([limited.status, allowedOriginOf(limited)]).toEqual([429, origin]);
  expect(limited.headers.get("access-control-expose-headers")).toBe("retry-after");
  platform.override(
    http.post("*/api", () =>
      HttpResponse.json({}, { status: 418, statusText: "Teapot", headers: { vary: "accept" } }),
    ),
  );
  const overridden = await fetch(`${baseUrl}/api`, post(origin, {}));
  expect([overridden.status, overridden.statusText]).toEqual([418, "Teapot"]);
  expect([allowedOriginOf(overridden), overridden.headers.get("vary")]).toEqual([origin, "accept, origin"]);
  platform.override(http.post("*/api", () => HttpResponse.error()));
  await expect(fetch(`${baseUrl}/api`, post(origin, {}))).rejects.toThrow(TypeError);
});

test("responds to pages of any origin in-process", async () => {
  const platform = createPlatform();
  const origin = "https://app.example.com";
  const send = (init: RequestInit) => platform.fetch(new Request(`${platform.baseUrl}/api`, init));
  const readable = {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "retry-after",
    vary: "origin",
  };
  const allowed = { ...readable, "access-control-allow-methods": "POST", "access-control-max-age": "600" };
  const { headers, ...init } = preflight(origin);
  const { "access-control-request-headers": names, ...withoutNames } = headers as Record<string, string>;
  for (const [sent, text] of [
    [headers, names],
    [withoutNames, ""],
  ] as const) {
    const response = await send({ ...init, headers: sent ?? {} });
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      204,
      { ...allowed, "access-control-allow-headers": text },
    ]);
  }
  const token = await platform.issueAccessToken();
  const listed = await send(post(origin, { query: "{ __typename }" }, token));
  expect([listed.status, Object.fromEntries(listed.headers)]).toEqual([
    200,
    { ...readable, "content-type": "application/json" },
  ]);
  expect(await listed.json()).toEqual({ data: { __typename: "Query" } });
  const elsewhere = await platform.fetch(new Request(`${platform.baseUrl}/elsewhere`, preflight(origin)));
  expect([elsewhere.status, allowedOriginOf(elsewhere)]).toEqual([404, null]);
});

test("responds with 405 to an OPTIONS request that is not a preflight", async () => {
  const platform = createPlatform();
  for (const headers of [{}, { origin: "http://localhost" }, { "access-control-request-method": "POST" }]) {
    const request = new Request(`${platform.baseUrl}/api`, { method: "OPTIONS", headers });
    const response = await platform.fetch(request);
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  }
  expect(platform.count("other")).toBe(3);
});
