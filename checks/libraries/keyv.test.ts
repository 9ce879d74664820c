import Keyv from "keyv";
import { expect, test, vi } from "vitest";
import { query } from "../../test/support/documents.ts";
import { connect, createWire, json, tokenExpiringIn } from "../../test/support/wire.ts";

const DAY = 24 * 60 * 60 * 1000;

test("a second process uses the token in a Keyv instance, without an exchange", async () => {
  const store = new Keyv();
  const set = vi.spyOn(store, "set");
  const wire = createWire({ refresh: () => json({ access_token: tokenExpiringIn(8 * DAY) }) });
  await connect(wire, {}, { store }).execute(query);
  await connect(wire, {}, { store }).execute(query);
  expect(wire.counts()).toBe("2A 1R");
  expect(new Set(wire.api.map(({ token }) => token)).size).toBe(1);
  expect(set).toHaveBeenCalledTimes(1);
  expect(set.mock.calls[0]?.[2]).toBeGreaterThan(6 * DAY);
});
