/** The clients that are compared. Each is set up as its documentation says, in one file. */

import type { Classify } from "@integration-platform/graphql";
import { createOurs } from "./clients/ours.ts";
import { createPlain } from "./clients/plain.ts";
import { createUrql } from "./clients/urql.ts";
import type { Redis } from "./software/redis.ts";
import type { Kind } from "./software/schema.ts";

/** What a program is configured with. */
export interface Settings {
  readonly baseUrl: string;
  readonly refreshToken: string;
  /** Deadline of a call. */
  readonly timeoutMs: number;
  /** `fetch` that counts the requests. */
  readonly fetch: typeof globalThis.fetch;
  /** What the program declares about its servers. */
  readonly classify: Classify | undefined;
  /** Redis, if several programs use the same refresh token. */
  readonly redis: Redis | undefined;
}

/** Executes the operation of a kind, and returns the ID of the item. @throws an error of the client */
export type Execute = (kind: Kind, id: number) => Promise<number>;

export type CreateExecute = (settings: Settings) => Execute;

export const CLIENTS = { ours: createOurs, plain: createPlain, urql: createUrql } as const satisfies Record<
  string,
  CreateExecute
>;

export type ClientName = keyof typeof CLIENTS;
