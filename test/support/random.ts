/**
 * Factor of the number of cases in random tests. `npm run check -- random` runs eighty times as many as
 * `npm test`.
 */
export const SAMPLES = Number(process.env.SAMPLES ?? 1);

/** Numbers from 0 to 1 (mulberry32). The same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
