/** The scenarios of `serve`: chosen by their names, or listed. */

import { wrap } from "@integration-platform/graphql-compiler/internal/reports/text-layout";
import { type Ink, ink, paint, toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import { largestOf } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import { Problem } from "../../host/errors/problem.ts";
import type { Output } from "../../host/terminal/output.ts";
import { describeUnknown, suggestInline } from "../../text/suggest.ts";

type Scenarios = typeof import("@integration-platform/graphql-testing/local")["scenarios"];
export type ScenarioName = keyof Scenarios;

/** @throws Problem with the nearest name and all names. */
export function chooseScenarios(scenarios: Scenarios, names: readonly string[]): ScenarioName[] {
  return [...new Set(names)].map((name) => {
    if (Object.hasOwn(scenarios, name)) return name as ScenarioName;
    const all = Object.keys(scenarios);
    const unknown = describeUnknown("scenario", name);
    throw new Problem(unknown + suggestInline(name, all), `Scenarios: ${all.join(", ")}.`);
  });
}

/** A line for each scenario, with its summary. */
export function listScenarios(
  scenarios: Scenarios,
  { columns = Number.POSITIVE_INFINITY }: Pick<Output, "columns">,
): Ink {
  const width = largestOf(Object.keys(scenarios).map((name) => name.length));
  const lines = Object.entries(scenarios).flatMap(([name, { summary }]) => {
    const [first = "", ...more] = wrap(summary, columns - width - 2);
    const title = ink`${paint("bold", name.padEnd(width))}  ${first}`;
    return [title, ...more.map((line) => " ".repeat(width + 2) + line)];
  });
  return toLines(lines);
}
