import { type Client, createClient, refreshToken } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { createPlatform } from "@integration-platform/graphql-testing";
import { expect, test } from "vitest";

/** The code under test: yours. */
async function listNames(client: Client): Promise<string[]> {
  const { integrations } = await client.execute(ListIntegrationsDocument);
  return integrations.nodes.map(({ name }) => name);
}

test("lists the names of integrations, even after the access token has expired", async () => {
  await using platform = createPlatform({
    data: { Integration: [{ name: "Orders" }, { name: "Invoices" }] },
  });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  expect(await listNames(client)).toEqual(["Orders", "Invoices"]);

  platform.use("expired-token");
  expect(await listNames(client)).toEqual(["Orders", "Invoices"]);
  expect(platform.count("refresh"), platform.describe()).toBe(2);
});
