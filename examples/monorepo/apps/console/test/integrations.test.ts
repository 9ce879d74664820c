import { createPlatform } from "@integration-platform/graphql/testing";
import { expect, test } from "vitest";
import { connect, listNames } from "../src/integrations.ts";

test("lists names, the second time from the cache", async () => {
  await using platform = createPlatform({ integrations: [{ id: "1", name: "Orders" }] });
  const { baseUrl } = await platform.listen();
  const client = connect({ baseUrl, accessToken: await platform.issueAccessToken() });
  expect(await listNames(client)).toEqual(["Orders"]);
  expect(await listNames(client)).toEqual(["Orders"]);
  expect(platform.count("api"), platform.describe()).toBe(1);
});

test("throws what the platform refuses", async () => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  await expect(listNames(connect({ baseUrl, accessToken: "unknown" }))).rejects.toThrow("401");
});
