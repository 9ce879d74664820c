/** Renders a report as GitHub workflow commands: annotations in the operation files, and the verdict in the log. */

import type { Place, Report } from "../check/report.ts";
import { joinTitle } from "../check/sentences.ts";
import { printable } from "../text/printable.ts";
import type { GithubOptions } from "./options.ts";
import { count, describeVerdict, inFolder, listSections, listSome, markOf, outcomeOf } from "./summary.ts";
import { groupByPlace, listTopics } from "./topics.ts";

type Kind = "error" | "warning" | "notice";

interface WorkflowCommand {
  readonly kind: Kind;
  readonly title: string;
  readonly message: string;
  /** Further lines of the message. */
  readonly lines?: readonly string[];
  readonly place?: Place;
}

/** GitHub shows 10 annotations of each kind per step, and drops the others. */
const MAX_SHOWN = 10;
const MAX_NAMES = 5;

/** Renders annotations for the log of a GitHub job: one for each change, and the tenth of a kind lists the others. */
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

/** One annotation for each change, at its first place. */
function annotateTopics(report: Report): WorkflowCommand[] {
  return listTopics(report).map((topic): WorkflowCommand => {
    const { status, effect, labels, places, isIgnored } = topic;
    const [first, ...others] = places;
    const details = first?.message ? ` ${first.message}` : "";
    const more = others.length > 0 ? ` And ${count(others.length, "other place")}.` : "";
    const suffix = labels.length > 0 ? ` (${labels.join(" · ")})` : "";
    return {
      kind: status === "changes types" || isIgnored ? "warning" : "error",
      title: `${listNames(first?.operations ?? [])}: ${status}`,
      message: `${joinTitle(topic)}: ${effect}.${details}${more}${suffix}`,
      ...(first && { place: first.place }),
    };
  });
}

/** Annotates the sections about operations. New schema elements and changes are only in the other formats. */
function annotateSections(report: Report): WorkflowCommand[] {
  return listSections(report).flatMap(({ id, title, entries }) =>
    entries.flatMap(({ coordinate, labels, message, fails, uses }): WorkflowCommand[] => {
      if (["drift", "changes", "consumers", "unused"].includes(id)) return [];
      const kind = fails ? "error" : "notice";
      const suffix = labels.length > 0 ? ` (${labels.join(", ")})` : "";
      const command = { kind, message: `${coordinate}: ${message}${suffix}` } as const;
      const placed = groupByPlace(uses).flatMap(([{ place }, group]): WorkflowCommand[] => {
        const names = listNames(group.map(({ operation }) => operation));
        return place ? [{ ...command, title: `${names}: ${title}`, place }] : [];
      });
      return placed.length > 0 ? placed : [{ ...command, title }];
    }),
  );
}

/** Keeps as many as GitHub shows. The last one of each kind lists the messages of the others. */
function limit(commands: readonly WorkflowCommand[]): WorkflowCommand[] {
  return (["error", "warning", "notice"] as const).flatMap((kind) => {
    const all = commands.filter((command) => command.kind === kind);
    if (all.length <= MAX_SHOWN) return all;
    const rest = all.slice(MAX_SHOWN - 1);
    const [message = "", ...lines] = rest.map((command) => command.message);
    return [...all.slice(0, MAX_SHOWN - 1), { kind, title: `${rest.length} more`, message, lines }];
  });
}

/** Renders one workflow command. All texts are escaped. */
export function renderCommand({ kind, title, message, lines = [], place }: WorkflowCommand, folder = ""): string {
  const file = place && escapeProperty(inFolder(folder, place.file));
  const properties = [
    ...(place ? [`file=${file}`, `line=${place.line}`, `col=${place.column}`] : []),
    `title=${escapeProperty(title)}`,
  ];
  return `::${kind} ${properties.join(",")}::${[message, ...lines].map(escapeData).join("%0A")}`;
}

function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
