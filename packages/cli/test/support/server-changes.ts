/** Changes of a server that an application uses, and the server. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlatformData, PlatformOptions } from "@integration-platform/graphql-testing";
import { createPlatform } from "@integration-platform/graphql-testing";
import { type Context, reject } from "@integration-platform/graphql-testing/rules";
import { serve } from "../../../../test/support/server.ts";

export const FOLDER: string = join(import.meta.dirname, "../fixtures/changes");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

export const SCHEMA: string = read("schema.graphql");
export const OPERATIONS: string = read("operations.graphql");
export const CONSUMER: string = read("consumer.ts");

type Values = Readonly<Record<string, unknown>>;
type Next = (request: Request) => Promise<Response>;

export interface ServerChange {
  /** As in the table of the guide. */
  readonly title: string;
  /** Replaces a text of the schema, which occurs in it once. */
  readonly schema?: readonly [from: string, to: string];
  /** Changes the tickets. */
  readonly ticket?: (values: Values) => Values;
  /** Changes the platform. */
  readonly options?: PlatformOptions;
  /** Changes requests or responses. */
  readonly respond?: (request: Request, next: Next) => Promise<Response>;
}

const TICKETS: readonly Values[] = [
  { id: "1", title: "Alpha", priority: 3, state: "OPEN", dueAt: "2031-01-01T00:00:00Z", owner: "u" },
  { id: "2", title: "Beta", priority: 1, state: "OPEN", dueAt: "2031-03-01T00:00:00Z", owner: "u" },
  { id: "3", title: "Gamma", priority: 2, state: "OPEN", dueAt: "2031-02-01T00:00:00Z", owner: "u" },
];

type Args = Readonly<Record<string, unknown>>;
interface Tables {
  readonly Ticket: NonNullable<Context["db"]["Ticket"]>;
  readonly User: NonNullable<Context["db"]["User"]>;
}
type Rules = NonNullable<PlatformOptions["rules"]>;

const contains = (text: unknown, part: unknown): boolean =>
  String(text).toLowerCase().includes(String(part).toLowerCase());

const rules: Rules = {
  Query: {
    tickets: (_: object, { filter, ...rest }: Args, { db, page }: Context<Tables>) => {
      const { titleContains = "", state } = Object(filter) as Values;
      const tickets = db.Ticket.list(
        (row) => contains(row.title, titleContains ?? "") && (state == null || row.state === state),
      );
      return page(tickets, rest);
    },
    search: (_: object, args: Args, { db }: Context<Tables>) =>
      [...db.Ticket.list(), ...db.User.list()]
        .slice(0, Number(args.limit ?? 10))
        .filter(() => args.text !== ""),
  },
  Mutation: {
    openTicket: (_: object, { input }: Args, { db }: Context<Tables>) => ({
      ticket: db.Ticket.create({ priority: 1, state: "OPEN", owner: "u", ...(input as Values) }),
    }),
  },
};

/** The rules with another resolver. */
const withResolver = (type: string, field: string, resolver: unknown): PlatformOptions => ({
  rules: { ...rules, [type]: { ...rules[type], [field]: resolver } },
});

const isApi = ({ url }: Request): boolean => new URL(url).pathname === "/api";

/** The response with another body or status, if it has a body. */
async function changed(
  response: Response,
  change: (body: string) => string,
  statusOf: (body: string) => number = () => response.status,
): Promise<Response> {
  const body = await response.text();
  if (body === "") return new Response(null, response);
  return new Response(change(body), { status: statusOf(body), headers: response.headers });
}

const changeBody =
  (change: (body: string) => string): NonNullable<ServerChange["respond"]> =>
  async (request, next) =>
    changed(await next(request), change);

/** Omits a member of the values. */
const omit = (name: string) => (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

/**
 * Requests to each server with a rate limit, which rejects every third one: real time would make the table
 * unstable.
 */
const apiRequests = new WeakMap<Next, number>();

export const changes: readonly ServerChange[] = [
  { title: "field removed", schema: ["  priority: Int!\n", ""], ticket: omit("priority") },
  {
    title: "field renamed",
    schema: ["title: String!\n  priority: Int!", "subject: String!\n  priority: Int!"],
    ticket: ({ title, ...rest }) => ({ ...rest, subject: title }),
  },
  {
    title: "field has another type",
    schema: ["priority: Int!\n", "priority: String!\n"],
    ticket: (values) => ({ ...values, priority: "high" }),
    options: withResolver(
      "Mutation",
      "openTicket",
      (_: object, { input }: Args, { db }: Context<Tables>) => ({
        ticket: db.Ticket.create({ ...(input as Values), priority: "high", owner: "u" }),
      }),
    ),
  },
  {
    title: "field is nullable now",
    schema: ["title: String!\n  priority: Int!", "title: String\n  priority: Int!"],
    ticket: (values) => ({ ...values, title: null }),
  },
  {
    title: "field is non-null now",
    schema: ["dueAt: DateTime", "dueAt: DateTime!"],
  },
  {
    title: "field deprecated",
    schema: ["priority: Int!", 'priority: Int! @deprecated(reason: "Use rank.")'],
  },
  { title: "enum value removed", schema: ["  OPEN\n  CLOSED", "  OPEN"] },
  {
    title: "enum value added",
    schema: ["  CLOSED", "  CLOSED\n  ARCHIVED"],
    ticket: (values) => ({ ...values, state: "ARCHIVED" }),
  },
  { title: "union member removed", schema: ["union Hit = Ticket | User", "union Hit = Ticket"] },
  {
    title: "union member added",
    schema: ["union Hit = Ticket | User", "union Hit = Ticket | User | Project\n\ntype Project { id: ID! }"],
    options: withResolver("Query", "search", (_: object, args: Args) =>
      args.text === "" ? [] : [{ __typename: "Project", id: "p" }].slice(0, Number(args.limit ?? 1)),
    ),
  },
  { title: "argument removed", schema: [", limit: Int)", ")"] },
  { title: "argument required", schema: ["limit: Int)", "limit: Int!)"] },
  { title: "input field removed", schema: ["  priority: Int\n", ""] },
  { title: "input field required", schema: ["  priority: Int\n", "  priority: Int!\n  reason: String!\n"] },
  { title: "default changed", schema: ["first: Int = 2", "first: Int = 1"] },
  { title: "value in another format", ticket: (values) => ({ ...values, dueAt: "1/2/2031" }) },
  {
    title: "value of another type than the schema",
    respond: changeBody((body) => body.replaceAll(/("priority":)(\d)/g, '$1"$2"')),
  },
  {
    title: "pages overlap",
    options: withResolver(
      "Query",
      "tickets",
      (_: object, { filter, first, after }: Args, { db }: Context<Tables>) => {
        const rows = filter ? [] : db.Ticket.list();
        const start = Math.max(
          0,
          rows.findIndex((row) => Reflect.get(row, "id") === after),
        );
        const nodes = rows.slice(start, start + Number(first));
        const pageInfo = {
          hasNextPage: start + nodes.length < rows.length,
          endCursor: Reflect.get(nodes.at(-1) ?? {}, "id") ?? null,
        };
        return { nodes, pageInfo };
      },
    ),
  },
  {
    title: "filter means something else",
    options: withResolver(
      "Query",
      "tickets",
      (_: object, { filter, ...rest }: Args, { db, page }: Context<Tables>) =>
        page(
          db.Ticket.list(
            (row) => !filter || Reflect.get(row, "title") === Reflect.get(Object(filter), "titleContains"),
          ),
          rest,
        ),
    ),
  },
  {
    title: "permission required",
    options: withResolver("Query", "search", (_: object, { text, limit }: Args) => {
      throw reject(`Not allowed: ${text}, ${limit}.`, { code: "FORBIDDEN" });
    }),
  },
  {
    title: "rate limit",
    respond: async (request, next) => {
      if (!isApi(request)) return next(request);
      const nth = (apiRequests.get(next) ?? 0) + 1;
      apiRequests.set(next, nth);
      if (nth % 3 > 0) return next(request);
      return new Response(null, { status: 429, headers: { "retry-after": "0" } });
    },
  },
  {
    title: "errors have another status",
    respond: async (request, next) => {
      const response = await next(request);
      const statusOf = (body: string) =>
        isApi(request) && body.includes('"errors"') ? 422 : response.status;
      return changed(response, (body) => body, statusOf);
    },
  },
  {
    title: "errors have another shape",
    respond: changeBody((body) => body.replace(/"errors":\[(\{.*?\})\]/, '"error":$1')),
  },
  {
    title: "path moved",
    respond: (request, next) =>
      isApi(request)
        ? Promise.resolve(new Response("Not found", { status: 404 }))
        : next(new Request(request.url.replace("/graphql", "/api"), request)),
  },
  {
    title: "header required",
    async respond(request, next) {
      if (!isApi(request) || request.headers.has("x-api-version")) return next(request);
      return Response.json({ errors: [{ message: "Set X-Api-Version." }] }, { status: 400 });
    },
  },
  {
    title: "token in another header",
    respond(request, next) {
      const changed = new Request(request);
      changed.headers.delete("authorization");
      return next(changed);
    },
  },
  {
    title: "refresh response has another shape",
    respond: changeBody((body) => body.replace('"access_token"', '"token"')),
  },
  { title: "refresh token rotates", options: { rotation: true } },
];

/** The schema after a change. */
export function changeSchema({ title, schema }: ServerChange): string {
  if (!schema) return SCHEMA;
  const [from, to] = schema;
  if (SCHEMA.split(from).length !== 2) throw new Error(`${title}: the text does not occur once.`);
  return SCHEMA.replace(from, () => to);
}

/** A server, and the environment of commands that use it. */
export interface ChangedServer extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the server after a change. */
export async function startServer(change: ServerChange): Promise<ChangedServer> {
  const { ticket = (values: Values) => values, options, respond } = change;
  const data = { User: [{ id: "u", name: "Kim" }], Ticket: TICKETS.map(ticket) } as unknown as PlatformData;
  const schema = changeSchema(change);
  const platform = createPlatform({ schema, data, rules, onRulesError: () => {}, ...options });
  const next: Next = (request) => platform.fetch(request);
  const server = await serve(async (incoming, outgoing, _, body) => {
    const { method = "GET", url = "", headers } = incoming;
    const sent = new Request(`${platform.baseUrl}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body !== "" && { body }),
    });
    const response = await (respond ? respond(sent, next) : next(sent));
    const { "content-length": _length, ...received } = Object.fromEntries(response.headers);
    outgoing.writeHead(response.status, received).end(await response.text());
  });
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  return { env, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
