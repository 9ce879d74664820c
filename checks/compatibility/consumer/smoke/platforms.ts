/**
 * A simulated platform for each check of the smoke suite, in a process of its own: its first line of output says where
 * they are, and its second one, once its input ends, what each was asked.
 */

import { once } from "node:events";
import process from "node:process";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { createPlatform, type Platform } from "@integration-platform/graphql/testing";
import { http } from "msw";
import type { CheckName } from "./suite.ts";

const names = ["Orders", "Invoices"].map((name, index) => ({ id: `${index}`, name }));
const platforms: Record<CheckName, Platform> = {
  exchange: createPlatform(),
  query: createPlatform({ integrations: names }),
  replay: createPlatform({ scenario: "late-401" }),
  abort: createPlatform(),
  timeout: createPlatform(),
  partial: createPlatform({ scenario: "partial-data" }),
};

const arrived = Promise.withResolvers<void>();
const never = () => {
  arrived.resolve();
  return new Promise<never>(() => {});
};
platforms.abort.answer(ListIntegrationsDocument, never);
platforms.abort.override(
  http.get("*/arrived", async () => {
    await arrived.promise;
    return new Response(null, { status: 204, headers: { "access-control-allow-origin": "*" } });
  }),
);
platforms.timeout.answer(ListIntegrationsDocument, {}).andThen(never);

/** One line with what `describe` says of each platform. */
async function print(describe: (platform: Platform) => unknown): Promise<void> {
  const entries = Object.entries(platforms).map(async ([name, platform]) => [name, await describe(platform)]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(await Promise.all(entries)))}\n`);
}

await print(async (platform) => ({ ...(await platform.listen()), refreshToken: platform.refreshToken }));
process.stdin.resume();
await once(process.stdin, "end");
await print((platform) => ({ api: platform.count("api"), refresh: platform.count("refresh") }));
process.exit();
