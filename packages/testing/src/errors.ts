/** Errors that are thrown while a request is processed. */

/**
 * A mistake in the test. In-process, MSW prints it and responds with 500; over HTTP, the response is a 500 with the
 * message. The request log has the message as `problem`.
 */
export class TestSetupError extends Error {
  override readonly name: string = "TestSetupError";
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
