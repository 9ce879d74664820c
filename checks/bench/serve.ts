/** Memory of a `platform-graphql serve` that receives thousands of requests, over a schema of 19,000 lines. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLI } from "./fixtures.ts";
import { renderLargeOperations, renderLargeSchema } from "./large-project.ts";
import type { Measurement } from "./measurement.ts";

/** Number of requests: twice as many as the log keeps. */
const REQUESTS = 20_000;

export const serve: Measurement = async ({ quick, report }) => {
  const requests = quick ? REQUESTS / 20 : REQUESTS;
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  await writeFile(join(folder, "schema.graphql"), renderLargeSchema());
  const args = [CLI, "serve", "--schema", "schema.graphql"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  try {
    let printed = "";
    const find = (name: string) => new RegExp(`${name}=['"]?([^\\s'"]+)`).exec(printed)?.[1];
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
    while (!find("PLATFORM_REFRESH_TOKEN")) await once(child.stdout, "data");
    const base = find("PLATFORM_BASE_URL");
    const post = async (path: string, body: object, headers = {}): Promise<Record<string, unknown>> => {
      const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const response = await fetch(`${base}${path}`, { ...init, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, unknown>;
    };
    const { access_token } = await post("/auth/refresh", { refresh_token: find("PLATFORM_REFRESH_TOKEN") });
    const lists = renderLargeOperations().filter(([file]) => file.startsWith("list-"));
    const memory: [column: string, mib: number][] = [];
    for (let sent = 1; sent <= requests; sent++) {
      const [, query = ""] = lists[sent % lists.length] ?? [];
      const body = { query, variables: { first: 10 } };
      const { data } = await post("/api", body, { authorization: `Bearer ${access_token}` });
      if (!data) throw new Error("serve returned no data");
      if (sent % (requests / 5) !== 0) continue;
      report(`serve: ${sent} of ${requests} requests`);
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      memory.push([`after ${sent}, MiB`, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024]);
    }
    return { "memory of serve": Object.fromEntries(memory) };
  } finally {
    child.kill();
    await once(child, "close");
    await rm(folder, { recursive: true });
  }
};
