/** What the tests of this service have in common. */

import { type Client, createClient, refreshToken } from "@integration-platform/graphql";
import { createPlatform, type Platform, type PlatformOptions } from "@integration-platform/graphql/testing";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";

/** A platform in this process, until the end of the test, and a client for it. */
export function connect(options: PlatformOptions = {}): { platform: Platform; client: Client } {
  const platform = createPlatform(options);
  const server = setupServer(...platform.handlers);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  const auth = refreshToken({ refreshToken: platform.refreshToken });
  return { platform, client: createClient({ baseUrl: platform.baseUrl, auth, retries: 0 }) };
}
