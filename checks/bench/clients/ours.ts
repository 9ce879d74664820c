/** The client of this repository. */

import { createClient, refreshToken, responseValidation } from "@integration-platform/graphql";
import type { CreateSend, Send, Target } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS, REFRESH_TOKEN } from "../exchange.ts";

const SHAPE =
  "Query{integrations:Connection{nodes:[Integration{id:ID! name:String!}!]! pageInfo:PageInfo{endCursor:String}!}!}";

export const createOurs: CreateSend = (target) => create(target);

export const createOursWithValidation: CreateSend = (target) =>
  create(target, { validate: responseValidation() });

function create({ base, fetch, timeoutMs }: Target, options: object = {}): Send {
  const auth = refreshToken({ refreshToken: REFRESH_TOKEN, accessToken: ACCESS_TOKEN });
  const client = createClient({ baseUrl: base, auth, fetch, timeout: timeoutMs, ...options });
  const createDocument = (kind: "query" | "mutation") => {
    const text = OPERATIONS[kind];
    return { name: "ListIntegrations", kind, text, shape: `${text.length} ${SHAPE}` } as const;
  };
  const documents = { query: createDocument("query"), mutation: createDocument("mutation") };
  return (first, kind = "query") => client.execute<unknown, { first: number }>(documents[kind], { first });
}
