/** The client of this repository. */

import { createClient, refreshToken, type TypedDocumentString } from "@integration-platform/graphql";
import { redisStore, rotatingToken } from "@integration-platform/graphql/rotation";
import type { CreateExecute } from "../clients.ts";
import { OPERATIONS } from "../software/schema.ts";

type Document = TypedDocumentString<{ item: { id: number } }, { id: number }>;

const DOCUMENTS: Readonly<Record<keyof typeof OPERATIONS, Document>> = {
  query: { name: "ReadItem", kind: "query", text: OPERATIONS.query },
  mutation: { name: "TouchItem", kind: "mutation", text: OPERATIONS.mutation },
};

export const createOurs: CreateExecute = ({
  baseUrl,
  refreshToken: token,
  timeoutMs,
  fetch,
  classify,
  redis,
}) => {
  const auth = redis
    ? rotatingToken({ refreshToken: token, store: redisStore({ client: redis }) })
    : refreshToken({ refreshToken: token });
  const options = { baseUrl, auth, timeout: timeoutMs, fetch, ...(classify && { classify }) };
  const client = createClient(options);
  return async (kind, id) => (await client.execute(DOCUMENTS[kind], { id })).item.id;
};
