/** The content that all formats start with: each schema change once, with its effect on the operations. */

import { groupBy } from "../check/document.ts";
import { BREAKING, type Code, mergeCode } from "../check/facts.ts";
import type { Cause, Finding, FindingRule, OperationReport, Place, Report } from "../check/report.ts";
import {
  describeAccepted,
  describeChange,
  describeCode,
  describeDetails,
  joinTitle,
  type Title,
} from "../check/sentences.ts";
import { compareWorst } from "../check/worst.ts";
import { printable } from "../text/printable.ts";
import { count, listSome, type Status } from "./summary.ts";

/** A schema change with its effect, or an error of operations that are invalid in both schemas. */
export interface Topic extends Title {
  readonly status: Exclude<Status, "unaffected">;
  /** Names of the changed fields, arguments or enum values. */
  readonly members: readonly string[];
  /** Effect on operations and consumers, such as `the server rejects 28 operations, 5 of them used: billing (3), shop (2)`. */
  readonly effect: string;
  /** No consumer uses the operations that it breaks, and the check ignores them. */
  readonly isIgnored?: boolean;
  /** The coordinate, if the change does not contain it, and the rules, which accepted changes can name; then the code that stops. */
  readonly labels: readonly string[];
  /** Worst first, then by the number of operations, then by place. */
  readonly places: readonly TopicPlace[];
  /** Types of one of the operations, if they differ. */
  readonly types?: OperationTypes;
}

export type OperationTypes = NonNullable<OperationReport["types"]>;

export interface TopicPlace {
  readonly place: Place;
  readonly rule: FindingRule;
  /** Coordinate of the changed element. Present if the change has several, and this place only one of them. */
  readonly element?: string;
  /** Details of this place that are not in the change. Can be empty. */
  readonly message: string;
  /** Names of the operations with this place. */
  readonly operations: readonly string[];
}

export function listTopics(report: Report): Topic[] {
  const findTypes = createTypesFinder(report);
  const causes = report.causes.filter(({ accepted }) => !accepted);
  const ignored = new Set(report.operations.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : [])));
  return [...causes.map((cause) => describeCause(cause, findTypes, ignored)), ...describeErrors(report)];
}

function describeCause(cause: Cause, findTypes: TypesFinder, ignored: ReadonlySet<string>): Topic {
  const { coordinates, verdict, findings } = cause;
  const title = describeChange(coordinates, cause.change);
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const isNamed = coordinates.length > 1 || title.subject === coordinates[0] || coordinates[0] === "";
  const unsorted = groupByPlace(findings).map(([{ verdict: worst, harm, rule, place, coordinate }, group]) => {
    const [first = "", ...others] = new Set(group.map((finding) => describeDetails(finding, cause)));
    const names = new Set(group.flatMap(({ operations }) => operations));
    const isOne = coordinates.length > 1 && group.every((finding) => finding.coordinate === coordinate);
    const element = isOne && { element: coordinate };
    const message = others.length === 0 ? first : "";
    return { verdict: worst, ...(harm && { harm }), rule, place, ...element, message, operations: [...names] };
  });
  // The place with the most operations comes first. The sort is stable for the others.
  const places = unsorted.sort((a, b) => compareWorst(a, b) || b.operations.length - a.operations.length);
  const types = places[0] && findTypes(findings, places[0].place);
  return {
    status: verdict,
    ...title,
    members: coordinates.flatMap((coordinate) => /(?<=[.(])\w+(?=:?\)?$)/.exec(coordinate) ?? []),
    effect: describeEffect(cause),
    ...(cause.breaks.length > 0 && cause.breaks.every((name) => ignored.has(name)) && { isIgnored: true }),
    labels: [...(isNamed ? [] : coordinates), ...rules, ...describeOtherCode(cause)],
    places,
    ...(types && { types }),
  };
}

/** Groups values by their place, each with its first value. */
export function groupByPlace<Value extends { readonly place?: Place }>(
  values: readonly Value[],
): (readonly [first: Value, group: readonly Value[]])[] {
  const groups = groupBy(values, ({ place }) => JSON.stringify(place));
  return [...groups.values()].map((group) => [group[0] as Value, group]);
}

/** The harm first: the server rejects calls, or code breaks. */
function describeEffect(cause: Cause): string {
  const { breaks, rejected, changesTypes, used, findings } = cause;
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

/** The code that breaks although the server accepts the calls. The kinds that always break stand for the others. */
function listBrokenCode(findings: Cause["findings"]): readonly Code[] {
  const code = mergeCode(...findings.map((finding) => (finding.harm === "code" ? finding.code : [])));
  const breaking = code.filter((one) => BREAKING.includes(one));
  return breaking.length > 0 ? breaking : code;
}

/** The code that a change without a break can stop. */
function describeOtherCode({ verdict, code }: Cause): string[] {
  const text = verdict === "breaks" ? "" : describeCode(verdict, code);
  return text === "" ? [] : [text];
}

/** Consumers that a line names. */
const MAX_CONSUMERS = 5;

function describeUsers(used: Cause["used"]): string {
  if (!used) return "";
  if (used.consumers.length === 0) return ", not used by a consumer";
  const names = listSome(used.consumers, MAX_CONSUMERS, ({ name, operations }) =>
    printable(operations > 0 ? `${name} (${operations})` : name),
  );
  return `, ${used.operations} of them used: ${names}`;
}

type TypesFinder = (findings: Cause["findings"], place: Place) => OperationTypes | undefined;

/** Finds the types that show a change best: of the operations at the place, those with the fewest other findings. */
function createTypesFinder({ operations }: Report): TypesFinder {
  const keyOf = ({ coordinate, rule, place }: Omit<Finding, "accepted">) => JSON.stringify([coordinate, rule, place]);
  const all = operations.flatMap(({ types, findings }) =>
    findings.flatMap((one) =>
      types ? [{ key: keyOf(one), types, size: findings.length * 1e6 + types.after.length }] : [],
    ),
  );
  const byFinding = groupBy(all, ({ key }) => key);
  return (findings, { file, line, column }) => {
    const here = findings.filter(
      // The types are the same with another default.
      ({ place, rule }) => rule !== "default" && place.file === file && place.line === line && place.column === column,
    );
    const candidates = here.flatMap((finding) => byFinding.get(keyOf(finding)) ?? []);
    return candidates.sort((a, b) => a.size - b.size)[0]?.types;
  };
}

/** Operations with the same first error are one topic. The others are counted: most of them follow from it. */
function describeErrors({ operations }: Report): Topic[] {
  const all = operations.flatMap((operation) => {
    const [first, ...others] = operation.errors ?? [];
    return first ? [{ ...first, others: others.length, operation }] : [];
  });
  return [...groupBy(all, ({ message }) => message)].map(([message, errors]): Topic => {
    return {
      ...{ status: "invalid", subject: "", members: [], change: message.replace(/\.$/, ""), labels: [] },
      effect: `${count(errors.length, "operation is", "operations are")} invalid in both schemas`,
      places: groupByPlace(errors).map(([{ place }, group]) => {
        const others = Math.max(...group.map((error) => error.others));
        const message = others > 0 ? `And ${count(others, "other error")}.` : "";
        return { place, rule: "invalid", message, operations: group.map(({ operation }) => operation.name) };
      }),
    };
  });
}

/** A change that is accepted, in one line. */
export interface AcceptedTopic {
  /** Change and number of operations, such as `Integration.name is now nullable, was non-null: 2 operations`. */
  readonly change: string;
  /** Who accepted it, such as `in schema/accepted.json until 2027-01-31: The page shows the ID instead.` */
  readonly reason: string;
}

export function listAccepted({ causes }: Report): AcceptedTopic[] {
  return causes.flatMap(({ accepted, coordinates, change, breaks, changesTypes }) => {
    if (!accepted) return [];
    const message = joinTitle(describeChange(coordinates, change));
    const size = count(breaks.length + changesTypes.length, "operation");
    return [{ change: `${message}: ${size}`, reason: describeAccepted(accepted) }];
  });
}
