/** A service that copies all integrations every minute, until SIGTERM. */

import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import { sync } from "./sync.ts";

const PAUSE_MS = 60_000;

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new Error(name)));

const client = createClient(fromEnvironment());

while (!stop.signal.aborted) {
  const outcome = await sync(client, async ({ id, name }) => console.log(id, name), stop.signal);
  console.log(JSON.stringify(outcome));
  if (outcome.status === "failed") {
    process.exitCode = 1;
    break;
  }
  const pauseMs = outcome.status === "retry" ? outcome.afterMs : PAUSE_MS;
  await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
}
