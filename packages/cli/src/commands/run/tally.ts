/** Counts what a run did, by the client's own hooks. */

import type { Hooks } from "@integration-platform/graphql";
import type { Progress } from "../progress.ts";

/** What is known of a run, however it ended. */
export interface RunFacts {
  readonly operation: string;
  /** Requests to the query endpoint, replays and retries included. */
  readonly requests: number;
  /** Refresh exchanges begun. */
  readonly refreshes: number;
  /** From the call to its end, in milliseconds; the start of a local platform is not counted. */
  readonly durationMs: number;
  /** Absent where none was found: then nothing was sent. */
  readonly platform: RunPlatform | undefined;
}

export interface RunPlatform {
  readonly baseUrl: string;
  readonly local: boolean;
}

export interface Tally {
  /** The call begins now. */
  begin(platform: RunPlatform): void;
  /** Counts, and says on the way what is going on. */
  hooks(progress: Progress): Hooks;
  /** The state at this moment. */
  facts(): RunFacts;
}

export function createTally(operation: string): Tally {
  let requests = 0;
  let refreshes = 0;
  let begun: { readonly at: number; readonly platform: RunPlatform } | undefined;
  return {
    begin: ({ baseUrl, local }) => {
      begun = { at: performance.now(), platform: { baseUrl, local } };
    },
    hooks: (progress) => ({
      willSend: () => {
        requests++;
        progress.say(operation);
      },
      willRefresh: () => {
        refreshes++;
        progress.say(`${operation}: exchanging the refresh token`);
      },
      willRetry: ({ code, delayMs }) => {
        if (delayMs > 0) progress.say(`${operation}: ${code}, trying again in ${Math.ceil(delayMs / 1000)} s`);
      },
    }),
    facts: () => ({
      operation,
      requests,
      refreshes,
      durationMs: begun ? Math.round(performance.now() - begun.at) : 0,
      platform: begun?.platform,
    }),
  };
}
