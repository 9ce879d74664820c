/** The responses that a test sets, by operation. */

import { listFields, scopeOf } from "@integration-platform/graphql-compiler/internal/model/index";
import { GraphQLError, type GraphQLObjectType, getNamedType, type SelectionSetNode } from "graphql";
import type { LogEntry, PlatformRequest } from "../requests/platform-request.ts";
import { TestSetupError } from "../requests/request-errors.ts";
import type { RequestLog } from "../requests/request-log.ts";
import { checkDelay, type Delays } from "../requests/timing.ts";
import { isForeignGraphQLError } from "../rules/rules-error.ts";
import type { Structure } from "../schema/structure.ts";
import { checkOptionNames } from "../shared/check-options.ts";
import { isObject } from "../shared/parse-json.ts";
import { describeValue } from "../values/leaf-values.ts";
import { createParser, type ObjectData, parseObject } from "../world/object-data.ts";
import { canReject, type PayloadError } from "../world/payload-errors.ts";
import type {
  Answer,
  AnswerDocument,
  Answering,
  AnswerOptions,
  MockError,
  ResponseOptions,
} from "./answering.ts";
import { type Operation, readOperation, selectionShape } from "./mocked-operation.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** A received request for an operation. */
interface OperationRequest {
  readonly operation: string | undefined;
  readonly variables: Variables;
  readonly entry: LogEntry;
  readonly signal: AbortSignal;
}

/** A response that a test set. Only for `errors`, the operation is not executed. */
export type MockResponse =
  | { readonly kind: "errors"; readonly result: FailedResult }
  | { readonly kind: "data"; readonly root: ObjectData; readonly errors: readonly GraphQLError[] }
  | { readonly kind: "rejection"; readonly rejection: readonly PayloadError[] };

/** Errors without data. `data` is null if the test set it. */
interface FailedResult {
  readonly data: null | undefined;
  readonly errors: readonly GraphQLError[];
}

interface PreparedResponse {
  readonly delayMs: number;
  prepare(variables: Variables): MockResponse | Promise<MockResponse>;
}

interface Entry {
  readonly operation: Operation;
  readonly matches: (variables: Variables) => boolean;
  readonly responses: PreparedResponse[];
  used: number;
}

/** The responses that a test set, the newest first. */
export interface Answers {
  readonly structure: Structure;
  readonly log: RequestLog;
  readonly delays: Delays;
  readonly entries: Entry[];
  /** The entry that responded to each request. */
  readonly receivedBy: WeakMap<PlatformRequest, Entry>;
}

export function createAnswers(structure: Structure, log: RequestLog, delays: Delays): Answers {
  return { structure, log, delays, entries: [], receivedBy: new WeakMap() };
}

/** The methods of the platform that set responses. */
export function answeringOf(answers: Answers): Answering {
  return {
    answer: (document, data, options = {}) => addAnswer(answers, document, data as AnyMock, options),
    reject: (document, errors, options = {}) => addRejection(answers, document, errors, options),
  };
}

function addAnswer<Result, Vars>(
  answers: Answers,
  document: AnswerDocument<Result, Vars>,
  data: AnyMock,
  options: AnswerOptions<Vars>,
): Answer<Result, Vars> {
  checkOptionNames("answer", options);
  const operation = readOperation(answers.structure.schema, document);
  return addEntry(answers, operation, options, createResponse(answers, operation, data, options));
}

function addRejection<Result, Vars>(
  answers: Answers,
  document: AnswerDocument<Result, Vars>,
  errors: readonly PayloadError[],
  options: AnswerOptions<Vars>,
): Answer<Result, Vars> {
  checkOptionNames("platform.reject", options);
  const operation = readOperation(answers.structure.schema, document);
  checkRejection(answers, operation, errors);
  const rejection = errors.map((error) => ({ ...error }));
  const { delayMs = 0 } = options;
  checkDelay("delayMs", delayMs);
  return addEntry(answers, operation, options, {
    delayMs,
    prepare: () => ({ kind: "rejection", rejection }),
  });
}

function addEntry<Result, Vars>(
  answers: Answers,
  operation: Operation,
  options: AnswerOptions<Vars>,
  response: PreparedResponse,
): Answer<Result, Vars> {
  const matches = createMatcher(operation, options.variables as Matcher);
  const entry: Entry = { operation, matches, responses: [response], used: 0 };
  answers.entries.unshift(entry);
  const answer: Answer<Result, Vars> = {
    andThen(data, responseOptions = {}) {
      checkOptionNames("andThen", responseOptions);
      entry.responses.push(createResponse(answers, operation, data as AnyMock, responseOptions));
      return answer;
    },
    get requests() {
      return answers.log.entries.filter((request) => answers.receivedBy.get(request) === entry);
    },
  };
  return answer;
}

/** The response of the newest answer that matches. `undefined` if there is none. */
export async function findAnswer(
  { entries, receivedBy, delays }: Answers,
  { operation, variables, entry: request, signal }: OperationRequest,
): Promise<MockResponse | undefined> {
  const entry = entries.find(
    (candidate) => candidate.operation.name === operation && candidate.matches(variables),
  );
  if (!entry) return undefined;
  const response = entry.responses[Math.min(entry.used, entry.responses.length - 1)] as PreparedResponse;
  entry.used += 1;
  receivedBy.set(request, entry);
  await delays.wait(response.delayMs, signal);
  return response.prepare(variables);
}

/** Describes each answer with a response that no request used. */
export function unusedAnswers({ entries }: Answers): string[] {
  return entries.toReversed().flatMap(({ operation: { name }, used, responses: { length } }) => {
    if (used === 0) return [`${name}: no request used this answer`];
    return used < length ? [`${name}: requests used ${used} of ${length} responses`] : [];
  });
}

export function resetAnswers({ entries }: Answers): void {
  entries.length = 0;
}

/** Checks the data now. The result of a function is checked when a request calls it. */
function createResponse(
  answers: Answers,
  operation: Operation,
  mock: AnyMock,
  options: ResponseOptions,
): PreparedResponse {
  const { delayMs = 0 } = options;
  checkDelay("delayMs", delayMs);
  for (const error of options.errors ?? [])
    if (typeof error !== "string") checkOptionNames("answer.errors", error);
  if (typeof mock !== "function") {
    const response = readResponse(answers, operation, mock, options);
    return { delayMs, prepare: () => response };
  }
  return {
    delayMs,
    async prepare(variables) {
      const data = await callMock(operation, () => mock(variables));
      try {
        return readResponse(answers, operation, data, options);
      } catch (error) {
        throw error instanceof TypeError ? new TestSetupError(error.message) : error;
      }
    },
  };
}

/** @throws TypeError if the data does not match the operation. */
function readResponse(
  answers: Answers,
  operation: Operation,
  data: AnyData,
  options: ResponseOptions,
): MockResponse {
  const { exact = false } = options;
  const errors = options.errors?.map(createError);
  if (errors && data == null) return { kind: "errors", result: { data, errors } };
  if (data === null) throw new TypeError(`${operation.name}: data can be null only with "errors".`);
  const root = readMockData(answers, operation, data ?? {}, exact);
  return { kind: "data", root, errors: errors ?? [] };
}

function readMockData(
  { structure }: Answers,
  { name, node, fragments }: Operation,
  data: object,
  exact: boolean,
): ObjectData {
  if (!isObject(data)) throw mismatch(name, [`expected an object, got ${describeValue(data)}.`]);
  const { schema } = structure;
  const root = schema.getRootType(node.operation) as GraphQLObjectType;
  const parser = createParser(structure, { exact });
  const sets = [{ set: node.selectionSet, scope: scopeOf(root) }];
  const parsed = parseObject(parser, root, selectionShape(schema, fragments, root, sets), data, "");
  if (parser.problems.length === 0) return parsed;
  throw mismatch(name, parser.problems);
}

function mismatch(name: string, problems: readonly string[]): TypeError {
  return new TypeError([`The data does not match ${name}:`, ...problems].join("\n  "));
}

function checkRejection(
  { structure }: Answers,
  { name, node, fragments }: Operation,
  errors: readonly PayloadError[],
): void {
  if (node.operation !== "mutation") throw new TypeError(`reject: ${name} is not a mutation.`);
  const valid = errors.length > 0 && errors.every(({ messages }) => Array.isArray(messages));
  if (!valid) throw new TypeError('reject: "errors" must contain at least one object with "messages".');
  for (const error of errors) checkOptionNames("platform.reject errors", error);
  const isRejectable = (set: SelectionSetNode, type: GraphQLObjectType): boolean =>
    listFields({ fragments }, [{ set, scope: scopeOf() }]).some(({ node: field }) => {
      const result = getNamedType(type.getFields()[field.name.value]?.type);
      if (result && structure.groupOf(result)) {
        return isRejectable(field.selectionSet as SelectionSetNode, result as GraphQLObjectType);
      }
      return canReject(structure.schema, result);
    });
  const root = structure.schema.getMutationType() as GraphQLObjectType;
  if (!isRejectable(node.selectionSet, root))
    throw new TypeError(`reject: the payload of ${name} has no list of payload errors.`);
}

/** Data of any type. */
type AnyData = object | null | undefined;
type AnyMock = AnyData | ((variables: Variables) => AnyData | Promise<AnyData>);
type Matcher = object | ((variables: Variables) => boolean) | undefined;

/** @throws TypeError if the operation does not have a variable. */
function createMatcher({ name, node }: Operation, matcher: Matcher): Entry["matches"] {
  if (matcher === undefined) return () => true;
  if (typeof matcher === "function") return (variables) => callMatcher(name, () => matcher(variables));
  const names = (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const unknown = Object.keys(matcher).find((variable) => !names.includes(variable));
  if (unknown === undefined) return (variables) => contains(variables, matcher);
  throw new TypeError(`${name} has no variable "${unknown}". Variables: ${names.join(", ") || "none"}.`);
}

function callMatcher(name: string, run: () => boolean): boolean {
  try {
    return run();
  } catch (cause) {
    throw toSetupError(`The function "variables" of an answer to ${name}`, cause);
  }
}

/** Whether a value has all members of `part`. Lists must have the same length. */
function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(value) || value.length !== part.length) return false;
    return part.every((entry, index) => contains(value[index], entry));
  }
  if (typeof part !== "object" || part === null) return Object.is(value, part);
  if (typeof value !== "object" || value === null) return false;
  const members = new Map(Object.entries(value));
  return Object.entries(part).every(([name, member]) => contains(members.get(name), member));
}

/** A thrown GraphQL error is part of the response. Any other error is a mistake in the test. */
async function callMock({ name }: Operation, run: () => AnyData | Promise<AnyData>): Promise<AnyData> {
  try {
    return await run();
  } catch (cause) {
    if (isForeignGraphQLError(cause)) throw new GraphQLError(cause.message, cause);
    throw toSetupError(`The function that answers ${name}`, cause);
  }
}

function toSetupError(thrower: string, cause: unknown): TestSetupError {
  return new TestSetupError(`${thrower} threw ${String(cause)}`, { cause });
}

function createError(error: MockError | string): GraphQLError {
  const { message, path, code, extensions }: MockError =
    typeof error === "string" ? { message: error } : error;
  return new GraphQLError(message, {
    path,
    extensions: { ...(code !== undefined && { code }), ...extensions },
  });
}
