/** Request bodies, read strictly. */

import { type Incoming, Refusal } from "./route.ts";

/** Longest body accepted, in bytes. Assumed: limits on the size of a request are not shown (specification, section 8). */
export const MAX_BODY_BYTES: number = 1024 * 1024;

/**
 * Reads a body that must be a JSON object (specification, sections 4.1 and 4.2).
 * Assumed: the statuses, since errors are not shown (section 7). They are those of RFC 9110.
 *
 * @throws Refusal 415 for another `Content-Type`, 413 for a body too long, 400 for one that is no JSON object.
 */
export function readJsonObject(incoming: Incoming): Record<string, unknown> {
  const value = parseJson(readText(incoming, "application/json"));
  if (!isObject(value)) throw new Refusal(400, "BAD_REQUEST", "The request body must be a JSON object.");
  return value;
}

/** Reads a body of one media type as text. @throws Refusal 415, 413, or 400 where it is no UTF-8. */
export function readText({ request, body }: Incoming, mediaType: string): string {
  const sent = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (sent !== mediaType) throw new Refusal(415, "UNSUPPORTED_MEDIA_TYPE", `Content-Type must be ${mediaType}.`);
  if (body.byteLength > MAX_BODY_BYTES) {
    throw new Refusal(413, "PAYLOAD_TOO_LARGE", `The request body must not exceed ${MAX_BODY_BYTES} bytes.`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new Refusal(400, "BAD_REQUEST", "The request body is not UTF-8.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "BAD_REQUEST", "The request body is not JSON.");
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
