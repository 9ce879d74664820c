/** Types of rules, and requests to a simulated platform, without a network. */

import { renderPlatformTypes } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
import { createLocalPlatform, type PlatformOptions } from "@integration-platform/graphql-testing/local";
import { buildSchema } from "graphql";

/** The text of `platform.types.ts` for a schema. Here, because `simulation` has another version of graphql. */
export const renderTypes = (schema: string): string =>
  renderPlatformTypes(buildSchema(schema), scalars, "@integration-platform/graphql-testing/rules");

/** Sends a GraphQL request, and returns the body of the response. */
export type Send = (query: string, variables?: object) => Promise<string>;

export async function openPlatform(options: PlatformOptions): Promise<Send> {
  const platform = createLocalPlatform(options);
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const headers = { "content-type": "application/json", authorization };
  return async (query, variables) => {
    const init = { method: "POST", headers, body: JSON.stringify({ query, variables }) };
    return (await platform.fetch(new Request(`${platform.baseUrl}/api`, init))).text();
  };
}
