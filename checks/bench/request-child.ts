/**
 * Measures one client: `request-child.ts <client> <mode> <base URL or "stub"> <share of the work>`. Prints a
 * sample.
 */

import { setImmediate } from "node:timers/promises";
import { createTarget, loadClient, type Send } from "./clients.ts";
import { renderReply } from "./exchange.ts";

/** Per request, in microseconds. */
export interface Sample {
  readonly cpu: number;
  readonly wall: number;
}

/** Response, concurrency and number of requests. */
const MODES = {
  sequential: { reply: "small", at: 1, stub: 30_000, wire: 3_000 },
  concurrent: { reply: "small", at: 64, stub: 30_000, wire: 5_000 },
  large: { reply: "large", at: 1, stub: 150, wire: 150 },
} as const;

/** For a client that limits its own rate. The others need less. */
const MAX_MS = 1000;

export type Mode = keyof typeof MODES;

const [name = "", mode = "", base = "stub", share = "1"] = process.argv.slice(2);
const create = await loadClient(name);
const { reply, at, stub, wire } = MODES[mode as Mode];
const send = create(
  base === "stub"
    ? createTarget("http://127.0.0.1", respondWith(reply))
    : createTarget(`${base}/${reply}`, fetch),
);
const nodes = JSON.stringify(await send(0)).match(/"id"/g)?.length;
if (nodes !== (reply === "small" ? 3 : 14_000)) throw new Error(`${name} returned ${nodes} nodes`);
const requests = Math.ceil((base === "stub" ? stub : wire) * Number(share));
await sendAll(send, Math.ceil(requests / 2), at);
process.stdout.write(JSON.stringify(await measure(send, requests, at)));
process.exit();

async function measure(send: Send, requests: number, at: number): Promise<Sample> {
  globalThis.gc?.();
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const sent = await sendAll(send, requests, at);
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / sent, wall: ((performance.now() - startedAt) * 1000) / sent };
}

/** @returns The number of requests: fewer if they take too long. */
async function sendAll(send: Send, requests: number, at: number): Promise<number> {
  const endsAt = performance.now() + MAX_MS;
  let sent = 0;
  const work = async () => {
    while (sent < requests && performance.now() < endsAt) {
      await send(++sent);
      // Without a turn of the event loop, objects in weak references would pile up over the stub.
      if (sent % 64 === 0) await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: at }, work));
  return sent;
}

/** A `fetch` that responds at once with bytes, as a socket does. */
function respondWith(size: "small" | "large"): typeof fetch {
  const bytes = new TextEncoder().encode(renderReply(size));
  const headers = { "content-type": "application/json", "content-length": `${bytes.length}` };
  return async () => new Response(bytes, { headers });
}
