import { accessToken, createClient } from "@integration-platform/graphql";
import { createPlatform } from "@integration-platform/graphql/testing";
import { QueryClient } from "@tanstack/query-core";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { explain, integrationsQuery } from "../src/integrations.ts";

/** A platform in this process, until the end of the test, and its query. */
async function connect() {
  const platform = createPlatform({ integrations: [{ id: "1", name: "Orders" }] });
  const server = setupServer(...platform.handlers);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  const auth = accessToken(await platform.issueAccessToken());
  return { platform, query: integrationsQuery(createClient({ baseUrl: platform.baseUrl, auth })) };
}

test("two readers share a request, and later ones are answered from the cache", async () => {
  const { platform, query } = await connect();
  const queries = new QueryClient();
  const readers = await Promise.all([queries.fetchQuery(query), queries.fetchQuery(query)]);
  expect(readers).toEqual([[{ id: "1", name: "Orders" }], [{ id: "1", name: "Orders" }]]);
  await queries.fetchQuery(query);
  expect(platform.count("api"), platform.describe()).toBe(1);
});

test("says that a token has expired", async () => {
  const { platform, query } = await connect();
  platform.revokeAccessTokens();
  const error = await new QueryClient().fetchQuery(query).catch((reason: unknown) => reason);
  expect(explain(error)).toBe("Your token has expired: get a new one.");
});
