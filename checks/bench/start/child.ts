/** Loads one client and sends its first request: `child.ts <client> <base URL>`. Prints milliseconds. */

import { CLIENTS } from "../overhead/clients.ts";

export interface Start {
  readonly cpu: number;
  readonly wall: number;
}

const [name = "", base = ""] = process.argv.slice(2);
const create = CLIENTS[name];
if (!create) throw new Error(`There is no client ${name}`);
const before = process.cpuUsage();
const startedAt = performance.now();
const send = await create(`${base}/small`, (input, init) => fetch(input, init));
await send(1);
const wall = performance.now() - startedAt;
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ cpu: (user + system) / 1000, wall } satisfies Start));
process.exit();
