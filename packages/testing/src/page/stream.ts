/** Server-sent events: which requests are new or ready, and whether rows changed. */

import type { ServerResponse } from "node:http";
import type { StreamMessage } from "./protocol.ts";
import { MAX_REQUESTS, type Recorded, type Recorder, summarize } from "./recorder.ts";

export interface Stream {
  /** Keeps a response open, and sends all requests that are known. Returns whether there is room for it. */
  open(response: ServerResponse): boolean;
  /** Sends a request soon. */
  send(request: Recorded): void;
  /** Says that earlier requests are obsolete. */
  reset(): void;
}

/** Requests of this time are sent together, so that many of them are few messages. */
const INTERVAL_MS = 100;
/** Time after which a page connects again, in milliseconds. */
const RETRY_MS = 1_000;
/** Open pages. Each browser opens one connection per page that is visible. */
const MAX_STREAMS = 50;

interface State {
  /** Responses, and whether each one has missed messages because it was not read. */
  readonly responses: Map<ServerResponse, { isBehind: boolean }>;
  readonly waiting: Set<Recorded>;
  timer: NodeJS.Timeout | undefined;
}

/** @param toText - JSON without secrets. */
export function createStream(
  instance: string,
  recorder: Pick<Recorder, "requests" | "total">,
  toText: (message: StreamMessage) => string,
): Stream {
  const state: State = { responses: new Map(), waiting: new Set(), timer: undefined };
  const write = (response: ServerResponse, requests: readonly Recorded[], isReset: boolean): void => {
    const message: StreamMessage = {
      instance,
      total: recorder.total,
      requests: requests.map(summarize),
      isReset,
      hasChanges: isReset || requests.some(({ changes }) => changes.length > 0),
    };
    response.write(`data: ${toText(message)}\n\n`);
  };
  const writeAll = (response: ServerResponse): void => write(response, recorder.requests, true);
  const flush = (): void => {
    state.timer = undefined;
    const requests = [...state.waiting].slice(-MAX_REQUESTS).sort((a, b) => a.id - b.id);
    state.waiting.clear();
    for (const [response, reading] of state.responses) {
      if (response.writableNeedDrain) reading.isBehind = true;
      else write(response, requests, false);
    }
  };
  return {
    open(response) {
      if (state.responses.size >= MAX_STREAMS) return false;
      const reading = { isBehind: false };
      state.responses.set(response, reading);
      response.once("close", () => state.responses.delete(response));
      response.on("drain", () => {
        if (reading.isBehind) writeAll(response);
        reading.isBehind = false;
      });
      response.write(`retry: ${RETRY_MS}\n\n`);
      writeAll(response);
      return true;
    },
    send(request) {
      if (state.responses.size === 0) return;
      state.waiting.add(request);
      state.timer ??= setTimeout(flush, INTERVAL_MS).unref();
    },
    reset() {
      state.waiting.clear();
      for (const response of state.responses.keys()) writeAll(response);
    },
  };
}
