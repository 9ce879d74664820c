/** The scenarios that `serve` can switch on, by name. */

import { findNearest } from "../names.ts";
import { Problem } from "../problem.ts";
import { paint } from "../terminal.ts";

type Summaries<Name extends string> = Readonly<Record<Name, { readonly summary: string }>>;

/** @throws Problem with the nearest name, and all of them. */
export function chooseScenarios<Name extends string>(known: Summaries<Name>, names: readonly string[]): Name[] {
  return [...new Set(names)].map((name) => {
    if (Object.hasOwn(known, name)) return name as Name;
    const all = Object.keys(known);
    const near = findNearest(name, all);
    // Only what could be a name is quoted: anything else may have got there by mistake.
    const quoted = /^[a-z][\w-]{0,39}$/i.test(name) ? `"${name}"` : "of that name";
    throw new Problem(
      `there is no scenario ${quoted}${near ? `; did you mean ${near}?` : ""}`,
      `scenarios: ${all.join(", ")}`,
    );
  });
}

/** A line for each scenario. */
export function listScenarios(known: Summaries<string>, stream: NodeJS.WriteStream): string {
  const width = Math.max(...Object.keys(known).map((name) => name.length));
  return Object.entries(known)
    .map(([name, { summary }]) => `${paint(stream, "bold", name.padEnd(width))}  ${summary}\n`)
    .join("");
}
