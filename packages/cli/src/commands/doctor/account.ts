/** Checks of the platform with the credentials: refresh request, token, query and introspection. */

import {
  accessToken,
  type Client,
  createClient,
  isOperationError,
  refreshToken,
  type TypedDocumentString,
} from "@integration-platform/graphql";
import { obtainToken } from "@integration-platform/graphql/node";
import { buildIntrospected } from "@integration-platform/graphql-compiler/internal/model/index";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { type Claims, readClaims } from "../../host/platform/claims.ts";
import { requestSchema } from "../../host/platform/remote.ts";
import { readHeaders } from "../../host/project/headers.ts";
import { countTypes, MAX_SCHEMA_BYTES } from "../../host/project/schema-text.ts";
import { type DoctorContext, failed, passed, type Result, warning } from "./checks.ts";
import { DAY_MS } from "./environment-checks.ts";

export async function checkRefresh(context: DoctorContext): Promise<Result> {
  const { prefix, timeout, terminal, target } = context;
  const { baseUrl = "", insecureHttp = false, credentials = {} } = target ?? {};
  const { refreshToken: token, tenantId } = credentials;
  if (token === undefined) {
    context.token = credentials.accessToken ?? "";
    return passed(`not needed: ${prefix}_ACCESS_TOKEN is set`);
  }
  const startedAt = performance.now();
  const refresh = obtainToken({
    baseUrl,
    insecureHttp,
    fetch: terminal.traffic.fetch,
    timeout,
    signal: terminal.interruption,
    auth: refreshToken({ refreshToken: token, tenantId }),
  });
  const { value } = await noteFailure("token refresh", refresh, context);
  context.token = value;
  const message = `access token received in ${Math.round(performance.now() - startedAt)} ms`;
  if (terminal.traffic.refreshToken() === undefined) return passed(message);
  const hint = `Set a new ${prefix}_REFRESH_TOKEN, and share a token store between processes.`;
  return warning(`${message}; the refresh request replaced the refresh token`, hint);
}

/** Notes the error of a request that the contract checks need. @param title - Title of the check. */
async function noteFailure<Value>(
  title: string,
  request: Promise<Value>,
  context: DoctorContext,
): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    context.failedRequest = { title, error };
    throw error;
  }
}

export function checkToken(context: DoctorContext): Result {
  const { prefix, token = "", target } = context;
  const claims = readClaims(token);
  if (!claims) return passed("not a JWT: tenant and expiry are unknown");
  const { tenantId, refreshToken: configuredToken } = target?.credentials ?? {};
  const { tenant, expiresAt } = claims;
  const message = `${tenant === undefined ? "no tenant claim" : `tenant ${tenant}`}, ${describeLifetime(claims)}`;
  if (tenantId !== undefined && tenant !== undefined && tenant.toLowerCase() !== tenantId.toLowerCase())
    return failed(message, `Check ${prefix}_TENANT_ID: it is another tenant.`);
  const leftMs = expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - Date.now();
  if (configuredToken !== undefined)
    return leftMs > 0 ? passed(message) : warning(message, "Check this machine's clock.");
  if (leftMs <= 0)
    return failed(message, `Set a new ${prefix}_ACCESS_TOKEN, or ${prefix}_REFRESH_TOKEN instead.`);
  return leftMs < DAY_MS ? warning(message, `Set ${prefix}_REFRESH_TOKEN for long use.`) : passed(message);
}

function describeLifetime({ expiresAt }: Claims): string {
  if (expiresAt === undefined) return "no expiry claim";
  const when = new Date(expiresAt).toISOString().replace(/\.\d+Z$/, "Z");
  return expiresAt > Date.now() ? `valid until ${when}` : `expired at ${when}`;
}

/** Returns a client with the token of the refresh check, so that no other check sends the refresh token. */
function openClient({ target, token = "", terminal, timeout }: DoctorContext): Client {
  const { baseUrl = "", insecureHttp = false } = target ?? {};
  const options = { baseUrl, insecureHttp, auth: accessToken(token), fetch: terminal.traffic.fetch, timeout };
  return createClient({ ...options, maxResponseBytes: MAX_SCHEMA_BYTES });
}

/** A query that every schema supports. */
const TYPENAME_QUERY: TypedDocumentString<object, Record<string, never>> = {
  name: "Typename",
  kind: "query",
  text: "query Typename { __typename }",
};

export async function checkQuery(context: DoctorContext): Promise<Result> {
  const startedAt = performance.now();
  const query = openClient(context).execute(TYPENAME_QUERY, {}, { signal: context.terminal.interruption });
  await noteFailure("query", query, context);
  return passed(`{ __typename } in ${Math.round(performance.now() - startedAt)} ms`);
}

export async function checkIntrospection(context: DoctorContext): Promise<Result> {
  try {
    const headers = readHeaders(context.project, {}, context.terminal);
    const { data } = await requestSchema(openClient(context), {
      headers,
      signal: context.terminal.interruption,
    });
    context.liveSchema = buildIntrospected(data);
  } catch (error) {
    if (!isOperationError(error, "GRAPHQL")) throw error;
    return warning(
      "rejected for this token",
      'Use "--from <file>" with "schema pull", or allow introspection.',
    );
  }
  return passed(`allowed, ${count(countTypes(context.liveSchema), "type")}`);
}
