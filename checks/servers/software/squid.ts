/** Squid between the programs and a server. */

import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOST, type Program, startInFolder } from "./network.ts";

/** Lines of the configuration, such as `acl …` and `http_access …`, in their order. */
export type SquidRules = (folder: string) => readonly string[];

/** The name and the password that Squid asks for, and the rule for it. */
export const LOGIN = {
  name: "app",
  password: "secret",
  rules: (folder: string) => [
    `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${join(folder, "users")}`,
    "acl known proxy_auth REQUIRED",
    "http_access deny !known",
  ],
} as const;
/** The line of `htpasswd` for this password. */
const USERS = "app:$apr1$platform$pvSlza3uMeriaj8aSGQ5Y/\n";

/** Starts Squid. What no rule denies is passed on. */
export function startSquid(rules: SquidRules): Promise<Program> {
  return startInFolder(async (port, folder) => {
    const file = join(folder, "squid.conf");
    await writeFile(file, renderConfig(port, folder, rules));
    await writeFile(join(folder, "users"), USERS);
    await chmod(folder, 0o755);
    // In the foreground, in one process.
    return ["squid", "-N", "-d", "0", "-f", file];
  });
}

function renderConfig(port: number, folder: string, rules: SquidRules): string {
  return [
    `http_port ${HOST}:${port}`,
    "visible_hostname squid",
    "access_log none",
    "cache_log /dev/null",
    "cache_store_log none",
    "pid_filename none",
    "pinger_enable off",
    `coredump_dir ${folder}`,
    "cache deny all",
    "shutdown_lifetime 0 seconds",
    ...rules(folder),
    "http_access allow all",
    "",
  ].join("\n");
}
