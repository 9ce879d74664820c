/** Documented behavior of the API, the refresh request and access tokens, checked with the client. */

import { expect } from "vitest";
import { accessToken, createClient } from "../../src/index.ts";
import { ListIntegrationsDocument } from "../fixtures/platform/generated/operations.ts";
import { contractTest } from "../support/contract-test.ts";
import { rejection } from "../support/wire.ts";

const MINUTE = 60 * 1000;

contractTest(
  "sends the refresh token before the first request, which has a bearer token and the member query only",
  async ({ platform, connect, counts }) => {
    const client = connect();
    expect(platform.count()).toBe(0);
    await client.execute(ListIntegrationsDocument);
    const [refresh, request] = platform.requests;
    const sent = { method: "POST", status: 200, headers: { "content-type": "application/json" } };
    expect(refresh).toMatchObject({ ...sent, kind: "refresh", path: "/auth/refresh" });
    expect(refresh?.headers).not.toHaveProperty("authorization");
    expect(refresh?.body).toEqual({ refresh_token: platform.refreshToken });
    const tenantId = platform.tenants[0]?.id;
    expect(request).toMatchObject({ ...sent, kind: "api", path: "/api", tokenGeneration: 1, tenantId });
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

contractTest("gets an access token for the tenant in the options", async ({ platform, connect, counts }) => {
  const tenantId = platform.tenants[1]?.id;
  await connect({ tenantId }).execute(ListIntegrationsDocument);
  expect(platform.requests.at(0)?.body).toEqual({
    refresh_token: platform.refreshToken,
    tenant_id: tenantId,
  });
  expect(platform.requests.at(-1)).toMatchObject({ kind: "api", tenantId });
  expect(counts()).toBe("1A 1R");
});

for (const [what, credentials, status] of [
  ["for an unknown tenant", { tenantId: "00000000-0000-4000-8000-000000000000" }, 400],
  ["with an invalid refresh token", { refreshToken: "unknown" }, 401],
] as const) {
  contractTest(`sends one refresh request ${what}`, async ({ connect, counts }) => {
    const client = connect(credentials);
    for (const _ of [1, 2]) {
      const error = await rejection(client.execute(ListIntegrationsDocument));
      expect(error).toMatchObject({ code: "REFRESH_REJECTED", status });
    }
    expect(counts()).toBe("0A 1R");
  });
}

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

contractTest(
  "uses an access token from the token page without a refresh request",
  async ({ baseUrl, counts }) => {
    const page = await (await fetch(`${baseUrl}/get_auth_token/`)).text();
    const token = page.match(/[\w-]+\.[\w-]+\.[\w-]+(?=<)/)?.[0] ?? "";
    const client = createClient({ baseUrl, auth: accessToken(token) });
    expect((await client.execute(ListIntegrationsDocument)).integrations.nodes).toHaveLength(3);
    expect(counts()).toBe("1A 0R");
  },
);

contractTest(
  "sends the same access token for its lifetime of 7 days",
  async ({ platform, connect, counts }) => {
    const expiries: number[] = [];
    const startedAt = Date.now();
    const client = connect(
      {},
      { hooks: { didRefresh: ({ expiresAt }) => void expiries.push(expiresAt - startedAt) } },
    );
    for (let call = 0; call < 3; call++) await client.execute(ListIntegrationsDocument);
    expect(expiries.map((ms) => Math.round(ms / MINUTE))).toEqual([7 * 24 * 60]);
    const requests = platform.requests.filter(({ kind }) => kind === "api");
    expect(requests.map(({ tokenGeneration, status }) => [tokenGeneration, status])).toEqual(
      Array(3).fill([1, 200]),
    );
    expect(counts()).toBe("3A 1R");
  },
);
