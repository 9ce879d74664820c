/** haproxy in front of a server. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOST, type Program, type Server, startInFolder } from "./network.ts";

export interface HaproxyOptions {
  /** Lines of the section `frontend`. @default none */
  readonly frontend?: readonly string[];
  /** Options of the server's line. @default none */
  readonly server?: string;
  /** Lines of the section `defaults`. @default none */
  readonly defaults?: readonly string[];
}

/** Starts haproxy. All requests are passed to the server. */
export async function startHaproxy(upstream: Server, options: HaproxyOptions = {}): Promise<Program> {
  return startInFolder(async (port, folder) => {
    const file = join(folder, "haproxy.cfg");
    await writeFile(file, renderConfig(port, upstream, options));
    return ["haproxy", "-db", "-q", "-f", file];
  });
}

function renderConfig(port: number, upstream: Server, options: HaproxyOptions): string {
  const { frontend = [], server = "", defaults = [] } = options;
  return [
    "defaults",
    "  mode http",
    "  timeout connect 1s",
    "  timeout client 30s",
    "  timeout server 30s",
    ...defaults.map((line) => `  ${line}`),
    "frontend api",
    `  bind ${HOST}:${port}`,
    "  acl is_api path /api",
    ...frontend.map((line) => `  ${line}`),
    "  default_backend servers",
    "backend servers",
    `  server first ${HOST}:${upstream.port} ${server}`,
    "",
  ].join("\n");
}
