/** Data that a test gave: kept under the names of the answer, with what stands behind it where it has gaps. */

/** Where an invented object stands in the answer: what it holds is decided by that, and by the seed. */
export interface Origin {
  readonly key: string;
  /** Lists it stands in, one inside the other. */
  readonly lists: number;
}

interface Gaps {
  readonly origin: Origin;
  /** What the platform itself has at the same place. */
  readonly behind: unknown;
}

const GAPS: unique symbol = Symbol("gaps");

/** An object of which a test gave some fields. */
export type Given = Readonly<Record<string, unknown>> & { readonly [GAPS]: Gaps };

export function markGiven(fields: Readonly<Record<string, unknown>>, gaps: Gaps): Given {
  return { ...fields, [GAPS]: gaps };
}

/** Nothing for what no test gave. */
export function readGaps(source: object): Gaps | undefined {
  return GAPS in source ? (source as Given)[GAPS] : undefined;
}
