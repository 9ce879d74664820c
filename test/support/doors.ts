/** The two ways to the simulated platform: through MSW in this process, and over HTTP on loopback. */

import { createPlatform, type Platform, type PlatformOptions } from "@integration-platform/graphql-testing";
import { setupServer } from "msw/node";
import { onTestFinished, test } from "vitest";
import { type RefreshTokenOptions, refreshToken } from "../../src/auth/refresh-token.ts";
import { type ClientOptions, createClient } from "../../src/client.ts";

export interface Visit {
  readonly platform: Platform;
  /** Where clients find the platform. */
  readonly baseUrl: string;
  /** A client with the platform's refresh token. */
  connect(
    credentials?: Partial<RefreshTokenOptions>,
    options?: Partial<ClientOptions>,
  ): ReturnType<typeof createClient>;
  /** "2A 1R": the exact number of requests that have reached the platform. */
  counts(): string;
}

const DOORS = ["in-process", "loopback"] as const;

async function visit(door: (typeof DOORS)[number], options: PlatformOptions): Promise<Visit> {
  const platform = createPlatform(options);
  let { baseUrl } = platform;
  if (door === "loopback") {
    const server = await platform.listen();
    onTestFinished(() => server.close());
    baseUrl = server.baseUrl;
  } else {
    const server = setupServer(...platform.handlers);
    server.listen({ onUnhandledFrame: "error" });
    onTestFinished(() => server.close());
  }
  return {
    platform,
    baseUrl,
    connect: (credentials, more) => {
      const auth = refreshToken({ refreshToken: platform.refreshToken, ...credentials });
      return createClient({ baseUrl, auth, ...more });
    },
    counts: () => `${platform.count("api")}A ${platform.count("refresh")}R`,
  };
}

/** One test, run through each door. */
export function contractTest(
  promise: string,
  check: (visit: Visit) => Promise<void>,
  options: PlatformOptions = {},
): void {
  test.for(DOORS)(`${promise} (%s)`, async (door) => check(await visit(door, options)));
}
