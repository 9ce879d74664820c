/** The API of the application as a simulated platform. */

import { readFileSync } from "node:fs";
import { createLocalPlatform, type PlatformData } from "@integration-platform/graphql-testing/local";
import { seed } from "./cases.ts";
import type { Execute } from "./customers.ts";
import * as rules from "./platform.rules.ts";

const schema = readFileSync(new URL("schema.graphql", import.meta.url), "utf8");

export async function createPlatformMock(data: PlatformData = seed): Promise<Execute> {
  const platform = createLocalPlatform({ schema, data, ...rules, limits: { pageSize: { max: 100 } } });
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const headers = { "content-type": "application/json", authorization };
  return async (query, variables) => {
    const init = { method: "POST", headers, body: JSON.stringify({ query, variables }) };
    const response = await platform.fetch(new Request(`${platform.baseUrl}/api`, init));
    return ((await response.json()) as { data: unknown }).data;
  };
}
