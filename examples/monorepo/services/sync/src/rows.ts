/** Where the integrations come from: all at once, or page after page. */

import { PageRowsDocument } from "@acme/next-operations";
import { ListRowsDocument } from "@acme/operations";
import { type Client, paginate } from "@integration-platform/graphql";

/** One integration, as the service keeps it. */
export interface Row {
  readonly id: string;
  readonly name: string;
}

export type Rows = (client: Client, signal: AbortSignal) => AsyncIterable<Row>;

/** In one request, as the platform lists them today. */
export const listRows: Rows = async function* (client, signal) {
  const { integrations } = await client.execute(ListRowsDocument, {}, { signal });
  yield* integrations.nodes;
};

/** By pages of a hundred, each asked for when the one before it has been saved. */
export const pageRows: Rows = (client, signal) =>
  paginate(client, PageRowsDocument, { first: 100 }, (data) => data.integrations, { signal });
