/** Apollo Client with our documents: `./documents` has the operations as it takes them, with their types. */

import { ReportRowsDocument } from "@acme/operations/documents";
import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";

export interface Access {
  /** The platform's address. */
  readonly baseUrl: string;
  /** From `platform-graphql token`, or the page `/get_auth_token/`. */
  readonly accessToken: string;
}

export function connect({ baseUrl, accessToken }: Access): ApolloClient {
  const headers = { authorization: `Bearer ${accessToken}` };
  return new ApolloClient({ link: new HttpLink({ uri: `${baseUrl}/api`, headers }), cache: new InMemoryCache() });
}

/** Names of the integrations. A second call is answered from Apollo's cache. */
export async function listNames(client: ApolloClient): Promise<string[]> {
  const { data } = await client.query({ query: ReportRowsDocument, variables: { withNames: true } });
  return data?.integrations.nodes.map(({ id, name }) => name ?? id) ?? [];
}
