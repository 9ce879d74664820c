/** The stream of the server: the last requests, and whether the page is connected. */

import type { RequestSummary, StreamMessage } from "../protocol.ts";

export interface Live {
  /** By ID, oldest first. */
  readonly requests: ReadonlyMap<number, RequestSummary>;
  /** Number of requests since the start or the last reset. */
  readonly total: number;
  readonly isConnected: boolean;
}

interface LiveEvents {
  /** The connection was opened or lost. */
  onConnection(): void;
  /** The server is another one than before. */
  onRestart(): void;
  onMessage(message: StreamMessage): void;
}

/** Requests that the page keeps, as many as the server does. */
const MAX_REQUESTS = 500;
const RETRY_MS = 1_000;

/** Browsers open at most six connections to a server, so a page that is not visible closes its own. */
export function connect(events: LiveEvents): Live {
  const requests = new Map<number, RequestSummary>();
  const live = { requests, total: 0, isConnected: false };
  let instance: string | undefined;
  let source: EventSource | undefined;

  const setConnected = (isConnected: boolean): void => {
    if (live.isConnected === isConnected) return;
    live.isConnected = isConnected;
    events.onConnection();
  };
  const receive = (message: StreamMessage): void => {
    if (instance !== undefined && instance !== message.instance) events.onRestart();
    instance = message.instance;
    live.total = message.total;
    if (message.isReset) requests.clear();
    for (const request of message.requests) requests.set(request.id, request);
    for (const id of requests.keys()) if (requests.size > MAX_REQUESTS) requests.delete(id);
    events.onMessage(message);
  };
  const open = (): void => {
    source?.close();
    if (document.hidden) return;
    const opened = new EventSource("_page/events");
    source = opened;
    opened.addEventListener("message", ({ data }) => {
      setConnected(true);
      receive(JSON.parse(data));
    });
    // Some browsers do not connect again after an error.
    opened.addEventListener("error", () => {
      opened.close();
      setConnected(false);
      window.setTimeout(() => source === opened && open(), RETRY_MS);
    });
  };
  document.addEventListener("visibilitychange", open);
  open();
  return live;
}
