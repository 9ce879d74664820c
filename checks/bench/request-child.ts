/** Measures one client: `request-child.ts <client> <mode> <base URL> <share of the work>`. Prints a number. */

import { createTarget, loadClient, type Send } from "./clients.ts";

/** Response, concurrency and number of requests. */
const MODES = {
  sequential: { reply: "small", at: 1, count: 6_000 },
  concurrent: { reply: "small", at: 64, count: 4_000 },
  large: { reply: "large", at: 1, count: 100 },
} as const;

export type Mode = keyof typeof MODES;

const [name = "", mode = "", base = "", share = "1"] = process.argv.slice(2);
const create = await loadClient(name);
const { reply, at, count } = MODES[mode as Mode];
const send = create(createTarget(`${base}/${reply}`, fetch));
const nodes = JSON.stringify(await send(0)).match(/"id"/g)?.length;
if (nodes !== (reply === "small" ? 3 : 14_000)) throw new Error(`${name} returned ${nodes} nodes`);
const requests = Math.ceil(count * Number(share));
await sendAll(send, Math.ceil(requests / 2), at);
process.stdout.write(`${await measure(send, requests, at)}`);
process.exit();

/** CPU time per request, in microseconds. */
async function measure(send: Send, requests: number, at: number): Promise<number> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await sendAll(send, requests, at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

async function sendAll(send: Send, requests: number, at: number): Promise<void> {
  let sent = 0;
  const work = async () => {
    while (sent < requests) await send(++sent);
  };
  await Promise.all(Array.from({ length: at }, work));
}
