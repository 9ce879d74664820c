/** Costs of a call that must not grow: timers and objects. test/auth.test.ts counts requests. */

import { expect, test, vi } from "vitest";
import { query } from "./support/documents.ts";
import { connect, createWire } from "./support/wire.ts";

test("a query uses one timer, one Request without a body, and no copy of a request or response", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { accessToken: "valid" });
  await client.execute(query);
  const timers = vi.spyOn(globalThis, "setTimeout");
  const clears = vi.spyOn(globalThis, "clearTimeout");
  const clones = [vi.spyOn(Request.prototype, "clone"), vi.spyOn(Response.prototype, "clone")];
  const built: unknown[] = [];
  const OriginalRequest = globalThis.Request;
  vi.stubGlobal(
    "Request",
    class extends OriginalRequest {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init);
        built.push(this.body);
      }
    },
  );
  await client.execute(query);
  expect(built).toEqual([null]);
  expect(timers).toHaveBeenCalledTimes(1);
  expect(clears).toHaveBeenCalledTimes(1);
  for (const clone of clones) expect(clone).not.toHaveBeenCalled();
});
