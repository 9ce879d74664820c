/** Executes every operation of the package against the simulated platform. */

import { readFile } from "node:fs/promises";
import { createClient, refreshToken, type TypedDocumentString } from "@integration-platform/graphql";
import * as operations from "@integration-platform/graphql/operations";
import { schemaSDL } from "@integration-platform/graphql/schema";
import { contractCases, createPlatform } from "@integration-platform/graphql-testing";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";

// Other clients send subscriptions, and operations with `@defer` and `@stream`.
const documents = (Object.values(operations) as readonly TypedDocumentString[]).filter(({ kind }) =>
  ["query", "mutation"].includes(kind),
);
// Variables by the schema of the generated code: the required ones, with the first value of each enum, and
// then all of them, with the last value.
const cases = contractCases(schemaSDL, documents);
// The platform has the pulled schema, so that the tests fail after `schema pull`, before codegen.
const schema = await readFile("schema/schema.graphql", "utf8");

test("there is a case for each operation", () => {
  expect(new Set(cases.map(({ document }) => document))).toEqual(new Set(documents));
});

// Without nulls, and with null for each leaf value that can be null.
const platforms = (["never", "always"] as const).map((nulls) => {
  return createPlatform({ baseUrl: `https://nulls-${nulls}.example.com`, schema, nulls });
});
const server = setupServer(...platforms.flatMap(({ handlers }) => handlers));
beforeAll(() => server.listen());
afterAll(() => server.close());

for (const platform of platforms) {
  const { baseUrl } = platform;
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });

  test.for(cases)(`executes $title, ${baseUrl}`, async ({ document, variables }) => {
    platform.answer(document); // with generated data, so that no rules are needed
    const data = await client.execute(document, variables as never);
    expect(Object.keys(data as object)).not.toEqual([]);
    expect(platform.requests.at(-1)).toMatchObject({ operation: document.name, status: 200 });
  });
}
