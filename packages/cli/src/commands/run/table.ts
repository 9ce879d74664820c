/** Any data as a table and fields, for a terminal or a pipe. */

import {
  type Ink,
  ink,
  paint,
  printableText,
  toLines,
} from "@integration-platform/graphql-compiler/internal/text/ink";
import { addAll, largestOf } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import Table from "cli-table3";
import type { Output } from "../../host/terminal/output.ts";
import { isRecord } from "../../text/decode-text.ts";

/** A list of objects in the data. */
interface Listing {
  readonly columns: readonly string[];
  /** One value per column; `undefined` if an object does not have it. */
  readonly rows: readonly (readonly unknown[])[];
}

export interface Arrangement {
  /** The list of objects that is nearest to the root; or the nearest empty list, if none has an object. */
  readonly listing: Listing | undefined;
  /** All other values, by dotted path. */
  readonly fields: readonly (readonly [path: string, value: unknown])[];
}

export function arrange(data: object): Arrangement {
  const nearest = findList(data);
  const fields = flatten(data).filter(([, value]) => value !== nearest?.list);
  if (!nearest) return { listing: undefined, fields };
  const { path, list } = nearest;
  const rows = list.map(
    (entry) => new Map(flatten(path.at(-1) === "edges" ? openEdge(entry) : (entry ?? {}))),
  );
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return {
    listing: { columns, rows: rows.map((row) => columns.map((column) => row.get(column))) },
    fields,
  };
}

interface FoundList {
  readonly path: readonly string[];
  readonly list: readonly (object | null)[];
}

function findList(data: object): FoundList | undefined {
  const lists = listLists(data);
  // An empty list can be one of scalars.
  return lists.find(({ list }) => list.some(isRecord)) ?? lists[0];
}

/** The lists that have only objects and `null`, the one that is nearest to the root first. */
function listLists(data: object): FoundList[] {
  const lists: FoundList[] = [];
  const queue: { path: readonly string[]; value: unknown }[] = [{ path: [], value: data }];
  // Breadth first: the loop also visits the elements that it appends.
  for (const { path, value } of queue) {
    if (Array.isArray(value) && value.every((entry) => entry === null || isRecord(entry)))
      lists.push({ path, list: value });
    if (!isRecord(value)) continue;
    for (const [name, member] of Object.entries(value)) queue.push({ path: [...path, name], value: member });
  }
  return lists;
}

/** Merges the fields of a Relay edge and its node. */
function openEdge(entry: object | null): object {
  if (!isRecord(entry)) return {};
  const { node, ...own } = entry;
  return isRecord(node) ? { ...node, ...own } : entry;
}

function flatten(value: object, path: readonly string[] = []): [string, unknown][] {
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
    isRecord(member) ? flatten(member, [...path, name]) : [[[...path, name].join("."), member]],
  );
}

const CHARS = { "top-left": "╭", "top-right": "╮", "bottom-left": "╰", "bottom-right": "╯" };
/** Two spaces, one letter and the ellipsis. */
const MIN_COLUMN_WIDTH = 4;

/** Renders a table. It is cut to the width of the terminal; in a pipe, it is not cut. */
export function renderTable({ columns, rows }: Listing, output: Pick<Output, "columns">): Ink {
  const head = columns.map(printableText);
  const cells = rows.map((row) => row.map(renderText));
  const colAligns = columns.map((_, index) =>
    rows.every((row) => typeof (row[index] ?? 0) === "number") ? "right" : "left",
  );
  const draw = (colWidths: number[]) => {
    // cli-table3 writes the actual widths into `colWidths`.
    const style = { head: [], border: [], compact: true };
    const table = new Table({ head, colAligns, colWidths, chars: CHARS, style });
    addAll(table, cells);
    return table.toString();
  };
  const widths: number[] = [];
  const full = draw(widths);
  // A pipe has no columns, and some terminals report 0. One border is left of the table, and one is after
  // each column.
  const room = (output.columns ?? Number.POSITIVE_INFINITY) - (columns.length + 1);
  const text = sum(widths) <= room ? full : draw(narrow(widths, room));
  return toLines(text.split("\n").map((line, index) => paintLine(line, index === HEAD_LINE)));
}

/** Below the upper border. */
const HEAD_LINE = 1;
const BORDER = /([─│╭╮╰╯├┤┬┴┼]+)/;
const DASH = "—";

function paintLine(line: string, isHead: boolean): Ink {
  const parts = line.split(BORDER).map((part) => {
    const text = part.trim();
    const start = part.indexOf(text);
    const before = part.slice(0, start);
    const after = part.slice(start + text.length);
    if (BORDER.test(text) || text === DASH) return ink`${before}${paint("dim", text)}${after}`;
    return isHead ? ink`${before}${paint("bold", text)}${after}` : ink`${part}`;
  });
  return ink`${parts}`;
}

/** `null` and missing values are a dash; objects and lists are JSON. */
export function renderValue(value: unknown): Ink {
  const text = renderText(value);
  return text === DASH ? paint("dim", text) : ink`${text}`;
}

function renderText(value: unknown): string {
  if (value === null || value === undefined) return DASH;
  return typeof value === "string" ? printableText(value) : renderJson(value, "").trimEnd();
}

/** Shortens the widest columns until all fit. */
function narrow(widths: readonly number[], room: number): number[] {
  const narrowed = [...widths];
  while (sum(narrowed) > room) {
    const widest = narrowed.indexOf(largestOf(narrowed));
    if ((narrowed[widest] ?? 0) <= MIN_COLUMN_WIDTH) break;
    narrowed[widest] = (narrowed[widest] ?? 0) - 1;
  }
  return narrowed;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
