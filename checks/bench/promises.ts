/**
 * The promises of each client, checked against a real server. `promises.ts <client>` prints a row. Gates order the events;
 * the only timer is the limit for calls that must have ended.
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { CLIENTS, loadClient, type Send } from "./clients.ts";
import { ACCESS_TOKEN, REFRESH_TOKEN, renderReply } from "./exchange.ts";
import type { Measurement } from "./measurement.ts";
import { runForJson } from "./processes.ts";

type Row = Record<string, string>;

export const promises: Measurement = async ({ report }) => {
  report("promises");
  const rows = Object.keys(CLIENTS).map(async (name) => [name, await runForJson<Row>("promises.ts", name)] as const);
  return Object.fromEntries(await Promise.all(rows));
};

const CONCURRENT_CALLS = 10;
/** Longer than the delays of all retries. */
const LONG_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 2000;
/** A call with this timeout must have ended. Its second attempt would end later. */
const LIMIT_MS = 1.5 * TIMEOUT_MS;
const ATTEMPT_MS = 0.8 * TIMEOUT_MS;
/** More than the default limit of "ours". */
const LARGE_MIB = 40;
const CANARIES = { token: ACCESS_TOKEN, variables: "271828182845", body: "text-of-the-body" };

/** A request to the API. */
interface Call {
  /** From 1. */
  readonly number: number;
  readonly isOld: boolean;
  readonly response: ServerResponse;
}

type Handler = (call: Call) => unknown;

const ok: Handler = ({ response }) => respond(response, 200, renderReply("small"));
const reject: Handler = ({ response }) => respond(response, 401, "{}");
const acceptNew: Handler = (call) => (call.isOld ? reject(call) : ok(call));
/** Reads the request and closes the connection, so that the client cannot know whether the operation was executed. */
const disconnect: Handler = ({ response }) => response.destroy();

const SCENARIOS = {
  async refresh(name: string): Promise<Row> {
    await using platform = await connect(name, acceptNew);
    const [first, second] = [await settle(platform.send(1)), await settle(platform.send(2))];
    return {
      refresh: show(platform.exchanges > 0 && second.isDone),
      "replay after a 401": show(first.isDone),
      "keeps the new token": show(second.isDone && platform.exchanges === 1),
    };
  },
  async concurrent(name: string): Promise<Row> {
    const held: Call[] = [];
    await using platform = await connect(name, (call) => {
      if (!call.isOld) return ok(call);
      // All calls are rejected when the last one has arrived. Some clients retry them.
      held.push(call);
      return call.number >= CONCURRENT_CALLS && held.splice(0).forEach(reject);
    });
    const calls = await Promise.all(
      Array.from({ length: CONCURRENT_CALLS }, (_, index) => settle(platform.send(index))),
    );
    const isDone = calls.every((call) => call.isDone);
    return { [`refreshes for ${CONCURRENT_CALLS} concurrent 401s`]: isDone ? `${platform.exchanges}` : "–" };
  },
  async late(name: string): Promise<Row> {
    const late = Promise.withResolvers<Call>();
    await using platform = await connect(name, (call) => (call.number === 1 ? late.resolve(call) : acceptNew(call)));
    const first = settle(platform.send(1));
    const held = await late.promise;
    const second = await settle(platform.send(2));
    // The first call was sent with the old token, which the second one has replaced.
    reject(held);
    const isDone = (await first).isDone && second.isDone;
    return { "refreshes if a 401 is late": isDone ? `${platform.exchanges}` : "–" };
  },
  async retry(name: string): Promise<Row> {
    await using status = await connect(name, (call) =>
      call.number === 1 ? respond(call.response, 503, "") : ok(call),
    );
    await using connection = await connect(name, (call) => (call.number === 1 ? disconnect(call) : ok(call)));
    const [one, other] = [await settle(status.send(1)), await settle(connection.send(1))];
    await using mutation = await connect(name, disconnect);
    await settle(mutation.send(1, "mutation"));
    return {
      "retries queries": [one.isDone && "503", other.isDone && "lost connection"].filter(Boolean).join(", ") || "no",
      "sends a mutation once": show(mutation.calls === 1),
    };
  },
  async deadline(name: string, found: Row): Promise<Row> {
    const connectBriefly = (api: Handler, exchange?: (response: ServerResponse) => void) =>
      connect(name, api, { exchange, timeoutMs: TIMEOUT_MS });
    await using headers = await connectBriefly(() => {});
    await using body = await connectBriefly(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
    });
    await using retries = await connectBriefly(async ({ response }) => {
      await setTimeout(ATTEMPT_MS);
      respond(response, 503, "");
    });
    await using refresh = await connectBriefly(reject, () => {});
    const phases: Record<string, Connection> = { headers, body };
    if (found["retries queries"]?.includes("503")) phases.retries = retries;
    if (found.refresh === "yes") phases.refresh = refresh;
    const limit = setTimeout(LIMIT_MS, undefined, { ref: false });
    const ends = Object.entries(phases).map(async ([phase, { send }]) =>
      (await Promise.race([settle(send(1)), limit])) ? phase : [],
    );
    return { "deadline ends": (await Promise.all(ends)).flat().join(", ") || "–" };
  },
  async size(name: string): Promise<Row> {
    await using platform = await connect(name, async ({ response }) => {
      const parts = Array.from({ length: LARGE_MIB }, () => "x".repeat(1024 * 1024));
      response.writeHead(200, { "content-type": "application/json" });
      // A client with a limit closes the connection.
      await pipeline([`{"data":{"text":"`, ...parts, `"}}`], response).catch(() => {});
    });
    return { "limits the size": show(!(await settle(platform.send(1))).isDone) };
  },
  async secrets(name: string): Promise<Row> {
    const text = `<p>${CANARIES.body}</p>`;
    const handlers: Handler[] = [
      ({ response }) => respond(response, 400, text, { "content-type": "text/html" }),
      ({ response }) => respond(response, 200, text, { "content-type": "text/html" }),
      disconnect,
      reject,
    ];
    const fail = async (handler: Handler): Promise<string> => {
      await using platform = await connect(name, handler);
      // A mutation, which the clients that know its kind do not retry.
      const { error } = await settle(platform.send(Number(CANARIES.variables), "mutation"));
      return inspect(error, { depth: 10, showHidden: true }) + print(error);
    };
    const printed = await Promise.all(handlers.map(fail));
    const leaks = Object.entries(CANARIES).filter(([, canary]) => printed.some((one) => one.includes(canary)));
    return { "errors print": leaks.map(([secret]) => secret).join(", ") || "no secret" };
  },
};

function print(error: unknown): string {
  try {
    return `${(error as Error).stack} ${JSON.stringify(error)}`;
  } catch {
    return "";
  }
}

const show = (isKept: boolean): string => (isKept ? "yes" : "no");

interface Settled {
  readonly isDone: boolean;
  readonly error?: unknown;
}

/** A result without data does not count as done. */
const settle = (call: Promise<unknown>): Promise<Settled> =>
  call.then(
    (data) => ({ isDone: data !== undefined && data !== null }),
    (error: unknown) => ({ isDone: false, error }),
  );

function respond(response: ServerResponse, status: number, text: string, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

interface Connection extends AsyncDisposable {
  readonly send: Send;
  readonly calls: number;
  readonly exchanges: number;
}

interface ConnectOptions {
  readonly exchange?: ((response: ServerResponse) => void) | undefined;
  readonly timeoutMs?: number;
}

const grant = (response: ServerResponse) => respond(response, 200, `{"access_token":"new-access-token"}`);

/** Starts a platform and sets up a client for it. */
async function connect(
  name: string,
  api: Handler,
  { exchange = grant, timeoutMs = LONG_TIMEOUT_MS }: ConnectOptions = {},
): Promise<Connection> {
  const counts = { calls: 0, exchanges: 0 };
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    await once(request.resume(), "end");
    if (request.url === "/auth/refresh") {
      counts.exchanges++;
      return exchange(response);
    }
    counts.calls++;
    const isOld = request.headers.authorization?.endsWith(ACCESS_TOKEN) ?? false;
    return api({ number: counts.calls, isOld, response });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const refresh = async () => {
    const response = await fetch(`${base}/auth/refresh`, { method: "POST", body: REFRESH_TOKEN });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const send = (await loadClient(name))({ base, fetch, refresh, timeoutMs });
  return Object.assign(counts, {
    send,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  });
}

if (import.meta.main) {
  // Some clients reject promises that their caller cannot see.
  process.on("unhandledRejection", () => {});
  const name = process.argv[2] ?? "";
  const { refresh, concurrent, late, retry, deadline, size, secrets } = SCENARIOS;
  // At once, because they wait for delays of clients most of the time.
  const checks = [refresh, concurrent, late, retry, size, secrets].map((check) => check(name));
  const row: Row = Object.assign({}, ...(await Promise.all(checks)));
  process.stdout.write(JSON.stringify({ ...row, ...(await deadline(name, row)) }));
  process.exit();
}
