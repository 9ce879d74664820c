/** nginx in front of a server. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOST, type Program, type Server, startInFolder } from "./network.ts";

export interface NginxOptions {
  /** Directives of the block `http`. @default none */
  readonly http?: string;
  /** Directives of the location of the API. @default none */
  readonly api?: string;
  /** Directives of the block `server`. @default none */
  readonly server?: string;
}

/** Starts nginx. `/api` and `/auth/refresh` are passed to the server. */
export async function startNginx(upstream: Server, options: NginxOptions = {}): Promise<Program> {
  return startInFolder(async (port, folder) => {
    await writeFile(join(folder, "nginx.conf"), renderConfig(port, upstream, options));
    return ["nginx", "-p", folder, "-e", "stderr", "-c", "nginx.conf"];
  });
}

function renderConfig(
  port: number,
  upstream: Server,
  { http = "", api = "", server = "" }: NginxOptions,
): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${name};`,
  );
  return `
    daemon off;
    master_process off;
    pid nginx.pid;
    events { worker_connections 512; }
    http {
      access_log off;
      ${temporary.join("\n")}
      ${http}
      server {
        listen ${HOST}:${port};
        ${server}
        location /api {
          ${api}
          proxy_pass ${upstream.baseUrl};
        }
        location /auth/ { proxy_pass ${upstream.baseUrl}; }
      }
    }
  `;
}
