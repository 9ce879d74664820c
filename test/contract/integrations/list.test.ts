import { expect } from "vitest";
import { ListIntegrationsDocument } from "../../../src/generated/operations.ts";
import { contractTest } from "../../support/doors.ts";

contractTest(
  "ListIntegrations gives the id and the name of each integration",
  async ({ platform, connect, counts }) => {
    const { integrations } = await connect().execute(ListIntegrationsDocument);
    expect(integrations.nodes).toEqual(platform.integrations);
    expect(integrations.nodes).toHaveLength(3);
    expect(counts()).toBe("1A 1R");
  },
);

contractTest("ListIntegrations sends its query alone, as the specification shows it", async ({ platform, connect }) => {
  await connect().execute(ListIntegrationsDocument);
  const [request] = platform.requests.filter(({ kind }) => kind === "api");
  expect(request).toMatchObject({ method: "POST", operation: "ListIntegrations", status: 200 });
  expect(request?.body).toEqual({ query: ListIntegrationsDocument.text });
});

contractTest(
  "ListIntegrations gives an empty list where there are no integrations",
  async ({ connect }) => {
    expect(await connect().execute(ListIntegrationsDocument)).toEqual({ integrations: { nodes: [] } });
  },
  { integrations: [] },
);
