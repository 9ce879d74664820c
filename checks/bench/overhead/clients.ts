/** The clients that are measured, each as its own documentation sets it up, all of them with the same request. */

import { ACCESS_TOKEN, QUERY } from "./exchange.ts";

type Fetch = typeof globalThis.fetch;

/** Sends one request with its own variables, so that nothing can answer from memory, and returns `data`. */
export type Send = (first: number) => Promise<unknown>;

const authorization = `Bearer ${ACCESS_TOKEN}`;
const kind = "application/json";

/** By name, in the order of the page. Each loads its client only when it is asked for. */
export const CLIENTS: Readonly<Record<string, (url: string, fetch: Fetch) => Promise<Send>>> = {
  "raw fetch": async (url, fetch) => async (first) => {
    const headers = { "content-type": kind, authorization };
    const body = JSON.stringify({ query: QUERY, variables: { first } });
    const response = await fetch(url, { method: "POST", headers, body });
    return ((await response.json()) as { data: unknown }).data;
  },

  // What a deadline costs by itself: a signal that `fetch` follows, and a timer.
  "raw fetch, with a deadline": async (url, fetch) => (first) =>
    withDeadline(async (signal) => {
      const headers = { "content-type": kind, authorization };
      const body = JSON.stringify({ query: QUERY, variables: { first } });
      const response = await fetch(url, { method: "POST", headers, body, signal });
      return ((await response.json()) as { data: unknown }).data;
    }),

  "@shopify/graphql-client": async (url, fetch) => {
    const { createGraphQLClient } = await import("@shopify/graphql-client");
    const headers = { "Content-Type": kind, Authorization: authorization };
    const client = createGraphQLClient({ url, headers, customFetchApi: (input, init) => fetch(input, init) });
    return async (first) => (await client.request(QUERY, { variables: { first } })).data;
  },

  "graphql-request": async (url, fetch) => {
    const { GraphQLClient } = await import("graphql-request");
    const client = new GraphQLClient(url, { headers: { authorization }, fetch });
    return (first) => client.request(QUERY, { first });
  },

  "@octokit/graphql": async (baseUrl, fetch) => {
    const { graphql } = await import("@octokit/graphql");
    const client = graphql.defaults({ baseUrl, headers: { authorization }, request: { fetch } });
    return (first) => client(QUERY, { first });
  },

  "@urql/core": async (url, fetch) => {
    const { Client, fetchExchange } = await import("@urql/core");
    const fetchOptions = { headers: { authorization } };
    const client = new Client({ url, exchanges: [fetchExchange], fetch, fetchOptions, preferGetMethod: false });
    return async (first) => (await client.query(QUERY, { first }).toPromise()).data;
  },

  "@apollo/client": async (uri, fetch) => {
    const { ApolloClient, gql, HttpLink, InMemoryCache } = await import("@apollo/client/core/index.js");
    const link = new HttpLink({ uri, fetch, headers: { authorization } });
    const client = new ApolloClient({ cache: new InMemoryCache(), link });
    const query = gql(QUERY);
    const fetchPolicy = "no-cache";
    return async (first) => (await client.query({ query, variables: { first }, fetchPolicy })).data;
  },

  "ky, defaults": async (url, fetch) => {
    const { default: ky } = await import("ky");
    const client = ky.create({ headers: { authorization }, fetch });
    return async (first) =>
      (await client.post(url, { json: { query: QUERY, variables: { first } } }).json<{ data: unknown }>()).data;
  },

  "ky, its refresh recipe": async (url, fetch) => {
    const { default: ky } = await import("ky");
    const client = ky.create({
      fetch,
      hooks: {
        beforeRequest: [({ request }) => request.headers.set("authorization", authorization)],
        afterResponse: [({ response }) => (response.status === 401 ? ky.retry({ delay: 0 }) : undefined)],
      },
    });
    return async (first) =>
      (await client.post(url, { json: { query: QUERY, variables: { first } } }).json<{ data: unknown }>()).data;
  },

  "ky, retry: 0, timeout: false": async (url, fetch) => {
    const { default: ky } = await import("ky");
    const client = ky.create({ headers: { authorization }, fetch, retry: 0, timeout: false });
    return async (first) =>
      (await client.post(url, { json: { query: QUERY, variables: { first } } }).json<{ data: unknown }>()).data;
  },

  "ky, one bare request": async (url, fetch) => {
    const { default: ky } = await import("ky");
    return async (first) => {
      const headers = { "content-type": kind, authorization };
      const body = JSON.stringify({ query: QUERY, variables: { first } });
      const send = () => fetch(url, { method: "POST", headers, body });
      const response = await ky(url, { retry: 0, timeout: false, throwHttpErrors: false, fetch: send });
      return ((await response.json()) as { data: unknown }).data;
    };
  },

  "ky, the same with a deadline": async (url, fetch) => {
    const { default: ky } = await import("ky");
    return (first) =>
      withDeadline(async (signal) => {
        const headers = { "content-type": kind, authorization };
        const body = JSON.stringify({ query: QUERY, variables: { first } });
        const send = () => fetch(url, { method: "POST", headers, body, signal });
        const response = await ky(url, { retry: 0, timeout: false, throwHttpErrors: false, fetch: send });
        return ((await response.json()) as { data: unknown }).data;
      });
  },

  ours: async (baseUrl, fetch) => {
    const { createClient, refreshToken } = await import("../../dist/index.js");
    const auth = refreshToken({ refreshToken: "refresh-token-of-the-bench", accessToken: ACCESS_TOKEN });
    const client = createClient({ baseUrl, auth, fetch });
    const document = { name: "ListIntegrations", kind: "query", text: QUERY } as const;
    return (first) => client.execute<unknown, { first: number }>(document, { first });
  },
};

async function withDeadline<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), 30_000);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
