import { expect, test } from "vitest";
import * as platform from "../packages/testing/src/wire.ts";
import * as client from "../src/wire.ts";

test.each(["localhost", "127.0.0.1", "[::1]", "localhost.example.com", "127.0.0.1.example.com", "example.com"])(
  "the client and the simulated platform agree on whether %s is loopback",
  (host) => {
    expect(client.LOOPBACK.test(host)).toBe(platform.LOOPBACK_ORIGIN.test(`http://${host}:8080`));
  },
);
