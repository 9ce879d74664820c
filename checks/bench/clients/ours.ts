/** The client of this repository. */

import {
  type Auth,
  accessToken,
  createClient,
  refreshToken,
  responseValidation,
} from "@integration-platform/graphql";
import type { CreateSend, Send, Target } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS, REFRESH_TOKEN } from "../exchange.ts";

const SHAPE =
  "Query{integrations:Connection{nodes:[Integration{id:ID! name:String!}!]! pageInfo:PageInfo{endCursor:String}!}!}";

const createAuth = () => refreshToken({ refreshToken: REFRESH_TOKEN, accessToken: ACCESS_TOKEN });

export const createOurs: CreateSend = (target) => create(target, createAuth());

export const createOursWithValidation: CreateSend = (target) =>
  create(target, createAuth(), { validate: responseValidation() });

export const createOursWithStaticToken: CreateSend = (target) => create(target, accessToken(ACCESS_TOKEN));

function create({ base, fetch, timeoutMs }: Target, auth: Auth, options: object = {}): Send {
  const client = createClient({ baseUrl: base, auth, fetch, timeout: timeoutMs, ...options });
  const createDocument = (kind: "query" | "mutation") => {
    const text = OPERATIONS[kind];
    return { name: "ListIntegrations", kind, text, shape: `${text.length} ${SHAPE}` } as const;
  };
  const documents = { query: createDocument("query"), mutation: createDocument("mutation") };
  return (first, kind = "query") => client.execute<unknown, { first: number }>(documents[kind], { first });
}
