/** What one file of the bench offers: it measures, and it writes its part of the page from what was measured. */

export interface Context {
  /** A few rounds of little work: to see that the bench works, not to quote. */
  readonly quick: boolean;
  /** Tells a person at a terminal what is being measured. */
  readonly report: (what: string) => void;
}

export interface Measurement<Result> {
  measure(context: Context): Promise<Result>;
  /** A section in Markdown, heading included. */
  render(result: Result): string;
}

/** The values in another order in each round, so that none is always measured first, or always after the same one. */
export function rotate<Value>(values: readonly Value[], round: number): Value[] {
  return values.map((_, index) => values[(index + round) % values.length] as Value);
}
