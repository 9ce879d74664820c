/** A simulated platform over HTTP. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlatform } from "@integration-platform/graphql-testing";
import { onTestFinished } from "vitest";

/** File with the schema of the platform's documentation. */
export const SCHEMA_FILE: string = join(import.meta.dirname, "../../../../test/fixtures/platform/schema.graphql");
export const SCHEMA: string = readFileSync(SCHEMA_FILE, "utf8");

/** Starts a platform until the end of the test. */
export async function listen(options: Parameters<typeof createPlatform>[0] = {}) {
  const platform = createPlatform({ schema: SCHEMA, ...options });
  const { baseUrl } = await platform.listen();
  onTestFinished(() => platform[Symbol.asyncDispose]());
  return { platform, baseUrl, env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken } };
}
