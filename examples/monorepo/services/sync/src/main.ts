/** The service: rounds, until the process is told to stop. */

import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import { listRows, type Row } from "./rows.ts";
import { sync } from "./sync.ts";

const PAUSE_MS = 60_000;

const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort(new Error(name)));

const client = createClient(fromEnvironment());
const save = async ({ id, name }: Row) => void process.stdout.write(`${id} ${name}\n`);

while (!stop.signal.aborted) {
  const outcome = await sync(listRows(client, stop.signal), save, stop.signal);
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  if (outcome.status === "broken") {
    process.exitCode = 1;
    break;
  }
  const pauseMs = outcome.status === "later" ? outcome.afterMs : PAUSE_MS;
  await sleep(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
}
