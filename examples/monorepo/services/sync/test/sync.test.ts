import { ListRowsDocument } from "@acme/operations";
import type { Client } from "@integration-platform/graphql";
import type { PlatformOptions } from "@integration-platform/graphql/testing";
import { expect, test } from "vitest";
import { listRows, type Row } from "../src/rows.ts";
import { type Outcome, sync } from "../src/sync.ts";
import { connect } from "./connect.ts";

/** One round, which stops when `stop` says so. */
function round(client: Client, save = async (_: Row) => {}, stop = new AbortController()): Promise<Outcome> {
  return sync(listRows(client, stop.signal), save, stop.signal);
}

test("copies every integration, in one request", async () => {
  const { platform, client } = connect({ integrations: [{ id: "1", name: "Orders" }] });
  const saved: Row[] = [];
  expect(await round(client, async (row) => void saved.push(row))).toEqual({ status: "done", copied: 1 });
  expect(saved).toEqual([{ id: "1", name: "Orders" }]);
  expect([platform.count("api"), platform.count("refresh")], platform.describe()).toEqual([1, 1]);
});

test("stops between two integrations", async () => {
  const { client } = connect({ integrations: 3 });
  const stop = new AbortController();
  expect(await round(client, async () => stop.abort(), stop)).toEqual({ status: "stopped", copied: 1 });
});

test("stops in the middle of a request", async () => {
  const { platform, client } = connect();
  const stop = new AbortController();
  platform.answer(ListRowsDocument, () => {
    stop.abort();
    return new Promise<never>(() => {});
  });
  expect(await round(client, undefined, stop)).toEqual({ status: "stopped", copied: 0 });
});

test.each<[PlatformOptions["scenario"] & string, Outcome]>([
  ["rate-limited", { status: "later", afterMs: 1_000, because: "RATE_LIMITED" }],
  ["unavailable-once", { status: "later", afterMs: 30_000, because: "HTTP 503" }],
  ["refused-refresh", { status: "broken", because: "the refresh token is not accepted any more: set a new one" }],
])("answers %s with what to do next", async (scenario, outcome) => {
  const { client } = connect({ scenario });
  expect(await round(client)).toEqual(outcome);
});

test("tells the reason of what it cannot mend", async () => {
  const { platform, client } = connect();
  platform.answer(ListRowsDocument, undefined, { errors: ["The tenant is gone"] });
  expect(await round(client)).toEqual({ status: "broken", because: expect.stringContaining("ListRows: ") });
});

test("does not swallow what is not the platform's doing", async () => {
  const { client } = connect();
  const full = new Error("the disk is full");
  await expect(round(client, () => Promise.reject(full))).rejects.toBe(full);
});
