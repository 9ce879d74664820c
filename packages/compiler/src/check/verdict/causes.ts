/** Groups the findings of all operations by the schema change that causes them. */

import { type GraphQLSchema, isAbstractType } from "graphql";
import { memoize } from "../../model/cache.ts";
import { possibleTypesOf, resolveCoordinate } from "../../model/graphql.ts";
import { comparePlaces, compareText, groupBy, ownerOf } from "../compare/document-operations.ts";
import { type ElementChange, mergeCode } from "../compare/reasons.ts";
import type { Accepted, Cause, CauseFinding, Finding, OperationReport } from "./report.ts";
import { describeChange, joinTitle } from "./sentences.ts";
import { compareWorst, worstHarm } from "./worst.ts";

interface Schemas {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
}

/** Returns the coordinate of the schema change that a finding at a coordinate follows from. */
export type CauseOf = (coordinate: string) => string;

/** If a type or a directive was removed, that is the cause of all findings at its members. */
export function createCauseOf(schemas: Schemas): CauseOf {
  return memoize((coordinate) => {
    const owner = ownerOf(coordinate);
    return isRemoved(schemas, owner) ? owner : coordinate;
  });
}

function isRemoved({ before, after }: Schemas, coordinate: string): boolean {
  return (
    resolveCoordinate(before, coordinate) !== undefined && resolveCoordinate(after, coordinate) === undefined
  );
}

interface OperationFinding {
  readonly finding: Finding;
  readonly operation: OperationReport;
}

/**
 * A change of the schema at one coordinate, or the same change at several members of a type, with its uses.
 */
interface UsedChange {
  readonly coordinates: readonly string[];
  readonly change: ElementChange;
  readonly accepted: Accepted | undefined;
  readonly uses: readonly OperationFinding[];
}

/**
 * Lists the causes: not accepted ones first, the worst harm first, changes of the schema before those of
 * operations, then by the number of operations.
 */
export function findCauses(
  schemas: Schemas,
  operations: readonly OperationReport[],
  causeOf: CauseOf,
): Cause[] {
  const all = operations.flatMap((operation) =>
    operation.findings.map((finding) => ({ finding, operation })),
  );
  // An operation can have the name of a type.
  const coordinateOf = ({ coordinate, change }: Finding) =>
    change.kind === "operation" ? coordinate : causeOf(coordinate);
  const groups = groupBy(all, ({ finding }) =>
    JSON.stringify([finding.accepted, ...identityOf(schemas, coordinateOf(finding), finding)]),
  );
  const single = [...groups.values()].map((uses): UsedChange => {
    const [{ finding: first }] = uses;
    const worst = uses.find(({ finding }) => finding.verdict === "breaks")?.finding ?? first;
    const coordinate = coordinateOf(first);
    const change = findChange(schemas, coordinate, worst);
    return { coordinates: [coordinate], change, accepted: first.accepted, uses };
  });
  return mergeMembers(single).map(createCause).sort(compareCauses);
}

/**
 * The parts of findings that are the same if one change of the schema causes them:
 *
 * | finding of | same |
 * |---|---|
 * | no element | message |
 * | an operation whose text changed | its name and the rule |
 * | a removed element, an interface or a union | coordinate: it is one change for all rules |
 * | another element | coordinate and rule |
 */
function identityOf(
  schemas: Schemas,
  coordinate: string,
  { change, rule, message }: Finding,
): readonly string[] {
  if (coordinate === "") return [coordinate, message];
  if (change.kind === "operation") return [coordinate, rule];
  const isWhole = isRemoved(schemas, coordinate) || isAbstractType(schemas.before.getType(coordinate));
  return isWhole ? [coordinate] : [coordinate, rule];
}

/** Members of one type that change in the same way are one cause, such as new values of an enum. */
function mergeMembers(changes: readonly UsedChange[]): UsedChange[] {
  const groups = groupBy(changes, (change) => JSON.stringify([change.accepted, ...mergedIdentityOf(change)]));
  return [...groups.values()].map((group) => {
    const coordinates = [...new Set(group.flatMap((member) => member.coordinates))].sort(compareText);
    return { ...group[0], coordinates, uses: group.flatMap(({ uses }) => uses) };
  });
}

/** For a member of a type, its type and its change; for another element, its coordinate. */
function mergedIdentityOf({ coordinates: [coordinate = ""], change }: UsedChange): readonly unknown[] {
  const owner = ownerOf(coordinate);
  const isMember = owner !== coordinate && change.kind !== "invalid";
  if (!isMember) return [coordinate, change.kind];
  // What a single call relies on is no part of the schema's change.
  return [owner, { ...change, by: undefined, variable: undefined, rejects: undefined }];
}

function createCause({ coordinates, change, accepted, uses }: UsedChange): Cause {
  const findings = mergeByPlace(uses);
  const breaks = operationsOf(uses.filter(({ finding }) => finding.verdict === "breaks"));
  const changes = operationsOf(uses.filter(({ operation }) => !breaks.includes(operation)));
  const rejected = operationsOf(uses.filter(({ finding }) => finding.harm === "rejected"));
  return {
    coordinates,
    change,
    code: mergeCode(findings.map(({ code }) => code)),
    message: `${joinTitle(describeChange(coordinates, change))}.`,
    verdict: breaks.length > 0 ? "breaks" : "changes types",
    harm: worstHarm(uses.map(({ finding }) => finding.harm)),
    breaks: breaks.map(({ name }) => name),
    rejected: rejected.map(({ name }) => name),
    changesTypes: changes.map(({ name }) => name),
    findings,
    accepted,
  };
}

function operationsOf(uses: readonly OperationFinding[]): OperationReport[] {
  return [...new Set(uses.map(({ operation }) => operation))];
}

/** A finding in a fragment is one finding for all operations that spread it. */
function mergeByPlace(uses: readonly OperationFinding[]): CauseFinding[] {
  const groups = groupBy(uses, ({ finding }) => JSON.stringify(finding));
  const findings = [...groups.values()].map((group): CauseFinding => {
    const { accepted: _, ...finding } = group[0].finding;
    return { ...finding, operations: operationsOf(group).map(({ name }) => name) };
  });
  return findings.sort((a, b) => compareWorst(a, b) || comparePlaces(a.place, b.place));
}

function compareCauses(a: Cause, b: Cause): number {
  return (
    Number(a.accepted !== undefined) - Number(b.accepted !== undefined) ||
    compareWorst(a, b) ||
    Number(a.change.kind === "operation") - Number(b.change.kind === "operation") ||
    b.breaks.length - a.breaks.length ||
    b.changesTypes.length - a.changesTypes.length ||
    compareText(a.message, b.message)
  );
}

/**
 * The change of the element in the schema. That of a finding can be about one operation:
 *
 * | finding | change of the cause |
 * |---|---|
 * | `ReadFlow` has another text | the same |
 * | the operation is invalid, `Flow.name` does not exist | `Flow.name` was removed |
 * | `Flow.name` is now nullable | the same |
 * | a result can now be `Bot`, a type that is new | `Bot` was added |
 * | the operation is invalid, `Flow.name` is no leaf now | the type of `Flow.name` |
 * | the result has other fields, because of `union Owner` | the members of `Owner` |
 */
function findChange({ before, after }: Schemas, coordinate: string, { change }: Finding): ElementChange {
  if (change.kind === "operation") return change;
  const old = resolveCoordinate(before, coordinate);
  const now = resolveCoordinate(after, coordinate);
  if (old && !now) return { kind: "removed" };
  if (isAbout(coordinate, change)) return change;
  if (!old && now) return { kind: "added" };
  if (old && now && "type" in old && "type" in now && `${old.type}` !== `${now.type}`)
    return { kind: "type", was: `${old.type}`, now: `${now.type}` };
  const oldTypes = possibleTypesOf(before, before.getType(coordinate));
  const newTypes = possibleTypesOf(after, after.getType(coordinate));
  const added = newTypes.filter((name) => !oldTypes.includes(name));
  const removed = oldTypes.filter((name) => !newTypes.includes(name));
  return added.length + removed.length > 0 ? { kind: "members", of: coordinate, added, removed } : change;
}

/** Whether a change is one of the element itself, and not about an operation or a part of its result. */
function isAbout(coordinate: string, change: ElementChange): boolean {
  if (change.kind === "members") return change.of === coordinate;
  return change.kind !== "invalid" && change.kind !== "value" && change.kind !== "field";
}
