/** Compares the types of a result. `breaks` if code that compiled with the old types can fail with the new ones. */

import type { ASTNode } from "graphql";
import { type Member, type Objects, type Property, type ResultType, unwrap } from "../model/result-type.ts";
import { compareLeaves, compareNullability, isAny } from "./compare-leaves.ts";
import { chooseCoordinate, type Location, type ResultComparison } from "./result-comparison.ts";
import type { NodeFinding, Reason } from "./validity.ts";

/** Compares the types of a whole result. `root` is the definition. */
export function compareResults(comparison: ResultComparison, old: Objects, now: Objects, root: ASTNode): NodeFinding[] {
  return compareObjects(comparison, old, now, { coordinate: now.name, node: root });
}

/** @param depth - Number of lists around the type. */
function compareTypes(
  comparison: ResultComparison,
  old: ResultType,
  now: ResultType,
  at: Location,
  depth = 0,
): NodeFinding[] {
  const { coordinate, node } = at;
  const place = (reasons: readonly Reason[]) => reasons.map((reason): NodeFinding => ({ ...reason, node }));
  const [was, is] = [unwrap(old), unwrap(now)];
  if (was.kind !== is.kind) {
    const verdict = isAny(is) ? "changes types" : "breaks";
    const message = `${coordinate} is now ${describeKind(is)}, was ${describeKind(was)}.`;
    return place([{ verdict, rule: "type", coordinate, message }]);
  }
  const findings = place(compareNullability(old, now, coordinate, depth));
  if (was.kind === "list" && is.kind === "list") {
    findings.push(...compareTypes(comparison, was.of, is.of, at, depth + 1));
  } else if (was.kind === "leaf" && is.kind === "leaf") {
    findings.push(...place(compareLeaves(comparison, was, is, coordinate)));
  } else if (was.kind === "objects" && is.kind === "objects") {
    findings.push(...compareObjects(comparison, was, is, at));
  }
  return findings;
}

function describeKind(type: ReturnType<typeof unwrap>): string {
  if (type.kind === "list") return "a list";
  return type.kind === "objects" ? `an object (${type.name})` : type.name;
}

function compareObjects(comparison: ResultComparison, old: Objects, now: Objects, at: Location): NodeFinding[] {
  const [was, is] = [old.members[0], now.members[0]];
  const isSingle = !old.isUnion && !now.isUnion && was && is;
  const findings = isSingle ? compareMember(comparison, was, is, at) : compareMembers(comparison, old, now, at);
  return [...describeLostName(comparison, old.exported.name, at), ...findings];
}

/** Code can import each exported type. */
function describeLostName({ isExported }: ResultComparison, name: string, at: Location): NodeFinding[] {
  if (isExported(name)) return [];
  const { coordinate, node } = at;
  const message = `${coordinate} no longer has the type ${name} in generated code. Code that imports it does not compile.`;
  return [{ verdict: "breaks", rule: "name", coordinate, message, node }];
}

/** Compares each member with itself and not with its siblings, because callers narrow to one type. */
function compareMembers(comparison: ResultComparison, old: Objects, now: Objects, at: Location): NodeFinding[] {
  const pairs = pairMembers(old, now);
  const paired = new Set(pairs.flat());
  const added = now.members.filter((member) => !paired.has(member));
  const removed = old.members.filter((member) => !paired.has(member));
  const isOpen = old.members.some((member) => member.isOpen);
  const isNew = (member: Member) => !old.members.some((was) => replaces(comparison, old, was, member, at));
  const isReadable = ({ properties }: Member) =>
    [...properties].every(
      ([key, property]) => isTypename(property) || acceptsProperty(comparison, old, key, property, at),
    );
  // The union changed, or the field that returns another one now.
  const whole = old.name === now.name ? now.name : at.coordinate;
  const isLost = ({ exported }: Member) => exported !== undefined && !comparison.isExported(exported.name);
  const isGone = (member: Member) =>
    isLost(member) ||
    (member.properties.size > 0 && !now.members.some((is) => replaces(comparison, old, member, is, at)));
  return [
    ...pairs.flatMap(([was, is]) => compareMember(comparison, was, is, at, old)),
    ...describeMembers(added, old, at, (member) => isNew(member) && (!isOpen || !isReadable(member)), {
      coordinate: whole,
      rule: "union-grew",
      change: "can now be",
      effect: "Code that distinguishes its types does not handle this.",
    }),
    ...describeMembers(removed, now, at, isGone, {
      coordinate: whole,
      rule: "union-shrank",
      change: "can no longer be",
      effect: "Code that handles this type no longer compiles.",
    }),
  ];
}

/** Pairs the members that have the same exported name, then those that share an object type. */
function pairMembers(old: Objects, now: Objects): (readonly [old: Member, now: Member])[] {
  const nameOf = ({ exported, isOpen }: Member) => exported?.name ?? (isOpen ? "open" : "");
  const byName = new Map(old.members.map((member) => [nameOf(member), member]));
  const pairs = new Map<Member, Member>();
  for (const member of now.members) {
    const was = byName.get(nameOf(member));
    if (was) pairs.set(member, was);
  }
  const taken = new Set(pairs.values());
  for (const member of now.members) {
    if (pairs.has(member)) continue;
    const was = old.members.find((one) => !taken.has(one) && one.types.some((type) => member.types.includes(type)));
    if (!was) continue;
    pairs.set(member, was);
    taken.add(was);
  }
  return [...pairs].map(([is, was]) => [was, is]);
}

/** Whether callers that narrow the old union cannot distinguish the types, and a value of one is valid for the other. */
function replaces(comparison: ResultComparison, all: Objects, was: Member, is: Member, at: Location): boolean {
  // Code cannot read the properties of the other members if there is one without properties.
  if (is.properties.size === 0 || was.properties.size === 0) return is.properties.size === was.properties.size;
  if (hasOtherTypename(was, is)) return false;
  const extra = [...is.properties].some(
    ([key, { optional }]) =>
      !optional && !was.properties.has(key) && all.members.some(({ properties }) => properties.has(key)),
  );
  return !extra && compareMember(comparison, was, is, at).every(({ verdict }) => verdict !== "breaks");
}

/** Most types differ in their `__typename`, so nothing else has to be compared. */
function hasOtherTypename(was: Member, is: Member): boolean {
  return [...was.properties].some(([key, { type, coordinate }]) => {
    const other = is.properties.get(key);
    if (!coordinate.endsWith(".__typename") || type.kind !== "leaf" || other?.type.kind !== "leaf") return false;
    return [...type.atoms].join() !== [...other.type.atoms].join();
  });
}

/** Describes added or removed members, those that break first. */
function describeMembers(
  members: readonly Member[],
  others: Objects,
  at: Location,
  breaks: (member: Member) => boolean,
  { coordinate, rule, change, effect }: Pick<Reason, "coordinate" | "rule"> & { change: string; effect: string },
): NodeFinding[] {
  return [true, false].flatMap((wanted): NodeFinding[] => {
    const some = members.filter((member) => breaks(member) === wanted);
    const verdict = wanted ? "breaks" : "changes types";
    const isOther = (name: string) => others.members.some(({ types }) => types.includes(name));
    const moved = some.filter(({ types }) => types.length > 0 && types.every(isOther));
    const names = some.flatMap(({ types }) => types.filter((name) => !isOther(name)));
    const findings = moved.map((member) => describeMoved(member, at, verdict));
    if (moved.length === some.length) return findings;
    const what = names.join(", ") || "an unknown type";
    const message = `${at.coordinate} ${change} ${what}.${wanted ? ` ${effect}` : ""}`;
    return [...findings, { verdict, rule, coordinate, message, node: at.node }];
  });
}

/** Other fragments apply to a type that implements other interfaces than before. */
function describeMoved({ types }: Member, at: Location, verdict: NodeFinding["verdict"]): NodeFinding {
  const [name = at.coordinate] = types;
  const message = `${name} implements other interfaces, so ${at.coordinate} has other fields for it.`;
  return { verdict, rule: "type", coordinate: name, message, node: at.node };
}

/** @param all - The old union. Its other members can have a property that the type did not have. */
function compareMember(
  comparison: ResultComparison,
  old: Member,
  now: Member,
  at: Location,
  all?: Objects,
): NodeFinding[] {
  const findings: NodeFinding[] = [];
  const add = ({ coordinate, node }: Location, verdict: NodeFinding["verdict"], message: string) =>
    findings.push({ verdict, rule: "type", coordinate, message, node });
  for (const [key, property] of now.properties) {
    const was = old.properties.get(key);
    const location = locate(comparison, property, at);
    const { coordinate } = location;
    if (!was) {
      const isAccepted = acceptsProperty(comparison, all, key, property, location);
      add(location, isAccepted ? "changes types" : "breaks", `${describeName(now)} now has ${key} in the result.`);
      continue;
    }
    findings.push(...compareTypes(comparison, was.type, property.type, location));
    if (property.optional && !was.optional) add(location, "breaks", `${coordinate} can now be absent.`);
    if (!property.optional && was.optional) add(location, "changes types", `${coordinate} is now always present.`);
  }
  for (const [key, was] of old.properties) {
    if (now.properties.has(key)) continue;
    add(locate(comparison, was, at), "breaks", `${describeName(old)} no longer has ${key} in the result.`);
  }
  // A removed property is reason enough.
  if (findings.length === 0 && old.exported) findings.push(...describeLostName(comparison, old.exported.name, at));
  return findings;
}

/** Whether code that narrows an old union to the types with a property can read the property of another type. */
function acceptsProperty(
  comparison: ResultComparison,
  old: Objects | undefined,
  key: string,
  { type }: Property,
  at: Location,
): boolean {
  const others = old?.members.flatMap(({ properties }) => properties.get(key) ?? []) ?? [];
  const isAccepted = (other: Property) =>
    compareTypes(comparison, other.type, type, at).every(({ verdict }) => verdict !== "breaks");
  return others.length === 0 || others.some(isAccepted);
}

function describeName({ types, isOpen }: Member): string {
  return types.length === 0 && isOpen ? "An unknown type" : types.join(", ");
}

function isTypename({ coordinate }: Property): boolean {
  return coordinate.endsWith(".__typename");
}

/** The field of a property. Uses the interface's coordinate if its field changed as well. */
function locate(comparison: ResultComparison, property: Property, at: Location): Location {
  const { coordinate, node = at.node } = property;
  if (isTypename(property)) return { coordinate: at.coordinate, node };
  return { coordinate: chooseCoordinate(comparison, coordinate, node, (field) => `${field?.type}`), node };
}
