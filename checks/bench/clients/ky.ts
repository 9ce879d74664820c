/** ky without a GraphQL client. */

import ky from "ky";
import type { CreateSend } from "../clients.ts";
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
