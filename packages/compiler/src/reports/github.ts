/** Renders a report as GitHub workflow commands: annotations in the operation files, and the verdict in the log. */

import { groupBy } from "../check/document.ts";
import type { Place, Report } from "../check/report.ts";
import { printable } from "./printable.ts";
import { describeVerdict, listSections, listSome, markOf, outcomeOf } from "./summary.ts";
import { listTopics, titleOf } from "./topics.ts";

export interface GithubOptions {
  /** Path from the repository's root to the working directory, such as `packages/graphql`. @default "" */
  readonly folder?: string;
}

type Kind = "error" | "warning" | "notice";

interface WorkflowCommand {
  readonly kind: Kind;
  readonly title: string;
  readonly message: string;
  readonly place?: Place;
}

/** GitHub shows 10 annotations of each kind per step, and drops the others. */
const MAX_SHOWN = 10;
const MAX_NAMES = 5;

export function renderGithub(report: Report, { folder = "" }: GithubOptions = {}): string {
  const all = [
    ...annotateTopics(report),
    ...report.remarks.map((message): WorkflowCommand => ({ kind: "notice", title: "Schema check", message })),
    ...annotateSections(report),
  ];
  const lines = limit(all).map((command) => renderCommand(command, folder));
  return `${[...lines, `${markOf(outcomeOf(report))} ${describeVerdict(report)}`].join("\n")}\n`;
}

function listNames(operations: readonly string[]): string {
  return listSome(operations, MAX_NAMES, String);
}

/** The first place of each change comes first, because GitHub drops the last annotations. */
function annotateTopics(report: Report): WorkflowCommand[] {
  const all = listTopics(report).flatMap((topic) =>
    topic.places.map(({ place, operations, message }, index) => {
      const { status, effect, labels } = topic;
      const kind = status === "changes types" ? "warning" : "error";
      const suffix = labels.length > 0 ? ` (${labels.join(" · ")})` : "";
      const text = `${titleOf(topic)}: ${effect}.${message && ` ${message}`}${suffix}`;
      const command: WorkflowCommand = { kind, title: `${listNames(operations)}: ${status}`, message: text, place };
      return { index, command };
    }),
  );
  const rank = ({ index, command }: (typeof all)[number]) => (command.kind === "error" ? 0 : 2) + Number(index > 0);
  return all.sort((a, b) => rank(a) - rank(b)).map(({ command }) => command);
}

/** Annotates the sections about operations. New schema elements and changes are only in the other formats. */
function annotateSections(report: Report): WorkflowCommand[] {
  return listSections(report).flatMap(({ id, title, entries }) =>
    entries.flatMap(({ coordinate, labels, message, uses }): WorkflowCommand[] => {
      if (id === "drift" || id === "changes") return [];
      const isExpired = labels.some((label) => label.startsWith("expired"));
      const kind = id === "unpaged" ? "warning" : isExpired || id === "recordings" ? "error" : "notice";
      const suffix = labels.length > 0 ? ` (${labels.join(", ")})` : "";
      const command = { kind, message: `${coordinate}: ${message}${suffix}` } as const;
      const byPlace = groupBy(uses, ({ place }) => JSON.stringify(place));
      const placed = [...byPlace.values()].flatMap((group): WorkflowCommand[] => {
        const names = listNames(group.map(({ operation }) => operation));
        return group[0]?.place ? [{ ...command, title: `${names}: ${title}`, place: group[0].place }] : [];
      });
      return placed.length > 0 ? placed : [{ ...command, title }];
    }),
  );
}

/** Keeps as many as GitHub shows. A last notice counts the others. */
function limit(commands: readonly WorkflowCommand[]): WorkflowCommand[] {
  const take = (kind: Kind, max: number) => commands.filter((command) => command.kind === kind).slice(0, max);
  const shown = [...take("error", MAX_SHOWN), ...take("warning", MAX_SHOWN)];
  const all = [...shown, ...take("notice", MAX_SHOWN)];
  if (all.length === commands.length) return all;
  const some = [...shown, ...take("notice", MAX_SHOWN - 1)];
  const rest = commands.length - some.length;
  const message = `GitHub shows ${MAX_SHOWN} annotations of a kind for each step. ${rest} more are in the report.`;
  return [...some, { kind: "notice", title: `${rest} more`, message }];
}

/** Renders one workflow command. All texts are escaped. */
export function renderCommand({ kind, title, message, place }: WorkflowCommand, folder = ""): string {
  const prefix = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  const file = place && escapeProperty(prefix + place.file);
  const properties = [
    ...(place ? [`file=${file}`, `line=${place.line}`, `col=${place.column}`] : []),
    `title=${escapeProperty(title)}`,
  ];
  return `::${kind} ${properties.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
