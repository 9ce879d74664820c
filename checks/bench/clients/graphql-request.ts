/** graphql-request, which neither refreshes tokens nor retries. */

import { GraphQLClient } from "graphql-request";
import type { CreateSend } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

export const createGraphQLRequest: CreateSend = ({ base, fetch }) => {
  const client = new GraphQLClient(`${base}/api`, {
    headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
    fetch,
  });
  return (first, kind = "query") => client.request(OPERATIONS[kind], { first });
};
