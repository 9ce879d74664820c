/** Other clients with the generated documents. Wrong variables and fields do not compile. */

import process from "node:process";
import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client";
import { accessToken, createClient, type ResultOf, type VariablesOf } from "@integration-platform/graphql";
import { QueryClient } from "@tanstack/query-core";
import { fetchExchange, Client as UrqlClient } from "@urql/core";
import { GraphQLClient } from "graphql-request";
import ky from "ky";
import { ListRowsDocument } from "../generated/documents.ts";
import { ListRowsDocument as ListRowsString } from "../generated/operations.ts";
import type { Target } from "../suite.ts";

const { baseUrl, accessToken: token } = (JSON.parse(process.env.TARGETS ?? "") as { data: Target }).data;
const url = `${baseUrl}/api`;
const headers = { authorization: `Bearer ${token}` };
const variables = { withNames: true };

const ours = createClient({ baseUrl, auth: accessToken(token) });
const apollo = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });
const urql = new UrqlClient({
  url,
  exchanges: [fetchExchange],
  fetchOptions: { headers },
  preferGetMethod: false,
});
const graphqlRequest = new GraphQLClient(url, { headers });

type Rows = { readonly integrations: { readonly nodes: readonly { readonly name?: string }[] } } | undefined;

const CALLS: Readonly<Record<string, () => Promise<Rows>>> = {
  ours: () => ours.execute(ListRowsString, variables),
  "@apollo/client": async () => (await apollo.query({ query: ListRowsDocument, variables })).data,
  "@urql/core": async () => (await urql.query(ListRowsDocument, variables).toPromise()).data,
  "graphql-request": () => graphqlRequest.request(ListRowsDocument, variables),
  "@tanstack/query-core": () =>
    new QueryClient().fetchQuery({
      queryKey: [ListRowsString.name, variables],
      queryFn: ({ signal }) => ours.execute(ListRowsString, variables, { signal }),
    }),
  async ky() {
    const json = {
      query: ListRowsString.text,
      variables: variables satisfies VariablesOf<typeof ListRowsString>,
    };
    const response = ky.post<{ data: ResultOf<typeof ListRowsString> }>(url, { headers, json });
    return (await response.json()).data;
  },
};

const results: Record<string, unknown> = {};
for (const [name, call] of Object.entries(CALLS)) {
  results[name] = await call().then(
    (data) => data?.integrations.nodes.map((node) => node.name),
    (error: unknown) => `threw ${error}`,
  );
}
process.stdout.write(JSON.stringify(results));

/** Type errors that each client must report. Never called. */
export async function reject(): Promise<void> {
  // @ts-expect-error The variable is missing.
  await ours.execute(ListRowsString);
  // @ts-expect-error The variable is missing.
  await apollo.query({ query: ListRowsDocument });
  // @ts-expect-error The variable has the wrong type.
  urql.query(ListRowsDocument, { withNames: "yes" });
  // @ts-expect-error The variable is missing.
  await graphqlRequest.request(ListRowsDocument);
  const { data } = await apollo.query({ query: ListRowsDocument, variables });
  // @ts-expect-error The operation does not select this field.
  data?.integrations.nodes[0]?.createdAt;
}
