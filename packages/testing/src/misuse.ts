/** A mistake of the test, not of the code under test. */

/**
 * Thrown while a request is answered. In-process, MSW prints it and answers 500; over HTTP the platform answers 500 with
 * its message. The record of requests has it as `problem`.
 */
export class Misuse extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Misuse";
  }
}
