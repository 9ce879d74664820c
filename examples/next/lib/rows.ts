import { ListRowsDocument } from "./generated/operations";
import { platform } from "./platform";

/** Names of the first integrations. */
export async function listNames(): Promise<string[]> {
  const { integrations } = await platform().execute(ListRowsDocument, { first: 3 });
  return integrations.nodes.map(({ name }) => name);
}
