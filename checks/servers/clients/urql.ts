/** urql with its exchanges, p-retry, and a session that refreshes its token. */

import { Client, fetchExchange } from "@urql/core";
import { authExchange } from "@urql/exchange-auth";
import { retryExchange } from "@urql/exchange-retry";
import pRetry from "p-retry";
import type { CreateProgram, Execute } from "../clients.ts";
import { OPERATIONS } from "../software/schema.ts";
import { createSession } from "./session.ts";

/** Its default is one retry: here are as many as `fetch` with p-retry has. */
const RETRIES = { maxDelayMs: 5_000, maxNumberAttempts: 11 };

export const createUrql: CreateProgram = (settings) => {
  const session = createSession(settings);
  const auth = authExchange(async (utils) => ({
    addAuthToOperation: (operation) => {
      const token = session.accessToken();
      return token ? utils.appendHeaders(operation, { authorization: `Bearer ${token}` }) : operation;
    },
    willAuthError: () => session.accessToken() === undefined,
    didAuthError: (error) =>
      error.response?.status === 401 ||
      error.graphQLErrors.some(({ extensions }) => extensions.code === "UNAUTHENTICATED"),
    refreshAuth: async () => {
      await pRetry(() => session.refresh(session.accessToken()), { maxTimeout: 5_000, retries: 5 });
    },
  }));
  const client = new Client({
    url: `${settings.baseUrl}/api`,
    exchanges: [retryExchange(RETRIES), auth, fetchExchange],
    fetch: settings.fetch,
    preferGetMethod: false,
    requestPolicy: "network-only",
  });
  const execute: Execute = async (kind, id) => {
    const { data, error } = await client[kind](OPERATIONS[kind], { id }).toPromise();
    if (error) throw error;
    return data.item.id;
  };
  return { execute };
};
