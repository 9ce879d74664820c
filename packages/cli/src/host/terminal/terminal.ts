/** The environment of a command: its streams, its variables, and the secrets that it masks. */

import { openRedaction, type Redaction } from "../secrets/redaction.ts";
import { type Output, openOutput } from "./output.ts";
import { openTraffic, type Traffic } from "./traffic.ts";

/** Streams and environment of a process. */
export interface Streams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborted by Ctrl-C or SIGTERM. Its reason is the exit code of an interrupted command. */
  readonly interruption: AbortSignal;
  /** Time in milliseconds after which steps are printed. @default 1000 */
  readonly quietMs?: number;
}

export interface Terminal extends Omit<Streams, "stdout" | "stderr"> {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly redaction: Redaction;
  readonly traffic: Traffic;
  /**
   * Members of the JSON document of a failure, next to `error`: the operation and its requests. `run` sets
   * it.
   */
  readFacts?: () => object;
}

/** All output of a command passes through the redaction. */
export function openTerminal(streams: Streams): Terminal {
  const redaction = openRedaction();
  redaction.addEnvironment(streams.env);
  return {
    ...streams,
    stdout: openOutput(streams.stdout, redaction.redact),
    stderr: openOutput(streams.stderr, redaction.redact),
    redaction,
    traffic: openTraffic(redaction),
  };
}
