/** Executes documents against the schema of the platform. */

import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  parse,
  validate,
} from "graphql";
import { findAnswer, type MockResponse, type Variables } from "../mocks/answers.ts";
import { resolveMocked } from "../mocks/resolve-mocked.ts";
import { MAX_TOKENS } from "../requests/limits.ts";
import { RequestError, ResponseSizeError, TestSetupError } from "../requests/request-errors.ts";
import { openSession } from "../resolve/open-session.ts";
import { resolveField } from "../resolve/resolve.ts";
import { isResolvedObject, type ResolvedObject, rootObject } from "../resolve/resolved-objects.ts";
import { RulesError } from "../rules/rules-error.ts";
import { removeDeferAndStream } from "../schema/load-schema.ts";
import { lookupNameOf } from "../schema/unknown.ts";
import { getOrInsertComputed, limitSize } from "../shared/maps.ts";
import type { PayloadError } from "../world/payload-errors.ts";
import type { SessionStart } from "../world/session.ts";
import type { ReceivedRequest } from "./received-request.ts";
import type { Simulation } from "./simulation.ts";

/** A GraphQL request. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Variables | undefined;
  readonly operationName: string | undefined;
}

/** A GraphQL result. Without `data`, nothing was executed. */
export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** Message of graphql-js for `maxTokens`. This error has the status 422, other syntax errors have 200. */
const TOO_MANY_TOKENS = /tokens\. Parsing aborted/;

/**
 * @throws RequestError 422 if the document, its variables or its result are too large.
 * @throws TestSetupError if the test has a mistake.
 */
export async function executeRequest(
  simulation: Simulation,
  received: ReceivedRequest,
  request: GraphQLRequest,
): Promise<Result> {
  try {
    const { schema } = simulation.world.structure;
    const { document, errors } = prepare(schema, request.query);
    if (errors.length > 0) return { errors };
    // `execute` reports a name that no operation has.
    const { operation = "query", name } = getOperationAST(document, request.operationName) ?? {};
    if (operation === "subscription") throw new GraphQLError("Subscriptions are not supported.");
    const call = { received, request, document, operation, name: name?.value };
    return await executeOperation(simulation, call);
  } catch (error) {
    if (isStackOverflow(error)) throw tooComplex("it is nested too deeply");
    if (!(error instanceof GraphQLError)) throw error;
    if (TOO_MANY_TOKENS.test(error.message)) throw tooComplex(`it has more than ${MAX_TOKENS} tokens`);
    return { errors: [error] };
  }
}

/** An operation of a valid document, and the request that has its variables. */
interface OperationCall {
  readonly received: ReceivedRequest;
  readonly request: GraphQLRequest;
  readonly document: DocumentNode;
  readonly operation: "query" | "mutation";
  /** `undefined` for an operation without a name, which a test cannot answer. */
  readonly name: string | undefined;
}

async function executeOperation(simulation: Simulation, call: OperationCall): Promise<Result> {
  const answer = await answerOf(simulation, call);
  // For the other kinds of answers, the document is executed.
  if (answer?.kind === "errors") return answer.result;
  const dataAnswer = answer?.kind === "data" ? answer : undefined;
  const isPartial = isScenarioActive(simulation, "partial-data", answer);
  const fieldResolver = answer ? resolveMocked : resolveField;
  const result = await executeDocument(simulation, call, {
    mockFields: dataAnswer?.root.byResponseName,
    start: sessionStartOf(simulation, call, answer),
    fieldResolver: isPartial ? failFirstNullable(fieldResolver) : fieldResolver,
  });
  const errors = [...withoutRepeated(result.errors ?? [])];
  throwRequestErrors(errors);
  reportRulesErrors(simulation, call, errors);
  // The scenario promises an error. If all selected fields are non-null, no field has failed.
  if (isPartial && errors.length === 0) errors.push(new GraphQLError(PARTIAL_MESSAGE));
  if (dataAnswer) for (const error of dataAnswer.errors) errors.push(error);
  return errors.length === 0 ? result : { ...result, errors };
}

/** How the fields of an operation are resolved. */
interface Execution {
  readonly mockFields: ResolvedObject["mockFields"];
  readonly start: SessionStart;
  readonly fieldResolver: FieldResolver;
}

function executeDocument(
  { world }: Simulation,
  { request, document, operation }: OperationCall,
  { mockFields, start, fieldResolver }: Execution,
): ExecutionResult | Promise<ExecutionResult> {
  const { schema } = world.structure;
  const rootType = schema.getRootType(operation) as GraphQLObjectType;
  return execute({
    schema,
    document,
    rootValue: rootObject(schema, world.seed, rootType, mockFields),
    contextValue: openSession(world, start),
    variableValues: request.variables,
    operationName: request.operationName,
    fieldResolver,
    // graphql-js finds the type of an object in the schema by the name that is returned here. If a test
    // answers with an unknown type, this name is for example `%other Node`: each interface and union has its
    // own unknown type, all with the `__typename` `%other` (`unknown.ts`).
    typeResolver: (value) => (isResolvedObject(value) ? lookupNameOf(value.type) : undefined),
  });
}

function sessionStartOf(
  simulation: Simulation,
  { received, operation }: OperationCall,
  answer: MockResponse | undefined,
): SessionStart {
  return {
    access: simulation.accounts.accessOf(received.accessToken),
    isMutation: operation === "mutation",
    rejection: rejectionOf(simulation, answer),
  };
}

/** Whether a scenario is active. The answer of a test takes precedence over the scenario. */
function isScenarioActive(
  { scenarios }: Simulation,
  name: "partial-data" | "rejected-mutations",
  answer: MockResponse | undefined,
): boolean {
  return answer === undefined && scenarios.isActive(name);
}

/** The payload errors of all mutations of the request: those of the answer of a test, or of a scenario. */
function rejectionOf(
  simulation: Simulation,
  answer: MockResponse | undefined,
): readonly PayloadError[] | undefined {
  if (answer?.kind === "rejection") return answer.rejection;
  return isScenarioActive(simulation, "rejected-mutations", answer) ? [SCENARIO_ERROR] : undefined;
}

const SCENARIO_ERROR: PayloadError = {
  field: null,
  messages: ["The scenario rejected-mutations is active."],
};

/** The answer of a test for the operation. `undefined` if there is none. */
async function answerOf(
  { answers }: Simulation,
  { received, request, name }: OperationCall,
): Promise<MockResponse | undefined> {
  if (name === undefined) return undefined;
  const { entry } = received;
  const { signal } = received.request;
  const variables = request.variables ?? {};
  return findAnswer(answers, { operation: name, variables, entry, signal });
}

/**
 * Reports errors of rules to `onRulesError`, or else to the console. The log and the response contain these
 * errors, too.
 */
function reportRulesErrors(
  { options }: Simulation,
  call: OperationCall,
  errors: readonly GraphQLError[],
): void {
  const { name } = call;
  const { entry } = call.received;
  for (const { originalError } of errors) {
    if (!(originalError instanceof RulesError)) continue;
    const { message } = originalError;
    entry.problem = entry.problem === undefined ? message : `${entry.problem}; ${message}`;
    const text = name === undefined ? message : `${name}: ${message}`;
    if (options.onRulesError) options.onRulesError(text);
    // biome-ignore lint/suspicious/noConsole: A failing test shows only that the response has errors.
    else console.error(text);
  }
}

/**
 * Throws the errors that make the whole request fail.
 *
 * @throws TestSetupError if the test has a mistake.
 * @throws RequestError 422 if the result is too large, or the variables are nested too deeply.
 */
function throwRequestErrors(errors: readonly GraphQLError[]): void {
  for (const { originalError } of errors) {
    if (originalError instanceof TestSetupError) throw originalError;
  }
  for (const error of errors) {
    if (error.originalError instanceof ResponseSizeError) throw tooComplex("its result is too large");
    // graphql 16 reports the RangeError itself, without an `originalError`.
    const cause = error.originalError ?? error;
    // An error of a field has a path. Without a path, only the variables can overflow the stack.
    const isOfField = error.path !== undefined;
    if (!isOfField && isStackOverflow(cause)) throw tooComplex("its variables are nested too deeply");
  }
}

/**
 * The errors, but each message of a `RulesError` once: in a list of 100 rows, the same field fails 100 times.
 */
function withoutRepeated(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const messages = new Set<string>();
  return errors.filter(({ message, originalError }) => {
    if (!(originalError instanceof RulesError)) return true;
    const isFirst = !messages.has(message);
    messages.add(message);
    return isFirst;
  });
}

/** A document that was parsed and validated. With errors, it cannot be executed. */
interface Prepared {
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

/** The newest documents of each schema, by text. Clients repeat documents. */
const prepared = new WeakMap<GraphQLSchema, Map<string, Prepared>>();
const MAX_PREPARED = 50;
/** Longer documents are not kept. */
const MAX_PREPARED_LENGTH = 5_000;

/** @throws GraphQLError if the document cannot be parsed. */
function prepare(schema: GraphQLSchema, text: string): Prepared {
  const documents = getOrInsertComputed(prepared, schema, () => new Map<string, Prepared>());
  const earlier = documents.get(text);
  if (earlier) return earlier;
  const document = parse(text, { maxTokens: MAX_TOKENS });
  const errors = validate(schema, document);
  const result = { document: removeDeferAndStream(schema, document), errors };
  if (text.length <= MAX_PREPARED_LENGTH) documents.set(text, result);
  limitSize(documents, MAX_PREPARED);
  return result;
}

const PARTIAL_MESSAGE = "Part of the data is not available.";

type FieldResolver = typeof resolveField;

/** For the scenario `partial-data`: a resolver that throws for the first field that can be null. */
function failFirstNullable(fieldResolver: FieldResolver): FieldResolver {
  let hasFailed = false;
  return (parent, args, session, info) => {
    if (hasFailed || isNonNullType(info.returnType)) return fieldResolver(parent, args, session, info);
    hasFailed = true;
    throw new GraphQLError(PARTIAL_MESSAGE);
  };
}

/**
 * Whether the call stack overflowed: graphql-js recurses through documents and variables. Other RangeErrors
 * are mistakes in the code of a test, such as an invalid date.
 */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

function tooComplex(reason: string): RequestError {
  return new RequestError(422, "QUERY_TOO_COMPLEX", `The document is too complex: ${reason}.`);
}
