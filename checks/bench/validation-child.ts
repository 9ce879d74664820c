/** Measures calls: `validation-child.ts <with or without> <base URL or "stub"> <calls>`. Prints microseconds per call. */

import { setImmediate } from "node:timers/promises";
import { accessToken, createClient, responseValidation } from "@integration-platform/graphql";
import { ACCESS_TOKEN } from "./exchange.ts";

const nodes = Array.from({ length: 102 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  name: `Integration ${index}`,
  state: index % 3 === 0 ? "PAUSED" : "ACTIVE",
  runs: index * 7,
}));

/** 10 kB, with 408 values. */
export const REPLY: string = JSON.stringify({ data: { integrations: { nodes, pageInfo: { endCursor: null } } } });

const text = "query List { integrations { nodes { id name state runs } pageInfo { endCursor } } }";
const SHAPE =
  "Query{integrations:Connection{nodes:[Integration{id:ID! name:String! state:State(ACTIVE PAUSED)! runs:Int}!]! pageInfo:PageInfo{endCursor:String}!}!}";

if (import.meta.main) {
  const [variant, base = "stub", calls = "0"] = process.argv.slice(2);
  const headers = { "content-type": "application/json" };
  const bytes = new TextEncoder().encode(REPLY);
  const client = createClient({
    baseUrl: base === "stub" ? "http://127.0.0.1" : base,
    auth: accessToken(ACCESS_TOKEN),
    ...(base === "stub" && { fetch: async () => new Response(bytes, { headers }) }),
    ...(variant === "with" && { validate: responseValidation() }),
  });
  const document = { name: "List", kind: "query", text, shape: `${text.length} ${SHAPE}` } as const;
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent++) {
      await client.execute<unknown, Record<string, never>>(document);
      // Without a turn of the event loop, objects in weak references would pile up over the stub.
      if (sent % 64 === 0) await setImmediate();
    }
  };
  await send(Number(calls) / 2);
  globalThis.gc?.();
  const before = process.cpuUsage();
  await send(Number(calls));
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify((user + system) / Number(calls)));
  process.exit();
}
