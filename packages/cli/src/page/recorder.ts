/** The last requests with their responses and changes, for the page. Their number and size are limited. */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Inspector, LocalPlatform, PlatformRequest } from "@integration-platform/graphql-testing/local";
import { isRecord, parseJson } from "../text/decode-text.ts";
import type { RequestDetails, RequestSummary } from "./protocol.ts";

type RowHistory = Parameters<Inspector["describeChange"]>[0];

type ResponseStart = NonNullable<RequestDetails["response"]>;

/** A request over HTTP. */
export interface Recorded {
  /** 1 for the first request. A reset does not change it. */
  readonly id: number;
  readonly at: number;
  /** Absent until the platform has read the headers. */
  entry: PlatformRequest | undefined;
  /** Absent while the request is pending. 0 if the connection was cut. */
  status: number | undefined;
  durationMs: number | undefined;
  /** The start of the body of a response of the API. */
  response: ResponseStart | undefined;
  changes: readonly RowHistory[];
  /** Estimated memory of its texts and changes, in bytes. */
  bytes: number;
}

export interface Recorder {
  /** Oldest first. */
  readonly requests: readonly Recorded[];
  /** Number of requests since the start or the last reset. */
  readonly total: number;
  find(id: number): Recorded | undefined;
  /** The last request that changed rows. */
  lastChanged(): Recorded | undefined;
  /** Records a request while the platform responds to it. */
  record(request: Request, respond: (request: Request) => Promise<Response>): Promise<Response>;
  reset(): void;
}

export const MAX_REQUESTS = 500;
/** Bytes of all recorded requests. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Characters of a response that are kept. */
const MAX_RESPONSE = 256 * 1024;
/** Estimated size of a changed row, in bytes. */
const CHANGE_BYTES = 200;

/** @param onChange - Called when a request arrives, and when its response is ready. */
export function createRecorder(
  platform: LocalPlatform,
  inspector: Inspector,
  onChange: (request: Recorded) => void,
): Recorder {
  const requests: Recorded[] = [];
  const running = new AsyncLocalStorage<Recorded>();
  let lastId = 0;
  let total = 0;
  let lastChanged: Recorded | undefined;

  inspector.onChange((changes) => {
    const request = running.getStore();
    if (!request) return;
    request.changes = inspector.mergeChanges(request.changes, changes);
    request.bytes += changes.length * CHANGE_BYTES;
    lastChanged = request;
  });

  return {
    requests,
    get total() {
      return total;
    },
    find: (id) => requests.find((request) => request.id === id),
    lastChanged: () => lastChanged,
    async record(received, respond) {
      total += 1;
      lastId += 1;
      const request = createRecorded(lastId, Number(received.headers.get("content-length")));
      requests.push(request);
      onChange(request);
      const startedAt = performance.now();
      try {
        const responding = running.run(request, () => respond(received));
        // The platform logs a request before it returns.
        request.entry = platform.requests.at(-1);
        const response = await responding;
        request.status = response.status;
        if (request.entry?.kind === "api")
          void keepResponse(request, response.clone()).then(() => onChange(request));
        return response;
      } catch (error) {
        request.status = 500;
        throw error;
      } finally {
        request.durationMs = performance.now() - startedAt;
        dropOldest(requests);
        onChange(request);
      }
    },
    reset() {
      requests.length = 0;
      total = 0;
      lastChanged = undefined;
    },
  };
}

function createRecorded(id: number, bytes: number): Recorded {
  return {
    id,
    at: Date.now(),
    entry: undefined,
    status: undefined,
    durationMs: undefined,
    response: undefined,
    changes: [],
    bytes,
  };
}

function dropOldest(requests: Recorded[]): void {
  let bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  while (requests.length > MAX_REQUESTS || bytes > MAX_BYTES) bytes -= requests.shift()?.bytes ?? 0;
}

/** A body that a scenario cuts is kept up to the cut. */
async function keepResponse(request: Recorded, { body }: Response): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_RESPONSE) break;
    }
  } catch {
    // The part that was received is shown.
  }
  request.response = { text: text.slice(0, MAX_RESPONSE), isCut: text.length > MAX_RESPONSE };
  request.bytes += text.length;
}

export function summarize(request: Recorded): RequestSummary {
  const { id, at, entry, status, durationMs, response, changes } = request;
  const { method = "", path = "", kind = "other", operation, scenario, problem } = entry ?? {};
  const parsed = response && !response.isCut ? parseJson(response.text) : undefined;
  const result = parsed && "value" in parsed ? parsed.value : undefined;
  return {
    id,
    at,
    method,
    kind,
    path: path || "/",
    operation,
    status,
    durationMs,
    changes: changes.length,
    scenario,
    problem,
    hasErrors: isRecord(result) && Array.isArray(result.errors),
  };
}

export function describe(request: Recorded): RequestDetails {
  const { entry, response } = request;
  const { body, variables, tenantId: tenant } = entry ?? {};
  const details = { request: summarize(request), tenant, response };
  // Bodies of other requests contain credentials.
  if (entry?.kind !== "api") return details;
  const query = isRecord(body) && typeof body.query === "string" ? body.query : undefined;
  return { ...details, query, variables };
}
