import { type Client, createClient } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";

let client: Client | undefined;

/** The client of this process. The first call creates it, so that modules load without the variables. */
export function platform(): Client {
  client ??= createClient(fromEnvironment());
  return client;
}
