/** The handlers for MSW leave the request to MSW: its events, clones and pass-through work. */

import { http, passthrough } from "msw";
import { setupServer } from "msw/node";
import { afterEach, expect, test } from "vitest";
import { schemaSDL as schema } from "../../../test/fixtures/platform/generated/schema.ts";
import { createPlatform, type Platform } from "../src/index.ts";
import { LIST, postInit } from "./support/requests.ts";

const server = setupServer();
afterEach(() => {
  server.close();
  server.events.removeAllListeners();
  server.resetHandlers();
});

async function send(platform: Platform, query = LIST): Promise<number> {
  const token = await platform.issueAccessToken();
  return (await fetch(`${platform.baseUrl}/api`, postInit({ body: { query }, token }))).status;
}

test.for(["request:start", "request:match", "request:end", "response:mocked"] as const)(
  "a listener of %s reads the body of the request",
  async (event) => {
    const platform = createPlatform({ schema });
    server.use(...platform.handlers);
    server.listen();
    const bodies: Promise<string>[] = [];
    server.events.on(event, ({ request }: { request: Request }) => {
      bodies.push(request.clone().text());
    });
    expect(await send(platform)).toBe(200);
    expect(await Promise.all(bodies)).toEqual([JSON.stringify({ query: LIST })]);
  },
);

test("a handler before those of the platform passes a request through, with its body", async () => {
  await using platform = createPlatform({ schema });
  await using other = createPlatform({ schema });
  const { baseUrl } = await other.listen();
  server.use(
    http.all(`${baseUrl}/*`, () => passthrough()),
    ...platform.handlers,
  );
  server.listen();
  const token = await other.issueAccessToken();
  expect((await fetch(`${baseUrl}/api`, postInit({ body: { query: LIST }, token }))).status).toBe(200);
  expect([platform.count(), other.count()]).toEqual([0, 1]);
});

test("an override passes a request through, with its body", async () => {
  await using other = createPlatform({ schema });
  const { baseUrl } = await other.listen();
  const platform = createPlatform({ schema, baseUrl });
  platform.override(http.all("*", () => passthrough()));
  server.use(...platform.handlers);
  server.listen();
  const token = await other.issueAccessToken();
  const response = await fetch(`${baseUrl}/api`, postInit({ body: { query: LIST }, token }));
  expect([response.status, platform.count(), other.count()]).toEqual([200, 1, 1]);
});

test("concurrent tests in boundaries have platforms of their own", async () => {
  server.listen();
  const run = server.boundary(async (name: string) => {
    const platform = createPlatform({ schema, data: { Integration: [{ name }] } });
    server.use(...platform.handlers);
    const token = await platform.issueAccessToken();
    const query = "{ integrations { nodes { name } } }";
    const response = await fetch(`${platform.baseUrl}/api`, postInit({ body: { query }, token }));
    return [(await response.json()).data.integrations.nodes, platform.count()];
  });
  expect(await Promise.all(["a", "b"].map((name) => run(name)))).toEqual([
    [[{ name: "a" }], 1],
    [[{ name: "b" }], 1],
  ]);
});
