/** Our client takes string documents, and refuses ASTs at compile time and at run time. */

import { accessToken, type Client, createClient, isOperationError } from "@integration-platform/graphql";
import { ListIntegrationsDocument as ListIntegrationsAST } from "@integration-platform/graphql/documents";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { ListRowsDocument } from "../generated/operations.ts";
import type { Access, ClientCheck } from "./client.ts";

const connect = (access: Access): Client =>
  createClient({ baseUrl: access.baseUrl, auth: accessToken(access.accessToken) });

export const ours: ClientCheck = {
  name: "@integration-platform/graphql",
  forms: {
    async string(access) {
      const { integrations } = await connect(access).execute(ListIntegrationsDocument);
      return integrations.nodes.map(({ name }) => name);
    },
    async "string with variables"(access) {
      const { integrations } = await connect(access).execute(ListRowsDocument, { withNames: true });
      return integrations.nodes.map(({ name }) => name);
    },
    async "AST: refused"(access) {
      // @ts-expect-error an AST is for other clients
      const call = connect(access).execute(ListIntegrationsAST);
      return await call.catch((error) => isOperationError(error) && error.code);
    },
  },
};

export async function refuse(client: Client): Promise<void> {
  // @ts-expect-error the operation requires `withNames`
  await client.execute(ListRowsDocument);
  // @ts-expect-error `withNames` is a Boolean
  await client.execute(ListRowsDocument, { withNames: "yes" });
  const { integrations } = await client.execute(ListIntegrationsDocument);
  // @ts-expect-error the operation does not select it
  integrations.nodes[0]?.createdAt;
}
