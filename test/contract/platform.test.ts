/** Documented behavior of the API, the token exchange and access tokens, checked with the client. */

import { expect } from "vitest";
import { accessToken } from "../../src/auth/access-token.ts";
import { createClient } from "../../src/client.ts";
import { ListIntegrationsDocument } from "../fixtures/platform/generated/operations.ts";
import { contractTest } from "../support/contract-test.ts";
import { rejection } from "../support/wire.ts";

const DAY = 24 * 60 * 60 * 1000;

contractTest(
  "sends an operation without variables as POST /api, with a bearer token and the member query only",
  async ({ platform, connect, counts }) => {
    await connect().execute(ListIntegrationsDocument);
    const request = platform.requests.at(-1);
    expect(request).toMatchObject({ kind: "api", method: "POST", path: "/api", tokenGeneration: 1, status: 200 });
    expect(request?.headers).toMatchObject({ "content-type": "application/json" });
    expect(request?.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(request?.body).toEqual({ query: ListIntegrationsDocument.text });
    expect(counts()).toBe("1A 1R");
  },
);

contractTest(
  "appends the paths to a base URL that has a path",
  async ({ platform, connect, counts }) => {
    await connect().execute(ListIntegrationsDocument);
    expect(platform.requests.map(({ path }) => path)).toEqual(["/auth/refresh", "/api"]);
    expect(counts()).toBe("1A 1R");
  },
  { baseUrl: "https://platform.example.com/region/eu" },
);

contractTest(
  "exchanges the refresh token with POST /auth/refresh, without an Authorization header",
  async ({ platform, connect }) => {
    await connect().execute(ListIntegrationsDocument);
    const request = platform.requests.at(0);
    expect(request).toMatchObject({ kind: "refresh", method: "POST", path: "/auth/refresh", status: 200 });
    expect(request?.headers).toMatchObject({ "content-type": "application/json" });
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(request?.body).toEqual({ refresh_token: platform.refreshToken });
  },
);

contractTest("gets an access token for the tenant in the options", async ({ platform, connect, counts }) => {
  const tenantId = platform.tenants[1]?.id;
  await connect({ tenantId }).execute(ListIntegrationsDocument);
  expect(platform.requests.at(0)?.body).toEqual({ refresh_token: platform.refreshToken, tenant_id: tenantId });
  expect(platform.requests.at(-1)).toMatchObject({ kind: "api", tenantId });
  expect(counts()).toBe("1A 1R");
});

contractTest(
  "gets an access token for the platform's default tenant without a tenant",
  async ({ platform, connect }) => {
    await connect().execute(ListIntegrationsDocument);
    expect(platform.requests.at(-1)?.tenantId).toBe(platform.tenants[0]?.id);
  },
);

contractTest("sends one exchange for an unknown tenant", async ({ connect, counts }) => {
  const client = connect({ tenantId: "00000000-0000-4000-8000-000000000000" });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(counts()).toBe("0A 1R");
});

contractTest("sends one exchange with an invalid refresh token", async ({ connect, counts }) => {
  const client = connect({ refreshToken: "unknown" });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({
    code: "REFRESH_REJECTED",
    status: 401,
  });
  expect(counts()).toBe("0A 1R");
});

contractTest(
  "uses each refresh token once if the platform rotates them",
  async ({ platform, connect, counts }) => {
    const client = connect();
    await client.execute(ListIntegrationsDocument);
    platform.revokeAccessTokens();
    await client.execute(ListIntegrationsDocument);
    platform.revokeAccessTokens();
    await client.execute(ListIntegrationsDocument);
    const sent = platform.requests.filter(({ kind }) => kind === "refresh").map(({ body }) => body);
    expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(3);
    expect(counts()).toBe("5A 3R");
  },
  { rotation: true },
);

contractTest("uses an access token from the token page without an exchange", async ({ platform, baseUrl, counts }) => {
  const [user] = platform.users;
  const login = await fetch(`${baseUrl}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ name: user?.name ?? "", password: user?.password ?? "" }),
  });
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await (await fetch(`${baseUrl}/get_auth_token/`, { headers: { cookie } })).text();
  const token = page.match(/[\w-]+\.[\w-]+\.[\w-]+(?=<)/)?.[0] ?? "";
  const client = createClient({ baseUrl, auth: accessToken(token) });
  expect((await client.execute(ListIntegrationsDocument)).integrations.nodes).toHaveLength(3);
  expect(counts()).toBe("1A 0R");
});

contractTest("sends the same access token with every request", async ({ platform, connect, counts }) => {
  const client = connect();
  for (let call = 0; call < 3; call++) await client.execute(ListIntegrationsDocument);
  const requests = platform.requests.filter(({ kind }) => kind === "api");
  expect(requests.map(({ tokenGeneration, status }) => [tokenGeneration, status])).toEqual(Array(3).fill([1, 200]));
  expect(counts()).toBe("3A 1R");
});

contractTest(
  "refreshes a revoked token once for five concurrent calls, and replays each call once",
  async ({ platform, connect, counts }) => {
    const client = connect();
    await client.execute(ListIntegrationsDocument);
    platform.revokeAccessTokens();
    await Promise.all(Array.from({ length: 5 }, () => client.execute(ListIntegrationsDocument)));
    expect(counts()).toBe("11A 2R");
  },
);

contractTest("sends one request with an expired static access token", async ({ platform, baseUrl, counts }) => {
  const token = await platform.issueAccessToken({ expiresInMs: -1000 });
  const client = createClient({ baseUrl, auth: accessToken(token) });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({
    code: "UNAUTHENTICATED",
    status: 401,
  });
  expect(counts()).toBe("1A 0R");
});

contractTest("reads the lifetime of 7 days from the access token", async ({ platform, connect, counts }) => {
  let lifetime = 0;
  const startedAt = Date.now();
  const didRefresh = ({ expiresAt }: { expiresAt: number }) => {
    lifetime = expiresAt - startedAt;
  };
  await connect({}, { hooks: { didRefresh } }).execute(ListIntegrationsDocument);
  expect(Math.abs(lifetime - 7 * DAY)).toBeLessThan(60_000);
  expect(platform.count("refresh")).toBe(1);
  expect(counts()).toBe("1A 1R");
});

contractTest("exchanges the refresh token before the first request", async ({ platform, connect, counts }) => {
  const client = connect();
  expect(platform.count()).toBe(0);
  await client.execute(ListIntegrationsDocument);
  expect(platform.requests.map(({ kind }) => kind)).toEqual(["refresh", "api"]);
  expect(counts()).toBe("1A 1R");
});
