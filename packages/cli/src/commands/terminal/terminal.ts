/** Streams and environment of a command, and safe output. */

import { styleText } from "node:util";
import {
  printableJson as escapeJson,
  writeOutUnseen,
} from "@integration-platform/graphql-compiler/internal/text/printable";
import { openRedaction, type Redaction } from "./redaction.ts";
import { openTraffic, type Traffic } from "./traffic.ts";

/** Streams and environment of a process. */
export interface Streams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** A terminal is asked questions. @default no questions */
  readonly stdin?: NodeJS.ReadStream;
  /** Aborted by Ctrl-C or SIGTERM. Its reason is the exit code of an interrupted command. */
  readonly interruption: AbortSignal;
  /** Time in milliseconds after which steps are printed, if stderr is not a terminal. @default 1000 */
  readonly quietMs?: number;
}

/** Streams whose output is redacted. */
export interface Terminal extends Streams {
  readonly redaction: Redaction;
  readonly traffic: Traffic;
  /** Writes text to stdout with a token that the user asked for. The rest of the text is redacted. */
  printToken(text: string, token: string): void;
  /** Further members of the JSON document of a failure. A command sets it. */
  facts?: () => object;
}

/** All output of a command passes through the redaction. */
export function openTerminal(streams: Streams): Terminal {
  const redaction = openRedaction();
  redaction.addEnvironment(streams.env);
  const { redact } = redaction;
  return {
    ...streams,
    stdout: guardStream(streams.stdout, redact),
    stderr: guardStream(streams.stderr, redact),
    redaction,
    traffic: openTraffic(redaction),
    printToken: (text, token) => void streams.stdout.write(text.split(token).map(redact).join(token)),
  };
}

function guardStream(stream: NodeJS.WriteStream, redact: (text: string) => string): NodeJS.WriteStream {
  const original = stream.write.bind(stream);
  let write: unknown = (chunk: string | Uint8Array, ...rest: never[]): boolean =>
    original(typeof chunk === "string" ? redact(chunk) : chunk, ...rest);
  return new Proxy(stream, {
    get(target, key) {
      if (key === "write") return write;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
    // The spinner replaces `write` while it is shown.
    set(target, key, value) {
      if (key !== "write") return Reflect.set(target, key, value);
      write = value;
      return true;
    },
  });
}

/** Styles text if the stream supports colors: it is a terminal, and `NO_COLOR` is not set. */
export function paint(
  stream: NodeJS.WriteStream,
  format: Exclude<Parameters<typeof styleText>[0], unknown[]>,
  text: string,
): string {
  return text === "" ? "" : styleText(format, text, { stream });
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Escapes text of other origin for one line of output: control characters, text direction and CI workflow commands. These
 * are `::…` at the start of a line, and `##[…]` and `##vso[…]` anywhere.
 */
export function printable(text: string): string {
  return writeOutUnseen(text, SHORT).replace(/^(\s*):(?=:)/, "$1\\u003a");
}

/** Cuts text to a number of characters, and adds "…". */
export function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

/** Serializes a value, with the escapes of {@link printable} that are valid in JSON. */
export function printableJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

/** A JSON document for stdout, with a final line break. */
export function renderJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
