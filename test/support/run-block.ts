/** Runs a code block of the documentation on a simulated platform. */

import { formatWithOptions } from "node:util";
import { createPlatform, fill, type Platform } from "@integration-platform/graphql-testing";
import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { getResponse, HttpResponse, http, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { onTestFinished, vi } from "vitest";
import { schemaSDL as relay } from "../fixtures/relay/generated/schema.ts";
import * as rules from "../fixtures/relay/platform.rules.ts";
import type { Block } from "./blocks.ts";

/** The objects of the blocks that use the relay schema. */
const data = {
  Integration: fill(
    ["Orders to CRM", "Orders to ERP", "Invoices to CRM"].map((name, index) => ({
      id: `${index + 1}`,
      name,
    })),
  ),
  Customer: fill([{ id: "4", name: "Orders Direct Ltd" }, {}, {}]),
  Run: fill([{ id: "1" }]),
};
/**
 * Returns what a block prints.
 *
 * @param file - With the code of the block
 * @param isVaultDown - Whether the vault of the blocks returns an error page. @default false
 */
export async function runBlock({ code }: Block, file: string, isVaultDown = false): Promise<string> {
  const platform = createPlatform(code.includes("./generated/") ? { schema: relay, ...rules, data } : {});
  const vault = http.get("https://vault.example.com/token", async () =>
    isVaultDown
      ? HttpResponse.html("<title>Down</title>", { status: 503 })
      : HttpResponse.json({ token: await platform.issueAccessToken() }),
  );
  const signed = code.includes("SIGNING_KEY") ? [await acceptSignedTokens(platform)] : [];
  const server = setupServer(...signed, ...platform.handlers, vault);
  server.listen({ onUnhandledFrame: "bypass" });
  onTestFinished(() => server.close());
  vi.stubEnv("PLATFORM_BASE_URL", platform.baseUrl);
  vi.stubEnv("PLATFORM_REFRESH_TOKEN", platform.refreshToken);
  vi.stubEnv("OTHER_TENANT_ID", platform.tenants[1]?.id);
  let printed = "";
  const print = (...values: unknown[]) => {
    printed += `${formatWithOptions({ colors: false }, ...values)}\n`;
  };
  for (const method of ["log", "error"] as const) {
    const spy = vi.spyOn(console, method).mockImplementation(print);
    onTestFinished(() => spy.mockRestore());
  }
  await import(file);
  return printed;
}

/**
 * A handler that accepts tokens signed with `SIGNING_KEY`. It responds as the platform does for a token of
 * its own.
 */
async function acceptSignedTokens(platform: Platform): Promise<RequestHandler> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  vi.stubEnv("SIGNING_KEY", await exportPKCS8(privateKey));
  return http.post(`${platform.baseUrl}/api`, async ({ request }) => {
    const token = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
    await jwtVerify(token, publicKey, { requiredClaims: ["sub", "iat", "exp"] });
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${await platform.issueAccessToken()}`);
    return getResponse(platform.handlers, new Request(request, { headers }));
  });
}
