/** A table of the integrations, in Markdown. */

import { ReportRowsDocument } from "@acme/operations";
import type { Client } from "@integration-platform/graphql";

export async function report(client: Client, { withNames = true } = {}): Promise<string> {
  const { integrations } = await client.execute(ReportRowsDocument, { withNames });
  const rows = integrations.nodes.map(({ id, name }) => `| ${id} | ${name ?? ""} |`);
  return ["| id | name |", "| --- | --- |", ...rows, ""].join("\n");
}
