/** A server of the scenes: Apollo Server with Express. */

import type { RequestListener } from "node:http";
import { ApolloServer } from "@apollo/server";
import { expressMiddleware } from "@as-integrations/express5";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { type Context, createContext, createSchema, type Service } from "./schema.ts";

/** The listener of Apollo Server with Express, and of express-rate-limit if there is a limit. */
export async function createApolloListener(service: Service): Promise<RequestListener> {
  const server = new ApolloServer<Context>({
    schema: createSchema(service),
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
  });
  await server.start();
  const app = express();
  const { perSecond } = service;
  if (perSecond !== undefined) {
    app.use(rateLimit({ windowMs: 1_000, limit: perSecond, standardHeaders: true, validate: false }));
  }
  const context = ({ req }: { req: express.Request }) =>
    createContext(service, { authorization: req.headers.authorization });
  app.use("/api", express.json(), expressMiddleware(server, { context }));
  return app;
}
