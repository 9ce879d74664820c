/** The clients that are measured, each set up as its documentation says. */

/** Platform that a client is set up for. */
export interface Target {
  /** Base URL. Operations are sent to a path below it. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  /** Exchanges the refresh token for an access token. */
  readonly refresh: () => Promise<string>;
  readonly timeoutMs: number;
}

/** Sends one operation with its own variables, so that no cache can respond, and returns `data`. */
export type Send = (first: number, kind?: "query" | "mutation") => Promise<unknown>;

export type CreateSend = (target: Target) => Send;

/** Module in `clients/` and its export. */
type Source = readonly [file: string, name: string];

export const CLIENTS: Readonly<Record<string, Source>> = {
  "raw fetch": ["fetch", "createFetch"],
  "ky, one bare request with a deadline": ["ky", "createBareKy"],
  "graphql-request": ["graphql-request", "createGraphQLRequest"],
  "urql, auth and retry": ["urql", "createUrql"],
  "Apollo, context, error and retry links": ["apollo", "createApollo"],
  ours: ["ours", "createOurs"],
  "ours, response validation": ["ours", "createOursWithValidation"],
};

/** Loads a client and its packages. */
export async function loadClient(name: string): Promise<CreateSend> {
  const [file, create] = CLIENTS[name] ?? [];
  if (!file || !create) throw new Error(`Unknown client ${name}`);
  const exported: Readonly<Record<string, CreateSend>> = await import(`./clients/${file}.ts`);
  return exported[create] as CreateSend;
}

/** A target for measurements in which no token expires. */
export function createTarget(base: string, fetch: typeof globalThis.fetch): Target {
  const refresh = () => Promise.reject(new Error("a measurement refreshed its token"));
  return { base, fetch, refresh, timeoutMs: 30_000 };
}
