/** A server of the scenes: graphql-yoga on `node:http`. */

import type { RequestListener } from "node:http";
import { createYoga } from "graphql-yoga";
import { createContext, createSchema, type Service } from "./schema.ts";

/** The listener of graphql-yoga. */
export async function createYogaListener(service: Service): Promise<RequestListener> {
  return createYoga({
    schema: createSchema(service),
    graphqlEndpoint: "/api",
    logging: false,
    context: ({ request }) => createContext(service, { authorization: request.headers.get("authorization") }),
  });
}
