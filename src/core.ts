/** The steps of one call: prepare, run, finish. `batch` runs several items in one call. */

import {
  CLIENT_OPTIONS,
  type ClientOptions,
  createContext,
  type ExecuteOptions,
  type HeadersOption,
} from "./context.ts";
import type { AnyDocument, TypedDocumentString } from "./document.ts";
import { createUsageError, toCallerError } from "./errors.ts";
import { executeOperation, type Operation, type Progress } from "./operation.ts";
import { checkOptions, EXECUTE_OPTIONS, readHeaders } from "./options.ts";
import type { SuccessfulResponse } from "./outcome.ts";
import { createQueue } from "./queue.ts";
import { readDocument } from "./read-document.ts";
import { encodeVariables } from "./variables.ts";
import { renderQuery } from "./wire.ts";

/** Property of a client with its steps. Registered, so that another copy of this package finds it. */
export const CORE: unique symbol = Symbol.for("@integration-platform/graphql/core");

/** A call before its request. */
export interface PreparedCall {
  readonly operation: Operation;
  readonly progress: Progress;
  /** Compares the data of the response with its types. @throws PendingError */
  readonly check: ((data: object) => void) | undefined;
}

/** What `batch` needs beyond one call of `execute`. */
export interface MergedCall {
  /** The document of one item: its shape is that of the data to compare. */
  readonly item: TypedDocumentString;
  /** More properties of the events of the requests. */
  readonly details: object;
}

export interface Core {
  /** @throws `USAGE` for invalid arguments. */
  prepare(
    document: AnyDocument,
    variables: unknown,
    options: ExecuteOptions | null | undefined,
    merged?: MergedCall,
  ): PreparedCall;
  /** Sends the operation until it succeeds or fails. @throws AnyOperationError, or `signal.reason` itself. */
  run(call: PreparedCall): Promise<SuccessfulResponse>;
  /** Compares data of the response, if the client has `validate`. @throws AnyOperationError */
  finish(call: PreparedCall, data: object): object;
  /** See `Client.close`. */
  close(): Promise<void>;
}

/** @throws `USAGE` that names the missing, unknown or invalid option of the client. */
export function createCore(options: ClientOptions): Core {
  const { context, settings } = createContext("createClient", options, CLIENT_OPTIONS);
  const {
    retries = Number.POSITIVE_INFINITY,
    validate,
    classify,
    requestId,
    headers: common,
    print,
  } = settings;
  const shared = { ...context, maxRetries: retries, classify, requestId, queue: createQueue() };
  if (typeof common !== "function") readHeaders("createClient", common);
  return {
    prepare(document, variables, options, merged) {
      const typed = readDocument(document, print);
      const { name, kind, text } = typed;
      const own = options ? checkOptions(`${name}: execute`, options, EXECUTE_OPTIONS) : {};
      const headers = { ...readHeaders(name, callHeaders(name, common)), ...readHeaders(name, own.headers) };
      const operation: Operation = {
        name,
        kind,
        url: context.endpoints.api,
        body: renderQuery(text, encodeVariables(name, variables, text)),
        headers,
        details: merged?.details,
        timeout: own.timeout ?? context.timeout,
        signal: own.signal ?? undefined,
      };
      const check = validate?.(merged?.item ?? typed, context.hooks);
      return { operation, check, progress: { history: [], delivery: "not-sent" } };
    },
    async run(call) {
      try {
        return await executeOperation(call.operation, shared, call.progress);
      } catch (error) {
        throw toError(call, error);
      }
    },
    finish(call, data) {
      try {
        call.check?.(data);
        return data;
      } catch (error) {
        throw toError(call, error);
      }
    },
    close: async () => context.tokens.close?.(),
  };
}

/** @throws `USAGE` without anything of an error of the caller. */
function callHeaders(name: string, common: HeadersOption | (() => HeadersOption)): HeadersOption {
  if (typeof common !== "function") return common;
  try {
    return common();
  } catch {
    throw createUsageError(`${name}: the function "headers" of the client threw an error.`);
  }
}

function toError({ operation, progress }: PreparedCall, error: unknown): unknown {
  const { history, delivery } = progress;
  const requestId = history.at(-1)?.requestId;
  return toCallerError(error, operation.name, {
    attempts: history.length,
    history,
    delivery,
    ...(requestId && { requestId }),
  });
}
