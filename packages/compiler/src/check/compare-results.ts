/** Compares the types of a result. `breaks` if code that compiled with the old type can fail with the new one. */

import type { ASTNode, GraphQLSchema } from "graphql";
import { type Field, fieldOf } from "../model/graphql.ts";
import { UNKNOWN_TYPE } from "../model/open-types.ts";
import {
  type Atoms,
  acceptsAnything,
  hasEqualMember,
  isAtomAssignable,
  type Member,
  type Objects,
  type Property,
  type Shape,
  UNKNOWN_ATOM,
  unwrap,
} from "../model/shape.ts";
import { compareArguments, type VariablesByName } from "./compare-values.ts";
import { describeInputs } from "./differences.ts";
import { ownerOf } from "./document.ts";
import type { NodeFinding, Reason } from "./validity.ts";

interface ResultComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /** Coordinate by which the document selects a field. If the selection is on an interface, it is the interface's. */
  coordinateOf(node: ASTNode): string | undefined;
  readonly variables: VariablesByName;
}

/** Element that is compared, and its node. */
interface Location {
  readonly coordinate: string;
  readonly node: ASTNode;
}

/** Compares the types of a whole result, and the arguments of its fields. `root` is the operation. */
export function compareResults(comparison: ResultComparison, old: Objects, now: Objects, root: ASTNode): NodeFinding[] {
  return [
    ...compareObjects(comparison, old, now, { coordinate: now.name, node: root }),
    ...compareCalls(comparison, old, now),
  ];
}

/** @param depth - Number of lists around the shape. */
function compareShapes(comparison: ResultComparison, old: Shape, now: Shape, at: Location, depth = 0): NodeFinding[] {
  const { coordinate, node } = at;
  const place = (reasons: readonly Reason[]) => reasons.map((reason): NodeFinding => ({ ...reason, node }));
  const [was, is] = [unwrap(old), unwrap(now)];
  if (was.kind !== is.kind) {
    const verdict = acceptsAnything(was) ? "changes types" : "breaks";
    const message = `${coordinate} is now ${describeKind(is)}, was ${describeKind(was)}.`;
    return place([{ verdict, rule: "type", coordinate, message }]);
  }
  const findings = place(compareNullability(old, now, coordinate, depth));
  if (was.kind === "list" && is.kind === "list") {
    findings.push(...compareShapes(comparison, was.of, is.of, at, depth + 1));
  } else if (was.kind === "atoms" && is.kind === "atoms") {
    findings.push(...place(compareAtoms(was, is, coordinate)));
  } else if (was.kind === "objects" && is.kind === "objects") {
    findings.push(...compareObjects(comparison, was, is, at));
  }
  return findings;
}

function describeKind(shape: Exclude<Shape, { kind: "nullable" }>): string {
  if (shape.kind === "list") return "a list";
  return shape.kind === "objects" ? `an object (${shape.name})` : shape.name;
}

function compareNullability(old: Shape, now: Shape, coordinate: string, depth: number): Reason[] {
  // `unknown` includes null.
  if ((old.kind === "nullable") === (now.kind === "nullable") || [old, now].map(unwrap).some(acceptsAnything))
    return [];
  const subject = depth === 0 ? coordinate : `An item of ${"a list in ".repeat(depth - 1)}${coordinate}`;
  const rule = "nullability";
  if (now.kind !== "nullable") {
    return [{ verdict: "changes types", rule, coordinate, message: `${subject} is now non-null, was nullable.` }];
  }
  return [{ verdict: "breaks", rule, coordinate, message: `${subject} is now nullable, was non-null.` }];
}

function compareAtoms(old: Atoms, now: Atoms, coordinate: string): Reason[] {
  const added = [...now.atoms].filter((atom) => !old.atoms.has(atom));
  const removed = [...old.atoms].filter((atom) => !now.atoms.has(atom));
  const isSame = added.length === 0 && removed.length === 0;
  if (isSame && (old.name === now.name || (!old.isEnum && !now.isEnum))) return [];
  if (!isSame && old.isEnum && now.isEnum) {
    // An atom of an enum is a literal with quotes.
    const valueCoordinate = ({ name }: Atoms, atom: string) => `${name}.${atom.slice(1, -1)}`;
    const isOpen = old.atoms.has(UNKNOWN_ATOM);
    const verdict = isOpen ? "changes types" : "breaks";
    const effect = isOpen ? "" : ` A switch over ${now.name} does not handle it.`;
    return [
      ...added.map((atom): Reason => {
        const message = `${coordinate} can now be ${atom}.${effect}`;
        return { verdict, rule: "enum-grew", coordinate: valueCoordinate(now, atom), message };
      }),
      ...removed.map((atom): Reason => {
        const message = `${coordinate} can no longer be ${atom}. Code that compares it with this value does not compile.`;
        return { verdict: "breaks", rule: "enum-shrank", coordinate: valueCoordinate(old, atom), message };
      }),
    ];
  }
  const isAccepted = acceptsAnything(old) || [...now.atoms].every((atom) => isAtomAssignable(atom, old.atoms));
  const describe = ({ name, isEnum, atoms }: Atoms): string => {
    if (name === "__typename") return [...atoms].join();
    return old.name === now.name ? `${isEnum ? "an enum" : "a scalar"} (${name})` : name;
  };
  const [is, was] = [describe(now), describe(old)];
  const message = `${coordinate} is now ${is}, was ${was}.`;
  return [{ verdict: isAccepted ? "changes types" : "breaks", rule: "type", coordinate, message }];
}

/** Compares each possible type with itself and not with its siblings, because callers narrow to one type. */
function compareObjects(comparison: ResultComparison, old: Objects, now: Objects, at: Location): NodeFinding[] {
  const pairs = pairMembers(old, now);
  const paired = new Set(pairs.flat());
  const keys = new Set(old.members.flatMap(({ properties }) => [...properties.keys()]));
  /** Whether callers that narrow the old union cannot distinguish the types, and a value of one is valid for the other. */
  const replaces = (is: Member, was: Member): boolean => {
    if (is.properties.size === 0) return isEmptyValid(was);
    const extra = [...is.properties].filter(
      ([key, { optional }]) => !optional && keys.has(key) && !was.properties.has(key),
    );
    return (
      extra.length === 0 &&
      was.properties.size > 0 &&
      compareMembers(comparison, was, is, at).every(({ verdict }) => verdict !== "breaks")
    );
  };
  const isUnselected = ({ name }: Member) => now.unselected?.includes(name) ?? false;
  const hadUnselected = (old.unselected ?? []).length > 0;
  const added = now.members.filter((member) => !paired.has(member) && !hasEqualMember(old, member));
  const lost = old.members.filter(
    (member) => !paired.has(member) && !(hasEqualMember(now, member) && (hadUnselected || !isUnselected(member))),
  );
  const removed = lost.filter((member) => !isUnselected(member));
  const isNew = (member: Member) => !old.members.some((was) => replaces(member, was));
  const isGone = (member: Member) => member.properties.size > 0 && !now.members.some((is) => replaces(is, member));
  const isReadable = ({ properties }: Member) =>
    [...properties].every(
      ([key, property]) => isTypename(property) || acceptsProperty(comparison, old, key, property, at),
    );
  return [
    ...pairs.flatMap(([was, is]) => compareMembers(comparison, was, is, at, old)),
    ...describeAddedMembers(old, now, added.filter(isNew), at, !old.isOpen || !added.every(isReadable)),
    ...added.filter((member) => !isNew(member)).map((member) => describeNewTypes(now, [member.name], at, false)),
    ...lost.filter(isUnselected).map((member) => describeEmptied(member, at)),
    ...describeRemovedMembers(old, now, removed, removed.some(isGone), at),
  ];
}

/** Pairs the members of the same type. If there is only one possible type, its name can have changed. */
function pairMembers(old: Objects, now: Objects): (readonly [old: Member, now: Member])[] {
  const [was, is] = [old, now].map(({ members }) => members.filter(({ name }) => name !== UNKNOWN_TYPE));
  const only = was?.length === 1 && is?.length === 1 ? was[0] : undefined;
  return now.members.flatMap((member) => {
    const same = old.members.find(({ name }) => name === member.name);
    const counterpart = member.name === UNKNOWN_TYPE ? same : (only ?? same);
    return counterpart ? [[counterpart, member] as const] : [];
  });
}

/** Members that callers of the old type do not handle. */
function describeAddedMembers(
  old: Objects,
  now: Objects,
  added: readonly Member[],
  at: Location,
  breaks: boolean,
): NodeFinding[] {
  if (added.length === 0) return [];
  const isUnselected = added.some(({ properties }) => properties.size === 0);
  const unselected = isUnselected ? (now.unselected ?? []) : [];
  const isKnown = (name: string) => old.members.some((member) => member.name === name);
  const names = [...added.map(({ name }) => name), ...unselected].filter((name) => name !== "" && !isKnown(name));
  // If the selection of a type is removed, that is a separate finding.
  return names.length > 0 || !unselected.some(isKnown) ? [describeNewTypes(now, names, at, breaks)] : [];
}

/** Lists the types of an added or removed member. A member for unknown types is named only if it is the only one. */
function listTypes(names: readonly string[]): string {
  const named = names.filter((name) => name !== "" && name !== UNKNOWN_TYPE);
  return named.join(", ") || (names.includes(UNKNOWN_TYPE) ? "an unknown type" : "a type without a selection");
}

function describeNewTypes(now: Objects, names: readonly string[], at: Location, breaks: boolean): NodeFinding {
  const effect = breaks ? " Code that distinguishes its types does not handle this." : "";
  const message = `${at.coordinate} can now be ${listTypes(names)}.${effect}`;
  const verdict = breaks ? "breaks" : "changes types";
  return { verdict, rule: "union-grew", coordinate: now.name, message, node: at.node };
}

/** Whether an object without properties is valid: all properties are optional. */
function isEmptyValid({ properties }: Member): boolean {
  return [...properties.values()].every(({ optional }) => optional);
}

function describeEmptied(member: Member, at: Location): NodeFinding {
  const { name, properties } = member;
  const [first] = properties.values();
  const { coordinate = name, node = at.node } = first ?? {};
  const message = `${name} no longer has ${[...properties.keys()].join(", ")} in the result.`;
  return { verdict: isEmptyValid(member) ? "changes types" : "breaks", rule: "type", coordinate, message, node };
}

/** Types that are no longer possible, if the result shows it. */
function describeRemovedMembers(
  old: Objects,
  now: Objects,
  removed: readonly Member[],
  breaks: boolean,
  at: Location,
): NodeFinding[] {
  if (removed.length === 0) return [];
  const kept = new Set([...now.members.map(({ name }) => name), ...(now.unselected ?? [])]);
  const unselected = (old.unselected ?? []).filter((name) => !kept.has(name));
  const names = [...removed.map(({ name }) => name), ...unselected];
  const effect = breaks ? " Code that handles this type no longer compiles." : "";
  const message = `${at.coordinate} can no longer be ${listTypes(names)}.${effect}`;
  const verdict = breaks ? "breaks" : "changes types";
  return [{ verdict, rule: "union-shrank", coordinate: now.name, message, node: at.node }];
}

/** @param all - The old union. Its other members can have a property that the type did not have. */
function compareMembers(
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
    findings.push(...compareShapes(comparison, was.shape, property.shape, location));
    if (property.optional && !was.optional) add(location, "breaks", `${coordinate} can now be absent.`);
    if (!property.optional && was.optional) add(location, "changes types", `${coordinate} is now always present.`);
  }
  for (const [key, was] of old.properties) {
    if (now.properties.has(key)) continue;
    add(locate(comparison, was, at), "breaks", `${describeName(old)} no longer has ${key} in the result.`);
  }
  return findings;
}

/** Whether code that narrows an old union to the types with a property can read the property of another type. */
function acceptsProperty(
  comparison: ResultComparison,
  old: Objects | undefined,
  key: string,
  { shape }: Property,
  at: Location,
): boolean {
  const others = old?.members.flatMap(({ properties }) => properties.get(key) ?? []) ?? [];
  const isAccepted = (other: Property) =>
    compareShapes(comparison, other.shape, shape, at).every(({ verdict }) => verdict !== "breaks");
  return others.length === 0 || others.some(isAccepted);
}

function describeName({ name }: Member): string {
  return name === UNKNOWN_TYPE ? "An unknown type" : name;
}

/**
 * Compares the arguments of all fields. The platform uses those of the object type's field, also if an interface is
 * selected. Those of unknown types are not known.
 */
function compareCalls(comparison: ResultComparison, old: Shape, now: Shape): NodeFinding[] {
  const [was, is] = [unwrap(old), unwrap(now)];
  if (was.kind === "list" && is.kind === "list") return compareCalls(comparison, was.of, is.of);
  if (was.kind !== "objects" || is.kind !== "objects") return [];
  const known = pairMembers(was, is).filter(([{ name }]) => name !== UNKNOWN_TYPE);
  return known.flatMap(([member, { properties }]) =>
    [...properties].flatMap(([key, property]) => {
      const other = member.properties.get(key);
      if (!other) return [];
      return [...compareCall(comparison, other, property), ...compareCalls(comparison, other.shape, property.shape)];
    }),
  );
}

function compareCall(comparison: ResultComparison, old: Property, { coordinate, node }: Property): NodeFinding[] {
  const { before, after, variables } = comparison;
  const [was, is] = [findField(before, old.coordinate), findField(after, coordinate)];
  if (!was || !is || !node) return [];
  const describe = (field: Field | undefined) => describeInputs(field?.args ?? []);
  const owner = chooseCoordinate(comparison, coordinate, node, describe);
  return compareArguments(owner, was.args, is.args, node, variables);
}

function isTypename({ coordinate }: Property): boolean {
  return coordinate.endsWith(".__typename");
}

/** Uses the interface's coordinate if its field changed as well, or if the type no longer has such a field. */
function locate(comparison: ResultComparison, property: Property, at: Location): Location {
  const { coordinate, node = at.node } = property;
  if (isTypename(property)) return { coordinate: at.coordinate, node };
  return { coordinate: chooseCoordinate(comparison, coordinate, node, (field) => `${field?.type}`), node };
}

function chooseCoordinate(
  { before, after, coordinateOf }: ResultComparison,
  coordinate: string,
  node: ASTNode,
  describe: (field: Field | undefined) => string,
): string {
  const selected = coordinateOf(node) ?? coordinate;
  const [old, now] = [before, after].map((schema) => describe(findField(schema, selected)));
  return old === now ? coordinate : selected;
}

function findField(schema: GraphQLSchema, coordinate: string): Field | undefined {
  return fieldOf(schema, schema.getType(ownerOf(coordinate)), coordinate.slice(coordinate.indexOf(".") + 1));
}
