/** What a run brought, for people and for programs. */

import type { GraphQLErrorEntry, GraphQLResponseError } from "@integration-platform/graphql";
import type { Failure } from "../failure.ts";
import type { Redact } from "../redact.ts";
import { paint, printable, printableJson } from "../terminal.ts";
import { type Arranged, arrange } from "./rows.ts";
import { renderTable, renderValue } from "./table.ts";
import type { RunFacts } from "./tally.ts";

/** What the platform answered. */
export interface Answer {
  /** Partial, or none, where there is an error. */
  readonly data: object | null | undefined;
  readonly error?: GraphQLResponseError;
}

/** GraphQL errors that are listed for people; the JSON has all. */
const MAX_LISTED = 10;
/** Characters of a message that are shown to people. */
const MAX_MESSAGE_LENGTH = 500;

/** The answer as a table, with what happened in the last line. */
export function renderAnswer(facts: RunFacts, { data }: Answer, stream: NodeJS.WriteStream): string {
  const arranged = data ? arrange(data) : undefined;
  const parts = [
    paint(stream, "bold", facts.operation),
    ...(arranged ? renderArranged(arranged, stream) : []),
    renderFacts(facts, arranged, stream),
  ];
  return `${parts.join("\n\n")}\n`;
}

function renderArranged({ listing, fields }: Arranged, stream: NodeJS.WriteStream): string[] {
  const width = Math.max(0, ...fields.map(([path]) => path.length));
  const lines = fields.map(
    ([path, value]) => `${paint(stream, "dim", printable(path).padEnd(width))}  ${renderValue(value, stream)}`,
  );
  return [
    ...(listing && listing.rows.length > 0 ? [renderTable(listing.columns, listing.rows, stream)] : []),
    ...(lines.length > 0 ? [lines.join("\n")] : []),
  ];
}

function renderFacts(facts: RunFacts, arranged: Arranged | undefined, stream: NodeJS.WriteStream): string {
  const { requests, refreshes, durationMs, platform } = facts;
  const listing = arranged?.listing;
  const parts = [
    ...(listing ? [count(listing.rows.length, singular(listing.noun), listing.noun)] : []),
    count(requests, "request"),
    count(refreshes, "refresh", "refreshes"),
    `${durationMs} ms`,
    ...(platform ? [platform.local ? `local platform at ${platform.baseUrl}` : platform.baseUrl] : []),
  ];
  return parts.map(printable).join(paint(stream, "dim", " · "));
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** "integrations" to "integration": a guess, for one line that people read. */
function singular(noun: string): string {
  if (/[^aeiou]ies$/.test(noun)) return noun.replace(/ies$/, "y");
  return /[^su]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

/** GraphQL errors, a line each, below the one that says there are some. */
export function renderErrors(errors: readonly GraphQLErrorEntry[], redact: Redact): string {
  const lines = errors.slice(0, MAX_LISTED).map(({ message, path }) => {
    const where = path && path.length > 0 ? ` (at ${redact(path.join("."))})` : "";
    const said = redact(message);
    const cut = said.length > MAX_MESSAGE_LENGTH ? `${said.slice(0, MAX_MESSAGE_LENGTH)}…` : said;
    return `  - ${printable(cut + where)}\n`;
  });
  const more = errors.length - lines.length;
  return more > 0 ? `${lines.join("")}  … and ${more} more\n` : lines.join("");
}

/** The answer as one JSON document. Its shape is a contract: `version` changes with it. */
export function renderAnswerJson(facts: RunFacts, { data, error }: Answer, redact: Redact): string {
  const { operation, ...rest } = facts;
  const errors = error?.errors.map((entry) => showError(entry, redact));
  return toJson({ version: 1, operation, data: data ?? null, errors, ...rest });
}

/** A failure as one JSON document: as for an answer, with `error` in place of `data`. */
export function renderFailureJson(facts: RunFacts, { code, message, hint }: Failure): string {
  const { operation, ...rest } = facts;
  return toJson({ version: 1, operation, error: { code, message, hint }, ...rest });
}

/** Message, path and code. Other extensions may quote anything, and stay behind. */
function showError({ message, path, extensions }: GraphQLErrorEntry, redact: Redact): object {
  const code = extensions?.code;
  return {
    message: redact(message),
    ...(path && { path: path.map((key) => (typeof key === "string" ? redact(key) : key)) }),
    ...(typeof code === "string" && { code: redact(code) }),
  };
}

function toJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
