/** The log of `serve`: one line per request, without headers, bodies and variables. */

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { PlatformRequest } from "@integration-platform/graphql-testing/local";
import type { Redact } from "../terminal/redaction.ts";
import { paint, printable, shorten } from "../terminal/terminal.ts";

/** A request and its response. */
export interface LogEntry {
  readonly request: Pick<PlatformRequest, "method" | "path" | "operation" | "status">;
  /** Time of the response, in milliseconds since the epoch. */
  readonly answeredAt: number;
  /** From the arrival of the request to the response. */
  readonly durationMs: number;
  /** Applied to the path and the operation name. */
  readonly redact: Redact;
}

/** Widths of the columns. A longer value shifts the rest of its line. */
const WIDTHS = { method: 4, path: 16, operation: 16, duration: 5 } as const;
/** Characters of a path or a name that are shown. */
const MAX_LENGTH = 60;

/** `06:34:38  POST  /api  ListIntegrations  200  3 ms`, aligned. */
function renderEntry(
  { request, answeredAt, durationMs, redact }: LogEntry,
  stream: NodeJS.WriteStream,
): string {
  const { method, path, operation, status = 0 } = request;
  const show = (text: string, width: number) => printable(shorten(redact(text), MAX_LENGTH)).padEnd(width);
  const cells = [
    paint(stream, "dim", formatTime(answeredAt)),
    show(method, WIDTHS.method),
    show(path || "/", WIDTHS.path),
    paint(stream, operation === undefined ? "dim" : "cyan", show(operation ?? "—", WIDTHS.operation)),
    // A simulated network error has no status.
    paint(stream, colorOf(status), status === 0 ? "cut" : String(status)),
    paint(stream, "dim", `${Math.round(durationMs)} ms`.padStart(WIDTHS.duration)),
  ];
  return `${cells.join("  ")}\n`;
}

/** Local time of day. */
function formatTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

function colorOf(status: number): "green" | "yellow" | "red" {
  if (status >= 200 && status < 400) return "green";
  return status >= 400 && status < 500 ? "yellow" : "red";
}

/**
 * Returns a function that logs requests to a stream. If the stream is full, lines are dropped instead of buffered, so that
 * the memory of a long-running server stays flat. The next line reports how many.
 */
export function createRequestLog(stream: NodeJS.WriteStream): (entry: LogEntry) => void {
  let dropped = 0;
  return (entry) => {
    if (stream.destroyed) return;
    if (stream.writableNeedDrain) {
      dropped++;
      return;
    }
    if (dropped > 0) stream.write(paint(stream, "dim", `… ${dropped} more requests\n`));
    dropped = 0;
    stream.write(renderEntry(entry, stream));
  };
}

/** Returns a function for the time since the current request arrived, in milliseconds. It includes reading the request. */
export function createStopwatch(): () => number {
  const arrivedAt = new AsyncLocalStorage<number>();
  subscribe("http.server.request.start", () => arrivedAt.enterWith(performance.now()));
  return () => performance.now() - (arrivedAt.getStore() ?? performance.now());
}
