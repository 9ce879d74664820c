/** Apollo Client, which refreshes tokens and retries. */

import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from "@apollo/client/core/index.js";
import { ServerError } from "@apollo/client/errors/index.js";
import { SetContextLink } from "@apollo/client/link/context/index.js";
import { ErrorLink } from "@apollo/client/link/error/index.js";
import { RetryLink } from "@apollo/client/link/retry/index.js";
import { from, mergeMap } from "rxjs";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

export const createApollo: CreateSend = ({ base, fetch, refresh }) => {
  let token = ACCESS_TOKEN;
  const context = new SetContextLink(async () => ({ headers: { authorization: `Bearer ${token}` } }));
  const error = new ErrorLink(({ error, operation, forward }) => {
    if (!ServerError.is(error) || error.statusCode !== 401) return undefined;
    return from(refresh()).pipe(
      mergeMap((refreshed) => {
        token = refreshed;
        return forward(operation);
      }),
    );
  });
  const link = ApolloLink.from([
    new RetryLink(),
    error,
    context,
    new HttpLink({ uri: `${base}/api`, fetch }),
  ]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const query = gql(OPERATIONS.query);
  const mutation = gql(OPERATIONS.mutation);
  return async (first, kind) => {
    const options = { variables: { first }, fetchPolicy: "no-cache" } as const;
    const result =
      kind === "mutation" ? client.mutate({ mutation, ...options }) : client.query({ query, ...options });
    return (await result).data;
  };
};
