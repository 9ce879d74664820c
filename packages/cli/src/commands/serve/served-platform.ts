/** Creates the platform of `serve` from its options and the project. */

import { toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import type {
  Limits,
  LocalPlatform,
  MismatchError,
  PlatformData,
  PlatformOptions,
  PlatformRequest,
} from "@integration-platform/graphql-testing/local";
import { Problem } from "../../host/errors/problem.ts";
import { loadRules, toRulesProblem } from "../../host/platform/load-rules.ts";
import { createLocal } from "../../host/platform/target.ts";
import { readJson } from "../../host/project/files.ts";
import { type Project, readProjectSchema } from "../../host/project/project.ts";
import { createRedact, type Redact } from "../../host/secrets/redaction.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { isRecord } from "../../text/decode-text.ts";
import type { ScenarioName } from "./choose-scenarios.ts";
import { createRequestLog, createStopwatch } from "./print-requests.ts";

/** Options of the platform. */
export interface ServedOptions {
  readonly seed: number;
  readonly data?: string;
  /** In milliseconds. */
  readonly latency: number;
  readonly pageSize?: number;
  readonly maxPageSize?: number;
  readonly requestsPerSecond?: number;
}

/** @throws Problem if the schema, the rules or the data cannot be used. */
export async function createServed(
  options: ServedOptions,
  project: Project,
  scenario: readonly ScenarioName[],
  terminal: Terminal,
): Promise<LocalPlatform> {
  const { stderr } = terminal;
  const { seed, latency: latencyMs, data: dataFile } = options;
  const schema = readProjectSchema(project);
  const log = createRequestLog(stderr);
  const readDuration = createStopwatch();
  let redact: Redact | undefined;
  const onRequest = (request: PlatformRequest) => {
    redact ??= redactOwn(platform, terminal);
    log({ request, answeredAt: Date.now(), durationMs: readDuration(), redact });
  };
  const settings: PlatformOptions = {
    seed,
    latencyMs,
    scenario,
    limits: readLimits(options),
    onRequest,
    onRulesError: (message) => {
      if (stderr.state() !== "closed") stderr.print(toLines(message.split("\n")));
    },
    schema: schema.text,
    ...(dataFile !== undefined && { data: await readData(dataFile) }),
    ...(await loadRules(project)),
  };
  const platform = await createLocal(settings).catch((error: unknown) => {
    throw toRulesProblem(error, project) ?? toDataProblem(error, dataFile) ?? error;
  });
  return platform;
}

/** The problem of data that does not match the schema. `undefined` for any other error. */
function toDataProblem(error: unknown, file = "the data"): Problem | undefined {
  const { mismatch, problems: details = [] } = error as Partial<MismatchError>;
  if (mismatch !== "data") return undefined;
  const hint = "Fix the data, or name its schema with --schema <file>.";
  return new Problem(`${file} does not match the schema`, hint, { details });
}

/** @throws Problem if the page size exceeds its maximum. */
function readLimits({ pageSize, maxPageSize, requestsPerSecond }: ServedOptions): Limits {
  if (pageSize !== undefined && maxPageSize !== undefined && pageSize > maxPageSize) {
    throw new Problem(
      "--page-size exceeds --max-page-size",
      "Set a smaller --page-size or a larger --max-page-size.",
    );
  }
  return {
    pageSize: { ...(pageSize && { default: pageSize }), ...(maxPageSize && { max: maxPageSize }) },
    ...(requestsPerSecond && { requestsPerSecond }),
  };
}

/** Rows by type name. Values that the file leaves out are generated. */
async function readData(file: string): Promise<PlatformData> {
  const hint = 'Write objects by type name: { "Integration": [{ "name": "CRM to ERP" }] }.';
  const data = await readJson(file, hint);
  if (!isRecord(data)) throw new Problem(`${file}: the file is not a JSON object`, hint);
  const { fill } = await import("@integration-platform/graphql-testing/local");
  const entries = Object.entries(data).map(([name, rows]) => [name, Array.isArray(rows) ? fill(rows) : rows]);
  return Object.fromEntries(entries) as PlatformData;
}

/**
 * Redacts the secrets of a platform too: a client can put credentials into the path, the operation name or
 * variables. Rotation replaces the refresh token.
 */
export function redactOwn({ users }: LocalPlatform, { redaction }: Terminal): Redact {
  let secrets = "";
  let maskOwn: Redact = (text) => text;
  return (text) => {
    const current = users.map(({ refreshToken }) => refreshToken);
    if (current.join() !== secrets) maskOwn = createRedact(current);
    secrets = current.join();
    return redaction.redact(maskOwn(text));
  };
}
