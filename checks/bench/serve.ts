/**
 * `platform-graphql serve` over 5,000 rows, with its page open: a query that filters, sorts and pages, with
 * HTTP, and the memory of the process after many requests.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLI, createFolder } from "../commands.ts";
import { type Measurement, summarize } from "./measurement.ts";

const ROWS = 5_000;
/** Queries of a round. The first round is not counted. */
const ROUND = 20;
/** Requests at once, before the memory is measured. */
const AT_ONCE = 10;
/** Units of `/proc/<pid>/stat`, in milliseconds. */
const TICK_MS = 10;

const SCHEMA = `
  type Query {
    tickets(where: TicketFilter, order_by: [TicketOrder!], limit: Int, offset: Int): [Ticket!]!
    ticket(id: ID!): Ticket
  }
  type Mutation {
    rename(id: ID!, title: String!): Ticket!
  }

  type Ticket {
    id: ID!
    number: Int!
    title: String!
    priority: Int!
    status: Status!
  }
  enum Status {
    OPEN
    CLOSED
  }

  input TicketFilter {
    priority: Comparison
    title: TextComparison
    _or: [TicketFilter!]
  }
  input Comparison {
    _gte: Int
    _lt: Int
    _in: [Int!]
  }
  input TextComparison {
    _ilike: String
  }

  input TicketOrder {
    priority: Direction
    title: Direction
  }
  enum Direction {
    asc_nulls_last
    desc_nulls_last
  }
`;

const RULES = `
const matches = (ticket, { priority, title, _or }) =>
  (!priority || ticket.priority >= priority._gte) &&
  (!title || ticket.title.toLowerCase().includes(title._ilike.replaceAll("%", ""))) &&
  (!_or || _or.some((part) => matches(ticket, part)));
export const rules = {
  Query: {
    tickets: (_, { where, order_by, ...rest }, { db, page }) => {
      const tickets = db.Ticket.list((ticket) => matches(ticket, where));
      const [{ priority }] = order_by;
      const sign = priority.startsWith("desc") ? -1 : 1;
      return page(tickets.toSorted((a, b) => sign * (a.priority - b.priority) || (a.title < b.title ? -1 : 1)), rest);
    },
  },
  Mutation: { rename: (_, { id, title }, { db }) => db.Ticket.update(id, { title }) },
};`;

const PAGE = `query Page($where: TicketFilter, $offset: Int) {
  tickets(where: $where, order_by: [{ priority: desc_nulls_last }, { title: asc_nulls_last }], limit: 20, offset: $offset) {
    id number title priority status
  }
}`;
const LOOK_UP = "query LookUp($id: ID!) { ticket(id: $id) { id number title priority status } }";
const RENAME = "mutation Rename($id: ID!, $title: String!) { rename(id: $id, title: $title) { title } }";

/** A filter that matches about half of the rows. */
const where = { _or: [{ priority: { _gte: 50 } }, { title: { _ilike: "%ticket 12%" } }] };

export const serve: Measurement = async ({ quick, report }) => {
  await using folder = await createFolder("bench-serve-");
  const { path } = folder;
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    id: `${index}`,
    number: index,
    title: `Ticket ${(index * 7919) % ROWS}`,
    priority: (index * 31) % 100,
    status: index % 3 === 0 ? "CLOSED" : "OPEN",
  }));
  await writeFile(join(path, "schema.graphql"), SCHEMA);
  await writeFile(join(path, "platform.rules.ts"), RULES);
  await writeFile(join(path, "data.json"), JSON.stringify({ Ticket: rows }));
  await using server = await startServe(path);
  const { send, memoryMiB, cpuMs } = server;
  report(`serve: ${ROWS} rows`);
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let round = 0; round < (quick ? 2 : 20); round++) {
    const cpuBefore = await cpuMs();
    for (let nth = 0; nth < ROUND; nth++) {
      const startedAt = performance.now();
      await send(PAGE, { where, offset: nth * 10 });
      times.push(performance.now() - startedAt);
    }
    cpuTimes.push(((await cpuMs()) - cpuBefore) / ROUND);
  }
  const requests = quick ? 500 : 20_000;
  report(`serve: ${requests} requests`);
  for (let nth = 0; nth < requests; nth += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => nth + index);
    await Promise.all(
      batch.map((index) =>
        index % 5 === 0
          ? send(RENAME, { id: `${index % ROWS}`, title: `Ticket ${index}` })
          : send(LOOK_UP, { id: `${index % ROWS}` }),
      ),
    );
  }
  return {
    "a query over 5,000 rows": {
      "CPU of serve, ms": summarize(cpuTimes.slice(1)),
      "wall, ms": summarize(times.slice(ROUND)),
    },
    [`after ${quick ? 500 : "20,000"} requests`]: { "resident, MiB": await memoryMiB() },
  };
};

interface Serving extends AsyncDisposable {
  /** @throws Error if the response has no data. */
  send(query: string, variables: object): Promise<void>;
  /** CPU time of the process so far. */
  cpuMs(): Promise<number>;
  /** Resident memory of the process. */
  memoryMiB(): Promise<number>;
}

/** Starts the command, and opens the stream of its page. */
async function startServe(cwd: string): Promise<Serving> {
  const args = [CLI, "serve", "--schema", "schema.graphql", "--data", "data.json"];
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  while (!printed.includes("__typename")) await once(child.stdout, "data");
  const baseUrl = /_BASE_URL=(\S+)/.exec(printed)?.[1] ?? "";
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: "{}" };
  const { accessToken } = await (await fetch(`${baseUrl}/_page/token`, init)).json();
  const caller = new AbortController();
  const events = await fetch(`${baseUrl}/_page/events`, { signal: caller.signal });
  const read = readAll(events).catch(() => {});
  return {
    async send(query, variables) {
      const authorization = `Bearer ${accessToken}`;
      const body = JSON.stringify({ query, variables });
      const response = await fetch(`${baseUrl}/api`, {
        ...init,
        headers: { ...headers, authorization },
        body,
      });
      const text = await response.text();
      if (!text.startsWith('{"data":{')) throw new Error(`serve: no data: ${text.slice(0, 300)}`);
    },
    async cpuMs() {
      const [, stat = ""] = (await readFile(`/proc/${child.pid}/stat`, "utf8")).split(") ");
      const [user = 0, system = 0] = stat.split(" ").slice(11, 13).map(Number);
      return (user + system) * TICK_MS;
    },
    async memoryMiB() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      caller.abort();
      await read;
      child.kill();
      await once(child, "close");
    },
  };
}

async function readAll({ body }: Response): Promise<void> {
  for await (const _ of body ?? []);
}
