/** Results of measurements, and their summaries. */

import type { Stamp } from "../stamp.ts";
import type { Cost } from "./processes.ts";

/** Median and quartiles of repeated measurements. */
export interface Summary {
  readonly median: number;
  readonly quartiles: readonly [number, number];
}

/** Rows and columns. Names of columns contain the unit. */
export type Table = Record<string, Record<string, Figure>>;
export type Figure = number | string | Summary;

/** Content of `results.json`: the latest result of each measurement. */
export type Results = Record<string, Result>;

export interface Result extends Stamp {
  readonly machine: string;
  /** Load average of the last minute. More than 2 means that other programs ran too. */
  readonly load: number;
  /** Duration of the measurement. */
  readonly seconds: number;
  readonly table: Table;
}

export interface Context {
  /** Little work: to try the bench, not to quote the figures. */
  readonly quick: boolean;
  readonly report: (progress: string) => void;
}

export type Measurement = (context: Context) => Promise<Table>;

/** A row with the wall time, CPU time and peak memory of a command. */
export function summarizeCosts(costs: readonly Cost[]): Record<string, Summary> {
  return {
    "wall, s": summarize(costs.map(({ wallMs }) => wallMs / 1000)),
    "CPU, s": summarize(costs.map(({ cpuMs }) => cpuMs / 1000)),
    "peak, MiB": summarize(costs.map(({ peakMiB }) => peakMiB)),
  };
}

/** Ratio of CPU time. */
export function compareCosts(costs: readonly Cost[] = [], reference: readonly Cost[] = []): Summary {
  return summarizeRatios(
    ...([costs, reference].map((all) => all.map(({ cpuMs }) => cpuMs)) as [number[], number[]]),
  );
}

/** Rotates the values, so that each is measured first in some round. */
export function rotate<Value>(values: readonly Value[], round: number): Value[] {
  return values.map((_, index) => values[(index + round) % values.length] as Value);
}

export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((left, right) => left - right);
  return { median: quantile(sorted, 0.5), quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)] };
}

/** Ratios of values that were measured in the same round, so that noise of the machine cancels out. */
export function summarizeRatios(values: readonly number[], reference: readonly number[]): Summary {
  return summarize(values.map((value, round) => value / (reference[round] ?? Number.NaN)));
}

/** Linear between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** Lines of cells, with a line of column names. */
export function renderCells(table: Table): string[][] {
  const columns = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))];
  const rows = Object.entries(table).map(([name, row]) => [
    name,
    ...columns.map((column) => renderFigure(row[column])),
  ]);
  return [["", ...columns], ...rows];
}

/** `1.23 (1.20–1.31)` for a summary: the median and the quartiles. */
function renderFigure(figure: Figure | undefined): string {
  if (figure === undefined || typeof figure === "string") return figure ?? "";
  const render = (value: number) =>
    value >= 100 ? `${Math.round(value)}` : `${Number(value.toPrecision(3))}`;
  if (typeof figure === "number") return render(figure);
  return `${render(figure.median)} (${figure.quartiles.map(render).join("–")})`;
}
