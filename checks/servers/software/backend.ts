/** A GraphQL server with its refresh endpoint, and the faults that scenes put in front of it. */

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createApolloListener } from "./apollo.ts";
import { createGraphQLHttpListener } from "./graphql-http.ts";
import { createMercuriusListener } from "./mercurius.ts";
import { listen, type Server } from "./network.ts";
import type { Service } from "./schema.ts";
import { createIssuer, handleRefresh, type Issuer, isAuthorized } from "./tokens.ts";
import { createYogaListener } from "./yoga.ts";

const SERVERS = {
  "graphql-yoga": createYogaListener,
  "Apollo Server": createApolloListener,
  Mercurius: createMercuriusListener,
  "graphql-http": createGraphQLHttpListener,
};

export type ServerName = keyof typeof SERVERS;

/** Responds in place of the server, or returns `false`. @param nth - Number of the request, from 1. */
export type Fault = (response: ServerResponse, nth: number, request: IncomingMessage) => boolean;

export interface Backend extends Server {
  readonly issuer: Issuer;
  readonly executions: ReadonlyMap<number, number>;
  /** Fault of requests to the API. */
  fault: Fault | undefined;
  /** Fault of refresh requests. */
  refreshFault: Fault | undefined;
}

export interface BackendOptions extends Partial<Omit<Service, "executions">> {
  /** @default "graphql-yoga" */
  readonly server?: ServerName;
  /** Lifetime of the access tokens in seconds, without an `issuer`. @default 3600 */
  readonly tokenLifetimeS?: number;
  /** Fault of requests to the API. @default none */
  readonly fault?: Fault;
}

/** Starts a GraphQL server. `/check` responds with 204 or 401 to the header `Authorization`, for gateways. */
export async function startBackend(options: BackendOptions = {}): Promise<Backend> {
  const { server = "graphql-yoga", fault, tokenLifetimeS, ...rest } = options;
  const executions = new Map<number, number>();
  const defaults = {
    tokenCheck: "context, 401",
    isNonNull: false,
    delayMs: 0,
    perSecond: undefined,
  } as const;
  const service: Service = { ...defaults, issuer: createIssuer(tokenLifetimeS), ...rest, executions };
  const { issuer } = service;
  const api = await SERVERS[server](service);
  const refresh = handleRefresh(issuer);
  const faults: Pick<Backend, "fault" | "refreshFault"> = { fault, refreshFault: undefined };
  let requests = 0;
  let refreshes = 0;
  const listener: RequestListener = async (request, response) => {
    if (request.url === "/check") {
      response.writeHead((await isAuthorized(issuer, request.headers.authorization)) ? 204 : 401).end();
    } else if (request.url === "/auth/refresh") {
      if (!faults.refreshFault?.(response, ++refreshes, request)) refresh(request, response);
    } else if (!faults.fault?.(response, ++requests, request)) {
      api(request, response);
    }
  };
  return Object.assign(faults, await listen(listener), { issuer, executions });
}

/** A fault: responds with a status and a page, as gateways do. */
export function page(status: number, headers: Readonly<Record<string, string>> = {}): Fault {
  return (response, _, request) => {
    request.resume();
    response.writeHead(status, { "content-type": "text/html", ...headers }).end(`<h1>${status}</h1>`);
    return true;
  };
}

/** A fault of some requests. @param isFaulty - Of the number of the request, from 1. */
export function sometimes(isFaulty: (nth: number) => boolean, fault: Fault): Fault {
  return (response, nth, request) => isFaulty(nth) && fault(response, nth, request);
}

/** A fault: closes the connection without a response. */
export const reset: Fault = (_, __, request) => {
  request.socket.destroy();
  return true;
};

/** A fault: never responds. */
export const hang: Fault = () => true;
