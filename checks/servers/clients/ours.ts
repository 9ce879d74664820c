/** The client of this repository. */

import { createClient, refreshToken, type TypedDocumentString } from "@integration-platform/graphql";
import { batch } from "@integration-platform/graphql/batch";
import { adaptiveLimiter } from "@integration-platform/graphql/limiter";
import { redisStore, rotatingToken } from "@integration-platform/graphql/rotation";
import type { CreateProgram, Execute, ExecuteAll } from "../clients.ts";
import { OPERATIONS } from "../software/schema.ts";

type Document = TypedDocumentString<{ item: { id: number } }, { id: number }>;

const DOCUMENTS: Readonly<Record<keyof typeof OPERATIONS, Document>> = {
  query: { name: "ReadItem", kind: "query", text: OPERATIONS.query },
  mutation: { name: "TouchItem", kind: "mutation", text: OPERATIONS.mutation },
};

export const createOurs: CreateProgram = ({
  baseUrl,
  refreshToken: token,
  timeoutMs,
  fetch,
  classify,
  hasLimiter,
  redis,
}) => {
  const auth = redis
    ? rotatingToken({ refreshToken: token, store: redisStore(redis) })
    : refreshToken({ refreshToken: token });
  const limiter = hasLimiter ? adaptiveLimiter() : undefined;
  const options = { baseUrl, auth, timeout: timeoutMs, fetch, limiter };
  const client = createClient({ ...options, ...(classify && { classify }) });
  const execute: Execute = async (kind, id) => (await client.execute(DOCUMENTS[kind], { id })).item.id;
  const executeAll: ExecuteAll = (kind, ids) => {
    const results = batch(
      client,
      DOCUMENTS[kind],
      ids.map((id) => ({ id })),
    );
    return ids.map(async (_, index) => {
      const result = (await results)[index];
      if (result?.status !== "success") throw result?.error;
      return result.data.item.id;
    });
  };
  return { execute, executeAll };
};
