/** Sections 4 and 5 of the platform's specification, row by row, as the client keeps them. */

import { expect } from "vitest";
import { accessToken } from "../../src/auth/access-token.ts";
import { createClient } from "../../src/client.ts";
import { ListIntegrationsDocument } from "../../src/generated/operations.ts";
import { contractTest } from "../support/doors.ts";
import { rejection } from "../support/wire.ts";

const DAY = 24 * 60 * 60 * 1000;

contractTest(
  "4.1: POST {base}/api with a bearer token, JSON and one member, query",
  async ({ platform, connect, counts }) => {
    await connect().execute(ListIntegrationsDocument);
    const request = platform.requests.at(-1);
    expect(request).toMatchObject({ kind: "api", method: "POST", path: "/api", tokenGeneration: 1, status: 200 });
    expect(request?.headers).toMatchObject({ "content-type": "application/json" });
    expect(request?.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Object.keys(request?.body as object)).toEqual(["query"]);
    expect(counts()).toBe("1A 1R");
  },
);

contractTest(
  "4.1: the path is joined to a base URL that has one, too",
  async ({ platform, connect, counts }) => {
    await connect().execute(ListIntegrationsDocument);
    expect(platform.requests.map(({ path }) => path)).toEqual(["/auth/refresh", "/api"]);
    expect(counts()).toBe("1A 1R");
  },
  { baseUrl: "https://platform.example.com/region/eu" },
);

contractTest(
  "4.2: the exchange is POST {base}/auth/refresh, JSON, without an Authorization header",
  async ({ platform, connect }) => {
    await connect().execute(ListIntegrationsDocument);
    const request = platform.requests.at(0);
    expect(request).toMatchObject({ kind: "refresh", method: "POST", path: "/auth/refresh", status: 200 });
    expect(request?.headers).toMatchObject({ "content-type": "application/json" });
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(request?.body).toEqual({ refresh_token: platform.refreshToken });
  },
);

contractTest(
  "4.2, rule 1: the token is issued for the tenant that was given",
  async ({ platform, connect, counts }) => {
    const tenantId = platform.tenants[1]?.id;
    await connect({ tenantId }).execute(ListIntegrationsDocument);
    expect(platform.requests.at(0)?.body).toEqual({ refresh_token: platform.refreshToken, tenant_id: tenantId });
    expect(platform.requests.at(-1)).toMatchObject({ kind: "api", tenantId });
    expect(counts()).toBe("1A 1R");
  },
);

contractTest("4.2, rule 2: without a tenant the platform chooses", async ({ platform, connect }) => {
  await connect().execute(ListIntegrationsDocument);
  expect(platform.requests.at(-1)?.tenantId).toBe(platform.tenants[0]?.id);
});

contractTest("4.2: a tenant that the user does not have is refused, once", async ({ connect, counts }) => {
  const client = connect({ tenantId: "00000000-0000-4000-8000-000000000000" });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({ code: "REFRESH_REJECTED" });
  expect(counts()).toBe("0A 1R");
});

contractTest("4.2: an unknown refresh token is refused, once", async ({ connect, counts }) => {
  const client = connect({ refreshToken: "unknown" });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({
    code: "REFRESH_REJECTED",
    status: 401,
  });
  expect(counts()).toBe("0A 1R");
});

contractTest(
  "4.2: where the platform rotates refresh tokens, each is used once",
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

contractTest(
  "4.3, 5.3: a token from the short-lived token page is accepted as it is",
  async ({ platform, baseUrl, counts }) => {
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
  },
);

contractTest(
  "5.1: every request to the query endpoint carries the bearer token",
  async ({ platform, connect, counts }) => {
    const client = connect();
    for (let call = 0; call < 3; call++) await client.execute(ListIntegrationsDocument);
    const requests = platform.requests.filter(({ kind }) => kind === "api");
    expect(requests.map(({ tokenGeneration, status }) => [tokenGeneration, status])).toEqual(Array(3).fill([1, 200]));
    expect(counts()).toBe("3A 1R");
  },
);

contractTest(
  "5.1: a revoked token is renewed once for all, and each call replayed once",
  async ({ platform, connect, counts }) => {
    const client = connect();
    await client.execute(ListIntegrationsDocument);
    platform.revokeAccessTokens();
    await Promise.all(Array.from({ length: 5 }, () => client.execute(ListIntegrationsDocument)));
    expect(counts()).toBe("11A 2R");
  },
);

contractTest("5.1: a static token that has expired is refused, once", async ({ platform, baseUrl, counts }) => {
  const token = await platform.issueAccessToken({ expiresInMs: -1000 });
  const client = createClient({ baseUrl, auth: accessToken(token) });
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({
    code: "UNAUTHENTICATED",
    status: 401,
  });
  expect(counts()).toBe("1A 0R");
});

contractTest("5.2, 5.6: the exchange gives a JWT that is valid for 7 days", async ({ platform, connect, counts }) => {
  let life = 0;
  const startedAt = Date.now();
  const didRefresh = ({ expiresAt }: { expiresAt: number }) => {
    life = expiresAt - startedAt;
  };
  await connect({}, { hooks: { didRefresh } }).execute(ListIntegrationsDocument);
  expect(Math.abs(life - 7 * DAY)).toBeLessThan(60_000);
  expect(platform.count("refresh")).toBe(1);
  expect(counts()).toBe("1A 1R");
});

contractTest(
  "5.5: a client performs the exchange on its own, before its first request",
  async ({ platform, connect, counts }) => {
    const client = connect();
    expect(platform.count()).toBe(0);
    await client.execute(ListIntegrationsDocument);
    expect(platform.requests.map(({ kind }) => kind)).toEqual(["refresh", "api"]);
    expect(counts()).toBe("1A 1R");
  },
);
