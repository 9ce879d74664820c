/** Apollo Client takes ASTs, and types results and variables by them. */

import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { ListIntegrationsDocument } from "@integration-platform/graphql/documents";
import { ListRowsDocument } from "../generated/documents.ts";
import { type Access, bearer, type ClientCheck } from "./client.ts";

const connect = (access: Access): ApolloClient =>
  new ApolloClient({ link: new HttpLink({ uri: access.url, headers: bearer(access) }), cache: new InMemoryCache() });

export const apollo: ClientCheck = {
  name: "@apollo/client",
  forms: {
    async AST(access) {
      const { data } = await connect(access).query({ query: ListIntegrationsDocument });
      return data?.integrations.nodes.map(({ name }) => name);
    },
    async "AST with variables"(access) {
      const { data } = await connect(access).query({ query: ListRowsDocument, variables: { withNames: true } });
      return data?.integrations.nodes.map(({ name }) => name);
    },
  },
};

export async function refuse(client: ApolloClient): Promise<void> {
  // @ts-expect-error the operation requires `withNames`
  await client.query({ query: ListRowsDocument });
  // @ts-expect-error `withNames` is a Boolean
  await client.query({ query: ListRowsDocument, variables: { withNames: "yes" } });
  const { data } = await client.query({ query: ListIntegrationsDocument });
  // @ts-expect-error the operation does not select it
  data?.integrations.nodes[0]?.createdAt;
}
