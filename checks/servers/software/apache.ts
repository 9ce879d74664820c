/** Apache in front of a server, with one rule of ModSecurity for responses. */

import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOST, type Program, type Server, startInFolder } from "./network.ts";

export interface ApacheOptions {
  /**
   * Regular expression. If the body of a response matches, it is not delivered, although the server has
   * executed the request.
   */
  readonly blocked: string;
  /** Status of the page that is sent in its place. */
  readonly status: number;
}

/** Modules of the Debian packages `apache2` and `libapache2-mod-security2`. */
const MODULES = ["mpm_event", "authz_core", "unique_id", "proxy", "proxy_http", "security2"];
const MODULES_FOLDER = "/usr/lib/apache2/modules";

export function startApache(upstream: Server, options: ApacheOptions): Promise<Program> {
  return startInFolder(async (port, folder) => {
    const file = join(folder, "apache.conf");
    await writeFile(file, renderConfig(port, upstream, folder, options));
    // The user of the workers, if root starts Apache.
    await chmod(folder, 0o755);
    // One process, which ends at once.
    return ["apache2", "-X", "-d", folder, "-f", file];
  });
}

function renderConfig(port: number, upstream: Server, folder: string, { blocked, status }: ApacheOptions) {
  return `
    ServerName ${HOST}
    Listen ${HOST}:${port}
    PidFile ${folder}/apache.pid
    DefaultRuntimeDir ${folder}
    ErrorLog ${folder}/error.log
    LogLevel crit
    ${MODULES.map((name) => `LoadModule ${name}_module ${MODULES_FOLDER}/mod_${name}.so`).join("\n")}
    User www-data
    Group www-data
    ThreadsPerChild 64
    MaxRequestWorkers 64
    SecRuleEngine On
    SecRequestBodyAccess Off
    SecResponseBodyAccess On
    SecResponseBodyMimeType application/json application/graphql-response+json
    SecAuditEngine Off
    SecTmpDir ${folder}
    SecDataDir ${folder}
    SecRule RESPONSE_BODY "@rx ${blocked.replaceAll('"', '\\"')}" "id:1,phase:4,deny,status:${status}"
    ProxyPass / ${upstream.baseUrl}/
  `;
}
