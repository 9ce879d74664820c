/** The responses that a test sets, by operation. */

import { listFields, scopeOf } from "@integration-platform/graphql-compiler/internal/model/index";
import { GraphQLError, getNamedType } from "graphql";
import { type ObjectData, readObject } from "../data/object-data.ts";
import { canReject, type PayloadError } from "../data/payload-errors.ts";
import { TestSetupError } from "../errors.ts";
import type { LogEntry, PlatformRequest } from "../platform-request.ts";
import type { RequestLog } from "../request-log.ts";
import type { Structure } from "../structure/structure.ts";
import { sleep } from "../timing.ts";
import { type Operation, readOperation, selectionShape } from "./document.ts";
import type { Answer, Answering, AnswerOptions, MockError, ResponseOptions } from "./types.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** A received request for an operation. */
interface OperationRequest {
  readonly operation: string;
  readonly variables: Variables;
  readonly entry: LogEntry;
  readonly signal: AbortSignal;
}

/** A response: errors without data, or the data from which the operation is executed. */
export interface MockResponse {
  readonly data?: null;
  readonly errors?: readonly GraphQLError[];
  readonly root?: ObjectData;
  readonly rejection?: readonly PayloadError[];
}

export interface Answers extends Answering {
  /** Adds a recording, after all answers and earlier recordings. It stays after `reset()`. */
  addRecording(recording: { readonly text: string; readonly data: object; readonly variables: object }): void;
  /** The response of the newest answer that matches. `undefined` if there is none. */
  find(request: OperationRequest): Promise<MockResponse | undefined>;
  /** Describes each answer with a response that no request used. */
  unused(): string[];
  reset(): void;
}

interface PreparedResponse {
  readonly delayMs: number;
  prepare(variables: Variables): MockResponse | Promise<MockResponse>;
}

interface Entry {
  readonly operation: Operation;
  readonly matches: (variables: Variables) => boolean;
  readonly responses: PreparedResponse[];
  readonly isRecorded: boolean;
  used: number;
}

export function createAnswers(structure: Structure, log: RequestLog): Answers {
  const { schema } = structure;
  const entries: Entry[] = [];
  const receivedBy = new WeakMap<PlatformRequest, Entry>();
  return {
    addRecording({ text, data, variables: recorded }) {
      const operation = readOperation(schema, text);
      const matches = (received: Variables) => contains(received, recorded) && contains(recorded, received);
      const responses = [createResponse(operation, data, {})];
      entries.push({ operation, matches, responses, isRecorded: true, used: 0 });
    },
    answer(document, data, options = {}) {
      const operation = readOperation(schema, document);
      return add(operation, options, createResponse(operation, data as AnyMock, options));
    },
    reject(document, errors, options = {}) {
      const operation = readOperation(schema, document);
      checkRejection(operation, errors);
      const rejection = errors.map((error) => ({ ...error }));
      return add(operation, options, { delayMs: options.delayMs ?? 0, prepare: () => ({ rejection }) });
    },
    async find({ operation, variables, entry: request, signal }) {
      const entry = entries.find((each) => each.operation.name === operation && each.matches(variables));
      const response = entry?.responses[Math.min(entry.used, entry.responses.length - 1)];
      if (!entry || !response) return undefined;
      entry.used += 1;
      receivedBy.set(request, entry);
      await sleep(response.delayMs, signal);
      return response.prepare(variables);
    },
    unused: () =>
      entries.toReversed().flatMap(({ operation: { name }, used, responses: { length }, isRecorded }) => {
        if (isRecorded) return [];
        if (used === 0) return [`${name}: no request used this answer`];
        return used < length ? [`${name}: requests used ${used} of ${length} responses`] : [];
      }),
    reset() {
      entries.splice(0, entries.length, ...entries.filter(({ isRecorded }) => isRecorded));
    },
  };

  function add<Result, Vars>(
    operation: Operation,
    options: AnswerOptions<Vars>,
    response: PreparedResponse,
  ): Answer<Result, Vars> {
    const matches = createMatcher(operation, options.variables as Matcher);
    const entry: Entry = { operation, matches, responses: [response], isRecorded: false, used: 0 };
    entries.unshift(entry);
    const answer: Answer<Result, Vars> = {
      andThen(data, responseOptions = {}) {
        entry.responses.push(createResponse(operation, data as AnyMock, responseOptions));
        return answer;
      },
      get requests() {
        return log.entries.filter((request) => receivedBy.get(request) === entry);
      },
    };
    return answer;
  }

  /** Checks the data now. The result of a function is checked when a request calls it. */
  function createResponse(operation: Operation, mock: AnyMock, options: ResponseOptions): PreparedResponse {
    const { delayMs = 0, exact = false } = options;
    const errors = options.errors?.map(createError);
    const prepare = (data: AnyData): MockResponse => {
      if (errors && data == null) return data === null ? { data, errors } : { errors };
      if (data === null) throw new TypeError(`${operation.name}: data can be null only with "errors".`);
      const root = readMockData(operation, data ?? {}, exact);
      return errors ? { root, errors } : { root };
    };
    if (typeof mock === "function") {
      const call = async (variables: Variables): Promise<MockResponse> => {
        const data = await callMock(operation, () => mock(variables));
        try {
          return prepare(data);
        } catch (error) {
          throw error instanceof TypeError ? new TestSetupError(error.message) : error;
        }
      };
      return { delayMs, prepare: call };
    }
    const prepared = prepare(mock);
    return { delayMs, prepare: () => prepared };
  }

  function readMockData({ name, node, fragments }: Operation, data: object, exact: boolean): ObjectData {
    const root = schema.getRootType(node.operation);
    const reader = { structure, problems: [], exact };
    const sets = [{ set: node.selectionSet, scope: scopeOf(root) }];
    const read = root && readObject(reader, root, selectionShape(schema, fragments, root, sets), data, "");
    if (read && reader.problems.length === 0) return read;
    throw new TypeError([`The data does not match ${name}:`, ...reader.problems].join("\n  "));
  }

  function checkRejection({ name, node, fragments }: Operation, errors: readonly PayloadError[]): void {
    if (node.operation !== "mutation") throw new TypeError(`reject: ${name} is not a mutation.`);
    const valid = errors.length > 0 && errors.every(({ messages }) => Array.isArray(messages));
    if (!valid) throw new TypeError('reject: "errors" must contain at least one object with "messages".');
    const fields = schema.getMutationType()?.getFields() ?? {};
    const selected = listFields({ fragments }, [{ set: node.selectionSet, scope: scopeOf() }]);
    const isRejectable = selected.some(({ node: field }) =>
      canReject(schema, getNamedType(fields[field.name.value]?.type)),
    );
    if (!isRejectable) throw new TypeError(`reject: the payload of ${name} has no list of payload errors.`);
  }
}

/** Data of any type. */
type AnyData = object | null | undefined;
type AnyMock = AnyData | ((variables: Variables) => AnyData | Promise<AnyData>);
type Matcher = object | ((variables: Variables) => boolean) | undefined;

/** @throws TypeError if the operation does not have a variable. */
function createMatcher({ name, node }: Operation, matcher: Matcher): Entry["matches"] {
  if (matcher === undefined) return () => true;
  if (typeof matcher === "function") return (variables) => matcher(variables);
  const known = (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const unknown = Object.keys(matcher).find((variable) => !known.includes(variable));
  if (unknown === undefined) return (variables) => contains(variables, matcher);
  throw new TypeError(`${name} has no variable "${unknown}". Variables: ${known.join(", ") || "none"}.`);
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
    if (isGraphQLError(cause)) throw new GraphQLError(cause.message, cause);
    const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new TestSetupError(`The function that answers ${name} threw ${text}`, { cause });
  }
}

/** Recognizes errors of another copy of `graphql` too, which a test runner can load for the test. */
function isGraphQLError(error: unknown): error is GraphQLError {
  return Object.prototype.toString.call(error) === "[object GraphQLError]";
}

function createError(error: MockError | string): GraphQLError {
  const { message, path, code, extensions }: MockError =
    typeof error === "string" ? { message: error } : error;
  return new GraphQLError(message, {
    path,
    extensions: { ...(code !== undefined && { code }), ...extensions },
  });
}
