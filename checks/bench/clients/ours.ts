import { type Auth, accessToken, createClient, refreshToken } from "@integration-platform/graphql";
import type { CreateSend, Send, Target } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS, REFRESH_TOKEN } from "../exchange.ts";

export const createOurs: CreateSend = (target) =>
  create(target, refreshToken({ refreshToken: REFRESH_TOKEN, accessToken: ACCESS_TOKEN }));

export const createOursWithStaticToken: CreateSend = (target) => create(target, accessToken(ACCESS_TOKEN));

function create({ base, fetch, timeoutMs }: Target, auth: Auth): Send {
  const client = createClient({ baseUrl: base, auth, fetch, timeout: timeoutMs });
  const createDocument = (kind: "query" | "mutation") => ({ name: "ListIntegrations", kind, text: OPERATIONS[kind] });
  const documents = { query: createDocument("query"), mutation: createDocument("mutation") } as const;
  return (first, kind = "query") => client.execute<unknown, { first: number }>(documents[kind], { first });
}
