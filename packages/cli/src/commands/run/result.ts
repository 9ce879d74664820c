/** The result of `run`, as text and as JSON. */

import type { GraphQLFormattedError, OperationError } from "@integration-platform/graphql";
import {
  type Ink,
  ink,
  joinInk,
  paint,
  printableText,
  toLines,
} from "@integration-platform/graphql-compiler/internal/text/ink";
import { addAll, largestOf } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import { count, cut, onOneLine } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { Redact } from "../../host/secrets/redaction.ts";
import { indent } from "../../host/terminal/messages.ts";
import type { Output } from "../../host/terminal/output.ts";
import type { Facts } from "../../host/terminal/traffic.ts";
import { isRecord } from "../../text/decode-text.ts";
import { renderFacts } from "../doctor/checks.ts";
import { type Arrangement, arrange, renderTable, renderValue } from "./table.ts";

export interface RunResult {
  /** Partial or missing if there is an error. */
  readonly data: object | null | undefined;
  /** Data for the text output. @default data */
  readonly shown?: object;
  readonly error?: OperationError<"GRAPHQL"> | undefined;
  /** From the payload of a mutation. */
  readonly payloadErrors: readonly PayloadError[];
}

export interface PayloadError {
  /** Field of the input, or of the mutation if the platform does not name one. */
  readonly field: string;
  readonly messages: readonly string[];
}

export interface OperationFacts extends Facts {
  readonly operation: string;
}

/** Number of errors in the text output. The JSON output has all. */
const MAX_LISTED = 10;
/** Characters of a message in the text output. */
const MAX_MESSAGE_LENGTH = 500;
const MAX_CODE_LENGTH = 80;

/** Splits the data of a mutation into the errors of its payloads and the rest. */
export function splitPayloads(data: object): Pick<RunResult, "shown" | "payloadErrors"> {
  const payloadErrors: PayloadError[] = [];
  const members = Object.entries(data).map(([name, payload]) => {
    if (!isRecord(payload) || !(payload.errors === null || Array.isArray(payload.errors)))
      return [name, payload];
    const { errors, ...rest } = payload;
    addAll(
      payloadErrors,
      (errors ?? []).map((entry: unknown) => readEntry(name, entry)),
    );
    return [name, rest];
  });
  return { shown: Object.fromEntries(members), payloadErrors };
}

function readEntry(mutation: string, entry: unknown): PayloadError {
  const { field, messages, message } = isRecord(entry) ? entry : { message: entry };
  const list = Array.isArray(messages) ? messages : [messages ?? message ?? "no message"];
  return { field: typeof field === "string" ? field : mutation, messages: list.map(String) };
}

/** Renders the data as a table and fields, with the counts in the last line. */
export function renderResult(
  { data, shown = data ?? undefined }: RunResult,
  facts: OperationFacts,
  output: Pick<Output, "columns">,
): Ink {
  const arranged = shown && arrange(shown);
  const listing = arranged?.listing;
  const counts = [
    ...(listing ? [count(listing.rows.length, "row")] : []),
    count(facts.requests, "request"),
    count(facts.refreshes, "refresh", "refreshes"),
  ];
  const blocks = [
    ink`${paint("bold", facts.operation)}\n`,
    ...(arranged ? renderArranged(arranged, output) : []),
    ink`${renderFacts(counts, facts)}\n`,
  ];
  return joinInk(blocks, ink`\n`);
}

function renderArranged({ listing, fields }: Arrangement, output: Pick<Output, "columns">): Ink[] {
  const paths = fields.map(([path]) => printableText(path));
  const width = largestOf(paths.map((path) => path.length));
  const lines = fields.map(
    ([, value], index) => ink`${paint("dim", (paths[index] ?? "").padEnd(width))}  ${renderValue(value)}`,
  );
  return [
    ...(listing && listing.rows.length > 0 ? [renderTable(listing, output)] : []),
    ...(lines.length > 0 ? [toLines(lines)] : []),
  ];
}

/** Renders GraphQL errors, one per line. */
export function renderErrors(errors: readonly GraphQLFormattedError[], redact: Redact): Ink {
  return renderList(
    errors.map(({ message, path, extensions }) => {
      const code =
        typeof extensions?.code === "string" ? [cut(redact(extensions.code), MAX_CODE_LENGTH)] : [];
      const notes = [...code, ...(path && path.length > 0 ? [`at ${redact(path.join("."))}`] : [])];
      return `${renderMessage(message, redact)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
    }),
  );
}

/** Renders payload errors, one per line: `field: messages`. */
export function renderPayloadErrors(errors: readonly PayloadError[], redact: Redact): Ink {
  return renderList(
    errors.map(({ field, messages }) => renderMessage(`${field}: ${messages.join("; ")}`, redact)),
  );
}

/** On one line: the simulated platform proposes code in lines of its own. */
function renderMessage(message: string, redact: Redact): string {
  return cut(onOneLine(redact(message)), MAX_MESSAGE_LENGTH);
}

function renderList(lines: readonly string[]): Ink {
  const shown = lines.slice(0, MAX_LISTED).map((line) => `- ${line}`);
  return indent(lines.length > MAX_LISTED ? [...shown, `… and ${lines.length - MAX_LISTED} more`] : shown);
}

/** The result as a JSON document. */
export function describeResult(result: RunResult, facts: OperationFacts, redact: Redact): object {
  const { data, error, payloadErrors } = result;
  const { operation, ...rest } = facts;
  const errors = error?.errors.map((entry) => toJson(entry, redact));
  return {
    version: 1,
    operation,
    data: data ?? null,
    errors,
    ...(payloadErrors.length > 0 && { payloadErrors }),
    ...rest,
  };
}

/** Message, path and code. Other extensions are left out, because they can contain anything. */
function toJson({ message, path, extensions }: GraphQLFormattedError, redact: Redact): object {
  const code = extensions?.code;
  return {
    message: redact(message),
    ...(path && { path: path.map((key) => (typeof key === "string" ? redact(key) : key)) }),
    ...(typeof code === "string" && { code: redact(code) }),
  };
}
