/**
 * Renders a report as GitHub workflow commands: annotations in the operation files, and the verdict in the
 * log.
 */

import { joinTitle } from "../check/verdict/sentences.ts";
import { renderCommand, type WorkflowCommand } from "../text/github-text.ts";
import { count, listSome } from "../text/phrases.ts";
import { printable } from "../text/printable.ts";
import type { ChangeBlock, Item, List, ReportDocument } from "./blocks.ts";
import { groupByPlace } from "./describe.ts";
import type { GithubOptions } from "./report-options.ts";
import { lookOf } from "./summary.ts";

/** GitHub shows the first 10 annotations of each kind per step, and drops the others. */
const MAX_SHOWN = 10;
const MAX_NAMES = 5;

/** Lists for which there are no annotations: the other formats have them. */
const SILENT: ReadonlySet<List["id"]> = new Set([
  "accepted-changes",
  "additions",
  "changes",
  "consumers",
  "unused",
]);

/**
 * Renders annotations for the log of a GitHub job: the summary, then one for each change, errors first. At
 * most ten in all, of which the last one lists the others.
 */
export function renderGithub(
  report: ReportDocument,
  { folder = "", otherAnnotations = 0 }: GithubOptions,
): string {
  const { outcome, verdict, groups, notCompared, lists } = report;
  const all = [
    ...groups.flatMap(({ changes }) => changes.map(annotateChange)),
    ...notCompared.map(
      ({ subject, message }): WorkflowCommand => ({
        kind: "warning",
        title: "Schema check: not compared",
        message: `${subject}: ${message}`,
      }),
    ),
    ...lists.flatMap((list) =>
      SILENT.has(list.id) ? [] : list.items.flatMap((item) => annotateItem(list, item)),
    ),
  ];
  const sorted = KINDS.flatMap((kind) => all.filter((command) => command.kind === kind));
  const shown = limit(sorted, MAX_SHOWN - 1 - otherAnnotations);
  const commands = [...summarize(report, all.length > 0), ...shown];
  const lines = commands.map((command) => renderCommand(inFolder(folder, command)));
  return `${[...lines, `${lookOf(outcome).mark} ${printable(verdict)}`].join("\n")}\n`;
}

/** One annotation for all steps: GitHub shows few of them. */
function listNames(operations: readonly string[]): string {
  return listSome(operations, MAX_NAMES, String);
}

/** One annotation for each change, at its first place. */
function annotateChange({
  status,
  subject,
  predicate,
  effect,
  labels,
  first,
  others,
  isIgnored,
}: ChangeBlock): WorkflowCommand {
  const title = joinTitle({ subject, predicate });
  const details = first.message === "" ? "" : ` ${first.message}`;
  const more = others.length > 0 ? ` And ${count(others.length, "other place")}.` : "";
  const suffix = labels.length > 0 ? ` (${labels.join(" · ")})` : "";
  return {
    kind: status === "changes types" || isIgnored ? "warning" : "error",
    title: `${listNames(first.operations)}: ${lookOf(status).words}`,
    message: `${title}: ${effect}.${details}${more}${suffix}`,
    place: first.place,
  };
}

/** One annotation for each place that uses the element. */
function annotateItem({ title }: List, { subject, labels, message, fails, uses }: Item): WorkflowCommand[] {
  const suffix = labels.length > 0 ? ` (${labels.join(", ")})` : "";
  const command = { kind: fails ? "error" : "notice", message: `${subject}: ${message}${suffix}` } as const;
  const placed = groupByPlace(uses).flatMap(([{ place }, group]): WorkflowCommand[] => {
    const names = listNames(group.map(({ operation }) => operation));
    return place ? [{ ...command, title: `${names}: ${title}`, place }] : [];
  });
  return placed.length > 0 ? placed : [{ ...command, title }];
}

const KINDS = ["error", "warning", "notice"] as const;

/** The verdict, the remarks, and what to do next, unless there is nothing besides the verdict. */
function summarize(
  { outcome, verdict, remarks, steps }: ReportDocument,
  hasOthers: boolean,
): WorkflowCommand[] {
  const lines = [...remarks, ...steps];
  if (!hasOthers && lines.length === 0) return [];
  const kind = outcome === "fails" || outcome === "incomplete" ? "error" : "notice";
  return [{ kind, title: "Schema check", message: verdict, lines }];
}

/** The last one lists the messages of those that GitHub does not show. */
function limit(commands: readonly WorkflowCommand[], max: number): WorkflowCommand[] {
  if (commands.length <= max) return [...commands];
  const [{ kind, message }, ...rest] = commands.slice(max - 1) as [WorkflowCommand, ...WorkflowCommand[]];
  const lines = rest.map((command) => command.message);
  const more: WorkflowCommand = { kind, title: `${rest.length + 1} more`, message, lines };
  return [...commands.slice(0, max - 1), more];
}

/** A file of the base of a check: the start of its commit, and its path. GitHub shows no such file. */
const BASE_FILE = /^[\da-f]{7}:/;

/**
 * Makes the path of the place relative to the repository's root.
 *
 * @param folder - Path to the working directory. Can be empty.
 */
function inFolder(folder: string, { place, ...command }: WorkflowCommand): WorkflowCommand {
  if (!place) return command;
  if (BASE_FILE.test(place.file)) {
    const { file, line, column } = place;
    return { ...command, message: `${command.message} (${file}:${line}:${column})` };
  }
  if (folder === "") return { ...command, place };
  return { ...command, place: { ...place, file: `${folder.replace(/\/+$/, "")}/${place.file}` } };
}
