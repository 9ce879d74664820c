/** Runs one operation, and prints its answer and what happened on the way. */

import { createClient, GraphQLResponseError } from "@integration-platform/graphql";
import { describeFailure, renderFailure, renderHint } from "../failure.ts";
import { type AnyDocument, findOperation } from "../operations.ts";
import { EXIT } from "../problem.ts";
import { showProgress } from "../progress.ts";
import { createRedact } from "../redact.ts";
import { type LocalChoice, listSecrets, openTarget } from "../target.ts";
import type { Terminal } from "../terminal.ts";
import { type Answer, renderAnswer, renderAnswerJson, renderErrors, renderFailureJson } from "./result.ts";
import { createTally, type Tally } from "./tally.ts";
import { checkVariables, parseVariables, type Variables } from "./variables.ts";

export interface RunOptions {
  readonly envPrefix: string;
  readonly variables?: string;
  readonly format: "table" | "json";
  readonly local?: LocalChoice;
  readonly timeout?: number;
}

export async function run(name: string | undefined, options: RunOptions, terminal: Terminal): Promise<number> {
  const document = findOperation(name);
  const { env, stdout, stderr } = terminal;
  const naming = { prefix: options.envPrefix };
  const asJson = options.format === "json";
  const tally = createTally(document.name);
  try {
    const variables = await readVariables(document, options.variables);
    const answer = await execute(document, variables, { options, terminal, tally });
    const redact = createRedact(variables, listSecrets(env, options.envPrefix));
    const facts = tally.facts();
    stdout.write(asJson ? renderAnswerJson(facts, answer, redact) : renderAnswer(facts, answer, stdout));
    if (options.local === "auto" && facts.platform?.local && !asJson) {
      const names = `${naming.prefix}_BASE_URL and ${naming.prefix}_REFRESH_TOKEN`;
      stderr.write(
        renderHint(`nothing is configured, so a local platform answered; set ${names} to ask a real one`, stderr),
      );
    }
    const failure = answer.error && describeFailure(answer.error, naming);
    if (!failure) return EXIT.success;
    stderr.write(renderFailure(failure, stderr, renderErrors(answer.error.errors, redact)));
    return EXIT.problem;
  } catch (error) {
    const failure = describeFailure(error, naming);
    if (asJson && failure) stdout.write(renderFailureJson(tally.facts(), failure));
    throw error;
  }
}

async function readVariables(document: AnyDocument, json: string | undefined): Promise<Variables> {
  const variables = json === undefined ? {} : parseVariables(json);
  // Without a `$` there is nothing to check, and no need of the optional peer that checks it.
  if (json !== undefined || document.text.includes("$")) await checkVariables(document, variables);
  return variables;
}

interface Circumstances {
  readonly options: RunOptions;
  readonly terminal: Terminal;
  readonly tally: Tally;
}

/** Runs an operation. GraphQL errors are an answer; whatever else fails is thrown. */
async function execute(document: AnyDocument, variables: Variables, around: Circumstances): Promise<Answer> {
  const { options, terminal, tally } = around;
  using progress = showProgress(terminal, options.local ? "starting a local platform" : document.name);
  await using target = await openTarget(options.local, { env: terminal.env, prefix: options.envPrefix });
  const { baseUrl, auth } = target;
  const client = createClient({ baseUrl, auth, hooks: tally.hooks(progress) });
  tally.begin(target);
  try {
    const { timeout } = options;
    return { data: await client.execute(document, variables, { signal: terminal.interruption, timeout }) };
  } catch (error) {
    if (error instanceof GraphQLResponseError) return { data: error.data as object | null | undefined, error };
    throw error;
  }
}
