/** Caddy in front of a server, with `encode`: it compresses the responses. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOST, type Program, type Server, startInFolder } from "./network.ts";

export function startCaddy(upstream: Pick<Server, "port">): Promise<Program> {
  return startInFolder(async (port, folder) => {
    const file = join(folder, "Caddyfile");
    await writeFile(file, renderConfig(port, upstream));
    const folders = [`XDG_CONFIG_HOME=${folder}`, `XDG_DATA_HOME=${folder}`];
    return ["env", ...folders, "caddy", "run", "--adapter", "caddyfile", "--config", file];
  });
}

function renderConfig(port: number, upstream: Pick<Server, "port">): string {
  return `
    {
      admin off
      auto_https off
      log {
        level ERROR
      }
    }
    http://${HOST}:${port} {
      bind ${HOST}
      encode {
        gzip
        minimum_length 1
      }
      reverse_proxy ${HOST}:${upstream.port}
    }
  `;
}
