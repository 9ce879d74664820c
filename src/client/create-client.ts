/** The client: executes typed documents, each call with one deadline. */

import type {
  AnyDocument,
  OperationArguments,
  TypedDocument,
  TypedDocumentString,
} from "../shared/document.ts";
import { type GraphQLFormattedError, isOperationError } from "../shared/errors.ts";
import type { ClientOptions, ExecuteOptions } from "./client-options.ts";
import { createExecutor, EXECUTOR, type Executor } from "./executor.ts";

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
 * Creates a client. It opens no connection and starts no timer before the first call.
 *
 * @throws `USAGE` that names the missing, unknown or invalid option.
 */
export function createClient(options: ClientOptions): Client {
  const executor = createExecutor(options);
  const client: Client = {
    execute: async (document, ...[variables, callOptions]) =>
      (await executeSteps(executor, document, variables, callOptions)).data,
    executeResult: async (document, ...[variables, callOptions]) => {
      try {
        const { data, extensions } = await executeSteps(executor, document, variables, callOptions);
        return { data, errors: [], extensions };
      } catch (error) {
        if (!isOperationError(error, "GRAPHQL")) throw error;
        return { data: error.data as never, errors: error.errors, extensions: error.extensions };
      }
    },
    close: () => executor.close(),
  };
  // For `batch`, which is not a method, so that programs without it do not contain its code.
  return Object.assign(client, { [EXECUTOR]: executor });
}

/**
 * Prepares, runs and finishes a call.
 *
 * @returns the data as `never`, which is assignable to the type that the document declares.
 */
async function executeSteps(
  executor: Executor,
  document: AnyDocument,
  variables: unknown,
  options: ExecuteOptions | null | undefined,
): Promise<{ readonly data: never; readonly extensions: unknown }> {
  const call = executor.prepare(document, variables, options);
  const { data, extensions } = await executor.run(call);
  return { data: executor.finish(call, data) as never, extensions };
}
