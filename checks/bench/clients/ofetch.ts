import { createFetch } from "ofetch";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

export const createOfetch: CreateSend = ({ base, fetch, timeoutMs }) => {
  const headers = { authorization: `Bearer ${ACCESS_TOKEN}` };
  const client = createFetch({ fetch, defaults: { headers, retry: 2, timeout: timeoutMs } });
  return async (first, kind = "query") => {
    const body = { query: OPERATIONS[kind], variables: { first } };
    return (await client<{ data: unknown }>(`${base}/api`, { method: "POST", body })).data;
  };
};
