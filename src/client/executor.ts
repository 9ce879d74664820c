/** The steps of one call: prepare, run, finish. `batch` runs several items in one call. */

import type { Call } from "../call/attempt.ts";
import type { SuccessfulResponse } from "../call/outcome.ts";
import { runCall } from "../call/run-call.ts";
import { checkOptions, EXECUTE_OPTIONS } from "../shared/check-options.ts";
import type { AnyDocument, TypedDocumentString } from "../shared/document.ts";
import { addCall, createUsageError } from "../shared/errors.ts";
import { renderQuery } from "../shared/wire.ts";
import {
  CLIENT_OPTIONS,
  type ClientOptions,
  type ClientParts,
  type ExecuteOptions,
  openClient,
} from "./client-options.ts";
import { evaluateHeaders, isHeader, readHeaders } from "./headers.ts";
import { readDocument } from "./read-document.ts";
import { encodeVariables } from "./variables.ts";

/**
 * The property of a client that has its `Executor`, for `batch`. A registered symbol, so that another copy of
 * this package finds it.
 */
export const EXECUTOR: unique symbol = Symbol.for("@integration-platform/graphql/executor");

/**
 * The last argument of `prepare` for a merged document: one of `batch`, which repeats an operation for
 * several items.
 */
interface MergedCall {
  /**
   * The document of one item. `batch` calls `finish` once for each item, to compare its data with this
   * document.
   */
  readonly itemDocument: TypedDocumentString;
  /** Properties to add to each event about the requests of the call. */
  readonly details: object;
}

export interface Executor {
  /** @throws `USAGE` for invalid arguments. */
  prepare(
    document: AnyDocument,
    variables: unknown,
    options: ExecuteOptions | null | undefined,
    merged?: MergedCall,
  ): Call;
  /** Sends the operation until it succeeds or fails. @throws AnyOperationError, or `signal.reason` itself. */
  run(call: Call): Promise<SuccessfulResponse>;
  /** Compares data with its shape, if the client has `validate`. @throws AnyOperationError */
  finish(call: Call, data: object): object;
  /** See `Client.close`. */
  close(): Promise<void>;
}

/** @throws `USAGE` that names the missing, unknown or invalid option of the client. */
export function createExecutor(options: ClientOptions): Executor {
  const parts = openClient("createClient", options, CLIENT_OPTIONS);
  const { settings, tokens } = parts;
  if (settings.requestId && !isHeader(settings.requestId, ""))
    throw createUsageError('createClient: "requestId" must be the name of a header');
  return {
    prepare: (...call) => prepareCall(parts, ...call),
    async run(call) {
      try {
        return await runCall(call);
      } catch (error) {
        throw addProgress(error, call);
      }
    },
    finish(call, data) {
      try {
        call.compare?.(data);
        return data;
      } catch (error) {
        throw addProgress(error, call);
      }
    },
    close: async () => tokens.close?.(),
  };
}

function prepareCall(
  { context, settings, tokens }: ClientParts<ClientOptions>,
  ...[document, variables, options, merged]: Parameters<Executor["prepare"]>
): Call {
  const typedDocument = readDocument(document, settings.print);
  const { name, kind, text } = typedDocument;
  // Also without options: none is read from a changed `Object.prototype`.
  const callOptions = checkOptions(`${name}: execute`, options ?? {}, EXECUTE_OPTIONS);
  const headers = {
    ...evaluateHeaders(name, settings.headers),
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
    history: [],
    delivery: "not-sent",
  };
}

/** Adds the progress of a call to an error. Anything else, such as the reason of an abort, stays. */
function addProgress(error: unknown, { operation, signal, history, delivery }: Call): unknown {
  if (signal?.aborted && error === signal.reason) return error;
  const requestId = history.at(-1)?.requestId;
  return addCall(error, operation, { attempts: history.length, history, delivery, requestId });
}
