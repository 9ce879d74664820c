/** Runs one operation and prints its result. */

import {
  createClient,
  type Hooks,
  isOperationError,
  type OperationError,
} from "@integration-platform/graphql";
import { type Ink, ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import { isTooDeep } from "@integration-platform/graphql-compiler/internal/text/json-depth";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { describeFailure } from "../../host/errors/failure.ts";
import { EXIT, Problem } from "../../host/errors/problem.ts";
import { loadRules, toRulesProblem } from "../../host/platform/load-rules.ts";
import { type ConfigurationOptions, openTarget } from "../../host/platform/target.ts";
import {
  loadProject,
  type Project,
  type ProjectOptions,
  readProjectSchema,
} from "../../host/project/project.ts";
import { createRedact, type Redact, type Redaction } from "../../host/secrets/redaction.ts";
import { renderFailure, renderHint } from "../../host/terminal/messages.ts";
import { type Progress, showProgress } from "../../host/terminal/progress.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { findOperation, type ProjectOperation, readQuery } from "./project-operation.ts";
import {
  describeResult,
  type OperationFacts,
  type RunResult,
  renderErrors,
  renderPayloadErrors,
  renderResult,
  splitPayloads,
} from "./result.ts";
import { checkVariables, readVariablesOption, type Variables } from "./variables-option.ts";

/** Options of the commands that run one operation. */
export interface CallOptions extends ProjectOptions, ConfigurationOptions {
  readonly variables?: string;
  readonly timeout?: number;
}

export interface RunOptions extends CallOptions {
  readonly query?: string;
  readonly format: "table" | "json";
}

export async function run(
  name: string | undefined,
  options: RunOptions,
  terminal: Terminal,
): Promise<number> {
  const { stderr } = terminal;
  const { envPrefix: prefix, format } = options;
  const project = await loadProject(options, { sample: options.local ?? false });
  if (name !== undefined && options.query !== undefined)
    throw new Problem("an operation name and --query exclude each other", "Pass one of them.");
  const operation =
    options.query === undefined
      ? await findOperation(name, project, terminal)
      : await readQuery(options.query, project, terminal);
  if (!operation.schema) {
    const hint = "Only the platform validates the operation: there is no schema/schema.graphql here.";
    stderr.print(renderHint(hint));
  }
  const readFacts = () => ({ operation: operation.document.name, ...terminal.traffic.facts() });
  terminal.readFacts = readFacts;
  const variables = await readVariables(operation, options);
  // Messages of a platform repeat values of variables.
  const maskVariables = createRedact(variables);
  const executed = await execute(operation, variables, options, project, terminal);
  const result = redactResult(executed, terminal.redaction);
  const redact = (text: string) => terminal.redaction.redact(maskVariables(text));
  const facts = readFacts();
  printResult(result, { facts, redact, format }, terminal);
  const failure = await describeErrors(facts.operation, result, prefix);
  if (!failure) return EXIT.success;
  const errors = renderErrors(result.error?.errors ?? [], redact);
  const payloadErrors = renderPayloadErrors(result.payloadErrors, redact);
  stderr.print(renderFailure(failure, ink`${errors}${payloadErrors}`));
  return EXIT.found;
}

/**
 * Prints the result, which a mutation has only once: as JSON if it cannot be laid out.
 *
 * @param redact - Masks the variables in messages.
 */
function printResult(
  result: RunResult,
  {
    facts,
    redact,
    format,
  }: { readonly facts: OperationFacts; readonly redact: Redact; readonly format: RunOptions["format"] },
  { stdout, stderr }: Terminal,
): void {
  const table = format === "json" || isTooDeep(result.data) ? undefined : layOut(result, facts, stdout);
  if (table) stdout.print(table);
  else stdout.printJson(describeResult(result, facts, redact));
  if (!table && format !== "json") stderr.print(renderHint("The data is too large or too deep for a table."));
}

function layOut(...[result, facts, output]: Parameters<typeof renderResult>): Ink | undefined {
  try {
    return renderResult(result, facts, output);
  } catch (error) {
    rethrowOthers(error, RangeError);
    return undefined;
  }
}

/**
 * Before the result is laid out, because a table cuts long values. Data that is too deep for this is printed
 * as JSON, in which the output masks the same.
 */
function redactResult(result: RunResult, { redactData }: Redaction): RunResult {
  const { error, ...texts } = result;
  return isTooDeep(result.data) ? result : { ...redactData(texts), error };
}

async function describeErrors(operation: string, { error, payloadErrors }: RunResult, prefix: string) {
  if (error) return describeFailure(error, prefix);
  if (payloadErrors.length === 0) return undefined;
  const message = `${operation}: the platform rejected the mutation with ${count(payloadErrors.length, "payload error")}`;
  return { code: "REJECTED", message, hint: "Fix the variables, then run the mutation again." };
}

/** @throws Problem if the variables do not match the operation. */
export async function readVariables(
  { node, schema }: ProjectOperation,
  { variables: option }: CallOptions,
): Promise<Variables> {
  const variables: Variables = option === undefined ? {} : await readVariablesOption(option);
  checkVariables(node, variables, schema);
  return variables;
}

/** Runs the operation. GraphQL errors are part of the result; other errors are thrown. */
export async function execute(
  { document }: ProjectOperation,
  variables: Variables,
  options: CallOptions,
  project: Project,
  terminal: Terminal,
): Promise<RunResult> {
  using progress = showProgress(terminal, options.local ? "starting a local platform" : document.name);
  const schema = () => readProjectSchema(project);
  const rules = () => loadRules(project);
  await using target = await openTarget(options, terminal, { schema, rules }).catch((error: unknown) => {
    throw toRulesProblem(error, project) ?? error;
  });
  const { baseUrl, auth, insecureHttp } = target;
  const { fetch } = terminal.traffic;
  const hooks = describeSteps(document.name, progress);
  const client = createClient({ baseUrl, auth, insecureHttp, hooks, fetch });
  terminal.traffic.start(target);
  const toResult = (data: object | null | undefined, error?: OperationError<"GRAPHQL">): RunResult => {
    const split = data && document.kind === "mutation" ? splitPayloads(data) : { payloadErrors: [] };
    return { data, error, ...split };
  };
  try {
    const { timeout } = options;
    return toResult(await client.execute(document, variables, { signal: terminal.interruption, timeout }));
  } catch (error) {
    if (!isOperationError(error, "GRAPHQL")) throw error;
    return toResult(error.data as object | null | undefined, error);
  }
}

function describeSteps(operation: string, progress: Progress): Hooks {
  return {
    willSend: () => progress.say(operation),
    willRefresh: () => progress.say(`${operation}: refreshing the access token`),
    willRetry: ({ code, delayMs }) => {
      if (delayMs > 0) progress.say(`${operation}: ${code}, retrying in ${Math.ceil(delayMs / 1000)} s`);
    },
  };
}
