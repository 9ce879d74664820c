/** The schema of all GraphQL servers: a query, and a mutation that counts its executions. */

import { setTimeout as sleep } from "node:timers/promises";
import { buildSchema, GraphQLError, type GraphQLSchema } from "graphql";
import { type Issuer, isAuthorized } from "./tokens.ts";

/** The operations of all clients. Each call has its own ID, so that no cache can respond. */
export const OPERATIONS = {
  query: "query ReadItem($id: Int!) { item(id: $id) { id } }",
  mutation: "mutation TouchItem($id: Int!) { item: touchItem(id: $id) { id } }",
} as const;

export type Kind = keyof typeof OPERATIONS;

/**
 * The place in which a server checks tokens. `resolver`: each root field throws. `context`: the function that
 * creates the context throws. `context, 401`: it throws an error with that HTTP status.
 */
export type TokenCheck = "resolver" | "context" | "context, 401";

export interface Service {
  readonly issuer: Issuer;
  readonly tokenCheck: TokenCheck;
  /** Whether root fields are non-null: `data` is then null if one fails. */
  readonly isNonNull: boolean;
  /** Delay of each resolver, in milliseconds. */
  readonly delayMs: number;
  /** Requests per second that the server's own limit accepts; `undefined` if it has none. */
  readonly perSecond: number | undefined;
  /** How often each mutation ran, by the ID of its call. */
  readonly executions: Map<number, number>;
}

/** Context of the resolvers. */
export interface Context {
  readonly authorization: string | null | undefined;
}

interface Item {
  readonly id: number;
}

export function createSchema(service: Service): GraphQLSchema {
  const type = service.isNonNull ? "Item!" : "Item";
  const schema = buildSchema(`
    type Item { id: Int! }
    type Query { item(id: Int!): ${type} }
    type Mutation { touchItem(id: Int!): ${type} }
  `);
  const resolve = async (id: number, context: Context, didRun: () => void): Promise<Item> => {
    if (service.tokenCheck === "resolver") await authorize(service, context);
    didRun();
    if (service.delayMs > 0) await sleep(service.delayMs);
    return { id };
  };
  const { item } = schema.getQueryType()?.getFields() ?? {};
  const { touchItem } = schema.getMutationType()?.getFields() ?? {};
  if (!item || !touchItem) throw new Error("The schema has other fields.");
  item.resolve = (_, { id }, context) => resolve(id, context, () => {});
  touchItem.resolve = (_, { id }, context) =>
    resolve(id, context, () => service.executions.set(id, (service.executions.get(id) ?? 0) + 1));
  return schema;
}

/** The context of a request. @throws the error of a server that checks tokens there. */
export async function createContext(service: Service, context: Context): Promise<Context> {
  if (service.tokenCheck !== "resolver") await authorize(service, context);
  return context;
}

async function authorize({ issuer, tokenCheck }: Service, { authorization }: Context): Promise<void> {
  if (await isAuthorized(issuer, authorization)) return;
  // graphql-yoga and Apollo Server read the status from `http`.
  const http = tokenCheck === "context, 401" ? { http: { status: 401 } } : {};
  throw new GraphQLError("The token is not valid.", { extensions: { code: "UNAUTHENTICATED", ...http } });
}
