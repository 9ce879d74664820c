/** Tests that run against the simulated platform in-process, through MSW, and on loopback, over HTTP. */

import { createPlatform, type Platform, type PlatformOptions } from "@integration-platform/graphql-testing";
import { setupServer } from "msw/node";
import { onTestFinished, test } from "vitest";
import { type ClientOptions, createClient, type RefreshTokenOptions, refreshToken } from "../../src/index.ts";
import { schemaSDL } from "../fixtures/platform/generated/schema.ts";

export interface ContractContext {
  readonly platform: Platform;
  /** Base URL for clients. */
  readonly baseUrl: string;
  /** Creates a client with the platform's refresh token. */
  connect(
    credentials?: Partial<RefreshTokenOptions>,
    options?: Partial<ClientOptions>,
  ): ReturnType<typeof createClient>;
  /** "2A 1R": the number of API requests and refresh requests. */
  counts(): string;
}

const CHANNELS = ["in-process", "loopback"] as const;

async function open(channel: (typeof CHANNELS)[number], options: PlatformOptions): Promise<ContractContext> {
  const platform = createPlatform({ schema: schemaSDL, ...options });
  let { baseUrl } = platform;
  if (channel === "loopback") {
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

/**
 * Defines a test that runs once per channel: `npm test` runs it in-process alone. The tests of the local server
 * hold that both channels have the same responses.
 *
 * @param options - Without `schema`, the fixture schema is used.
 */
export function contractTest(
  title: string,
  check: (context: ContractContext) => Promise<void>,
  options: PlatformOptions = {},
): void {
  for (const channel of CHANNELS) {
    const tags = channel === "loopback" ? ["slow"] : [];
    test(`${title} (${channel})`, { tags }, async () => check(await open(channel, options)));
  }
}
