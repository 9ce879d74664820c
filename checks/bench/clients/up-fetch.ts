import { up } from "up-fetch";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

export const createUpFetch: CreateSend = ({ base, fetch, timeoutMs }) => {
  const client = up(fetch, () => ({
    ...{ baseUrl: base, headers: { authorization: `Bearer ${ACCESS_TOKEN}` }, timeout: timeoutMs },
    retry: { attempts: 2, delay: 300 },
  }));
  return async (first, kind = "query") => {
    const body = { query: OPERATIONS[kind], variables: { first } };
    return ((await client("/api", { method: "POST", body })) as { data: unknown }).data;
  };
};
