/** One statement about the platform, and how to find out from outside whether it is kept. */

/** A platform to check, and what to check it with. One object is one run: its checks share their tokens. */
export interface ContractTarget {
  /** With or without a path, without a trailing slash. */
  readonly baseUrl: string;
  /** Without it, what concerns the exchange is skipped. */
  readonly refreshToken?: string;
  /** Used in place of an exchange, where it is there. */
  readonly accessToken?: string;
  /** A tenant that the refresh token's user has. */
  readonly tenantId?: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ContractCheck {
  /** Section of the specification, such as `4.1`, or the number of an assumption, such as `A3`. */
  readonly id: string;
  readonly statement: string;
  /** `assumption`: the specification does not say it, and this package relies on it. */
  readonly source: "specification" | "assumption";
  /** Whether it changes something there. One that does not may be run against the real platform. */
  readonly writes: boolean;
  /**
   * Resolves where the statement is kept. What `fetch` throws is passed on.
   *
   * @throws ContractViolation Where it is not kept.
   * @throws ContractSkip Where it cannot be told.
   */
  check(target: ContractTarget): Promise<void>;
}

/** The statement is not kept. The message is one line that says what was met, without a token or a body. */
export class ContractViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ContractViolation";
  }
}

/** Whether the statement is kept cannot be told. The message is one line that says why. */
export class ContractSkip extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ContractSkip";
  }
}
