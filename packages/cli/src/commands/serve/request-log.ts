/** The log of `serve`: one line a request, without headers, bodies or variables, where the secrets are. */

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { PlatformRequest } from "@integration-platform/graphql-testing";
import type { Redact } from "../redact.ts";
import { paint, printable } from "../terminal.ts";

/** A request that was answered. */
export interface Answered {
  readonly request: Pick<PlatformRequest, "method" | "path" | "operation" | "status">;
  /** When it was answered, in milliseconds since the epoch. */
  readonly answeredAt: number;
  /** From its arrival to the answer, in milliseconds. */
  readonly durationMs: number;
  /** For what its sender may have put into the path or the name. */
  readonly redact: Redact;
}

/** Columns as wide as what the contract has; what is longer pushes the rest of its own line aside. */
const WIDTHS = { method: 4, path: 16, operation: 16, duration: 5 } as const;
/** Characters of a path or a name that are shown: who sends a request chooses them. */
const MAX_LENGTH = 60;

/** `06:34:38  POST  /api  ListIntegrations  200  3 ms`, aligned. */
export function renderRequest(answered: Answered, stream: NodeJS.WriteStream): string {
  const { answeredAt, durationMs, redact } = answered;
  const { method, path, operation, status = 0 } = answered.request;
  const show = (text: string, width: number) => printable(shorten(redact(text))).padEnd(width);
  const cells = [
    paint(stream, "dim", formatTime(answeredAt)),
    show(method, WIDTHS.method),
    show(path || "/", WIDTHS.path),
    paint(stream, operation === undefined ? "dim" : "cyan", show(operation ?? "—", WIDTHS.operation)),
    paint(stream, colorOf(status), formatStatus(status)),
    paint(stream, "dim", `${Math.round(durationMs)} ms`.padStart(WIDTHS.duration)),
  ];
  return `${cells.join("  ")}\n`;
}

/** Local time of day. */
function formatTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** A network error on purpose has no status. */
function formatStatus(status: number): string {
  return status === 0 ? "cut" : String(status);
}

function colorOf(status: number): "green" | "yellow" | "red" {
  if (status >= 200 && status < 400) return "green";
  return status >= 400 && status < 500 ? "yellow" : "red";
}

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/**
 * Writes requests to a stream. Where nobody reads it, lines are left out instead of being kept: a server that is left
 * running must not fill the memory with its log. The next line says how many.
 */
export function createRequestLog(stream: NodeJS.WriteStream): (answered: Answered) => void {
  let leftOut = 0;
  return (answered) => {
    if (stream.destroyed) return;
    if (stream.writableNeedDrain) {
      leftOut++;
      return;
    }
    if (leftOut > 0) stream.write(paint(stream, "dim", `… ${leftOut} requests more, which nobody read\n`));
    leftOut = 0;
    stream.write(renderRequest(answered, stream));
  };
}

/** Tells how long ago the request that is being answered arrived, in milliseconds: Node knows before the platform does. */
export function createStopwatch(): () => number {
  const arrivedAt = new AsyncLocalStorage<number>();
  subscribe("http.server.request.start", () => arrivedAt.enterWith(performance.now()));
  return () => performance.now() - (arrivedAt.getStore() ?? performance.now());
}
