/** The servers of the applications: the simulated platform, and executable schemas. */

import { accessToken, createClient, refreshToken } from "@integration-platform/graphql";
import { createLocalPlatform, type PlatformData } from "@integration-platform/graphql-testing/local";
import type { RulesOptions } from "@integration-platform/graphql-testing/rules";
import { type GraphQLSchema, graphql } from "graphql";
import type { SignIn } from "./client.ts";

/** What the servers of an application have in common. */
export interface Api {
  readonly schema: string;
  /** Rows by type. Relations are IDs. */
  readonly data: Readonly<Record<string, readonly object[]>>;
  /** IDs of the users, if the tests need several. */
  readonly users?: readonly string[];
  /** Type of the users. */
  readonly userType?: string;
  /** Time of the platform, in milliseconds since the epoch. */
  readonly now: number;
}

/** A failed test must not wait for retries. */
const RETRIES = { retries: 0 };

export function openSimulation({ schema, data, users, now }: Api, rules: RulesOptions): SignIn {
  const platform = createLocalPlatform({
    schema,
    data: data as PlatformData,
    ...rules,
    now: () => now,
    ...(users && { users: users.map((name) => ({ name })) }),
    // Some runs lack rules on purpose.
    onRulesError: () => {},
  });
  return async (name) => {
    const user = platform.users.find((candidate) => candidate.name === name);
    return createClient({
      ...RETRIES,
      baseUrl: platform.baseUrl,
      auth: refreshToken({ refreshToken: user?.refreshToken ?? platform.refreshToken }),
      fetch: async (url, init) => platform.fetch(new Request(url, init)),
    });
  };
}

/** A server of a schema with resolvers. The access token is the ID of the user. */
export function openSchema(schema: GraphQLSchema, { data, userType = "", now }: Api): SignIn {
  const rows = (data[userType] ?? []) as readonly { readonly id: string }[];
  return async (name = rows[0]?.id ?? "user") => {
    const user = rows.find(({ id }) => id === name);
    const contextValue = { now: () => new Date(now).toISOString(), user };
    return createClient({
      ...RETRIES,
      baseUrl: "https://platform.example.com",
      auth: accessToken(name),
      async fetch(url, init) {
        const { query: source, variables: variableValues } = await new Request(url, init).json();
        return Response.json(await graphql({ schema, source, variableValues, contextValue }));
      },
    });
  };
}
