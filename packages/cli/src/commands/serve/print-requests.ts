/** The log of `serve`: one line per request, without headers, bodies and variables. */

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import {
  type Ink,
  joinInk,
  paint,
  printableText,
  toLines,
} from "@integration-platform/graphql-compiler/internal/text/ink";
import { cut } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { PlatformRequest } from "@integration-platform/graphql-testing/local";
import type { Redact } from "../../host/secrets/redaction.ts";
import type { Output } from "../../host/terminal/output.ts";

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
function renderEntry({ request, answeredAt, durationMs, redact }: LogEntry): Ink {
  const { method, path, operation, status = 0 } = request;
  const show = (text: string, width: number) => printableText(cut(redact(text), MAX_LENGTH)).padEnd(width);
  const cells = [
    paint("dim", formatTime(answeredAt)),
    show(method, WIDTHS.method),
    show(path || "/", WIDTHS.path),
    paint(operation === undefined ? "dim" : "cyan", show(operation ?? "—", WIDTHS.operation)),
    // A simulated network error has no status.
    paint(colorOf(status), status === 0 ? "cut" : String(status)),
    paint("dim", `${Math.round(durationMs)} ms`.padStart(WIDTHS.duration)),
  ];
  return toLines([joinInk(cells, "  ")]);
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
 * Returns a function that logs requests to a stream. If the stream is full, lines are dropped instead of
 * buffered, so that the memory of a long-running server stays flat. The next line reports how many.
 */
export function createRequestLog(output: Output): (entry: LogEntry) => void {
  let dropped = 0;
  return (entry) => {
    const state = output.state();
    if (state === "full") dropped++;
    if (state !== "open") return;
    if (dropped > 0) output.print(toLines([paint("dim", `… ${dropped} more requests`)]));
    dropped = 0;
    output.print(renderEntry(entry));
  };
}

/**
 * Returns a function for the time since the current request arrived, in milliseconds. It includes reading the
 * request.
 */
export function createStopwatch(): () => number {
  const arrivedAt = new AsyncLocalStorage<number>();
  subscribe("http.server.request.start", () => arrivedAt.enterWith(performance.now()));
  return () => performance.now() - (arrivedAt.getStore() ?? performance.now());
}
