/** What TypeScript says to those who pass something that does not fit. */

declare const problem: unique symbol;

/** A type that nothing has: its text stands in the compiler's message. */
export interface Unusable<Why extends string> {
  readonly [problem]: Why;
}
