/** The page of the example application over `platform-graphql serve`: its second page of the customers with "an" in the name. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CUSTOMERS, type CustomerPage, renderPage } from "../examples/customers/page.ts";

const SCHEMA = join(import.meta.dirname, "../examples/customers/schema.graphql");
const CUSTOMERS_COUNT = 120;
const ORDERS_COUNT = 150;
const PAGE_SIZE = 10;
const SEARCH = "an";

/** @param cli - The built command. */
export async function createCustomersPage(cli: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "customers-"));
  const empty = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index + 1}` }));
  const data = { Customer: empty(CUSTOMERS_COUNT), Order: empty(ORDERS_COUNT) };
  await writeFile(join(folder, "data.json"), JSON.stringify(data));
  const args = [cli, "serve", "--schema", SCHEMA, "--data", "data.json", "--max-page-size", "100"];
  const server = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  try {
    let printed = "";
    while (!printed.includes("__typename")) printed += String(await once(server.stdout, "data"));
    const read = (name: string) => new RegExp(`PLATFORM_${name}=(.*)`).exec(printed)?.[1] ?? "";
    const post = async (path: string, body: object, headers = {}): Promise<Record<string, unknown>> => {
      const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const response = await fetch(`${read("BASE_URL")}${path}`, { ...init, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, unknown>;
    };
    const { access_token: token } = await post("/auth/refresh", { refresh_token: read("REFRESH_TOKEN") });
    const list = async (after: string | null): Promise<CustomerPage> => {
      const body = { query: CUSTOMERS, variables: { first: PAGE_SIZE, after, search: SEARCH } };
      return (await post("/api", body, { authorization: `Bearer ${token}` })).data as CustomerPage;
    };
    const first = await list(null);
    return renderPage(await list(first.customers.pageInfo.endCursor), SEARCH, 2, PAGE_SIZE);
  } finally {
    server.kill();
    await once(server, "close");
    await rm(folder, { recursive: true });
  }
}
