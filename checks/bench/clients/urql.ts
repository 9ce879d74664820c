/** urql, which refreshes tokens and retries. */

import { Client, fetchExchange } from "@urql/core";
import { authExchange } from "@urql/exchange-auth";
import { retryExchange } from "@urql/exchange-retry";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

export const createUrql: CreateSend = ({ base, fetch, refresh }) => {
  let token = ACCESS_TOKEN;
  const auth = authExchange(async (utils) => ({
    addAuthToOperation: (operation) => utils.appendHeaders(operation, { authorization: `Bearer ${token}` }),
    didAuthError: (error) => error.response?.status === 401,
    refreshAuth: async () => {
      token = await refresh();
    },
  }));
  const exchanges = [retryExchange({}), auth, fetchExchange];
  const client = new Client({ url: `${base}/api`, exchanges, fetch, preferGetMethod: false });
  return async (first, kind = "query") => {
    const { data, error } = await client[kind](OPERATIONS[kind], { first }).toPromise();
    if (error) throw error;
    return data;
  };
};
