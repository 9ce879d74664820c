/** The clients that are compared. Each is set up as its documentation says, in one file. */

import type { Classify } from "@integration-platform/graphql";
import { createOurs } from "./clients/ours.ts";
import { createPlain } from "./clients/plain.ts";
import { createUrql } from "./clients/urql.ts";
import type { SharedRedis } from "./software/redis.ts";
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
  /** Whether the program adapts to rate limits that name no time. */
  readonly hasLimiter: boolean;
  /** Redis, if several programs use the same refresh token. */
  readonly redis: SharedRedis | undefined;
}

/** Executes the operation of a kind, and returns the ID of the item. @throws an error of the client */
export type Execute = (kind: Kind, id: number) => Promise<number>;

/** Executes the operation of a kind for several items. The promises have their order. */
export type ExecuteAll = (kind: Kind, ids: readonly number[]) => readonly Promise<number>[];

export interface Program {
  readonly execute: Execute;
  /** @default `execute` for one item after the other */
  readonly executeAll?: ExecuteAll;
}

export type CreateProgram = (settings: Settings) => Program;

export const CLIENTS = { ours: createOurs, plain: createPlain, urql: createUrql } as const satisfies Record<
  string,
  CreateProgram
>;

export type ClientName = keyof typeof CLIENTS;
