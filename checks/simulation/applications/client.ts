/**
 * The client of the applications. Their modules have no folder while a bug is in them, so they import it by
 * this path.
 */

import type { Client, OperationError, TypedDocumentString } from "@integration-platform/graphql";
import type { Execute } from "./application.ts";

export { paginate } from "@integration-platform/graphql";
export type { Client };

/** A client with the credentials of a user. @default the first user */
export type SignIn = (user?: string) => Promise<Client>;

type Kind = "query" | "mutation";

export function query<Result, Variables = object>(
  text: string,
): TypedDocumentString<Result, Variables, "query"> {
  return { name: nameOf(text), kind: "query", text };
}

export function mutation<Result, Variables = object>(
  text: string,
): TypedDocumentString<Result, Variables, "mutation"> {
  return { name: nameOf(text), kind: "mutation", text };
}

const nameOf = (text: string): string => /\w+ (\w+)/.exec(text)?.[1] ?? "";

/** The code of the first GraphQL error of a call. */
export function codeOf(error: unknown): unknown {
  const [first] = (error as OperationError<"GRAPHQL">).errors ?? [];
  return first?.extensions?.code;
}

/**
 * Executes texts of operations. Its errors have the messages of the API, which those of the client do not
 * contain.
 */
export const createExecute =
  (client: Client): Execute =>
  async <Data>(text: string, variables: object) => {
    const kind: Kind = text.startsWith("mutation") ? "mutation" : "query";
    const document: TypedDocumentString<Data, object, Kind> = { name: nameOf(text), kind, text };
    const { data, errors } = await client.executeResult(document, variables);
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
    return data as Data;
  };
