/** graphql-request takes ASTs, and types results and variables by them; of string documents, their text and types. */

import type { ResultOf, VariablesOf } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/documents";
import { GraphQLClient } from "graphql-request";
import { ListRowsDocument } from "../generated/documents.ts";
import { ListRowsDocument as ListRowsString } from "../generated/operations.ts";
import { type Access, bearer, type ClientCheck } from "./client.ts";

export const connect = (access: Access): GraphQLClient => new GraphQLClient(access.url, { headers: bearer(access) });

export const graphqlRequest: ClientCheck = {
  name: "graphql-request",
  forms: {
    async AST(access) {
      const { integrations } = await connect(access).request(ListIntegrationsDocument);
      return integrations.nodes.map(({ name }) => name);
    },
    async "AST with variables"(access) {
      const { integrations } = await connect(access).request(ListRowsDocument, { withNames: true });
      return integrations.nodes.map(({ name }) => name);
    },
    async text(access) {
      type Types = typeof ListRowsString;
      const { integrations } = await connect(access).request<ResultOf<Types>, VariablesOf<Types>>(ListRowsString.text, {
        withNames: true,
      });
      return integrations.nodes.map(({ name }) => name);
    },
  },
};

export async function refuse(client: GraphQLClient): Promise<void> {
  // @ts-expect-error the operation requires `withNames`
  await client.request(ListRowsDocument);
  // @ts-expect-error `withNames` is a Boolean
  await client.request(ListRowsDocument, { withNames: "yes" });
  const { integrations } = await client.request(ListIntegrationsDocument);
  // @ts-expect-error the operation does not select it
  integrations.nodes[0]?.createdAt;
}
