/** Events in the order of their time: a binary heap. */

export interface Queue {
  /** @param at - Milliseconds of the simulation's clock. */
  plan(at: number, event: (now: number) => void): void;
  /** Runs all events, those included that they plan. */
  run(): void;
}

export function createQueue(): Queue {
  const heap: { readonly at: number; readonly event: (now: number) => void }[] = [];
  const time = (index: number) => heap[index]?.at ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  return {
    plan(at, event) {
      let index = heap.push({ at, event }) - 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (time(parent) <= time(index)) break;
        swap(index, parent);
        index = parent;
      }
    },
    run() {
      for (let first = heap[0]; first; first = heap[0]) {
        const last = heap.pop();
        if (last && heap.length > 0) {
          heap[0] = last;
          for (let index = 0; ; ) {
            const left = 2 * index + 1;
            const least = time(left + 1) < time(left) ? left + 1 : left;
            if (time(least) >= time(index)) break;
            swap(index, least);
            index = least;
          }
        }
        first.event(first.at);
      }
    },
  };
}
