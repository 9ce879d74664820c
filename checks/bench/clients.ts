/** The clients that are measured. All send the same request; comments name what else they handle. */

import { ACCESS_TOKEN, QUERY } from "./exchange.ts";

type Fetch = typeof globalThis.fetch;

/** Sends one request with its own variables, so that no cache can respond, and returns `data`. */
export type Send = (first: number) => Promise<unknown>;

const TIMEOUT_MS = 30_000;
const authorization = `Bearer ${ACCESS_TOKEN}`;
const headers = { "content-type": "application/json", authorization };
const render = (first: number) => JSON.stringify({ query: QUERY, variables: { first } });
const readData = async (response: Response) => ((await response.json()) as { data: unknown }).data;

/** Each loads its package only if it is called. */
export const CLIENTS: Readonly<Record<string, (url: string, fetch: Fetch) => Promise<Send>>> = {
  "raw fetch": async (url, fetch) => async (first) =>
    readData(await fetch(url, { method: "POST", headers, body: render(first) })),

  "raw fetch, with a deadline": async (url, fetch) => (first) =>
    withDeadline(async (signal) =>
      readData(await fetch(url, { method: "POST", headers, body: render(first), signal })),
    ),

  // Body and headers are in the `fetch` option, so that ky does not copy them.
  "ky, one bare request with a deadline": async (url, fetch) => {
    const { default: ky } = await import("ky");
    return (first) =>
      withDeadline(async (signal) => {
        const send = () => fetch(url, { method: "POST", headers, body: render(first), signal });
        return readData(await ky(url, { retry: 0, timeout: false, throwHttpErrors: false, fetch: send }));
      });
  },

  "ky with retry and timeout": async (url, fetch) => {
    const { default: ky } = await import("ky");
    const client = ky.create({ headers: { authorization }, fetch, retry: { methods: ["post"] }, timeout: TIMEOUT_MS });
    return async (first) => readData(await client.post(url, { json: { query: QUERY, variables: { first } } }));
  },

  "fetch-extras: timeout, retry, refresh, errors": async (url, fetch) => {
    const { pipeline, withHttpError, withRetry, withTimeout, withTokenRefresh } = await import("fetch-extras");
    const send = pipeline(
      fetch,
      withTimeout(TIMEOUT_MS),
      withRetry({ methods: ["POST"] }),
      withTokenRefresh({ refreshToken: async () => ACCESS_TOKEN }),
      withHttpError(),
    );
    return async (first) => readData(await send(url, { method: "POST", headers, body: render(first) }));
  },

  "ofetch with retry and timeout": async (url, fetch) => {
    const { createFetch } = await import("ofetch");
    const client = createFetch({ fetch, defaults: { headers: { authorization }, retry: 2, timeout: TIMEOUT_MS } });
    return async (first) => {
      const body = { query: QUERY, variables: { first } };
      return (await client<{ data: unknown }>(url, { method: "POST", body })).data;
    };
  },

  // No refresh, no retry, no timeout.
  "graphql-request": async (url, fetch) => {
    const { GraphQLClient } = await import("graphql-request");
    const client = new GraphQLClient(url, { headers: { authorization }, fetch });
    return (first) => client.request(QUERY, { first });
  },

  "urql, auth and retry": async (url, fetch) => {
    const { Client, fetchExchange } = await import("@urql/core");
    const { authExchange } = await import("@urql/exchange-auth");
    const { retryExchange } = await import("@urql/exchange-retry");
    const auth = authExchange(async (utils) => ({
      addAuthToOperation: (operation) => utils.appendHeaders(operation, { authorization }),
      didAuthError: (error) => error.response?.status === 401,
      refreshAuth: async () => {},
    }));
    const client = new Client({
      url,
      exchanges: [retryExchange({}), auth, fetchExchange],
      fetch,
      preferGetMethod: false,
    });
    return async (first) => (await client.query(QUERY, { first }).toPromise()).data;
  },

  "Apollo, context and retry links": async (uri, fetch) => {
    const { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } = await import("@apollo/client/core/index.js");
    const { SetContextLink } = await import("@apollo/client/link/context/index.js");
    const { RetryLink } = await import("@apollo/client/link/retry/index.js");
    const context = new SetContextLink(async () => ({ headers: { authorization } }));
    const link = ApolloLink.from([new RetryLink(), context, new HttpLink({ uri, fetch })]);
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const query = gql(QUERY);
    return async (first) => (await client.query({ query, variables: { first }, fetchPolicy: "no-cache" })).data;
  },

  // Refresh, replay, retry, deadline, size limit.
  ours: async (baseUrl, fetch) => {
    const { createClient, refreshToken } = await import("@integration-platform/graphql");
    const auth = refreshToken({ refreshToken: "refresh-token-of-the-bench", accessToken: ACCESS_TOKEN });
    const client = createClient({ baseUrl, auth, fetch });
    const document = { name: "ListIntegrations", kind: "query", text: QUERY } as const;
    return (first) => client.execute<unknown, { first: number }>(document, { first });
  },
};

async function withDeadline<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
