/**
 * Which code still compiles if a type replaces another, in results and in variables. Code that consumes values compiles if it can
 * handle all new ones; code that produces them, if all old ones are accepted. `relate-leaves.ts` decides for scalars and enums,
 * `compare-inputs.ts` for the fields of an input type that keeps its name.
 *
 * In names, `old` and `now` are the two sides of a comparison, and `was` and `is` their parts.
 */

import {
  acceptsAnything,
  type Leaf,
  type Member,
  type Objects,
  type Property,
  type ResultType,
  unwrap,
} from "../model/result-type.ts";
import type { CodeKind, ElementChange } from "./element-change.ts";
import { hasSameKeys, hasTypename, isTypename, pairMembers } from "./members.ts";
import type { NodeReason, UsedElement } from "./reasons.ts";
import { relateEnumName, relateKinds, relateLeaves, relateValues } from "./relate-leaves.ts";
import { describeMembers, describeMovedTypes } from "./relate-members.ts";
import {
  ALL_CODE,
  createContext,
  listCode,
  NO_ELEMENT,
  type RelationContext,
  type RelationOptions,
  stops,
} from "./relation-context.ts";

export interface Relation {
  /** Lists the differences between two types, which are those of an element. */
  compare(old: ResultType, now: ResultType, element: UsedElement): NodeReason[];
  /**
   * The code that stops if it imports the name of a type for values that now have the type `now`. Such code compiles if these values
   * are valid for the new declaration of the name.
   */
  compareName(name: string, now: Leaf | Objects | Member): readonly CodeKind[];
  /** Lists the values that an enum gained or lost. */
  compareValues(old: Leaf, now: Leaf, element: UsedElement): NodeReason[];
}

export function createRelation(options: RelationOptions): Relation {
  const context = createContext(options);
  return {
    compare: (old, now, element) => compareTypes(context, old, now, element),
    compareName: (name, now) => compareName(context, name, now),
    compareValues: (old, now, element) => relateValues(context, old, now, element),
  };
}

/** @param depth - Number of lists around the types. */
function compareTypes(
  context: RelationContext,
  old: ResultType,
  now: ResultType,
  element: UsedElement,
  depth = 0,
): NodeReason[] {
  const was = unwrap(old);
  const is = unwrap(now);
  if (was.kind !== is.kind) return [relateKinds(context, was, is, element, depth)];
  const reasons = compareNullability(context, old, now, element, depth);
  if (was.kind === "list" && is.kind === "list") {
    reasons.push(...compareTypes(context, was.of, is.of, element, depth + 1));
  } else if (was.kind === "leaf" && is.kind === "leaf") {
    const name = was.exported?.name;
    const isRenamed = name !== undefined && name !== is.exported?.name;
    const codeOfName = isRenamed ? compareName(context, name, is) : [];
    reasons.push(...relateLeaves(context, was, is, element, depth, codeOfName));
  } else if (was.kind === "objects" && is.kind === "objects") {
    reasons.push(...compareObjects(context, was, is, element));
  }
  return reasons;
}

function compareNullability(
  context: RelationContext,
  old: ResultType,
  now: ResultType,
  element: UsedElement,
  depth: number,
): NodeReason[] {
  const isNullable = now.kind === "nullable";
  // `unknown` includes null.
  if ((old.kind === "nullable") === isNullable || [old, now].map(unwrap).some(acceptsAnything)) return [];
  const change: ElementChange = { kind: "nullability", now: isNullable ? "nullable" : "non-null", depth };
  return [
    {
      rule: "nullability",
      change,
      code: listCode(context, { consumes: isNullable, produces: !isNullable }),
      ...element,
    },
  ];
}

function compareObjects(
  context: RelationContext,
  old: Objects,
  now: Objects,
  element: UsedElement,
): NodeReason[] {
  const { direction, comparing } = context;
  if (direction === "input") {
    // `compare-inputs.ts` compares an input type that keeps its name, once for all its uses.
    if (old.name === now.name || comparing.get(old)?.has(now)) return [];
    comparing.set(old, (comparing.get(old) ?? new Set()).add(now));
  }
  const was = old.members[0];
  const is = now.members[0];
  const reasons =
    old.isUnion || now.isUnion || !was || !is
      ? compareMembers(context, old, now, element)
      : compareMember(context, was, is, element);
  comparing.get(old)?.delete(now);
  return [...describeName(context, old.exported.name, now.exported.name, now, element), ...reasons];
}

/** The reason that code stops which imports an exported name: the values have another name now, or the name is not exported. */
function describeName(
  context: RelationContext,
  name: string,
  other: string | undefined,
  now: Objects | Member,
  element: UsedElement,
): NodeReason[] {
  const isKept = name === other && context.declared?.(name) !== undefined;
  const code = isKept ? [] : compareName(context, name, now);
  return code.length === 0 ? [] : [{ rule: "name", change: { kind: "name", name }, code, ...element }];
}

function compareName(
  context: RelationContext,
  name: string,
  now: Leaf | Objects | Member,
): readonly CodeKind[] {
  if (!context.declared) return [];
  const declaration = context.declared(name);
  if (declaration?.kind === "enum" && isLeaf(now)) {
    const values = declaration.type.getValues().map((value) => JSON.stringify(value.name));
    return relateEnumName(context, new Set(values), now);
  }
  const isObjects = declaration?.kind === "input" || declaration?.kind === "result";
  if (isObjects && !isLeaf(now)) return compareDeclared(context, asObjects(declaration.type), asObjects(now));
  // There is no such name, or it belongs to another kind of type.
  return listCode(context, ALL_CODE);
}

function isLeaf(type: Leaf | Objects | Member): type is Leaf {
  return "kind" in type && type.kind === "leaf";
}

/**
 * The code that stops if it uses values for a name that declares other ones. Both types are of the new schema.
 *
 * @param declared - What the name declares.
 * @param now - The type of the values.
 */
function compareDeclared(context: RelationContext, declared: Objects, now: Objects): readonly CodeKind[] {
  const { direction, consume, produce } = context;
  const isSame =
    declared.members.length === now.members.length &&
    declared.members.every((member, index) => member === now.members[index]);
  if (isSame) return [];
  // The types alone, without the names of their declarations.
  const reasons = compareTypes(createContext({ direction }), declared, now, NO_ELEMENT);
  return listCode(context, { consumes: stops(consume, reasons), produces: stops(produce, reasons) });
}

function asObjects(type: Objects | Member): Objects {
  if ("kind" in type) return type;
  const exported = type.exported ?? { name: "" };
  return { kind: "objects", name: "", exported, members: [type], isUnion: false };
}

/** Compares each old member with the new one that stands for it, and not with others, because callers narrow to one member. */
function compareMembers(
  context: RelationContext,
  old: Objects,
  now: Objects,
  element: UsedElement,
): NodeReason[] {
  const pairs = pairMembers(old, now);
  const paired = new Set(pairs.flat());
  const added = now.members.filter((member) => !paired.has(member) && !isCovered(context, old, member));
  const removed = old.members.filter((member) => !paired.has(member));
  const codeOfNew = (member: Member) =>
    listCode(context, { consumes: !isReadable(context, old, member), exhausts: true });
  // Code cannot read a member without properties.
  const codeOfOld = ({ properties: { size } }: Member) =>
    listCode(context, { consumes: size > 0, produces: true, exhausts: size > 0 });
  const grown = added.map((member) => ({ member, code: codeOfNew(member) }));
  const shrunk = removed.map((member) => ({ member, code: codeOfOld(member) }));
  return [
    ...pairs.flatMap(([was, is]) => comparePair(context, old, was, is, element)),
    ...describeMembers(context, { change: "added", members: grown, union: now, otherUnion: old }, element),
    ...describeMembers(context, { change: "removed", members: shrunk, union: old, otherUnion: now }, element),
    ...(context.direction === "output" ? describeMovedTypes(pairs, element) : []),
  ];
}

function comparePair(
  context: RelationContext,
  old: Objects,
  was: Member,
  is: Member,
  element: UsedElement,
): NodeReason[] {
  const own = compareMember(context, was, is, element, old.members);
  const name = was.exported?.name;
  const other = is.exported?.name;
  // Code that imports the name is stopped already if the member stops code that consumes it and code that produces it.
  const stopsAll = stops(context.consume, own) && stops(context.produce, own);
  // `compareObjects` compares the name of the whole.
  if (name === undefined || name === old.exported.name || stopsAll) return own;
  return [...own, ...describeName(context, name, other, is, element)];
}

/**
 * Whether code cannot distinguish a new member from an old one and can read it: for example a type that now implements a field
 * as non-null, if the style of the types has a member for each implementation.
 */
function isCovered(context: RelationContext, old: Objects, member: Member): boolean {
  return old.members.some(
    (was) =>
      !was.isOpen &&
      !hasTypename(was) &&
      hasSameKeys(was.properties, member.properties) &&
      !losesProperties(context, was.properties, member.properties),
  );
}

/**
 * Whether old code can read a new member: its branch for unknown types, and each branch that the member reaches because it has
 * a property.
 */
function isReadable(context: RelationContext, old: Objects, { properties }: Member): boolean {
  const open = old.members.find((member) => member.isOpen);
  if (!open || losesProperties(context, open.properties, properties)) return false;
  // Code can narrow by all properties, and cannot distinguish types that have the same ones.
  const twins = old.members.filter((was) => hasSameKeys(was.properties, properties));
  const others = twins.length > 0 ? twins : old.members;
  return [...properties].every(
    ([key, property]) => isTypename(property) || acceptsProperty(context, others, key, property),
  );
}

/** @param all - The members of the old union, if there are several: code can narrow by a property that another member has. */
function compareMember(
  context: RelationContext,
  old: Member,
  now: Member,
  element: UsedElement,
  all: readonly Member[] = [],
): NodeReason[] {
  const isShared = [...now.properties.keys()].some((key) => old.properties.has(key));
  // Input types without a common field are two types: one reason, and not one for each field.
  if (context.direction === "input" && !isShared) {
    const change: ElementChange = { kind: "type", was: old.types.join(), now: now.types.join() };
    return [
      { rule: "type", change, code: listCode(context, { consumes: true, produces: true }), ...element },
    ];
  }
  const current = [...now.properties].flatMap(([key, property]) => {
    const was = old.properties.get(key);
    const own = context.elementOf?.(property, element) ?? element;
    return was
      ? compareProperty(context, was, property, own)
      : [describeAdded(context, key, property, { old, now, all }, own)];
  });
  const removed = [...old.properties].flatMap(([key, was]) => {
    if (now.properties.has(key)) return [];
    const own = context.elementOf?.(was, element) ?? { ...element, coordinate: was.coordinate };
    return [
      createReason(
        own,
        describeField("removed", key, old),
        listCode(context, { consumes: true, produces: true }),
      ),
    ];
  });
  return [...current, ...removed];
}

function compareProperty(
  context: RelationContext,
  was: Property,
  is: Property,
  element: UsedElement,
): NodeReason[] {
  const { consume, produce } = context;
  const reasons = compareTypes(context, was.type, is.type, element);
  if (is.optional && !was.optional)
    reasons.push(createReason(element, { kind: "presence", now: "absent" }, [consume]));
  if (!is.optional && was.optional)
    reasons.push(createReason(element, { kind: "presence", now: "present" }, [produce]));
  return reasons;
}

interface MemberPair {
  readonly old: Member;
  readonly now: Member;
  /** The members of the old union. */
  readonly all: readonly Member[];
}

/** A property that the member did not have. */
function describeAdded(
  context: RelationContext,
  key: string,
  property: Property,
  { old, now, all }: MemberPair,
  element: UsedElement,
): NodeReason {
  // Without `__typename`, code can narrow by the absence of a property that other types have.
  const wasToldByAbsence = !hasTypename(old) && all.some(({ properties }) => properties.has(key));
  const isAccepted = !wasToldByAbsence && acceptsProperty(context, all, key, property);
  return createReason(
    element,
    describeField("added", key, now),
    listCode(context, { consumes: !isAccepted, produces: !property.optional }),
  );
}

function createReason(
  { coordinate, node }: UsedElement,
  change: ElementChange,
  code: readonly CodeKind[],
): NodeReason {
  return { rule: "type", change, code, coordinate, node };
}

function describeField(change: "added" | "removed", name: string, { types }: Member): ElementChange {
  return { kind: "field", change, name, types: types.length > 0 ? types : ["an unknown type"] };
}

/**
 * Whether code that narrows to the members with a property can read the property of another type. Such code handles the union of
 * the property's types, so one of them is enough. If no member has the property, no code reads it.
 */
function acceptsProperty(
  context: RelationContext,
  members: readonly Member[],
  key: string,
  { type }: Property,
): boolean {
  const others = members.flatMap(({ properties }) => properties.get(key) ?? []);
  const acceptsType = (other: Property) =>
    !stops(context.consume, compareTypes(context, other.type, type, NO_ELEMENT));
  return others.length === 0 || others.some(acceptsType);
}

/** Whether code that reads the properties of an old type cannot read those of a new one. */
function losesProperties(
  context: RelationContext,
  old: Member["properties"],
  now: Member["properties"],
): boolean {
  return [...old].some(([key, was]) => {
    const is = now.get(key);
    return (
      !isTypename(was) &&
      (!is || stops(context.consume, compareTypes(context, was.type, is.type, NO_ELEMENT)))
    );
  });
}
