/** Requests to the query endpoint, as the checks send them. */

import type { ContractTarget } from "./check.ts";
import { type Answered, readMember, requireAccessToken, send } from "./exchange.ts";

/** The one query that the specification shows (section 1). */
export const LIST = "{ integrations { nodes { id name } } }";

/** Posts a body with an access token, as JSON unless told otherwise. */
export async function ask(target: ContractTarget, body: object | string, contentType?: string): Promise<Answered> {
  return post(target, body, await requireAccessToken(target), contentType);
}

/** Posts a body with this access token, or with none. */
export function post(
  target: ContractTarget,
  body: object | string,
  accessToken?: string,
  contentType = "application/json",
): Promise<Answered> {
  const headers: Record<string, string> = { "content-type": contentType };
  if (accessToken !== undefined) headers.authorization = `Bearer ${accessToken}`;
  return send(target, "/api", {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The code of the first error of a GraphQL result. */
export function readCode({ json }: Answered): unknown {
  return readMember(readMember(readMember(readMember(json, "errors"), "0"), "extensions"), "code");
}

/** The integrations of an answer, wherever they stand in it: the envelope is not shown (section 4.1). */
export function findNodes(json: unknown): readonly unknown[] | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const nodes = readMember(readMember(json, "integrations"), "nodes");
  if (Array.isArray(nodes)) return nodes;
  for (const value of Object.values(json)) {
    const found = findNodes(value);
    if (found) return found;
  }
  return undefined;
}
