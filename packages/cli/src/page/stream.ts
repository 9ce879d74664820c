/** Server-sent events: which requests are new or ready, and whether rows changed. */

import type { StreamMessage } from "./protocol.ts";
import { MAX_REQUESTS, type Recorded, type Recorder, summarize } from "./recorder.ts";

export interface Stream {
  /** The body of a response, with all requests that are known. `undefined` if there is no room for it. */
  open(): ReadableStream<Uint8Array> | undefined;
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
/** Bytes that wait for a reader before it gets no more messages. */
const MAX_WAITING_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/** A page that reads. */
interface Reader {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Whether it has missed messages, because it did not read. */
  isBehind: boolean;
}

function describeRequests(
  requests: readonly Recorded[],
  isReset: boolean,
): Pick<StreamMessage, "requests" | "isReset" | "hasChanges"> {
  const hasChanges = isReset || requests.some(({ changes }) => changes.length > 0);
  return { requests: requests.map(summarize), isReset, hasChanges };
}

/** @param toText - JSON without secrets. */
export function createStream(
  instance: string,
  recorder: Pick<Recorder, "requests" | "total">,
  toText: (message: StreamMessage) => string,
): Stream {
  const readers = new Set<Reader>();
  const waiting = new Set<Recorded>();
  let _timer: NodeJS.Timeout | undefined;
  const write = ({ controller }: Reader, requests: readonly Recorded[], isReset: boolean): void => {
    const message = { instance, total: recorder.total, ...describeRequests(requests, isReset) };
    controller.enqueue(encoder.encode(`data: ${toText(message)}\n\n`));
  };
  const writeAll = (reader: Reader): void => write(reader, recorder.requests, true);
  const flush = (): void => {
    _timer = undefined;
    const requests = [...waiting].slice(-MAX_REQUESTS).sort((a, b) => a.id - b.id);
    waiting.clear();
    for (const reader of readers) {
      if ((reader.controller.desiredSize ?? 0) <= 0) reader.isBehind = true;
      else write(reader, requests, false);
    }
  };
  return {
    open() {
      if (readers.size >= MAX_STREAMS) return undefined;
      let reader: Reader;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            reader = { controller, isBehind: false };
            readers.add(reader);
            controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
            writeAll(reader);
          },
          // Called when there is room again.
          pull() {
            if (reader.isBehind) writeAll(reader);
            reader.isBehind = false;
          },
          cancel: () => void readers.delete(reader),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
      );
    },
    send(request) {
      if (readers.size === 0) return;
      waiting.add(request);
      _timer ??= setTimeout(flush, INTERVAL_MS).unref();
    },
    reset() {
      waiting.clear();
      for (const reader of readers) writeAll(reader);
    },
  };
}
