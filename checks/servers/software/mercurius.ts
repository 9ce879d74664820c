/** A server of the scenes: Mercurius with Fastify. */

import type { RequestListener } from "node:http";
import rateLimit from "@fastify/rate-limit";
import fastify from "fastify";
import { GraphQLError } from "graphql";
import mercurius from "mercurius";
import { createContext, createSchema, type Service } from "./schema.ts";

/** The listener of Mercurius with Fastify, and of @fastify/rate-limit if there is a limit. */
export async function createMercuriusListener(service: Service): Promise<RequestListener> {
  const app = fastify();
  const { perSecond } = service;
  if (perSecond !== undefined) await app.register(rateLimit, { max: perSecond, timeWindow: 1_000 });
  await app.register(mercurius.default, {
    schema: createSchema(service),
    path: "/api",
    context: async ({ headers: { authorization } }) => {
      try {
        return await createContext(service, { authorization });
      } catch (error) {
        throw service.tokenCheck === "context, 401" ? toErrorWithStatus(error) : error;
      }
    },
  });
  await app.ready();
  return (request, response) => app.routing(request, response);
}

/** Mercurius has an error class of its own for a status. */
function toErrorWithStatus(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return new mercurius.ErrorWithProps(error.message, { code: error.extensions.code }, 401);
}
