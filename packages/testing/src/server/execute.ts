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
import type { ReceivedRequest } from "./received-request.ts";
import type { Simulation } from "./simulation.ts";

/** A GraphQL request. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Variables | null | undefined;
  readonly operationName: string | null | undefined;
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
  if (answer?.kind === "errors") return answer.result;
  const plan = answer ? planOfAnswer(answer) : planOfScenarios(simulation);
  const result = await executeDocument(simulation, call, plan);
  const errors = withoutRepeated(result.errors ?? []);
  throwRequestErrors(errors);
  reportRulesErrors(simulation, call, errors);
  const all = [...errors, ...plan.listOtherErrors(errors)];
  return all.length === 0 ? result : { ...result, errors: all };
}

/** How an operation is executed. An answer of the test takes precedence over the active scenarios. */
interface Plan {
  readonly fieldResolver: FieldResolver;
  /** The values that the test set, by response name. */
  readonly mockFields?: ResolvedObject["mockFields"];
  /** Payload errors of all mutations of the request. */
  readonly rejection?: readonly PayloadError[] | undefined;
  /** The errors to add to those of the fields. @param errors - Those of the fields. */
  listOtherErrors(errors: readonly GraphQLError[]): readonly GraphQLError[];
}

function planOfAnswer(answer: Exclude<MockResponse, { kind: "errors" }>): Plan {
  const fieldResolver = resolveMocked;
  if (answer.kind === "rejection") {
    return { fieldResolver, rejection: answer.rejection, listOtherErrors: () => [] };
  }
  return { fieldResolver, mockFields: answer.root.byResponseName, listOtherErrors: () => answer.errors };
}

function planOfScenarios({ scenarios }: Simulation): Plan {
  const rejection = scenarios.isActive("rejected-mutations") ? [SCENARIO_ERROR] : undefined;
  if (!scenarios.isActive("partial-data")) {
    return { fieldResolver: resolveField, rejection, listOtherErrors: () => [] };
  }
  return {
    fieldResolver: failFirstNullable(resolveField),
    rejection,
    // The scenario promises an error. If all selected fields are non-null, no field has failed.
    listOtherErrors: (errors) => (errors.length === 0 ? [new GraphQLError(PARTIAL_MESSAGE)] : []),
  };
}

const SCENARIO_ERROR: PayloadError = {
  field: null,
  messages: ["The scenario rejected-mutations is active."],
};

function executeDocument(
  { world, accounts }: Simulation,
  { received, request, document, operation }: OperationCall,
  { mockFields, rejection, fieldResolver }: Plan,
): ExecutionResult | Promise<ExecutionResult> {
  const { schema } = world.structure;
  const rootType = schema.getRootType(operation) as GraphQLObjectType;
  const access = accounts.accessOf(received.accessToken);
  return execute({
    schema,
    document,
    rootValue: rootObject(schema, world.seed, rootType, mockFields),
    contextValue: openSession(world, { access, isMutation: operation === "mutation", rejection }),
    variableValues: request.variables,
    operationName: request.operationName,
    fieldResolver,
    // graphql-js finds the type of an object in the schema by the name that is returned here. If a test
    // answers with an unknown type, this name is for example `%other Node`: each interface and union has its
    // own unknown type, all with the `__typename` `%other` (`unknown.ts`).
    typeResolver: (value) => (isResolvedObject(value) ? lookupNameOf(value.type) : undefined),
  });
}

/** The answer of a test for the operation. `undefined` if there is none. */
async function answerOf(
  { answers }: Simulation,
  { received, request, name }: OperationCall,
): Promise<MockResponse | undefined> {
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
