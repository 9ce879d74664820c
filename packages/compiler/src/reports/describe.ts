/**
 * Describes a report as a tree of blocks, for all formats: each schema change once, with its effect on the
 * operations.
 */

import { groupBy, type NonEmpty } from "../check/compare/document-operations.ts";
import { BREAKING_CODE, type CodeKind, mergeCode } from "../check/compare/reasons.ts";
import type { Cause, Finding, OperationReport, Place, Report } from "../check/verdict/report.ts";
import { describeChange, describeCode, describeDetails } from "../check/verdict/sentences.ts";
import { compareWorst } from "../check/verdict/worst.ts";
import { count, listSome } from "../text/phrases.ts";
import type { ChangeBlock, Group, PlaceBlock, ReportDocument } from "./blocks.ts";
import { createFrame, diffTypes, type OperationTypes } from "./frame.ts";
import { describeLists, describeNotCompared } from "./lists.ts";
import type { Sources } from "./report-options.ts";
import { describeOperations, describeVerdict, outcomeOf } from "./summary.ts";

/** @param context - Number of unchanged lines of types around a changed one. 0: the format shows no types. */
export function describeReport(report: Report, sources: Sources, context: number): ReportDocument {
  const { before, after, remarks, steps, changelog } = report;
  const groups = describeGroups(report, { sources, context });
  return {
    outcome: outcomeOf(report),
    verdict: describeVerdict(report),
    before,
    after,
    remarks,
    steps,
    notCompared: describeNotCompared(report),
    groups,
    changelog,
    operations: describeOperations(report.operations, groups),
    lists: describeLists(report),
  };
}

interface ChangeOptions {
  readonly sources: Sources;
  /** Number of unchanged lines of types around a changed one. 0: the format shows no types. */
  readonly context: number;
}

const TITLES: Readonly<Record<Group["status"], string>> = {
  rejected: "The server rejects calls now",
  breaks: "Code no longer compiles, or a wrong value is read",
  "changes types": "Types change, and nothing breaks",
  invalid: "Operations are invalid in both schemas",
};

/** A change without its number, and the operations that its group counts. */
interface Numberless {
  readonly block: Omit<ChangeBlock, "number">;
  readonly operations: readonly string[];
}

/** The groups that have changes, the worst first. Accepted changes are in none of them. */
function describeGroups(report: Report, options: ChangeOptions): Group[] {
  const findTypes = createTypesFinder(report);
  const ignored = new Set(report.operations.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : [])));
  const causes = report.causes.filter(({ accepted }) => !accepted);
  const all = [
    ...causes.map((cause) => describeCause(cause, findTypes, ignored, options)),
    ...describeErrors(report, options),
  ];
  let number = 0;
  return [...groupBy(all, ({ block: { status } }) => status)].map(([status, group]) => {
    const operations = new Set(group.flatMap((change) => change.operations));
    const title = `${TITLES[status]}: ${count(group.length, "change")}, ${count(operations.size, "operation")}`;
    return { status, title, changes: group.map(({ block }) => ({ ...block, number: ++number })) };
  });
}

function describeCause(
  cause: Cause,
  findTypes: TypesFinder,
  ignored: ReadonlySet<string>,
  { sources, context }: ChangeOptions,
): Numberless {
  const { coordinates, verdict, findings, breaks, rejected, changesTypes } = cause;
  const title = describeChange(coordinates, cause.change);
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const isInTitle = coordinates.length > 1 || title.subject === coordinates[0];
  const [first, ...others] = describePlaces(cause);
  const types = findTypes(findings, first.place);
  const members = coordinates.flatMap((coordinate) => /(?<=[.(])\w+(?=:?\)?$)/.exec(coordinate) ?? []);
  const block = {
    status: rejected.length > 0 ? "rejected" : verdict,
    ...title,
    effect: describeEffect(cause),
    size: breaks.length + changesTypes.length,
    isIgnored: breaks.every((name) => ignored.has(name)),
    labels: [
      ...(isInTitle ? [] : coordinates),
      ...rules.map((rule) => `rule: ${rule}`),
      ...describeOtherCode(cause),
    ],
    first,
    others,
    frame: createFrame(first.place, sources),
    types: types && context > 0 ? diffTypes(types, context, members) : [],
  } as const;
  return { block, operations: { rejected, breaks, "changes types": changesTypes }[block.status] };
}

/** The worst place comes first, and of equal ones that with the most operations. A cause has at least one. */
function describePlaces(cause: Cause): NonEmpty<PlaceBlock> {
  const { coordinates, findings } = cause;
  const places = groupByPlace(findings).map(([worst, group]) => {
    const details = new Set(group.map((finding) => describeDetails(finding, cause)));
    const [detail = ""] = details;
    const isOfOneElement =
      coordinates.length > 1 && group.every(({ coordinate }) => coordinate === worst.coordinate);
    const operations = [...new Set(group.flatMap((finding) => finding.operations))];
    const { place, rule, coordinate } = worst;
    const element = isOfOneElement ? { element: coordinate } : {};
    return {
      worst,
      block: { place, rule, ...element, message: details.size === 1 ? detail : "", operations },
    };
  });
  const sizeOf = ({ block }: (typeof places)[number]) => block.operations.length;
  places.sort((a, b) => compareWorst(a.worst, b.worst) || sizeOf(b) - sizeOf(a));
  return places.map(({ block }): PlaceBlock => block) as NonEmpty<PlaceBlock>;
}

/** Groups values by their place, each with its first value. */
export function groupByPlace<Value extends { readonly place?: Place }>(
  values: readonly Value[],
): (readonly [first: Value, group: readonly Value[]])[] {
  const groups = groupBy(values, ({ place }) => JSON.stringify(place));
  return [...groups.values()].map((group) => [group[0], group]);
}

/** The harm first: the server rejects calls, or code breaks. */
function describeEffect({ breaks, rejected, changesTypes, used, findings }: Cause): string {
  const words = describeCode("breaks", listBrokenCode(findings));
  const effects = [
    ["the server rejects", rejected.length],
    [words === "" ? "breaks code of" : `${words} in`, breaks.length - rejected.length],
    ["changes types in", changesTypes.length],
  ] as const;
  const parts = effects
    .filter(([, number]) => number > 0)
    .map(([effect, number], index) => `${effect} ${count(number, index === 0 ? "operation" : "other")}`);
  return parts.join(", ") + describeUsers(used);
}

/**
 * The code that breaks although the server accepts the calls. The kinds that always break stand for the
 * others.
 */
function listBrokenCode(findings: Cause["findings"]): readonly CodeKind[] {
  const code = mergeCode(findings.map((finding) => (finding.harm === "code" ? finding.code : [])));
  const breaking = code.filter((kind) => BREAKING_CODE.includes(kind));
  return breaking.length > 0 ? breaking : code;
}

/** The code that a change without a break can break. */
function describeOtherCode({ verdict, code }: Cause): string[] {
  const text = verdict === "breaks" ? "" : describeCode(verdict, code);
  return text === "" ? [] : [text];
}

/** Consumers that a line names. */
const MAX_CONSUMERS = 5;

function describeUsers(used: Cause["used"]): string {
  if (!used) return "";
  if (used.consumers.length === 0) return ", not used by a known consumer";
  const names = listSome(used.consumers, MAX_CONSUMERS, ({ name, operations }) =>
    operations > 0 ? `${name} (${operations})` : name,
  );
  return `, ${used.operations} of them used: ${names}`;
}

type TypesFinder = (findings: Cause["findings"], place: Place) => OperationTypes | undefined;

/**
 * Finds the types that show a change best: of the operation at the place with the fewest findings, and then
 * the shortest types.
 */
function createTypesFinder({ operations }: Report): TypesFinder {
  const keyOf = ({ coordinate, rule, place }: Omit<Finding, "accepted">) =>
    JSON.stringify([coordinate, rule, place]);
  const all = operations.flatMap(({ types, findings }) =>
    findings.flatMap((finding) =>
      types ? [{ key: keyOf(finding), types, number: findings.length, length: types.after.length }] : [],
    ),
  );
  const byFinding = groupBy(all, ({ key }) => key);
  return (findings, { file, line, column }) => {
    const here = findings.filter(
      // The types are the same with another default.
      ({ place, rule }) =>
        rule !== "default" && place.file === file && place.line === line && place.column === column,
    );
    const candidates = here.flatMap((finding) => byFinding.get(keyOf(finding)) ?? []);
    return candidates.sort((a, b) => a.number - b.number || a.length - b.length)[0]?.types;
  };
}

/**
 * Operations with the same first error are one change. The others are counted: most of them follow from it.
 */
function describeErrors({ operations }: Report, { sources }: ChangeOptions): Numberless[] {
  const all = operations.flatMap((operation) => {
    const [first, ...others] = operation.errors ?? [];
    return first ? [{ ...first, others: others.length, operation }] : [];
  });
  return [...groupBy(all, ({ message }) => message)].map(([message, errors]): Numberless => {
    const places = groupByPlace(errors).map(([{ place }, group]) => describeError(place, group));
    const [first, ...others] = places as NonEmpty<PlaceBlock>;
    const names = errors.map(({ operation }) => operation.name);
    const block = {
      status: "invalid" as const,
      subject: "",
      labels: [],
      isIgnored: false,
      predicate: message.replace(/\.$/, ""),
      effect: `${count(errors.length, "operation is", "operations are")} invalid in both schemas`,
      size: names.length,
      first,
      others,
      types: [],
      frame: createFrame(first.place, sources),
    };
    return { block, operations: names };
  });
}

interface CountedError {
  readonly others: number;
  readonly operation: OperationReport;
}

function describeError(place: Place, errors: readonly CountedError[]): PlaceBlock {
  const others = errors.reduce((most, error) => Math.max(most, error.others), 0);
  const message = others > 0 ? `And ${count(others, "other error")}.` : "";
  return { place, rule: "invalid", message, operations: errors.map(({ operation }) => operation.name) };
}
