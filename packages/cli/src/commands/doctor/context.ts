/** State that the checks of one run share. */

import { type AccessToken, accessToken, type Client, createClient } from "@integration-platform/graphql";
import type { GraphQLSchema } from "graphql";
import type { Credentials } from "../target.ts";
import type { Terminal } from "../terminal.ts";

/** The limit of `schema pull`. */
const MAX_SCHEMA_BYTES = 256 * 1024 * 1024;

export interface DoctorContext {
  readonly prefix: string;
  readonly terminal: Terminal;
  /** Timeout of one step in milliseconds. */
  readonly timeout: number;
  /** File of the schema snapshot. */
  readonly snapshot: string;
  readonly traffic: Traffic;
  /** Set by the configuration check. */
  target?: { readonly baseUrl: string; readonly local: boolean; readonly credentials: Credentials };
  /** Set by the token exchange. */
  token?: AccessToken;
  /** Set by the introspection check. */
  liveSchema?: GraphQLSchema;
}

/** `fetch` that counts requests and compares the clocks. */
export interface Traffic {
  readonly fetch: typeof globalThis.fetch;
  requests(): number;
  /** Platform's clock minus this machine's clock in milliseconds, from the `Date` header of the last response. */
  skewMs(): number | undefined;
}

export function openTraffic(): Traffic {
  let sent = 0;
  let skewMs: number | undefined;
  return {
    async fetch(input, init) {
      sent++;
      const sentAt = Date.now();
      const response = await globalThis.fetch(input, init);
      const date = Date.parse(response.headers.get("date") ?? "");
      // The header has whole seconds; the platform wrote it half way between sending and receiving.
      if (!Number.isNaN(date)) skewMs = date + 500 - (sentAt + Date.now()) / 2;
      return response;
    },
    requests: () => sent,
    skewMs: () => skewMs,
  };
}

/** Returns a client with the token of the exchange check, so that no other check exchanges the refresh token. */
export function openClient({ target, token, traffic, timeout }: DoctorContext): Client {
  const auth = accessToken(token?.value ?? "");
  const { baseUrl = "" } = target ?? {};
  return createClient({ baseUrl, auth, fetch: traffic.fetch, timeout, maxResponseBytes: MAX_SCHEMA_BYTES });
}
