/** Contract checks of the platform, and their results. */

/** A platform to check. The checks that receive the same object share its responses and tokens. */
export interface ContractTarget {
  /** With or without a path, without a trailing slash. */
  readonly baseUrl: string;
  /** Without it, checks of the refresh request are skipped. */
  readonly refreshToken?: string;
  /** Used instead of a refresh request. */
  readonly accessToken?: string;
  /** A tenant of the refresh token's user. */
  readonly tenantId?: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ContractCheck {
  /** Section of docs/contract.md, such as `4.1`, or number of an assumption, such as `A3`. */
  readonly id: string;
  readonly statement: string;
  /** `assumption`: the platform does not document it, and this package relies on it. */
  readonly source: "specification" | "assumption";
  /**
   * Resolves if the platform follows the statement. Errors of `fetch` are thrown unchanged.
   *
   * @throws ContractViolation if the platform does not follow it.
   * @throws ContractSkip if the check cannot run.
   */
  check(target: ContractTarget): Promise<void>;
}

/** The platform does not follow a statement. The message is one line without tokens and bodies. */
export class ContractViolation extends Error {
  override readonly name: string = "ContractViolation";
}

/** A check cannot run. The message is one line with the reason. */
export class ContractSkip extends Error {
  override readonly name: string = "ContractSkip";
}
