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
import { openSession } from "../data/context.ts";
import { isParent, rootParent } from "../data/parents.ts";
import type { PayloadError } from "../data/payload-errors.ts";
import { resolveField } from "../data/resolve.ts";
import type { Access } from "../data/users.ts";
import type { World } from "../data/world.ts";
import { RequestError, TestSetupError } from "../errors.ts";
import { MAX_TOKENS } from "../limits.ts";
import { limitSize, remember } from "../maps.ts";
import { RulesError } from "../rules/errors.ts";
import { removeIncremental } from "../schema.ts";
import { uniqueNameOf } from "../unknown.ts";

/** A GraphQL request. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables: Variables | undefined;
  readonly operationName: string | undefined;
}

export interface Executor {
  readonly world: World;
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
    const { schema } = executor.world.structure;
    const { document, errors } = prepare(schema, request.query);
    if (errors.length > 0) return { errors };
    const { operation = "query", name } = getOperationAST(document, request.operationName) ?? {};
    if (operation === "subscription") throw new GraphQLError("Subscriptions are not supported.");
    const answer = name && (await executor.findAnswer(name.value, request.variables ?? {}));
    return await executeOperation(
      { request, document, operation, name: name?.value },
      answer ?? {},
      executor,
    );
  } catch (error) {
    if (isOverflow(error)) throw tooComplex("it is nested too deeply");
    if (!(error instanceof GraphQLError)) throw error;
    if (TOO_MANY_TOKENS.test(error.message)) throw tooComplex(`it has more than ${MAX_TOKENS} tokens`);
    return { errors: [error] };
  }
}

/** A valid operation, with its variables. */
interface OperationCall {
  readonly request: GraphQLRequest;
  readonly document: DocumentNode;
  readonly operation: "query" | "mutation";
  readonly name: string | undefined;
}

/** @param answer - What the test answers. Empty if it answers something else. */
async function executeOperation(
  call: OperationCall,
  answer: MockResponse,
  executor: Executor,
): Promise<Result> {
  const { request, document, operation, name } = call;
  const { world } = executor;
  const { schema } = world.structure;
  const isAnswered = answer.root !== undefined || answer.rejection !== undefined;
  if (answer.errors && !isAnswered) {
    return "data" in answer ? { data: null, errors: answer.errors } : { errors: answer.errors };
  }
  const isPartial = !isAnswered && executor.isPartial();
  const session = openSession(world, {
    access: executor.access,
    isMutation: operation === "mutation",
    isAnswered,
    rejection: answer.rejection ?? (isAnswered ? undefined : executor.rejection()),
  });
  const rootType = schema.getRootType(operation) as GraphQLObjectType;
  const result = await execute({
    schema,
    document,
    rootValue: rootParent(schema, world.seed, rootType, answer.root?.responses),
    contextValue: session,
    variableValues: request.variables,
    operationName: request.operationName,
    fieldResolver: isPartial ? failFirstNullable(resolveField) : resolveField,
    typeResolver: (value) => (isParent(value) ? uniqueNameOf(value.type) : undefined),
  });
  const errors = withoutRepeated(result.errors ?? []);
  throwMistakes(errors);
  for (const { originalError } of errors) {
    if (originalError instanceof RulesError) executor.onRulesError(originalError.message, name);
  }
  const partial = isPartial && errors.length === 0 ? [new GraphQLError(PARTIAL)] : [];
  const all = [...errors, ...partial, ...(answer.errors ?? [])];
  return all.length === 0 ? result : { ...result, errors: all };
}

/** @throws TestSetupError if the test has a mistake. @throws RequestError 422 if the result is too large. */
function throwMistakes(errors: readonly GraphQLError[]): void {
  for (const { originalError } of errors) {
    if (originalError instanceof TestSetupError) throw originalError;
  }
  if (errors.some(({ originalError }) => isOverflow(originalError)))
    throw tooComplex("its result is too large");
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
  const earlier = documents.get(text);
  if (earlier) return earlier;
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

type FieldResolver = typeof resolveField;

/** Throws an error for the first field that can be null. */
function failFirstNullable(fieldResolver: FieldResolver): FieldResolver {
  let hasFailed = false;
  return (parent, args, session, info) => {
    if (hasFailed || isNonNullType(info.returnType)) return fieldResolver(parent, args, session, info);
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
