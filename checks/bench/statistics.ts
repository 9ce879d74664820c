/** What repeated measurements say together. */

/** The middle of some measurements, and between which bounds half of them lie. */
export interface Summary {
  readonly median: number;
  /** First and third quartile. */
  readonly quartiles: readonly [number, number];
}

export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((one, other) => one - other);
  return { median: quantile(sorted, 0.5), quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)] };
}

/** Ratios of pairs that were measured in the same round: what slowed both of them down cancels out. */
export function summarizeRatios(values: readonly number[], floor: readonly number[]): Summary {
  return summarize(values.map((value, round) => value / (floor[round] ?? Number.NaN)));
}

/** Linear between the two nearest measurements. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}
