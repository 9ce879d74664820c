/**
 * Lists of any length. As the arguments of a call, such as that of `push` or `Math.max`, more than about
 * 120,000 values are a RangeError.
 */

export function addAll<Entry>(list: Entry[], entries: Iterable<Entry>): void {
  for (const entry of entries) list.push(entry);
}

/** The largest of some numbers; 0 if there is none. */
export function largestOf(numbers: Iterable<number>): number {
  let largest = 0;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}
