/** What the checks learn of the platform, and hand on to those that come after them. */

import { type AccessToken, accessToken, type Client, createClient } from "@integration-platform/graphql";
import type { GraphQLSchema } from "graphql";
import type { Credentials } from "../target.ts";
import type { Terminal } from "../terminal.ts";

/** As `schema pull` takes. */
const MAX_SCHEMA_BYTES = 256 * 1024 * 1024;

/** Where requests go, and with which credentials. */
export interface Destination {
  /** Normalised and free of credentials: may be printed. */
  readonly baseUrl: string;
  readonly local: boolean;
  readonly credentials: Credentials;
}

/** One examination: its settings, and what is known so far. */
export interface Case {
  readonly prefix: string;
  readonly terminal: Terminal;
  /** Milliseconds for one step. */
  readonly timeout: number;
  /** File of the snapshot, relative to where the command runs. */
  readonly snapshot: string;
  /** `fetch`, counted, and with the clock of whoever answers. */
  readonly traffic: Traffic;
  destination?: Destination;
  token?: AccessToken;
  live?: GraphQLSchema;
}

/** What has gone over the wire. */
export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  requests(): number;
  /** The other clock less this one, by the last answer that had a `Date`, in milliseconds; it counts whole seconds. */
  skewMs(): number | undefined;
}

export function openTraffic(): Traffic {
  let sent = 0;
  let skewMs: number | undefined;
  return {
    async fetch(input, init) {
      sent++;
      const begunAt = Date.now();
      const response = await globalThis.fetch(input, init);
      const date = Date.parse(response.headers.get("date") ?? "");
      // In the middle of the way there and back, and of the second that the header cuts off.
      if (!Number.isNaN(date)) skewMs = date + 500 - (begunAt + Date.now()) / 2;
      return response;
    },
    requests: () => sent,
    skewMs: () => skewMs,
  };
}

/** A client for the token that was obtained: no check exchanges another one. */
export function openClient({ destination, token, traffic, timeout }: Case): Client {
  const { baseUrl = "" } = destination ?? {};
  const auth = accessToken(token?.value ?? "");
  return createClient({ baseUrl, auth, fetch: traffic.fetch, timeout, maxResponseBytes: MAX_SCHEMA_BYTES });
}
