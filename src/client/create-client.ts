/** The client: executes typed documents, each call with one deadline. */

import type { Call } from "../call/attempt.ts";
import type { SuccessfulResponse } from "../call/outcome.ts";
import { runCall } from "../call/run-call.ts";
import { checkOptions, EXECUTE_OPTIONS } from "../shared/check-options.ts";
import type {
  AnyDocument,
  OperationArguments,
  TypedDocument,
  TypedDocumentString,
} from "../shared/document.ts";
import { addCall, createUsageError, type GraphQLFormattedError, isOperationError } from "../shared/errors.ts";
import { renderQuery } from "../shared/wire.ts";
import {
  CLIENT_OPTIONS,
  type ClientOptions,
  type ClientParts,
  type ExecuteOptions,
  openClient,
} from "./client-options.ts";
import { isHeader, readHeaders } from "./headers.ts";
import { readDocument } from "./read-document.ts";
import { encodeVariables } from "./variables.ts";

/** `data` and `errors` of a response. */
export interface ExecutionResult<Result> {
  /** Partial if there are errors; `null` or `undefined` if nothing was returned. */
  readonly data: Result | null | undefined;
  readonly errors: readonly GraphQLFormattedError[];
  /**
   * `extensions` of the response, unchecked, for example the cost of a query. `undefined` if there are none.
   */
  readonly extensions: unknown;
}

export interface Client {
  /**
   * Executes one operation and returns its data.
   *
   * @param document - Document of this package's codegen, a `TypedDocumentNode`, or a typed string of another
   * codegen.
   * @throws AnyOperationError, whose `code` names the failure. If the response has errors, the code is
   * `GRAPHQL`, and `error.data` is the partial data, unless the response rejects the token or limits the
   * rate.
   * @throws `USAGE` for invalid arguments, before a request is sent.
   * @throws `signal.reason` itself if the caller aborts.
   */
  execute<Result, Variables>(
    document: TypedDocumentString<Result, Variables> | TypedDocument<Result, Variables>,
    ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
  ): Promise<Result>;

  /**
   * Like `execute`, but instead of an error with the code `GRAPHQL`, returns its GraphQL errors with the
   * data.
   */
  executeResult<Result, Variables>(
    document: TypedDocumentString<Result, Variables> | TypedDocument<Result, Variables>,
    ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
  ): Promise<ExecutionResult<Result>>;

  /**
   * Waits until no token refresh is running, and the newest refresh token is stored. Call it before
   * `process.exit`: a refresh token in a response on the way would be lost. Never rejects. It covers calls of
   * `execute`, `executeResult` and `batch`, also those of the same tick; `poll` and `paginate` call `execute`
   * later.
   *
   * It takes at most 120 s, or `attemptTimeout` if that is longer. With a store, it can take `attemptTimeout`
   * more. It cancels no call, and later calls still work.
   */
  close(): Promise<void>;
}

/**
 * The property of a client that returns its parts, for `batch`, also of another copy of this package. A
 * function, because loggers print properties, and the parts have secrets.
 */
export const PARTS: unique symbol = Symbol.for("@integration-platform/graphql/parts");

/**
 * Creates a client. It opens no connection and starts no timer before the first call.
 *
 * @throws `USAGE` that names the missing, unknown or invalid option.
 */
export function createClient(options: ClientOptions): Client {
  const parts = openClient("createClient", options, CLIENT_OPTIONS);
  const { requestId } = parts.settings;
  if (requestId && !isHeader(requestId, ""))
    throw createUsageError('createClient: "requestId" must be the name of a header');
  /** Returns the data as `never`, which is assignable to the type that the document declares. */
  const run = async (document: AnyDocument, variables: unknown, callOptions: CallOptions) => {
    const call = prepareCall(parts, document, variables, callOptions);
    const { data, extensions } = await sendCall(call);
    return { data: compareData(call, data) as never, extensions };
  };
  const client: Client = {
    execute: async (document, ...[variables, callOptions]) =>
      (await run(document, variables, callOptions)).data,
    executeResult: async (document, ...[variables, callOptions]) => {
      try {
        const { data, extensions } = await run(document, variables, callOptions);
        return { data, errors: [], extensions };
      } catch (error) {
        if (!isOperationError(error, "GRAPHQL")) throw error;
        return { data: error.data as never, errors: error.errors, extensions: error.extensions };
      }
    },
    close: async () => parts.tokens.close?.(),
  };
  // For `batch`, which is not a method, so that programs without it do not contain its code.
  return Object.assign(client, { [PARTS]: () => parts });
}

type CallOptions = ExecuteOptions | null | undefined;

/** A document of `batch`, which repeats an operation for several items. */
interface MergedCall {
  /** The document of one item, with which `compareData` compares its data. */
  readonly itemDocument: TypedDocumentString;
  /** Properties to add to each event about the requests of the call. */
  readonly details: object;
}

/** @throws `USAGE` for invalid arguments. */
export function prepareCall(
  { context, settings, tokens }: ClientParts<ClientOptions>,
  document: AnyDocument,
  variables: unknown,
  options: CallOptions,
  merged?: MergedCall,
): Call {
  const typedDocument = readDocument(document, settings.print);
  const { name, kind, text } = typedDocument;
  // Also without options: none is read from a changed `Object.prototype`.
  const callOptions = checkOptions(`${name}: execute`, options ?? {}, EXECUTE_OPTIONS);
  const headers = {
    ...readHeaders(name, settings.headers),
    ...readHeaders(name, callOptions.headers),
  };
  const timeout = callOptions.timeout ?? context.timeout;
  return {
    context,
    tokens,
    operation: name,
    kind,
    body: renderQuery(text, encodeVariables(name, variables, text)),
    headers,
    details: merged?.details,
    // Created here, so that a document without a shape fails before a request.
    compare: settings.validate?.(merged?.itemDocument ?? typedDocument, context.hooks),
    signal: callOptions.signal ?? undefined,
    timeout,
    deadline: performance.now() + timeout,
    attempts: 0,
    requestId: undefined,
    delivery: "not-sent",
  };
}

/** Sends the operation until it succeeds or fails. @throws AnyOperationError, or `signal.reason` itself. */
export async function sendCall(call: Call): Promise<SuccessfulResponse> {
  try {
    return await runCall(call);
  } catch (error) {
    throw addProgress(error, call);
  }
}

/** Compares data with its shape, if the client has `validate`. @throws AnyOperationError */
export function compareData(call: Call, data: object): object {
  try {
    call.compare?.(data);
    return data;
  } catch (error) {
    throw addProgress(error, call);
  }
}

/** Adds the progress of a call to an error. Anything else, such as the reason of an abort, stays. */
function addProgress(error: unknown, call: Call): unknown {
  const { operation, signal, attempts, delivery, requestId } = call;
  if (signal?.aborted && error === signal.reason) return error;
  return addCall(error, operation, { attempts, delivery, requestId });
}
