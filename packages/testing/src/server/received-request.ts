/** Requests and routes of the platform. */

import type { AccessToken } from "../requests/access-tokens.ts";
import { JSON_TYPE } from "../requests/endpoints.ts";
import { MAX_BODY_BYTES } from "../requests/limits.ts";
import type { LogEntry, RequestKind } from "../requests/platform-request.ts";
import { RequestError } from "../requests/request-errors.ts";
import { isObject, parseJson } from "../shared/parse-json.ts";
import type { Simulation } from "./simulation.ts";

export interface Route {
  readonly kind: RequestKind;
  readonly method: "GET" | "POST";
  /** Path after the base URL. Compared exactly: `/api/` is not `/api`. */
  readonly path: string;
  /** @throws RequestError if the request is rejected. */
  respond(simulation: Simulation, received: ReceivedRequest): Response | Promise<Response>;
  /** The response to a rejected request, in the format of the route. Absent if the route rejects none. */
  respondToError?(error: RequestError): Response;
}

/** A request whose body has been read. */
export interface ReceivedRequest {
  readonly request: Request;
  readonly body: ArrayBuffer;
  /** The access token, if this platform issued it. It can have expired. */
  readonly accessToken: AccessToken | undefined;
  readonly entry: LogEntry;
}

/**
 * Reads a body that must be a JSON object. Assumed: the statuses of RFC 9110, because the platform documents
 * no errors.
 *
 * @throws RequestError 415 for another `Content-Type`, 413 if the body is too long, 400 if it is not a JSON
 * object.
 */
export function readJsonObject(received: ReceivedRequest): Record<string, unknown> {
  const value = parseJson(readText(received));
  if (value === undefined) throw new RequestError(400, "BAD_REQUEST", "The request body is not JSON.");
  if (!isObject(value)) throw new RequestError(400, "BAD_REQUEST", "The request body must be a JSON object.");
  return value;
}

function readText({ request, body }: ReceivedRequest): string {
  const received = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (received !== JSON_TYPE)
    throw new RequestError(415, "UNSUPPORTED_MEDIA_TYPE", `Content-Type must be ${JSON_TYPE}.`);
  if (body.byteLength > MAX_BODY_BYTES) {
    throw new RequestError(
      413,
      "PAYLOAD_TOO_LARGE",
      `The request body must not exceed ${MAX_BODY_BYTES} bytes.`,
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new RequestError(400, "BAD_REQUEST", "The request body is not UTF-8.");
  }
}
