/** Groups the findings of all operations by the schema change that causes them. */

import { type GraphQLSchema, isAbstractType } from "graphql";
import { memoize } from "../model/cache.ts";
import { possibleTypesOf, resolveCoordinate } from "../model/graphql.ts";
import { listSome } from "../reports/summary.ts";
import { comparePlaces, compareText, groupBy, ownerOf } from "./document.ts";
import type { Cause, CauseFinding, Finding, OperationReport } from "./report.ts";

const MAX_NAMES = 5;

/** Returns the coordinate of the schema change that a finding at a coordinate follows from. */
export type CauseOf = (coordinate: string) => string;

/** If a type or a directive was removed, that is the cause of all findings at its members. */
export function createCauseOf(before: GraphQLSchema, after: GraphQLSchema): CauseOf {
  return memoize((coordinate) => {
    const owner = ownerOf(coordinate);
    return isRemoved(before, after, owner) ? owner : coordinate;
  });
}

function isRemoved(before: GraphQLSchema, after: GraphQLSchema, coordinate: string): boolean {
  return resolveCoordinate(before, coordinate) !== undefined && resolveCoordinate(after, coordinate) === undefined;
}

/** Lists the causes: not accepted ones first, then by verdict, then by the number of operations. */
export function findCauses(
  { before, after }: { readonly before: GraphQLSchema; readonly after: GraphQLSchema },
  operations: readonly OperationReport[],
  causeOf: CauseOf,
): Cause[] {
  const all = operations.flatMap((operation) => operation.findings.map((finding) => ({ finding, operation })));
  const groups = groupBy(all, ({ finding: { coordinate, rule, message, accepted } }) => {
    const cause = causeOf(coordinate);
    // A removal is one change for all rules, as is a new set of possible types.
    const isWhole = isRemoved(before, after, cause) || isAbstractType(before.getType(cause));
    const kind = isWhole ? "" : cause === "" ? message : rule;
    return JSON.stringify([cause, kind, accepted]);
  });
  const causes = [...groups.values()].flatMap((uses): Cause[] => {
    const [first] = uses;
    if (!first) return [];
    const { coordinate, accepted } = first.finding;
    const findings = mergeByPlace(uses);
    const breaks = operationsOf(uses.filter(({ finding }) => finding.verdict === "breaks"));
    const changes = operationsOf(uses.filter(({ operation }) => !breaks.includes(operation)));
    return [
      {
        coordinates: [causeOf(coordinate)],
        message: describeChange(before, after, causeOf(coordinate), findings),
        verdict: breaks.length > 0 ? "breaks" : "changes types",
        breaks: breaks.map(({ name }) => name),
        changesTypes: changes.map(({ name }) => name),
        findings,
        ...(accepted && { accepted }),
      },
    ];
  });
  return mergeMembers(causes).sort(compareCauses);
}

/** Members of one type that change in the same way, with the same places, are one cause, such as new values of an enum. */
function mergeMembers(causes: readonly Cause[]): Cause[] {
  const groups = groupBy(causes, ({ coordinates: [coordinate = ""], message, findings, accepted }) => {
    const change = message.startsWith(`${coordinate} `) ? message.slice(coordinate.length) : message;
    return JSON.stringify([
      ownerOf(coordinate),
      change,
      accepted,
      findings.map(({ place, verdict }) => [place, verdict]),
    ]);
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const coordinates = group.flatMap((cause) => cause.coordinates).sort(compareText);
    const [coordinate = ""] = first.coordinates;
    const owner = ownerOf(coordinate);
    const names = listSome(coordinates, MAX_NAMES, (one) => one.slice(owner.length + 1));
    const change = first.message
      .slice(coordinate.length)
      .replace(/^ is /, " are ")
      .replace(/^ was /, " were ")
      .replace(/, was /, ", were ");
    const findings = group.flatMap((cause) => cause.findings).sort(compareFindings);
    return [{ ...first, coordinates, message: `${owner}: ${names}${change}`, findings }];
  });
}

interface OperationFinding {
  readonly finding: Finding;
  readonly operation: OperationReport;
}

function operationsOf(uses: readonly OperationFinding[]): OperationReport[] {
  return [...new Set(uses.map(({ operation }) => operation))];
}

/** A finding in a fragment is one finding for all operations that spread it. */
function mergeByPlace(uses: readonly OperationFinding[]): CauseFinding[] {
  const groups = groupBy(uses, ({ finding }) => JSON.stringify(finding));
  const findings = [...groups.values()].flatMap((group): CauseFinding[] => {
    const [first] = group;
    if (!first) return [];
    const { accepted: _, ...finding } = first.finding;
    return [{ ...finding, operations: operationsOf(group).map(({ name }) => name) }];
  });
  return findings.sort(compareFindings);
}

function compareFindings(a: CauseFinding, b: CauseFinding): number {
  // "breaks" sorts before "changes types".
  return compareText(a.verdict, b.verdict) || comparePlaces(a.place, b.place);
}

function compareCauses(a: Cause, b: Cause): number {
  return (
    Number(a.accepted !== undefined) - Number(b.accepted !== undefined) ||
    b.breaks.length - a.breaks.length ||
    b.changesTypes.length - a.changesTypes.length ||
    compareText(a.message, b.message)
  );
}

/** Describes the schema change in one sentence. The messages of findings are about single operations. */
function describeChange(
  before: GraphQLSchema,
  after: GraphQLSchema,
  coordinate: string,
  findings: readonly CauseFinding[],
): string {
  const [old, now] = [before, after].map((schema) => resolveCoordinate(schema, coordinate));
  const message = findings[0]?.message ?? "";
  const firstSentence = message.replace(/\.\s+[A-Z].*$/s, ".");
  if (old && !now) return `${coordinate} was removed.`;
  if (message.startsWith(`${coordinate} `)) return firstSentence;
  if (!old && now) return `${coordinate} is new.`;
  if (old && now && "type" in old && "type" in now && `${old.type}` !== `${now.type}`)
    return `${coordinate} is now ${now.type}, was ${old.type}.`;
  return describePossibleTypes(before, after, coordinate) ?? firstSentence;
}

function describePossibleTypes(before: GraphQLSchema, after: GraphQLSchema, name: string): string | undefined {
  const [old = [], now = []] = [before, after].map((schema) => possibleTypesOf(schema, schema.getType(name)));
  const list = (all: readonly string[], known: readonly string[]): string =>
    listSome(
      all.filter((one) => !known.includes(one)),
      MAX_NAMES,
      String,
    );
  const [added, removed] = [list(now, old), list(old, now)];
  if (added === "" && removed === "") return undefined;
  const parts = [...(added ? [`can now be ${added}`] : []), ...(removed ? [`can no longer be ${removed}`] : [])];
  return `${name} ${parts.join(", and ")}.`;
}
