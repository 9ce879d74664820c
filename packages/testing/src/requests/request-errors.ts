/** Errors that are thrown while a request is processed. */

/**
 * A mistake in the test. In-process, MSW prints it and responds with 500; over HTTP, the response is a 500
 * with the message. The request log has the message as `problem`.
 */
export class TestSetupError extends Error {
  override readonly name: string = "TestSetupError";
}

/** A response that exceeds its maximum number of fields. The request fails. */
export class ResponseSizeError extends Error {
  override readonly name: string = "ResponseSizeError";
}

/** A request that the platform rejects. Each route formats the response. */
export class RequestError extends Error {
  override readonly name: string = "RequestError";
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function invalidToken(state: "expired" | "revoked"): RequestError {
  return unauthenticated(`The access token is ${state}.`);
}

export function unauthenticated(message: string): RequestError {
  return new RequestError(401, "UNAUTHENTICATED", message, { "www-authenticate": "Bearer" });
}

export function unknownTenant(): RequestError {
  return new RequestError(400, "invalid_request", "The user has no tenant with this ID.");
}

export function invalidGrant(): RequestError {
  return new RequestError(401, "invalid_grant", "The refresh token is not valid.");
}
