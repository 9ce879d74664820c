/** Runs a local platform until it is interrupted. */

import { wrap } from "@integration-platform/graphql-compiler/internal/reports/text-layout";
import { type Ink, ink, paint, toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import type {
  Limits,
  LocalPlatform,
  MismatchError,
  PlatformData,
  PlatformOptions,
  PlatformRequest,
} from "@integration-platform/graphql-testing/local";
import { SHIPPED_SCHEMA } from "../../codegen/read-settings.ts";
import { isRecord } from "../../decode-text.ts";
import { describeUnknown, findNearest } from "../../did-you-mean.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import { createLocal, toSdl } from "../platform/target.ts";
import { readJson } from "../project/files.ts";
import {
  loadProject,
  nameSchema,
  type Project,
  parseProjectSchema,
  readProjectSchema,
} from "../project/project.ts";
import { loadRules, toRulesProblem } from "../rules/load-rules.ts";
import { createRedact, type Redact } from "../secrets/redaction.ts";
import type { Output } from "../terminal/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readPageOperations } from "./page-operations.ts";
import { createRequestLog, createStopwatch } from "./print-requests.ts";

export interface ServeOptions {
  readonly config?: string;
  readonly envPrefix: string;
  readonly port?: number;
  readonly seed: number;
  readonly schema?: string;
  readonly data?: string;
  readonly latency: number;
  readonly pageSize?: number;
  readonly maxPageSize?: number;
  readonly requestsPerSecond?: number;
  readonly scenario?: readonly string[];
}

type Scenarios = typeof import("@integration-platform/graphql-testing/local")["scenarios"];
type ScenarioName = keyof Scenarios;

export async function serve(flags: ServeOptions, terminal: Terminal): Promise<number> {
  const { stdout, interruption } = terminal;
  const { port = 0 } = flags;
  const testing = await import("@integration-platform/graphql-testing/local");
  const names = flags.scenario ?? [];
  if (names.includes("list")) {
    stdout.print(listScenarios(testing.scenarios, stdout));
    return EXIT.success;
  }
  const scenarios = chooseScenarios(testing.scenarios, names);
  const project = await loadProject(flags, { sample: true });
  const { schema = SHIPPED_SCHEMA } = project;
  const options = { ...flags, schema };
  const platform = await createPlatform(options, project, scenarios, terminal);
  const page = {
    schema: nameSchema(schema),
    scenarios,
    operations: () => readPageOperations(project),
    redact: redactOwn(platform, terminal),
  };
  await using server = await platform.listen({ port, page }).catch((error: unknown) => {
    throw toPortProblem(error, port);
  });
  interruption.throwIfAborted();
  stdout.print(renderWelcome(platform, { ...options, baseUrl: server.baseUrl, scenarios }));
  await new Promise((resolve) => interruption.addEventListener("abort", resolve, { once: true }));
  return EXIT.success;
}

/** A client can put credentials into the path, the operation name or variables. Rotation replaces the refresh token. */
function redactOwn({ users }: LocalPlatform, { redaction }: Terminal): Redact {
  let secrets = "";
  let maskOwn: Redact = (text) => text;
  return (text) => {
    const current = users.flatMap(({ refreshToken, password }) => [refreshToken, password]);
    if (current.join() !== secrets) maskOwn = createRedact(current);
    secrets = current.join();
    return redaction.redact(maskOwn(text));
  };
}

async function createPlatform(
  options: ServeOptions,
  project: Project,
  scenario: readonly ScenarioName[],
  terminal: Terminal,
): Promise<LocalPlatform> {
  const { stderr } = terminal;
  const { seed, latency: latencyMs, schema: schemaFile, data: dataFile } = options;
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
    ...(schemaFile !== undefined && {
      schema: await readSchema(project, schemaFile),
    }),
    ...(dataFile !== undefined && { data: await readData(dataFile) }),
    ...(schemaFile !== undefined && (await loadRules(project))),
  };
  const platform = await createLocal(settings, schemaFile).catch((error: unknown) => {
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

/** The schema as SDL. @throws Problem if it is invalid. */
async function readSchema(project: Project, schema: string): Promise<string> {
  const file = await readProjectSchema({ ...project, schema });
  parseProjectSchema(file);
  return toSdl(file);
}

/** @throws Problem if the page size exceeds its maximum. */
function readLimits({ pageSize, maxPageSize, requestsPerSecond }: ServeOptions): Limits {
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
  if (isRecord(data)) {
    const { fill } = await import("@integration-platform/graphql-testing/local");
    const entries = Object.entries(data).map(([name, rows]) => [
      name,
      Array.isArray(rows) ? fill(rows) : rows,
    ]);
    return Object.fromEntries(entries) as PlatformData;
  }
  throw new Problem(`${file}: the file is not a JSON object`, hint);
}

/** @throws Problem with the nearest name and all names. */
function chooseScenarios(scenarios: Scenarios, names: readonly string[]): ScenarioName[] {
  return [...new Set(names)].map((name) => {
    if (Object.hasOwn(scenarios, name)) return name as ScenarioName;
    const all = Object.keys(scenarios);
    const near = findNearest(name, all);
    const hint = `${near ? `Use ${near}. ` : ""}Scenarios: ${all.join(", ")}.`;
    throw new Problem(describeUnknown("scenario", name), hint);
  });
}

function listScenarios(
  scenarios: Scenarios,
  { columns = Number.POSITIVE_INFINITY }: Pick<Output, "columns">,
): Ink {
  const width = Math.max(...Object.keys(scenarios).map((name) => name.length));
  const lines = Object.entries(scenarios).flatMap(([name, { summary }]) => {
    const [first = "", ...more] = wrap(summary, columns - width - 2);
    const title = ink`${paint("bold", name.padEnd(width))}  ${first}`;
    return [title, ...more.map((line) => " ".repeat(width + 2) + line)];
  });
  return toLines(lines);
}

function toPortProblem(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const hint = "Choose another --port, or omit it for a free one.";
  if (code === "EADDRINUSE") return new Problem(`port ${port} on 127.0.0.1 is in use`, hint);
  if (code === "EACCES") return new Problem(`port ${port} on 127.0.0.1 requires more permissions`, hint);
  return error;
}

/** The credentials, and commands that use them. */
function renderWelcome(
  { users: [user] }: LocalPlatform,
  {
    envPrefix: prefix,
    schema,
    baseUrl,
    scenarios,
    pageSize,
    maxPageSize,
    requestsPerSecond,
  }: ServeOptions & { readonly baseUrl: string; readonly scenarios: readonly string[] },
): Ink {
  const { name: userName = "", password = "", refreshToken = "", tenants = [] } = user ?? {};
  const title = (text: string) => paint("bold", text);
  const label = (text: string) => paint("dim", text.padEnd(13));
  const quiet = (text: string) => paint("dim", text);
  const option = prefix === "PLATFORM" ? "" : ` --env-prefix ${prefix}`;
  const limits = [
    ...(pageSize ? [`pages of ${pageSize}`] : []),
    ...(maxPageSize ? [`pages of at most ${maxPageSize}`] : []),
    ...(requestsPerSecond ? [`${requestsPerSecond} requests per second`] : []),
  ];
  const example = schema === SHIPPED_SCHEMA ? "run --query '{ __typename }'" : "doctor";
  return toLines([
    ink`${title("Local platform")} at ${paint("cyan", baseUrl)} ${quiet("· stop with Ctrl-C")}`,
    "",
    ink`${label("refresh token")}  ${refreshToken}`,
    ...tenants.map(
      ({ id, name }, index) => ink`${label(index === 0 ? "tenants" : "")}  ${id}  ${quiet(name)}`,
    ),
    ink`${label("token page")}  ${baseUrl}/get_auth_token/`,
    ink`${label("")}  ${quiet(`log in as ${userName}, password`)} ${password}`,
    ...(limits.length > 0 ? [ink`${label("limits")}  ${limits.join(", ")}`] : []),
    ...(scenarios.length > 0 ? [ink`${label("scenarios")}  ${paint("yellow", scenarios.join(", "))}`] : []),
    "",
    title("Use it from a shell"),
    `  export ${prefix}_BASE_URL=${baseUrl}`,
    // The token alone takes most of 80 columns. The shell joins the two lines, so the second one has no indentation.
    `  export ${prefix}_REFRESH_TOKEN=\\`,
    refreshToken,
    `  export ${prefix}_TENANT_ID=${tenants[0]?.id}`,
    `  npx platform-graphql${option} ${example}`,
    "",
    title("Then with curl"),
    `  JSON='Content-Type: application/json'`,
    `  BODY="{\\"refresh_token\\":\\"$${prefix}_REFRESH_TOKEN\\"}"`,
    `  ACCESS_TOKEN=$(curl -s $${prefix}_BASE_URL/auth/refresh \\`,
    `    -H "$JSON" -d "$BODY" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s $${prefix}_BASE_URL/api -H "Authorization: Bearer $ACCESS_TOKEN" \\`,
    `    -H "$JSON" -d '{"query":"{ __typename }"}'`,
  ]);
}
