/** Costs of a call that must not grow: requests, timers and objects. */

import { expect, test, vi } from "vitest";
import { query } from "./support/documents.ts";
import { connect, createWire, ok, tokenExpiringIn, unauthorized } from "./support/wire.ts";

const CALLERS = 1000;

test("1,000 calls with an expired token send one token exchange and one request each", async () => {
  const wire = createWire();
  const client = connect(wire, {}, { accessToken: tokenExpiringIn(-60_000) });
  await Promise.all(Array.from({ length: CALLERS }, () => client.execute(query)));
  expect(wire.counts()).toBe("1000A 1R");
});

test("1,000 calls with a rejected token send one token exchange and two requests each", async () => {
  const wire = createWire({ api: ({ token }) => (token === "rejected" ? unauthorized() : ok()) });
  const client = connect(wire, {}, { accessToken: "rejected" });
  await Promise.all(Array.from({ length: CALLERS }, () => client.execute(query)));
  expect(wire.counts()).toBe("2000A 1R");
});

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
