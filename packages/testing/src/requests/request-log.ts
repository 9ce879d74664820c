/** Log of the received requests, in order of arrival. */

import { onOneLine } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { parse } from "graphql";
import { isObject, parseJson } from "../shared/parse-json.ts";
import type { AccessToken } from "./access-tokens.ts";
import { MAX_BODY_BYTES, MAX_TOKENS } from "./limits.ts";
import type { LogEntry, PlatformRequest, RequestKind } from "./platform-request.ts";

export interface RequestLog {
  readonly entries: readonly PlatformRequest[];
  add(entry: LogEntry): LogEntry;
  /** Adds the body to the entry, and all that can be read from it. The request can still be rejected. */
  addBody(entry: LogEntry, body: ArrayBuffer, accessToken: AccessToken | undefined): void;
  /** Number of requests, of one kind or of all. Includes requests that are no longer in `entries`. */
  count(kind?: RequestKind): number;
  reset(): void;
}

/** Maximum number of entries. */
const MAX_ENTRIES = 10_000;
/** Maximum size of all entries, in bytes. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;
/** Estimated size of an entry without its texts, in bytes. */
const ENTRY_BYTES = 300;

export function createRequestLog(): RequestLog {
  const entries: LogEntry[] = [];
  const sizes = new WeakMap<LogEntry, number>();
  const counts = new Map<RequestKind, number>();
  let totalBytes = 0;
  return {
    entries,
    add(entry) {
      entries.push(entry);
      sizes.set(entry, 0);
      counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
      const texts = [entry.path, ...Object.entries(entry.headers).flat()];
      grow(entry, ENTRY_BYTES + texts.reduce((sum, text) => sum + text.length, 0));
      return entry;
    },
    addBody(entry, bytes, accessToken) {
      if (accessToken) {
        entry.tokenGeneration = accessToken.generation;
        entry.tenantId = accessToken.tenantId;
      }
      if ((entry.kind !== "api" && entry.kind !== "refresh") || bytes.byteLength > MAX_BODY_BYTES) return;
      const text = new TextDecoder().decode(bytes);
      const body = parseJson(text);
      if (body === undefined) return;
      defineGetter(entry, "body", () => parseJson(text));
      grow(entry, text.length);
      if (entry.kind !== "api" || !isObject(body)) return;
      const operation = readOperationName(body.query, body.operationName);
      if (operation !== undefined) entry.operation = operation;
      if (isObject(body.variables)) defineGetter(entry, "variables", () => Object(parseJson(text)).variables);
    },
    count(kind) {
      if (kind !== undefined) return counts.get(kind) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    reset() {
      for (const entry of entries) sizes.delete(entry);
      entries.length = 0;
      totalBytes = 0;
      counts.clear();
    },
  };

  function grow(entry: LogEntry, bytes: number): void {
    const size = sizes.get(entry);
    // The entry was dropped, or the log was reset, while the body was read.
    if (size === undefined) return;
    sizes.set(entry, size + bytes);
    totalBytes += bytes;
    while (entries.length > MAX_ENTRIES || totalBytes > MAX_LOG_BYTES) {
      const oldest = entries.shift();
      if (!oldest) return;
      totalBytes -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
    }
  }
}

/** The log keeps texts, because the value of `[[],[],…]` is 14 times as large. */
function defineGetter(entry: LogEntry, name: "body" | "variables", get: () => unknown): void {
  Object.defineProperty(entry, name, { enumerable: true, get });
}

function readOperationName(query: unknown, operationName: unknown): string | undefined {
  if (typeof operationName === "string") return operationName;
  try {
    // Throws if the query is no text, too.
    const { definitions } = parse(query as string, { maxTokens: MAX_TOKENS, noLocation: true });
    return definitions.find((node) => node.kind === "OperationDefinition")?.name?.value;
  } catch {
    return undefined;
  }
}

/** Number of requests that `describeRequests` shows. */
const SHOWN_REQUESTS = 50;
/** Number of characters that it shows of the variables of a request. */
const SHOWN_VARIABLES = 200;

/**
 * The log as text, without credentials. One line per request: number, URL, operation, variables, token,
 * status.
 */
export function describeRequests(baseUrl: string, { entries, count }: RequestLog): string {
  const total = count();
  const shown = entries.slice(-SHOWN_REQUESTS);
  const hidden = total - shown.length;
  const requests = total === 1 ? "1 request" : `${total} requests`;
  return [
    `${baseUrl} received ${requests}: ${count("api")} api, ${count("refresh")} refresh`,
    ...(hidden > 0 ? [`  … ${hidden} earlier`] : []),
    ...shown.map((request, index) => `  ${hidden + index + 1}. ${describeRequest(request)}`),
  ].join("\n");
}

function describeRequest({ kind, method, path, operation, variables, ...request }: PlatformRequest): string {
  const { tokenGeneration, status = "pending", scenario, problem } = request;
  const token = tokenGeneration === undefined ? "no token" : `token ${tokenGeneration}`;
  const api = kind === "api" ? [operation ?? "(no name)", ...describeVariables(variables), token] : [];
  const reason = [scenario, problem && onOneLine(problem)].filter((text) => text !== undefined).join(": ");
  return [method, path || "/", ...api, "→", status, ...(reason ? [`(${reason})`] : [])].join(" ");
}

function describeVariables(variables: object | undefined): string[] {
  if (!variables) return [];
  const text = preview(variables, SHOWN_VARIABLES);
  return [text.length > SHOWN_VARIABLES ? `${text.slice(0, SHOWN_VARIABLES)}…` : text];
}

/**
 * The first characters of a JSON value, and some more. Each level has at least one, so the recursion is
 * bounded.
 */
function preview(value: unknown, length: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  let text = open ?? "";
  for (const [name, member] of Object.entries(value)) {
    if (text.length > length) return text;
    if (text.length > 1) text += ",";
    if (open === "{") text += `${JSON.stringify(name)}:`;
    text += preview(member, length - text.length);
  }
  return `${text}${close}`;
}
