/** Executes 100,000 operations in one process and tells what stays on the heap. Prints MiB after each tenth of them. */

import { setImmediate } from "node:timers/promises";
import { CLIENTS } from "../overhead/clients.ts";
import { renderReply } from "../overhead/exchange.ts";

const [name = "", calls = "100000"] = process.argv.slice(2);
const create = CLIENTS[name];
if (!create) throw new Error(`There is no client ${name}`);
const bytes = new TextEncoder().encode(renderReply("small"));
const answer = async () => new Response(bytes, { headers: { "content-type": "application/json" } });
const send = await create("http://127.0.0.1", answer);
const share = Number(calls) / 10;
const heapMiB: number[] = [];
for (let sent = 1; sent <= Number(calls); sent++) {
  await send(sent);
  if (sent % 64 === 0) await setImmediate();
  if (sent % share === 0) heapMiB.push(await settle());
}
process.stdout.write(JSON.stringify(heapMiB));
process.exit();

/** Used heap once finalizers have run: they need turns of the event loop, and a collection after it. */
async function settle(): Promise<number> {
  for (let turn = 0; turn < 5; turn++) {
    globalThis.gc?.();
    await setImmediate();
  }
  return process.memoryUsage().heapUsed / 1024 ** 2;
}
