/** What `serve` prints: all there is to paste. */

import type { User } from "@integration-platform/graphql-testing";
import { paint } from "../terminal.ts";

export interface Welcome {
  /** First part of the names of the environment variables. */
  readonly prefix: string;
  readonly baseUrl: string;
  readonly user: User;
  /** Names of the scenarios that are switched on. */
  readonly scenarios: readonly string[];
}

export function renderWelcome({ prefix, baseUrl, user, scenarios }: Welcome, stream: NodeJS.WriteStream): string {
  const { name: userName, password, refreshToken, tenants } = user;
  const title = (text: string) => paint(stream, "bold", text);
  const label = (text: string) => paint(stream, "dim", text.padEnd(13));
  const quiet = (text: string) => paint(stream, "dim", text);
  const option = prefix === "PLATFORM" ? "" : ` --env-prefix ${prefix}`;
  return `${[
    `${title("Local platform")} at ${paint(stream, "cyan", baseUrl)} ${quiet("· Ctrl-C stops it")}`,
    "",
    `${label("refresh token")}  ${refreshToken}`,
    ...tenants.map(({ id, name }, index) => `${label(index === 0 ? "tenants" : "")}  ${id}  ${quiet(name)}`),
    `${label("token page")}  ${baseUrl}/get_auth_token/  ${quiet(`log in as ${userName}, password`)} ${password}`,
    ...(scenarios.length > 0 ? [`${label("scenarios")}  ${paint(stream, "yellow", scenarios.join(", "))}`] : []),
    "",
    title("Use it from a shell"),
    `  export ${prefix}_BASE_URL=${baseUrl}`,
    `  export ${prefix}_REFRESH_TOKEN=${refreshToken}`,
    `  export ${prefix}_TENANT_ID=${tenants[0]?.id}`,
    `  npx platform-graphql${option} run ListIntegrations`,
    "",
    title("The same with curl"),
    `  ACCESS_TOKEN=$(curl -s ${baseUrl}/auth/refresh -H 'Content-Type: application/json' \\`,
    `    -d '{"refresh_token":"${refreshToken}"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${baseUrl}/api -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \\`,
    `    -d '{"query":"{ integrations { nodes { id name } } }"}'`,
  ].join("\n")}\n`;
}
