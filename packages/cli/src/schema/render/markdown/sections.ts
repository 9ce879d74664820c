/** What follows the operations in Markdown. Each is a heading or a fold, with a list. */

import type { Report } from "../../report.ts";
import { printableLines } from "../printable.ts";
import { count, listSome, UNPAGED_TITLE } from "../tally.ts";
import { cut, fillRoom } from "./budget.ts";
import { escapeCode, escapeText, fence } from "./escape.ts";
import { renderPlace } from "./operation.ts";

const LONGEST_TEXT = 600;
const LONGEST_NAME = 200;
const MOST_NAMES = 5;

interface Section {
  readonly head: string;
  readonly list: readonly string[];
  readonly foot?: string;
}

/** Those that have something to say, each in so many characters. */
export function renderSections(report: Report, room: number): string[] {
  const sections = [
    listStale(report),
    listDeprecations(report),
    listUnpaged(report),
    listDrift(report),
    listChanges(report),
  ];
  const filled = sections.filter(({ list }) => list.length > 0);
  return filled.map(({ head, list, foot }) => {
    const items = fillRoom(list, {
      room,
      separator: "\n",
      render: (item) => item,
      renderRest: (rest) => `- and ${count(rest, "other")}`,
    });
    return [head, items, ...(foot ? [foot] : [])].join("\n");
  });
}

/** Ready to be copied into the changelog. */
export function renderChangelog({ changelog }: Report, room: number): string[] {
  if (changelog.trim() === "") return [];
  const lines = printableLines(cut(changelog.trim(), room));
  return [`<details><summary>Changelog entry</summary>\n\n${fence("markdown", lines)}\n\n</details>`];
}

function listStale({ staleAcceptances }: Report): Section {
  return {
    head: "### Acceptances to renew or remove",
    list: staleAcceptances.map(({ coordinate, rule, operation, reason, expires, problem }) => {
      const where = [name(coordinate), rule, operation && `in ${name(operation)}`].filter(Boolean).join(" ");
      const state = problem === "expired" ? `**expired on ${expires}**` : "matches nothing any more";
      return `- ${where}: ${state}: ${prose(reason)}`;
    }),
  };
}

function listDeprecations({ deprecations }: Report): Section {
  return {
    head: "### Deprecated, and used by us",
    list: deprecations.map(({ coordinate, reason, announced, isNew, uses }) => {
      const how = `${isNew ? " **new**" : ""}${announced === "description" ? " (announced in words only)" : ""}`;
      const by = listSome(uses, MOST_NAMES, ({ operation, place }) => `${name(operation)} (${renderPlace(place)})`);
      return `- ${name(coordinate)}${how}: ${prose(reason)}${by && ` Used by ${by}`}`;
    }),
  };
}

function listUnpaged({ unpaged }: Report): Section {
  return {
    head: `### ${UNPAGED_TITLE}`,
    list: unpaged.map(({ coordinate, missing, place, operations }) => {
      const who = listSome(operations, MOST_NAMES, name);
      return `- ${name(coordinate)} without ${name(missing)}: ${who} (${renderPlace(place)})`;
    }),
  };
}

function listDrift({ drift }: Report): Section {
  return {
    head: "### New on types that we select",
    list: drift.map(({ coordinate, message, operations }) => {
      const who = operations.length > 0 ? ` Selected by ${listSome(operations, MOST_NAMES, name)}` : "";
      return `- ${name(coordinate)}: ${prose(message)}${who}`;
    }),
  };
}

function listChanges({ changes }: Report): Section {
  const parts = (["breaking", "dangerous", "safe"] as const).flatMap((level) => {
    const number = changes.filter((change) => change.level === level).length;
    return number > 0 ? [`${number} ${level}`] : [];
  });
  return {
    head: `<details><summary>Schema: ${parts.join(", ")}</summary>\n`,
    list: changes.map(({ coordinate, level, message, folded }) => {
      const others = folded > 0 ? ` (and ${count(folded, "change")} that follow)` : "";
      return `- ${level}: ${name(coordinate)} ${prose(message)}${others}`;
    }),
    foot: "\n</details>",
  };
}

function name(text: string): string {
  return escapeCode(cut(text, LONGEST_NAME));
}

function prose(text: string): string {
  return escapeText(cut(text, LONGEST_TEXT));
}
