/**
 * Environments of tests, such as jsdom, which lack functions of Node.js or have objects of several realms.
 */

import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { createClient, refreshToken } from "../../../src/index.ts";
import { createPlatform, type PlatformOptions } from "../src/index.ts";

const SCHEMA = "type Query { items: [Item!]! } type Item { id: ID! }";
const LIST = { name: "List", kind: "query", text: "query List { items { id } }" } as const;

afterEach(() => void vi.unstubAllGlobals());

/** The result of a query that a client sends over HTTP. */
async function list(options: PlatformOptions): Promise<unknown> {
  await using platform = createPlatform({ schema: SCHEMA, ...options });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  return await client.execute(LIST);
}

class OldUrl extends URL {
  static override canParse = undefined as unknown as typeof URL.canParse;
}

test("a platform and a client work in an environment without URL.canParse", async () => {
  vi.stubGlobal("URL", OldUrl);
  expect(await list({ data: { Item: [{ id: "1" }] } })).toEqual({ items: [{ id: "1" }] });
  expect(() => createPlatform({ baseUrl: "no URL" })).toThrow(TypeError);
  expect(() => createClient({ baseUrl: "no URL", auth: refreshToken({ refreshToken: "a" }) })).toThrow(
    "not an https",
  );
});

test("a platform issues and checks tokens in an environment without Web Crypto", async () => {
  const { crypto } = globalThis;
  vi.stubGlobal("crypto", {
    getRandomValues: (values: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(values),
  });
  expect(await list({ data: { Item: [{ id: "1" }] } })).toEqual({ items: [{ id: "1" }] });
});

test("a resolver returns promises of another realm, as functions of Node.js do in Jest", async () => {
  const items = () => runInNewContext("Promise.resolve([{ id: '7' }])");
  expect(await list({ data: { Item: [] }, rules: { Query: { items } } })).toEqual({ items: [{ id: "7" }] });
});
