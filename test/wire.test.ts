/** The client, the simulated platform and the contract checks define the same wire format, each in its own code. */

import { expect, test } from "vitest";
import * as contract from "../packages/cli/src/contract/endpoints.ts";
import * as platform from "../packages/testing/src/requests/endpoints.ts";
import * as client from "../src/shared/wire.ts";

test("the client, the simulated platform and the contract checks agree on paths and media types", () => {
  expect(platform).toMatchObject(contract);
  const { API_PATH, REFRESH_PATH, JSON_TYPE } = platform;
  expect([client.API_PATH, client.REFRESH_PATH]).toEqual([API_PATH, REFRESH_PATH]);
  expect(client.JSON_HEADERS).toEqual({ "Content-Type": JSON_TYPE });
});

test.each([
  "localhost",
  "127.0.0.1",
  "[::1]",
  "localhost.example.com",
  "127.0.0.1.example.com",
  "example.com",
])("the client and the simulated platform agree on whether %s is loopback", (host) => {
  expect(client.LOOPBACK.test(host)).toBe(platform.LOOPBACK_ORIGIN.test(`http://${host}:8080`));
});

test("the bodies have the documented members", () => {
  expect(JSON.parse(client.renderQuery("{ a }", undefined))).toEqual({ query: "{ a }" });
  expect(JSON.parse(client.renderQuery("{ a }", '{"b":1}'))).toEqual({ query: "{ a }", variables: { b: 1 } });
  expect(JSON.parse(client.renderRefresh("r", undefined))).toEqual({ refresh_token: "r" });
  expect(JSON.parse(client.renderRefresh("r", "t"))).toEqual({ refresh_token: "r", tenant_id: "t" });
});
