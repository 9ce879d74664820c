/** TanStack Query caches what a client fetches: ours with string documents, or graphql-request with ASTs. */

import { accessToken, createClient } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/documents";
import { ListIntegrationsDocument as ListIntegrationsString } from "@integration-platform/graphql/operations";
import { QueryClient } from "@tanstack/query-core";
import { ListRowsDocument } from "../generated/operations.ts";
import type { Access, ClientCheck } from "./client.ts";
import { connect } from "./graphql-request.ts";

const platform = (access: Access) => createClient({ baseUrl: access.baseUrl, auth: accessToken(access.accessToken) });

export const tanstack: ClientCheck = {
  name: "@tanstack/query-core",
  forms: {
    async "AST, by graphql-request"(access) {
      const { integrations } = await new QueryClient().fetchQuery({
        queryKey: ["integrations"],
        queryFn: ({ signal }) => connect(access).request({ document: ListIntegrationsDocument, signal }),
      });
      return integrations.nodes.map(({ name }) => name);
    },
    /** Two readers, one request; and the cache gives the type of what it holds. */
    async "string, by our client"(access) {
      const queries = new QueryClient();
      const options = {
        queryKey: [ListIntegrationsString.name],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          platform(access).execute(ListIntegrationsString, {}, { signal }),
      };
      const [{ integrations }] = await Promise.all([queries.fetchQuery(options), queries.fetchQuery(options)]);
      return integrations.nodes.map(({ name }) => name);
    },
    async "string with variables, by our client"(access) {
      const variables = { withNames: true };
      const { integrations } = await new QueryClient().fetchQuery({
        queryKey: [ListRowsDocument.name, variables],
        queryFn: ({ signal }) => platform(access).execute(ListRowsDocument, variables, { signal }),
      });
      return integrations.nodes.map(({ name }) => name);
    },
  },
};

export async function refuse(queries: QueryClient, access: Access): Promise<void> {
  // @ts-expect-error the operation requires `withNames`
  const queryFn = () => platform(access).execute(ListRowsDocument);
  const { integrations } = await queries.fetchQuery({ queryKey: ["rows"], queryFn });
  // @ts-expect-error the operation does not select it
  integrations.nodes[0]?.createdAt;
}
