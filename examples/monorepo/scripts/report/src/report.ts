/**
 * A script for CI: prints a table in Markdown. Jobs on one machine share an access token through files in
 * `TOKEN_CACHE`.
 */

import process from "node:process";
import { ReportRowsDocument } from "@acme/operations";
import { createClient, isOperationError } from "@integration-platform/graphql";
import { fileStore, rotatingToken } from "@integration-platform/graphql/rotation";

const { PLATFORM_BASE_URL = "", PLATFORM_REFRESH_TOKEN = "", TOKEN_CACHE = ".token-cache" } = process.env;

try {
  const store = fileStore({ directory: TOKEN_CACHE });
  const auth = rotatingToken({ refreshToken: PLATFORM_REFRESH_TOKEN, store });
  const client = createClient({ baseUrl: PLATFORM_BASE_URL, auth });
  const withNames = !process.argv.includes("--no-names");
  const { integrations } = await client.execute(ReportRowsDocument, { withNames });
  console.log("| id | name |\n| --- | --- |");
  for (const { id, name = "" } of integrations.nodes) console.log(`| ${id} | ${name} |`);
} catch (error) {
  if (!isOperationError(error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
