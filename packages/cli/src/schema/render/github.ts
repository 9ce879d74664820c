/** A report as GitHub's workflow commands: annotations at the lines of the operation files, and the verdict in the log. */

import type { Finding, OperationReport, Place, Report } from "../report.ts";
import { printable } from "./printable.ts";
import { describeVerdict, listSome, markOf, outcomeOf, withStatus } from "./tally.ts";

export interface GithubOptions {
  /**
   * Way from the repository's root to where the report's paths begin, such as `packages/graphql`. Annotations elsewhere
   * than at the root are lost without it. @default ""
   */
  readonly folder?: string;
}

type Kind = "error" | "warning" | "notice";

interface Annotation {
  readonly kind: Kind;
  readonly title: string;
  readonly message: string;
  readonly place?: Place;
}

/** GitHub shows so many of a kind for each step, and drops the rest without a word. */
const MOST_SHOWN = 10;
const MOST_NAMES = 5;

export function renderGithub(report: Report, { folder = "" }: GithubOptions = {}): string {
  const all = [
    ...annotateFindings(report),
    ...annotateIncomparable(report),
    ...report.remarks.map((message): Annotation => ({ kind: "notice", title: "Before comparing", message })),
    ...annotateUnpaged(report),
    ...annotateDeprecations(report),
    ...annotateStale(report),
  ];
  const lines = limit(all).map((annotation) => renderCommand(annotation, folder));
  return `${[...lines, `${markOf(outcomeOf(report))} ${describeVerdict(report)}`].join("\n")}\n`;
}

/** What counts, once for all operations that meet it at one place, such as in a fragment. */
function annotateFindings({ operations }: Report): Annotation[] {
  const met = new Map<string, { finding: Finding; operations: string[] }>();
  for (const { name, findings } of operations) {
    for (const finding of findings) {
      if (finding.accepted) continue;
      const { verdict, rule, coordinate, message, place } = finding;
      const key = JSON.stringify([verdict, rule, coordinate, message, place.file, place.line, place.column]);
      const same = met.get(key);
      if (same) same.operations.push(name);
      else met.set(key, { finding, operations: [name] });
    }
  }
  const annotations = [...met.values()].map(({ finding, operations }): Annotation => {
    const { verdict, rule, coordinate, message, place } = finding;
    const title = `${listSome(operations, MOST_NAMES, String)}: ${verdict}`;
    const kind = verdict === "breaks" ? "error" : "warning";
    return { kind, title, message: `${message} (${coordinate} · ${rule})`, place };
  });
  return annotations.sort((a, b) => Number(a.kind !== "error") - Number(b.kind !== "error"));
}

function annotateIncomparable(report: Report): Annotation[] {
  return withStatus(report, "not compared").map(({ name, place }: OperationReport) => ({
    kind: "warning",
    title: `${name}: not compared`,
    message: "It did not fit the schema before the change either.",
    place,
  }));
}

function annotateUnpaged({ unpaged }: Report): Annotation[] {
  return unpaged.map(({ coordinate, missing, place, operations }) => ({
    kind: "warning",
    title: `${listSome(operations, MOST_NAMES, String)}: stops at one page`,
    message: `${coordinate} is selected without ${missing}: items on further pages are left out, without a word.`,
    place,
  }));
}

function annotateStale({ staleAcceptances }: Report): Annotation[] {
  return staleAcceptances.map(({ problem, coordinate, expires, reason }) => ({
    kind: problem === "expired" ? "error" : "notice",
    title: problem === "expired" ? "Acceptance expired" : "Acceptance unused",
    message: `${coordinate}: ${problem === "expired" ? `expired on ${expires}` : "matches nothing any more"}. ${reason}`,
  }));
}

function annotateDeprecations({ deprecations }: Report): Annotation[] {
  const newestFirst = [...deprecations].sort((a, b) => Number(b.isNew) - Number(a.isNew));
  return newestFirst.flatMap(({ coordinate, reason, uses }) =>
    uses.map(({ operation, place }): Annotation => {
      return { kind: "notice", title: `${operation}: deprecated`, message: `${coordinate}: ${reason}`, place };
    }),
  );
}

/** As many as GitHub shows, and a last notice that says how many more there are. */
function limit(annotations: readonly Annotation[]): Annotation[] {
  const of = (kind: Kind) => annotations.filter((annotation) => annotation.kind === kind);
  const [errors, warnings, notices] = [of("error"), of("warning"), of("notice")];
  const isAllShown = [errors, warnings, notices].every(({ length }) => length <= MOST_SHOWN);
  if (isAllShown) return [...errors, ...warnings, ...notices];
  const shown = [...errors.slice(0, MOST_SHOWN), ...warnings.slice(0, MOST_SHOWN), ...notices.slice(0, MOST_SHOWN - 1)];
  const more = annotations.length - shown.length;
  const message = `GitHub shows ${MOST_SHOWN} annotations of a kind for each step; ${more} more are in the report.`;
  return [...shown, { kind: "notice", title: `${more} more`, message }];
}

function renderCommand({ kind, title, message, place }: Annotation, folder: string): string {
  const prefix = folder === "" ? "" : `${folder.replace(/\/+$/, "")}/`;
  const properties = [
    ...(place ? [`file=${escapeProperty(prefix + place.file)}`, `line=${place.line}`, `col=${place.column}`] : []),
    `title=${escapeProperty(printable(title))}`,
  ];
  return `::${kind} ${properties.join(",")}::${escapeData(printable(message))}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
