/** Delays that do not end by themselves end with `reset()` and with the platform. */

import { expect, test } from "vitest";
import { LIST, openPlatform, postApi, postInit, requestRefresh } from "./support/requests.ts";

const HOUR_MS = 3_600_000;

test.for([Number.POSITIVE_INFINITY, HOUR_MS])(
  "a response that waits %s ms is sent after a reset",
  async (delayMs) => {
    const platform = openPlatform();
    const answer = platform.answer(LIST, {}, { delayMs });
    const token = await platform.issueAccessToken();
    const waiting = postApi(platform, { body: { query: LIST }, token });
    while (answer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // The other request is answered first.
    platform.answer(LIST, {});
    expect((await postApi(platform, { body: { query: LIST }, token })).status).toBe(200);
    expect(platform.requests.map(({ status }) => status)).toEqual([undefined, 200]);
    platform.reset();
    expect((await waiting).status).toBe(200);
  },
);

test("a request that is aborted before it arrives does not wait", async () => {
  const platform = openPlatform({ latencyMs: Number.POSITIVE_INFINITY });
  const request = new Request(platform.baseUrl, { signal: AbortSignal.abort() });
  expect((await platform.fetch(request)).status).toBe(404);
});

test("a delay ends when the request is aborted", async () => {
  const platform = openPlatform();
  platform.answer(LIST, {}, { delayMs: Number.POSITIVE_INFINITY });
  platform.use("slow-refresh", { delayMs: HOUR_MS });
  const caller = new AbortController();
  const send = (path: string, request: object, token?: string) => {
    const init = { ...postInit({ body: request, ...(token && { token }) }), signal: caller.signal };
    return platform.fetch(new Request(`${platform.baseUrl}${path}`, init));
  };
  const waiting = [
    send("/api", { query: LIST }, await platform.issueAccessToken()),
    send("/auth/refresh", { refresh_token: platform.refreshToken }),
  ];
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(platform.requests.map(({ status }) => status)).toEqual([undefined, undefined]);
  caller.abort();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
});

test("latency and slow refreshes end with the platform", async () => {
  const platform = openPlatform({ latencyMs: Number.POSITIVE_INFINITY });
  platform.use("slow-refresh", { delayMs: HOUR_MS });
  const waiting = requestRefresh(platform);
  while (platform.count("refresh") === 0) await new Promise((resolve) => setImmediate(resolve));
  platform.unuse();
  const latent = requestRefresh(platform);
  const end = async (): Promise<void> => {
    await platform[Symbol.asyncDispose]();
    // Each response waits for the latency after its scenario.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const statuses = Promise.all([waiting, latent]).then((all) => all.map(({ status }) => status));
  let ended: readonly number[] | undefined;
  void statuses.then((all) => {
    ended = all;
  });
  while (!ended) await end();
  expect(ended).toEqual([200, 200]);
});

test("a request over HTTP that waits is answered when the platform is reset, or its connection is closed", async () => {
  await using platform = openPlatform();
  const { baseUrl, close } = await platform.listen();
  platform.answer(LIST, {}, { delayMs: Number.POSITIVE_INFINITY });
  const token = await platform.issueAccessToken();
  const send = () => fetch(`${baseUrl}/api`, postInit({ body: { query: LIST }, token }));
  const first = send();
  while (platform.count("api") < 1) await new Promise((resolve) => setImmediate(resolve));
  platform.reset();
  expect((await first).status).toBe(200);
  platform.answer(LIST, {}, { delayMs: Number.POSITIVE_INFINITY });
  const second = send();
  while (platform.count("api") < 1) await new Promise((resolve) => setImmediate(resolve));
  await close();
  await expect(second).rejects.toThrow("fetch failed");
});
