/** A server of the scenes: graphql-http on `node:http`. */

import type { RequestListener } from "node:http";
import { GraphQLError } from "graphql";
import { createHandler } from "graphql-http/lib/use/http";
import { type Context, createContext, createSchema, type Service } from "./schema.ts";

/** The listener of graphql-http. Its documentation rejects requests in `onSubscribe`. */
export async function createGraphQLHttpListener(service: Service): Promise<RequestListener> {
  return createHandler<{ authorization: string | undefined }>({
    schema: createSchema(service),
    context: ({ headers }) => ({ authorization: readAuthorization(headers).authorization ?? undefined }),
    onSubscribe: async ({ headers }) => {
      try {
        await createContext(service, readAuthorization(headers));
        return undefined;
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        if (service.tokenCheck !== "context, 401") return [error];
        const body = JSON.stringify({ errors: [error] });
        return [
          body,
          { status: 401, statusText: "Unauthorized", headers: { "content-type": "application/json" } },
        ];
      }
    },
  });
}

const readAuthorization = (headers: object): Context => headers as Context;
