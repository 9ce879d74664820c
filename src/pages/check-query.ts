/** Arguments that `paginate` and `poll` share. */

import type { ExecuteOptions } from "../client/client-options.ts";
import type { Client } from "../client/create-client.ts";
import { readDocument } from "../client/read-document.ts";
import { checkOptions, EXECUTE_OPTIONS, type OptionSchema } from "../shared/check-options.ts";
import type { TypedDocumentString } from "../shared/document.ts";
import { createUsageError } from "../shared/errors.ts";

interface CheckedQuery<Result, Options> {
  /** The own properties of the options. */
  readonly options: Options;
  /** Name of the operation. */
  readonly name: string;
  /** `execute` for variables whose type is not known: whether they are required depends on it. */
  readonly execute: (variables: object, options: ExecuteOptions) => Promise<Result>;
}

/**
 * @param subject - Name of the function, for messages.
 * @param schema - Options of the function, in addition to those of `execute`.
 * @throws `USAGE` for a mutation, an invalid option, or an argument that is missing.
 */
export function checkQuery<Result, Variables, Options extends object>(
  subject: string,
  client: Pick<Client, "execute">,
  document: TypedDocumentString<Result, Variables>,
  options: Options,
  schema: OptionSchema,
): CheckedQuery<Result, Options> {
  const { name, kind } = readDocument(document, undefined);
  const own = checkOptions(`${name}: ${subject}`, options, { ...schema, ...EXECUTE_OPTIONS });
  if (typeof client?.execute !== "function") throw createUsageError(`${name}: ${subject}: pass a client`);
  if (kind !== "query") throw createUsageError(`${name}: ${subject} needs a query, not a ${kind}`);
  const execute = client.execute as (
    document: object,
    variables: object,
    options: ExecuteOptions,
  ) => Promise<Result>;
  return {
    name,
    options: own,
    execute: (variables, executeOptions) => execute(document, variables, executeOptions),
  };
}
