/** ky without a GraphQL client. */

import ky from "ky";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";
import { headers, readData, render, withDeadline } from "./fetch.ts";

/** Body and headers are in the `fetch` option, so that ky does not copy them. */
export const createBareKy: CreateSend = (target) => {
  const url = `${target.base}/api`;
  return (first, kind) =>
    withDeadline(target, async (signal) => {
      const send = () => target.fetch(url, { method: "POST", headers, body: render(first, kind), signal });
      return readData(await ky(url, { retry: 0, timeout: false, fetch: send }));
    });
};

/** With the refresh of the example of `ky.retry` in ky's documentation. */
export const createKy: CreateSend = ({ base, fetch, refresh, timeoutMs }) => {
  const client = ky.create({
    fetch,
    headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
    retry: { methods: ["post"] },
    timeout: timeoutMs,
    totalTimeout: timeoutMs,
    hooks: {
      afterResponse: [
        async ({ request, response, retryCount }) => {
          if (response.status !== 401 || retryCount > 0) return undefined;
          const headers = new Headers(request.headers);
          headers.set("authorization", `Bearer ${await refresh()}`);
          return ky.retry({ request: new Request(request, { headers }), code: "TOKEN_REFRESHED" });
        },
      ],
    },
  });
  return async (first, kind = "query") =>
    readData(await client.post(`${base}/api`, { json: { query: OPERATIONS[kind], variables: { first } } }));
};
