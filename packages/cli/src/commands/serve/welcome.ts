/** The first lines of `serve`. */

import { type Ink, ink, paint, toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import type { LocalPlatform } from "@integration-platform/graphql-testing/local";
import { SHIPPED_SCHEMA } from "../../codegen/read-settings.ts";
import { findPackageManager } from "../../files/package-manager.ts";
import type { ServedOptions } from "./served-platform.ts";

/** A platform that listens. */
interface Served extends ServedOptions {
  /** Prefix of the environment variables. */
  readonly envPrefix: string;
  readonly schemaFiles: readonly string[];
  readonly baseUrl: string;
  readonly scenarios: readonly string[];
}

/** The credentials, and commands that use them. */
export function renderWelcome({ users: [user] }: LocalPlatform, served: Served): Ink {
  const { envPrefix: prefix, schemaFiles, baseUrl, scenarios } = served;
  const { refreshToken = "", tenants = [] } = user ?? {};
  const title = (text: string) => paint("bold", text);
  const label = (text: string) => paint("dim", text.padEnd(13));
  const quiet = (text: string) => paint("dim", text);
  const option = prefix === "PLATFORM" ? "" : ` --env-prefix ${prefix}`;
  const limits = listLimits(served);
  const example = schemaFiles[0] === SHIPPED_SCHEMA ? "run --query '{ __typename }'" : "doctor";
  return toLines([
    ink`${title("Local platform")} at ${paint("cyan", baseUrl)} ${quiet("· stop with Ctrl-C")}`,
    "",
    ink`${label("refresh token")}  ${refreshToken}`,
    ...tenants.map(
      ({ id, name }, index) => ink`${label(index === 0 ? "tenants" : "")}  ${id}  ${quiet(name)}`,
    ),
    ink`${label("token page")}  ${baseUrl}/get_auth_token/`,
    ...(limits.length > 0 ? [ink`${label("limits")}  ${limits.join(", ")}`] : []),
    ...(scenarios.length > 0 ? [ink`${label("scenarios")}  ${paint("yellow", scenarios.join(", "))}`] : []),
    "",
    title("Use it from a shell"),
    `  export ${prefix}_BASE_URL=${baseUrl}`,
    // The token alone takes most of 80 columns. The shell joins the two lines, so the second one has no
    // indentation.
    `  export ${prefix}_REFRESH_TOKEN=\\`,
    refreshToken,
    `  export ${prefix}_TENANT_ID=${tenants[0]?.id}`,
    `  ${findPackageManager().program}${option} ${example}`,
    "",
    title("Then with curl"),
    `  JSON='Content-Type: application/json'`,
    `  BODY="{\\"refresh_token\\":\\"$${prefix}_REFRESH_TOKEN\\"}"`,
    `  ACCESS_TOKEN=$(curl -s $${prefix}_BASE_URL/auth/refresh \\`,
    `    -H "$JSON" -d "$BODY" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s $${prefix}_BASE_URL/api -H "Authorization: Bearer $ACCESS_TOKEN" \\`,
    `    -H "$JSON" -d '{"query":"{ __typename }"}'`,
  ]);
}

function listLimits({ pageSize, maxPageSize, requestsPerSecond }: Served): string[] {
  return [
    ...(pageSize ? [`pages of ${pageSize}`] : []),
    ...(maxPageSize ? [`pages of at most ${maxPageSize}`] : []),
    ...(requestsPerSecond ? [`${requestsPerSecond} requests per second`] : []),
  ];
}
