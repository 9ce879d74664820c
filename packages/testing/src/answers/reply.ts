/** One reply of an answer, checked and ready to be executed over. */

import { GraphQLError } from "graphql";
import type { Result } from "../contract/execute.ts";
import { sleep } from "../delay.ts";
import { Misuse } from "../misuse.ts";
import type { AnswerError, ReplyOptions } from "./data.ts";
import type { Operation } from "./document.ts";
import { type AnswerContext, fitData } from "./fit.ts";
import type { Given } from "./given.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** Data as a test gives it, whatever its types. */
export type AnyData = object | null | undefined;
export type AnyReply = AnyData | ((variables: Variables) => AnyData | Promise<AnyData>);

/** What to answer: executed over the root where there is one, and the rest beside it. */
export interface Prepared extends Result {
  readonly root?: Given;
}

export type PreparedReply = (variables: Variables, signal: AbortSignal) => Promise<Prepared>;

/**
 * Checks what can be checked now; what a function makes is checked when it is made.
 *
 * @throws TypeError Where the data does not fit.
 */
export function prepareReply(
  context: AnswerContext,
  operation: Operation,
  reply: AnyReply,
  { delayMs = 0, exact = false, errors: given }: ReplyOptions,
): PreparedReply {
  const errors = given?.map(createError);
  const prepare = (data: AnyData): Prepared => {
    if (errors && data == null) return data === null ? { data, errors } : { errors };
    if (data === null) throw new TypeError(`The answer to ${operation.name} is null: give it errors, too`);
    const root = fitData({ ...context, operation, exact }, data ?? {});
    return errors ? { root, errors } : { root };
  };
  if (typeof reply === "function") {
    return async (variables, signal) => {
      await sleep(delayMs, signal);
      const data = await call(operation, () => reply(variables));
      return misuse(() => prepare(data));
    };
  }
  const prepared = prepare(reply);
  return async (_, signal) => {
    await sleep(delayMs, signal);
    return prepared;
  };
}

/** A GraphQL error is an answer; whatever else a test's function throws is a mistake of the test. */
async function call(operation: Operation, run: () => AnyData | Promise<AnyData>): Promise<AnyData> {
  try {
    return await run();
  } catch (cause) {
    if (isGraphQLError(cause)) throw new GraphQLError(cause.message, cause);
    const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    throw new Misuse(`The answer to ${operation.name} threw ${said}`, { cause });
  }
}

/** Whichever copy of `graphql` it is of: by its conditions, a test runner may give a test another one than ours. */
function isGraphQLError(error: unknown): error is GraphQLError {
  return Object.prototype.toString.call(error) === "[object GraphQLError]";
}

/** What is a TypeError to who calls `answer`, is a mistake of the test once a request is being answered. */
function misuse<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    throw error instanceof TypeError ? new Misuse(error.message) : error;
  }
}

function createError(error: AnswerError | string): GraphQLError {
  const { message, path, code, extensions }: AnswerError = typeof error === "string" ? { message: error } : error;
  return new GraphQLError(message, { path, extensions: { ...(code !== undefined && { code }), ...extensions } });
}
