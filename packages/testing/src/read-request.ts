/** What a request says, read for the record. */

import type { AccessToken } from "./access-tokens.ts";
import { isObject, MAX_BODY_BYTES } from "./contract/body.ts";
import { nameOperation } from "./contract/execute.ts";
import type { JournalEntry } from "./journal.ts";

/** The token of an `Authorization` header, where it is a bearer token. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}

/** Writes down what a request asks, as far as it can be told: it may be refused yet, or overridden. */
export function writeDown(entry: JournalEntry, bytes: ArrayBuffer, accessToken: AccessToken | undefined): void {
  if (accessToken) {
    entry.tokenGeneration = accessToken.generation;
    entry.tenantId = accessToken.tenantId;
  }
  const body = entry.kind === "api" || entry.kind === "refresh" ? readJson(bytes) : undefined;
  if (body === undefined) return;
  entry.body = body;
  if (entry.kind !== "api" || !isObject(body)) return;
  const { query, operationName, variables } = body;
  const operation = nameOperation(query, operationName);
  if (operation !== undefined) entry.operation = operation;
  if (isObject(variables)) entry.variables = variables;
}

function readJson(bytes: ArrayBuffer): unknown {
  if (bytes.byteLength > MAX_BODY_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
