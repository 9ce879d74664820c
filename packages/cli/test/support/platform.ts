/** A simulated platform, and servers that are none, over HTTP. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlatform } from "@integration-platform/graphql-testing";
import { onTestFinished } from "vitest";
import { respond, serve } from "../../../../test/support/server.ts";

/** File with the schema of the platform's documentation. */
export const SCHEMA_FILE: string = join(
  import.meta.dirname,
  "../../../../test/fixtures/platform/schema.graphql",
);
export const SCHEMA: string = readFileSync(SCHEMA_FILE, "utf8");

/** Starts a platform until the end of the test. */
export async function listen(options: Parameters<typeof createPlatform>[0] = {}) {
  const platform = createPlatform({ schema: SCHEMA, ...options });
  const { baseUrl } = await platform.listen();
  onTestFinished(() => platform[Symbol.asyncDispose]());
  return { platform, baseUrl, env: configured(baseUrl, platform.refreshToken) };
}

/** The environment of a platform. */
export const configured = (baseUrl: string, refreshToken: string) => ({
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_REFRESH_TOKEN: refreshToken,
});

/** Starts a server that accepts every refresh token, and sends one response to all operations. */
export const answering = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  serve((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    respond(response, request.url === "/auth/refresh" ? { access_token: "access-canary-55a1" } : body);
  });
