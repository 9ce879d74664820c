/** What a pull brought, for people. */

import type { Change } from "../../schema/index.ts";
import { paint, printable } from "../terminal.ts";
import type { UnmappedScalar } from "./unmapped-scalars.ts";

export interface Pulled {
  /** The file. */
  readonly snapshot: string;
  readonly from: { readonly label: string; readonly how: string; readonly edition?: string };
  /** Whether the snapshot's text changed. */
  readonly written: boolean;
  readonly isFirst: boolean;
  /** Named types, those that every schema has left out. */
  readonly types: number;
  readonly changes: readonly Change[];
  readonly remarks: readonly string[];
  readonly unmappedScalars: readonly UnmappedScalar[];
}

/** The JSON has all. */
const MOST_CHANGES = 40;

const MARKS = { breaking: ["red", "✗"], dangerous: ["yellow", "!"], safe: ["green", "+"] } as const;

export function renderPulled(pulled: Pulled, stream: NodeJS.WriteStream): string {
  const { from, changes, remarks, unmappedScalars } = pulled;
  const how = from.edition ? `${from.how}, ${from.edition}` : from.how;
  const blocks = [
    [`${printable(from.label)} ${paint(stream, "dim", `(${how})`)} ${paint(stream, "dim", "→")} ${pulled.snapshot}`],
    remarks.map((remark) => paint(stream, "yellow", `! ${printable(remark)}`)),
    renderChanges(changes, stream),
    renderScalars(unmappedScalars, stream),
    [renderResult(pulled, stream)],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

function renderChanges(changes: readonly Change[], stream: NodeJS.WriteStream): string[] {
  const lines = changes.slice(0, MOST_CHANGES).map(({ level, message, folded }) => {
    const [color, mark] = MARKS[level];
    const more = folded > 0 ? paint(stream, "dim", ` (and ${folded} that follow from it)`) : "";
    return `${paint(stream, color, mark)} ${printable(message)}${more}`;
  });
  const rest = changes.length - lines.length;
  return rest > 0 ? [...lines, paint(stream, "dim", `  and ${rest} more: --format json lists all`)] : lines;
}

function renderScalars(scalars: readonly UnmappedScalar[], stream: NodeJS.WriteStream): string[] {
  if (scalars.length === 0) return [];
  const [is, their] = scalars.length === 1 ? ["scalar has", "its"] : ["scalars have", "their"];
  const entries = scalars.map(({ name }) => `${name}: "string"`).join(", ");
  return [
    paint(stream, "yellow", `! ${scalars.length} ${is} no TypeScript type, so ${their} values are unknown`),
    ...scalars.map(
      ({ name, specifiedBy }) => `  ${name}${specifiedBy ? paint(stream, "dim", ` ${printable(specifiedBy)}`) : ""}`,
    ),
    `  to give one, add to codegen.ts what fits: ${paint(stream, "bold", `scalars: { ${entries} },`)}`,
  ];
}

function renderResult({ snapshot, written, isFirst, types, changes }: Pulled, stream: NodeJS.WriteStream): string {
  const tick = paint(stream, "green", "✓");
  if (!written) return `${tick} ${snapshot} is up to date: ${types} types`;
  if (isFirst) return `${tick} ${snapshot} written: ${types} types`;
  if (changes.length === 0) return `${tick} ${snapshot} written: the same schema in another form`;
  const what = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`;
  const next = `platform-graphql schema check --snapshot HEAD --against ${snapshot}`;
  return `${tick} ${snapshot} written: ${what}\n${paint(stream, "dim", `  what it means for our operations: ${next}`)}`;
}
