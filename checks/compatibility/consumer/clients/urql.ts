/** urql takes ASTs, and types results and variables by them; of a string document, its text and its types. */

import type { ResultOf, VariablesOf } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/documents";
import { Client, fetchExchange } from "@urql/core";
import { ListRowsDocument } from "../generated/documents.ts";
import { ListRowsDocument as ListRowsString } from "../generated/operations.ts";
import { type Access, bearer, type ClientCheck } from "./client.ts";

const connect = (access: Access): Client =>
  new Client({
    url: access.url,
    exchanges: [fetchExchange],
    fetchOptions: { headers: bearer(access) },
    // The platform takes operations by POST alone; urql would send short queries by GET.
    preferGetMethod: false,
  });

export const urql: ClientCheck = {
  name: "@urql/core",
  forms: {
    async AST(access) {
      const { data } = await connect(access).query(ListIntegrationsDocument, {}).toPromise();
      return data?.integrations.nodes.map(({ name }) => name);
    },
    async "AST with variables"(access) {
      const { data } = await connect(access).query(ListRowsDocument, { withNames: true }).toPromise();
      return data?.integrations.nodes.map(({ name }) => name);
    },
    async text(access) {
      type Types = typeof ListRowsString;
      const { data } = await connect(access)
        .query<ResultOf<Types>, VariablesOf<Types>>(ListRowsString.text, { withNames: true })
        .toPromise();
      return data?.integrations.nodes.map(({ name }) => name);
    },
  },
};

export async function refuse(client: Client): Promise<void> {
  // @ts-expect-error the operation requires `withNames`
  client.query(ListRowsDocument, {});
  // @ts-expect-error `withNames` is a Boolean
  client.query(ListRowsDocument, { withNames: "yes" });
  const { data } = await client.query(ListIntegrationsDocument, {});
  // @ts-expect-error the operation does not select it
  data?.integrations.nodes[0]?.createdAt;
}
