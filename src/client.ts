/** The client: executes typed documents under one deadline per call, and turns failures into errors. */

import type { ClientOptions, ExecuteOptions } from "./context.ts";
import { CORE, createCore } from "./core.ts";
import type { AnyDocument, OperationArguments, TypedDocument, TypedDocumentString } from "./document.ts";
import { type GraphQLFormattedError, isOperationError } from "./errors.ts";

/** `data` and `errors` of a response. */
export interface ExecutionResult<Result> {
  /** Partial if there are errors; `null` or `undefined` if nothing was returned. */
  readonly data: Result | null | undefined;
  readonly errors: readonly GraphQLFormattedError[];
  /** `extensions` of the response, unchecked, for example the cost of a query. `undefined` if there are none. */
  readonly extensions: unknown;
}

export interface Client {
  /**
   * Executes one operation and returns its data.
   *
   * @param document - Document of this package's codegen, a `TypedDocumentNode`, or a typed string of another codegen.
   * @throws AnyOperationError by `code`. `GRAPHQL` if the response has errors; `error.data` is then the partial data.
   * @throws `USAGE` for invalid arguments, before a request is sent.
   * @throws `signal.reason` itself if the caller aborts.
   */
  execute<Result, Variables>(
    document: TypedDocumentString<Result, Variables> | TypedDocument<Result, Variables>,
    ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
  ): Promise<Result>;

  /** Like `execute`, but returns GraphQL errors together with the data. All other errors are thrown. */
  executeResult<Result, Variables>(
    document: TypedDocumentString<Result, Variables> | TypedDocument<Result, Variables>,
    ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
  ): Promise<ExecutionResult<Result>>;

  /**
   * Waits for the token refresh that is running, if there is one, and until its refresh token is stored. Call it before
   * `process.exit`, which loses a new refresh token whose response is on the way. Never rejects, and takes at most 120 s, or
   * `attemptTimeout` if that is longer; with a store, `attemptTimeout` more. It cancels no call, and later calls still work.
   */
  close(): Promise<void>;
}

/**
 * Creates a client. It opens no connection and starts no timer before the first call.
 *
 * @throws `USAGE` that names the missing, unknown or invalid option.
 */
export function createClient(options: ClientOptions): Client {
  const core = createCore(options);
  const run = async (
    document: AnyDocument,
    variables: unknown,
    callOptions: ExecuteOptions | null | undefined,
  ) => {
    const call = core.prepare(document, variables, callOptions);
    const { data, extensions } = await core.run(call);
    return { data: core.finish(call, data), extensions };
  };
  // `as never`, because only codegen declares the type of the data.
  const client: Client = {
    execute: async (document, ...[variables, callOptions]) =>
      (await run(document, variables, callOptions)).data as never,
    executeResult: async (document, ...[variables, callOptions]) => {
      try {
        const { data, extensions } = await run(document, variables, callOptions);
        return { data: data as never, errors: [], extensions };
      } catch (error) {
        if (!isOperationError(error, "GRAPHQL")) throw error;
        return { data: error.data as never, errors: error.errors, extensions: error.extensions };
      }
    },
    close: () => core.close(),
  };
  // For `batch`, which is not a method, so that programs without it do not contain its code.
  return Object.assign(client, { [CORE]: core });
}
