/**
 * Runs the suite against the platforms that the environment names, and one operation through MSW if there is
 * an msw.
 */

import process from "node:process";
import { createClient, refreshToken } from "@integration-platform/graphql";
import { ListRowsDocument } from "./generated/operations.ts";
import { runSuite } from "./suite.ts";

const results = await runSuite(JSON.parse(process.env.TARGETS ?? ""));

if (process.argv.includes("--msw")) {
  const { createPlatform } = await import("@integration-platform/graphql-testing");
  const { setupServer } = await import("msw/node");
  const { readFile } = await import("node:fs/promises");
  const platform = createPlatform({ schema: await readFile("schema.graphql", "utf8") });
  platform.answer(ListRowsDocument, { integrations: { nodes: [{ name: "Orders" }] } });
  const server = setupServer(...platform.handlers);
  server.listen();
  const auth = refreshToken({ refreshToken: platform.refreshToken });
  const client = createClient({ baseUrl: platform.baseUrl, auth });
  const { integrations } = await client.execute(ListRowsDocument, { withNames: true });
  results.msw = integrations.nodes.map(({ name }) => name);
  server.close();
}
process.stdout.write(JSON.stringify(results));
process.exit();
