/**
 * The wire: paths, headers and bodies of both requests, the hosts that plain HTTP is allowed for, and JSON
 * that arrives.
 */

/** Path of the query endpoint, after the base URL. */
export const API_PATH = "/api";
/** Path of the refresh request, after the base URL. */
export const REFRESH_PATH = "/auth/refresh";
/** Headers of both requests. */
export const JSON_HEADERS = { "Content-Type": "application/json" } as const;
/** Host names of the same machine. */
export const LOOPBACK: RegExp = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Start of the header `Authorization`. The refresh request has no such header: its body is the credential. */
export const BEARER = "Bearer ";

/** @param variables - JSON, or `undefined` if there are none: the specification shows `query` alone. */
export function renderQuery(query: string, variables: string | undefined): string {
  return `{"query":${JSON.stringify(query)}${variables === undefined ? "" : `,"variables":${variables}`}}`;
}

export function renderRefresh(refreshToken: string, tenantId: string | undefined): string {
  return JSON.stringify({ refresh_token: refreshToken, tenant_id: tenantId });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @returns `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
