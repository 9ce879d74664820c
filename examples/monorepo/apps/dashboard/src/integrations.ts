/** What the page asks for, and how TanStack Query is to keep it. */

import { ListRowsDocument } from "@acme/operations";
import { type Client, isOperationError, type ResultOf } from "@integration-platform/graphql";
import type { FetchQueryOptions } from "@tanstack/query-core";

type Rows = ResultOf<typeof ListRowsDocument>["integrations"]["nodes"];

/** The client tries again by itself where that may help, so that TanStack Query does not have to. */
export function integrationsQuery(client: Client): FetchQueryOptions<Rows> & { queryKey: readonly [string] } {
  return {
    queryKey: [ListRowsDocument.name],
    queryFn: async ({ signal }) => (await client.execute(ListRowsDocument, {}, { signal })).integrations.nodes,
    staleTime: 60_000,
    retry: false,
  };
}

/** An error in the words of the page. */
export function explain(error: unknown): string {
  if (isOperationError(error) && error.code === "UNAUTHENTICATED") return "Your token has expired: get a new one.";
  return "The platform did not answer.";
}
