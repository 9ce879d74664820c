/** Executes documents against the schema of the platform. */

import { findFragments } from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  Kind,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";
import type { MockResponse, Variables } from "../answers/answers.ts";
import type { RequestState } from "../data/calls.ts";
import type { Engine } from "../data/engine.ts";
import type { PayloadError } from "../data/payload-errors.ts";
import type { Access } from "../data/users.ts";
import { RequestError, TestSetupError } from "../errors.ts";
import { MAX_TOKENS } from "../limits.ts";
import { limitSize, remember } from "../maps.ts";
import { RulesError } from "../rules/errors.ts";
import { removeIncremental } from "../schema.ts";

/** A GraphQL request. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Variables | undefined;
  readonly operationName: string | undefined;
}

export interface Executor {
  readonly schema: GraphQLSchema;
  readonly engine: Engine;
  /** The user and the tenant of the request. */
  readonly access: Access;
  /** Finds the answer of the test to an operation. */
  findAnswer(operation: string, variables: Variables): Promise<MockResponse | undefined>;
  /** Whether results have both data and errors. */
  isPartial(): boolean;
  /** Payload errors of mutations without an answer. */
  rejection(): readonly PayloadError[] | undefined;
  /** Called with the message of each error of rules, and the name of the operation. */
  onRulesError(message: string, operation: string | undefined): void;
}

/** A GraphQL result. Without `data`, nothing was executed. */
export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** Message of graphql-js for `maxTokens`. Its other syntax errors are part of the result. */
const TOO_MANY_TOKENS = /tokens\. Parsing aborted/;

/** @throws RequestError 422 if the document or its result is too large. */
export async function executeRequest(request: GraphQLRequest, executor: Executor): Promise<Result> {
  try {
    return await run(request, executor);
  } catch (error) {
    if (error instanceof GraphQLError) {
      if (TOO_MANY_TOKENS.test(error.message)) throw tooComplex(`it has more than ${MAX_TOKENS} tokens`);
      return { errors: [error] };
    }
    throw isOverflow(error) ? tooComplex("it is nested too deeply") : error;
  }
}

async function run(request: GraphQLRequest, executor: Executor): Promise<Result> {
  const { schema, engine } = executor;
  const { document, errors } = prepare(schema, request.query);
  if (errors.length > 0) return { errors };
  const { operation = "query", name } = getOperationAST(document, request.operationName) ?? {};
  if (operation === "subscription") throw new GraphQLError("Subscriptions are not supported.");
  const answer: MockResponse =
    (name && (await executor.findAnswer(name.value, request.variables ?? {}))) || {};
  const isAnswered = answer.root !== undefined || answer.rejection !== undefined;
  if (answer.errors && !isAnswered) return { ...("data" in answer && { data: null }), errors: answer.errors };
  const isPartial = !isAnswered && executor.isPartial();
  const { fieldResolver, typeResolver } = engine;
  const state: RequestState = {
    isMutation: operation === "mutation",
    isAnswered,
    rejection: answer.rejection ?? (isAnswered ? undefined : executor.rejection()),
  };
  const executed = await execute({
    schema,
    document,
    rootValue: engine.createRoot(schema.getRootType(operation) as GraphQLObjectType, answer.root),
    contextValue: engine.createContext(state, executor.access),
    variableValues: request.variables,
    operationName: request.operationName,
    fieldResolver: isPartial ? failFirstNullable(fieldResolver) : fieldResolver,
    typeResolver,
  });
  const result = { ...executed, ...(executed.errors && { errors: withoutRepeated(executed.errors) }) };
  const setupError = result.errors?.find(({ originalError }) => originalError instanceof TestSetupError);
  if (setupError?.originalError) throw setupError.originalError;
  for (const { originalError } of result.errors ?? []) {
    if (originalError instanceof RulesError) executor.onRulesError(originalError.message, name?.value);
  }
  if (result.errors?.some(({ originalError }) => isOverflow(originalError)))
    throw tooComplex("its result is too large");
  const more = isPartial && !result.errors ? [new GraphQLError(PARTIAL)] : answer.errors;
  return more ? { ...result, errors: [...(result.errors ?? []), ...more] } : result;
}

/** Each error of rules once: a list of 100 rows has the same one 100 times. */
function withoutRepeated(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  const messages = new Set<string>();
  return errors.filter(({ message, originalError }) => {
    if (!(originalError instanceof RulesError)) return true;
    const isFirst = !messages.has(message);
    messages.add(message);
    return isFirst;
  });
}

/** A document that was parsed and validated. */
interface Prepared {
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

/** The last documents of each schema by their text, because clients repeat them. */
const prepared = new WeakMap<GraphQLSchema, Map<string, Prepared>>();
const MAX_PREPARED = 50;
/** Longer documents are not kept. */
const MAX_PREPARED_LENGTH = 5_000;

/** @throws GraphQLError if the document cannot be parsed. @throws RequestError 422 if it is too complex. */
function prepare(schema: GraphQLSchema, text: string): Prepared {
  const documents = remember(prepared, schema, () => new Map<string, Prepared>());
  const known = documents.get(text);
  if (known) return known;
  const document = parse(text, { maxTokens: MAX_TOKENS });
  const errors = validate(schema, document);
  if (errors.length > 0) return { document, errors };
  checkComplexity(document);
  const result = { document: removeIncremental(schema, document), errors };
  if (text.length <= MAX_PREPARED_LENGTH) documents.set(text, result);
  limitSize(documents, MAX_PREPARED);
  return result;
}

const PARTIAL = "Part of the data is not available.";

/** Throws an error for the first field that can be null. */
function failFirstNullable(fieldResolver: Engine["fieldResolver"]): Engine["fieldResolver"] {
  let hasFailed = false;
  return (source, args, context, info) => {
    if (hasFailed || isNonNullType(info.returnType)) return fieldResolver(source, args, context, info);
    hasFailed = true;
    throw new GraphQLError(PARTIAL);
  };
}

/** Whether the stack or the limit of fields was exceeded. graphql-js recurses through documents and variables. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError;
}

/** Maximum depth of fields. The usual introspection query has 14. Assumed: the platform documents no limit. */
const MAX_DEPTH = 32;
/** Maximum number of fields, with fragments counted wherever they are spread. */
const MAX_FIELDS = 10_000;

interface Size {
  readonly depth: number;
  readonly fields: number;
}

/** @param document - Must be valid, because cyclic fragments do not terminate. @throws RequestError 422 */
function checkComplexity(document: DocumentNode): void {
  const fragments = findFragments(document);
  const sizes = new Map<SelectionSetNode, Size>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields } = measure(node.selectionSet);
    if (depth > MAX_DEPTH) throw tooComplex(`it has more than ${MAX_DEPTH} levels of fields`);
    if (fields > MAX_FIELDS) throw tooComplex(`it has more than ${MAX_FIELDS} fields`);
  }

  function measure(selectionSet: SelectionSetNode): Size {
    return remember(sizes, selectionSet, () => {
      let [depth, fields] = [0, 0];
      for (const selection of selectionSet.selections) {
        const own = selection.kind === Kind.FIELD ? 1 : 0;
        const inner =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
        const size = inner?.selectionSet ? measure(inner.selectionSet) : { depth: 0, fields: 0 };
        depth = Math.max(depth, own + size.depth);
        fields += own + size.fields;
      }
      return { depth, fields };
    });
  }
}

function tooComplex(reason: string): RequestError {
  return new RequestError(422, "QUERY_TOO_COMPLEX", `The document is too complex: ${reason}.`);
}
