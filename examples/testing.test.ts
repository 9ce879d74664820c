import { createClient, refreshToken } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { createPlatform } from "@integration-platform/graphql-testing";
import { expect, test } from "vitest";

/** The code under test: yours. */
async function listNames(baseUrl: string, token: string): Promise<string[]> {
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: token }) });
  const { integrations } = await client.execute(ListIntegrationsDocument);
  return integrations.nodes.map(({ name }) => name);
}

test("lists the names of integrations, also when the access token has expired", async () => {
  await using platform = createPlatform({ scenario: "expired-token" });
  platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ name: "Orders" }, { name: "Invoices" }] } });
  const { baseUrl } = await platform.listen();
  expect(await listNames(baseUrl, platform.refreshToken)).toEqual(["Orders", "Invoices"]);
  expect(platform.count("refresh"), platform.describe()).toBe(2);
});
