/** A document executed against the schema: what makes it impossible for operations and answers to drift apart. */

import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  OperationTypeNode,
  parse,
  validate,
} from "graphql";
import type { Prepared } from "../answers/reply.ts";
import type { Resolvers } from "../invent.ts";
import { limitDocument, MAX_TOKENS, tooComplex } from "./limits.ts";

/** What a request asks. */
export interface Ask {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
  readonly operationName: string | undefined;
}

/** What asking is answered from. */
export interface Answers {
  readonly schema: GraphQLSchema;
  /** Value of the root of a query. Fields it lacks are invented. */
  readonly root: object;
  readonly resolvers: Resolvers;
  /** What a test gave for an operation, where it did. */
  find(operation: string, variables: Readonly<Record<string, unknown>>): Promise<Prepared | undefined>;
  /** Whether the answer has errors beside its data. */
  isPartial(): boolean;
}

/** The GraphQL result, without `data` where nothing was executed (GraphQL specification, section 7.1). */
export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** @throws Refusal 422 for a document that asks too much. */
export async function executeDocument(ask: Ask, answers: Answers): Promise<Result> {
  try {
    return await perform(ask, answers);
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw isOverflow(error) ? tooComplex("nested too deeply") : error;
  }
}

async function perform(ask: Ask, { schema, root, resolvers, ...answers }: Answers): Promise<Result> {
  const document = parse(ask.query, { maxTokens: MAX_TOKENS });
  const errors = validate(schema, document);
  if (errors.length > 0) return { errors };
  limitDocument(document);
  const { operation, name } = getOperationAST(document, ask.operationName) ?? {};
  if (operation === OperationTypeNode.SUBSCRIPTION) throw new GraphQLError("Subscriptions are not served here.");
  const { root: given, ...beside } = (name && (await answers.find(name.value, ask.variables ?? {}))) || {};
  if (beside.errors && !given) return beside;
  const isPartial = !given && answers.isPartial();
  const result = await execute({
    schema,
    document,
    rootValue: given ?? (operation === OperationTypeNode.QUERY ? root : {}),
    variableValues: ask.variables,
    operationName: ask.operationName,
    ...(isPartial ? failOnce(resolvers) : resolvers),
  });
  if (result.errors?.some(({ originalError }) => isOverflow(originalError))) throw tooComplex("nested too deeply");
  const more = isPartial && !result.errors ? [new GraphQLError(FAILED)] : beside.errors;
  return more ? { ...result, errors: [...(result.errors ?? []), ...more] } : result;
}

const FAILED = "Part of the answer could not be found out.";

/** Resolvers of which one fails: the first field that may be null. */
function failOnce({ fieldResolver, typeResolver }: Resolvers): Resolvers {
  let hasFailed = false;
  return {
    typeResolver,
    fieldResolver(source, args, context, info) {
      if (hasFailed || isNonNullType(info.returnType)) return fieldResolver(source, args, context, info);
      hasFailed = true;
      throw new GraphQLError(FAILED);
    },
  };
}

/** Whether GraphQL.js ran out of stack: it recurses as deep as the document and the variables go. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError;
}

/** Name of the operation that a request body asks for, as far as it can be told. Never throws. */
export function nameOperation(query: unknown, operationName: unknown): string | undefined {
  if (typeof operationName === "string") return operationName;
  if (typeof query !== "string") return undefined;
  return readDocument(query)?.definitions.find((node) => node.kind === "OperationDefinition")?.name?.value;
}

function readDocument(query: string): DocumentNode | undefined {
  try {
    return parse(query, { maxTokens: MAX_TOKENS, noLocation: true });
  } catch {
    return undefined;
  }
}
