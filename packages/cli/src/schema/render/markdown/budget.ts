/** A comment may be only so long: blocks go in while there is room, and the rest is counted. */

/** Kept for the sentence that counts the rest. */
const RESERVE = 80;

export interface Fill<Value> {
  /** Characters. */
  readonly room: number;
  readonly separator: string;
  /** Called for no more values than fit. */
  readonly render: (value: Value) => string;
  /** Stands for those that do not fit. */
  readonly renderRest: (count: number) => string;
}

/** As many blocks, in order, as fit; with a last one about the rest. */
export function fillRoom<Value>(
  values: readonly Value[],
  { room, separator, render, renderRest }: Fill<Value>,
): string {
  const blocks: string[] = [];
  let used = 0;
  for (const [index, value] of values.entries()) {
    const block = render(value);
    used += block.length + separator.length;
    const isLast = index === values.length - 1;
    if (used > (isLast ? room : room - RESERVE)) return [...blocks, renderRest(values.length - index)].join(separator);
    blocks.push(block);
  }
  return blocks.join(separator);
}

/** Cuts a single long text, such as somebody's essay of a deprecation reason. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
}
