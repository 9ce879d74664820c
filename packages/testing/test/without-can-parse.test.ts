/** Environments of tests whose `URL` has no `canParse`, such as jsdom 20. */

import { expect, test, vi } from "vitest";
import { createClient, refreshToken } from "../../../src/index.ts";
import { createPlatform } from "../src/index.ts";

const SCHEMA = "type Query { items: [Item!]! } type Item { id: ID! }";

class OldUrl extends URL {
  static override canParse = undefined as unknown as typeof URL.canParse;
}

test("a platform and a client work in an environment without URL.canParse", async () => {
  vi.stubGlobal("URL", OldUrl);
  try {
    await using platform = createPlatform({ schema: SCHEMA, data: { Item: [{ id: "1" }] } });
    const { baseUrl } = await platform.listen();
    const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
    const list = { name: "List", kind: "query", text: "query List { items { id } }" } as const;
    expect(await client.execute(list)).toEqual({ items: [{ id: "1" }] });
    expect(() => createPlatform({ baseUrl: "no URL" })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: "no URL", auth: refreshToken({ refreshToken: "a" }) })).toThrow(
      "not an https",
    );
  } finally {
    vi.unstubAllGlobals();
  }
});
