/**
 * For CI: writes the report to standard output. Jobs on one machine share an access token through files in `TOKEN_CACHE`,
 * so that the platform is asked for one in seven days rather than for one a job.
 */

import process from "node:process";
import { createClient, isOperationError, refreshToken } from "@integration-platform/graphql";
import { fileStore } from "@integration-platform/graphql/node";
import { report } from "./report.ts";

const { PLATFORM_BASE_URL = "", PLATFORM_REFRESH_TOKEN = "", TOKEN_CACHE = ".token-cache" } = process.env;

try {
  const store = fileStore({ directory: TOKEN_CACHE });
  const auth = refreshToken({ refreshToken: PLATFORM_REFRESH_TOKEN, store });
  const client = createClient({ baseUrl: PLATFORM_BASE_URL, auth });
  process.stdout.write(await report(client, { withNames: !process.argv.includes("--no-names") }));
} catch (error) {
  if (!isOperationError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
