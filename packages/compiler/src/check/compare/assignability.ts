/**
 * Which code still compiles if the type of the new schema replaces that of the old one, in results and in
 * variables. Code that consumes values compiles if it can handle all new ones, and names no member or
 * property that is gone; code that produces values, if all old ones are still accepted.
 *
 * `assignable-leaves.ts` decides for scalars and enums, `inputs.ts` for the fields of an input type that
 * keeps its name. For variables, `inputs.ts` merges the code of the reasons into one reason for each
 * variable or input field, with a change of its own.
 */

import {
  acceptsAnything,
  type Leaf,
  type Member,
  type Objects,
  type Property,
  type ResultType,
  unwrap,
} from "../../model/result-type.ts";
import {
  ALL_CODE,
  type AssignabilityContext,
  type AssignabilityOptions,
  createContext,
  listCode,
  NO_ELEMENT,
} from "./assignability-options.ts";
import {
  codeBrokenByEnumName,
  compareEnumValues,
  compareLeaves,
  createKindReason,
  enumOf,
} from "./assignable-leaves.ts";
import { createMemberReasons, createMovedTypeReasons } from "./assignable-members.ts";
import { hasSameKeys, hasTypename, isTypename, pairMembers } from "./pair-members.ts";
import {
  breaks,
  type CodeKind,
  type ElementChange,
  type NodeReason,
  type UsedElement,
  WORDS_FOR_UNKNOWN_TYPES,
} from "./reasons.ts";

export interface Assignability {
  /** Lists the differences between two types, as reasons about an element. */
  compare(oldType: ResultType, newType: ResultType, element: UsedElement): NodeReason[];
  /**
   * The code that breaks because it imports the name `oldName` for values that have the type `newType` now.
   * Code that consumes values compiles if `newType` is assignable to what the name declares now; code that
   * produces them, if the reverse is true.
   */
  codeBrokenByName(oldName: string, newType: Leaf | Objects | Member): readonly CodeKind[];
  /** Lists the values that an enum gained or lost. */
  compareEnumValues(oldEnum: Leaf, newEnum: Leaf, element: UsedElement): NodeReason[];
}

export function createAssignability(options: AssignabilityOptions): Assignability {
  const context = createContext(options);
  return {
    compare: (oldType, newType, element) => compareTypes(context, oldType, newType, element),
    codeBrokenByName: (oldName, newType) => codeBrokenByName(context, oldName, newType),
    compareEnumValues: (oldEnum, newEnum, element) => compareEnumValues(context, oldEnum, newEnum, element),
  };
}

/** @param depth - Number of lists around the types. */
function compareTypes(
  context: AssignabilityContext,
  oldType: ResultType,
  newType: ResultType,
  element: UsedElement,
  depth = 0,
): NodeReason[] {
  const oldNonNull = unwrap(oldType);
  const newNonNull = unwrap(newType);
  const nullability = compareNullability(context, oldType, newType, element, depth);
  if (oldNonNull.kind === "list" && newNonNull.kind === "list")
    return [...nullability, ...compareTypes(context, oldNonNull.of, newNonNull.of, element, depth + 1)];
  if (oldNonNull.kind === "leaf" && newNonNull.kind === "leaf") {
    const codeOfName = listCodeOfName(context, oldNonNull, newNonNull);
    return [...nullability, ...compareLeaves(context, oldNonNull, newNonNull, element, depth, codeOfName)];
  }
  if (oldNonNull.kind === "objects" && newNonNull.kind === "objects")
    return [...nullability, ...compareObjects(context, oldNonNull, newNonNull, element)];
  const oldEnum = enumOf(oldNonNull);
  const codeOfName =
    oldEnum && newNonNull.kind === "leaf" ? listCodeOfName(context, oldEnum, newNonNull) : [];
  return [createKindReason(context, oldNonNull, newNonNull, element, depth, codeOfName)];
}

/**
 * The code that breaks because it imports an enum by a name that it no longer has. Unlike the lost name of an
 * object type, that of an enum is no reason of its own: it is added to a reason of the kind `type`.
 */
function listCodeOfName(context: AssignabilityContext, oldLeaf: Leaf, newLeaf: Leaf): readonly CodeKind[] {
  const oldName = oldLeaf.exported?.name;
  const isRenamed = oldName !== undefined && oldName !== newLeaf.exported?.name;
  return isRenamed ? codeBrokenByName(context, oldName, newLeaf) : [];
}

function compareNullability(
  context: AssignabilityContext,
  oldType: ResultType,
  newType: ResultType,
  element: UsedElement,
  depth: number,
): NodeReason[] {
  const isNullable = newType.kind === "nullable";
  if ((oldType.kind === "nullable") === isNullable) return [];
  // `unknown` and `any` include null.
  if (acceptsAnything(unwrap(oldType)) || acceptsAnything(unwrap(newType))) return [];
  const change: ElementChange = { kind: "nullability", now: isNullable ? "nullable" : "non-null", depth };
  const code = listCode(context, { consumes: isNullable, produces: !isNullable });
  return [{ rule: "nullability", change, code, ...element }];
}

function compareObjects(
  context: AssignabilityContext,
  oldType: Objects,
  newType: Objects,
  element: UsedElement,
): NodeReason[] {
  if (context.direction === "output") return compareContents(context, oldType, newType, element);
  // `inputs.ts` compares an input type that keeps its name, once for all its uses.
  if (oldType.name === newType.name) return [];
  const comparing = context.comparing.get(oldType) ?? new Set();
  if (comparing.has(newType)) return [];
  comparing.add(newType);
  context.comparing.set(oldType, comparing);
  const reasons = compareContents(context, oldType, newType, element);
  comparing.delete(newType);
  return reasons;
}

/** Compares the name of an object or a union, and its members. */
function compareContents(
  context: AssignabilityContext,
  oldType: Objects,
  newType: Objects,
  element: UsedElement,
): NodeReason[] {
  const nameReasons = createNameReasons(
    context,
    oldType.exported.name,
    newType.exported.name,
    newType,
    element,
  );
  const [oldMember] = oldType.members;
  const [newMember] = newType.members;
  const isUnion = oldType.isUnion || newType.isUnion;
  // A type without members is `never`.
  const memberReasons =
    isUnion || !oldMember || !newMember
      ? compareMembers(context, oldType, newType, element)
      : compareMember(context, { oldMember, newMember, unionMembers: [] }, element);
  return [...nameReasons, ...memberReasons];
}

/**
 * At most one reason: for code that imports a type by its old name. None if the name stays, or what it
 * declares now fits.
 */
function createNameReasons(
  context: AssignabilityContext,
  oldName: string,
  newName: string | undefined,
  newType: Objects | Member,
  element: UsedElement,
): NodeReason[] {
  if (oldName === newName) return [];
  const code = codeBrokenByName(context, oldName, newType);
  if (code.length === 0) return [];
  return [{ rule: "name", change: { kind: "name", name: oldName }, code, ...element }];
}

/** Implements {@link Assignability.codeBrokenByName}. */
function codeBrokenByName(
  context: AssignabilityContext,
  oldName: string,
  newType: Leaf | Objects | Member,
): readonly CodeKind[] {
  if (!context.declarationOf) return [];
  const declaration = context.declarationOf(oldName);
  if (declaration?.kind === "enum" && isLeaf(newType)) {
    // Here, the type is a `GraphQLEnumType`. The types of other declarations are trees.
    const values = declaration.type.getValues().map((value) => JSON.stringify(value.name));
    return codeBrokenByEnumName(context, new Set(values), newType);
  }
  const declaresObjects = declaration?.kind === "input" || declaration?.kind === "result";
  if (declaresObjects && !isLeaf(newType))
    return codeBrokenByDeclaration(context, asObjects(declaration.type), asObjects(newType));
  // There is no such name, or it belongs to another kind of type.
  return listCode(context, ALL_CODE);
}

function isLeaf(type: Leaf | Objects | Member): type is Leaf {
  return "atoms" in type;
}

/**
 * The code that breaks because its values have another type than the name that it imports, such as a call
 * `show(flow)` of `function show(flow: GetFlowQuery_flow)`. Code with this name is written for the declared
 * type, and receives the actual one. So these two are compared as an old and a new type are.
 *
 * @param declared - Type that the name declares in the new schema.
 * @param actual - Type of the values in the new schema.
 */
function codeBrokenByDeclaration(
  { direction, consume, produce }: AssignabilityContext,
  declared: Objects,
  actual: Objects,
): readonly CodeKind[] {
  // Only the types decide, not the names of nested types: TypeScript compares by structure.
  const context = createContext({ direction });
  const reasons = compareTypes(context, declared, actual, NO_ELEMENT);
  // Code can read an open union that gained a member, but an actual `A | B | C` is not assignable to the
  // declared `A | B`. If a member is added or removed, a reason breaks `switches`, so this finds it. It also
  // finds an actual `A`, which is assignable: a false alarm, in a rare case.
  const hasOtherMembers = breaks("switches", reasons);
  return listCode(context, {
    consumes: breaks(consume, reasons) || hasOtherMembers,
    produces: breaks(produce, reasons),
  });
}

/** The type that a single member of a result exports. `Objects` stay as they are. */
function asObjects(type: Objects | Member): Objects {
  if ("kind" in type) return type;
  return { kind: "objects", name: "", exported: { name: "" }, members: [type], isUnion: false };
}

/**
 * Compares each old member with the new one that `pairMembers` chooses, and with no other: callers narrow to
 * one member. No two members share a partner, and some have none.
 */
function compareMembers(
  context: AssignabilityContext,
  oldUnion: Objects,
  newUnion: Objects,
  element: UsedElement,
): NodeReason[] {
  const pairs = pairMembers(oldUnion, newUnion);
  const paired = new Set(pairs.flat());
  const added = newUnion.members
    .filter((member) => !paired.has(member) && !looksLikeOldMember(context, oldUnion, member))
    .map((member) => ({ member, code: codeBrokenByAdded(context, oldUnion, member) }));
  const removed = oldUnion.members
    .filter((member) => !paired.has(member))
    .map((member) => ({ member, code: codeBrokenByRemoved(context, member) }));
  const grown = { change: "added", members: added, union: newUnion, otherUnion: oldUnion } as const;
  const shrunk = { change: "removed", members: removed, union: oldUnion, otherUnion: newUnion } as const;
  return [
    ...pairs.flatMap(([oldMember, newMember]) =>
      comparePair(context, oldUnion, oldMember, newMember, element),
    ),
    ...createMemberReasons(context, grown, element),
    ...createMemberReasons(context, shrunk, element),
    // Object types that are in another member now, because they implement other interfaces.
    ...createMovedTypeReasons(pairs, element),
  ];
}

/** Code that lists all members lacks the added one, even if it has no properties. */
function codeBrokenByAdded(context: AssignabilityContext, oldUnion: Objects, newMember: Member): CodeKind[] {
  return listCode(context, { consumes: !canReadMember(context, oldUnion, newMember), switches: true });
}

/**
 * Code that reads or lists the removed member names a property of it. If it has none, such code still
 * compiles.
 */
function codeBrokenByRemoved(context: AssignabilityContext, { properties }: Member): CodeKind[] {
  const isReadable = properties.size > 0;
  return listCode(context, { consumes: isReadable, produces: true, switches: isReadable });
}

function comparePair(
  context: AssignabilityContext,
  oldUnion: Objects,
  oldMember: Member,
  newMember: Member,
  element: UsedElement,
): NodeReason[] {
  const reasons = compareMember(context, { oldMember, newMember, unionMembers: oldUnion.members }, element);
  const oldName = oldMember.exported?.name;
  // A member without a name of its own: `compareContents` compares the name of the union.
  if (oldName === undefined || oldName === oldUnion.exported.name) return reasons;
  // Code that imports the name consumes or produces such values, so it is broken already.
  if (breaks(context.consume, reasons) && breaks(context.produce, reasons)) return reasons;
  return [...reasons, ...createNameReasons(context, oldName, newMember.exported?.name, newMember, element)];
}

/**
 * Whether code cannot distinguish an added member from an old one, and can read it. So it is no addition.
 *
 * This happens in the style `graphql-codegen`. For `{ node { name } }`, all types of the interface share the
 * member `{ name: string | null }`. When `Flow.name` becomes `String!`, which the interface does not declare,
 * `Flow` gets its own member `{ name: string }`. Code for the first one reads it.
 *
 * The open member is left out: it is for types of a later schema, which code handles apart.
 */
function looksLikeOldMember(context: AssignabilityContext, oldUnion: Objects, newMember: Member): boolean {
  return oldUnion.members.some(
    (oldMember) =>
      !oldMember.isOpen &&
      !hasTypename(oldMember) &&
      hasSameKeys(oldMember.properties, newMember.properties) &&
      canReadAll(context, oldMember, newMember),
  );
}

/**
 * Whether code for an old union can read a new member. There must be a branch for unknown types, and it must
 * be able to read the new member. Code that tests `key in value` has other branches that can receive it:
 *
 * - If old members have the same keys, each such test has the same result for the new member as for them. For
 *   example, a new `{ id, name }` is read by the code for an old `{ id, name }`, which must be able to do so.
 * - Otherwise, for example `{ id, name }` for code that knows `{ id, total }`, the branch of `"id" in value`
 *   must be able to read it. The same is true of each other key.
 */
function canReadMember(context: AssignabilityContext, { members }: Objects, newMember: Member): boolean {
  const openMember = members.find((member) => member.isOpen);
  if (!openMember || !canReadAll(context, openMember, newMember)) return false;
  const keys = [...newMember.properties.keys()];
  const alike = members.filter(({ properties }) => hasSameKeys(properties, newMember.properties));
  if (alike.length > 0) return canReadInBranch(context, alike, newMember, keys);
  return keys.every((key) => canReadAfterTest(context, members, newMember, key));
}

/**
 * Whether code can read a new member in the branch of `key in value`.
 *
 * Code that knows `{ id, name: string } | { id, total: number }` can contain `if ("name" in value) …`, and
 * reads `id` and `name` there. A new member `{ id, name: string, size: number }` enters this branch, and code
 * can read it. A new `{ id, name: number }` enters it too, and code cannot read its name. For the key `size`
 * there is no such branch, because no old member has it.
 */
function canReadAfterTest(
  context: AssignabilityContext,
  oldMembers: readonly Member[],
  newMember: Member,
  key: string,
): boolean {
  const [first, ...others] = oldMembers.filter(({ properties }) => properties.has(key));
  if (!first) return true;
  // With a `__typename`, code narrows by it to read other properties, so this branch reads only `key`. Without
  // one, it reads all keys that its members share, which are among those of the first.
  const keys = hasTypename(newMember) ? [key] : [...first.properties.keys()];
  return canReadInBranch(context, [first, ...others], newMember, keys);
}

/**
 * Whether code that narrows to some old members can read a new one. For example, for the branch
 * `{ id: string, name: string } | { id: number, total: number }`:
 *
 * - Code can read `id` there, which is `string | number`. A new `id: string` fits one of both, `id: boolean`
 *   does not.
 * - TypeScript lets code read neither `name` nor `total`, so their new types do not matter.
 */
function canReadInBranch(
  context: AssignabilityContext,
  branch: readonly Member[],
  newMember: Member,
  keys: readonly string[],
): boolean {
  return keys.every((key) => {
    const oldProperties = branch.flatMap(({ properties }) => properties.get(key) ?? []);
    const isReadable = oldProperties.length === branch.length && !oldProperties.some(isTypename);
    if (!isReadable) return true;
    const newProperty = newMember.properties.get(key);
    return newProperty !== undefined && oldProperties.some((old) => canRead(context, old, newProperty));
  });
}

/**
 * Whether code that reads all properties of an old member can read those of a new one. Members differ in
 * `__typename`.
 */
function canReadAll(context: AssignabilityContext, oldMember: Member, newMember: Member): boolean {
  return [...oldMember.properties].every(([key, oldProperty]) => {
    if (isTypename(oldProperty)) return true;
    const newProperty = newMember.properties.get(key);
    return newProperty !== undefined && canRead(context, oldProperty, newProperty);
  });
}

/** Whether code for an old property can read a new one. */
function canRead(context: AssignabilityContext, oldProperty: Property, newProperty: Property): boolean {
  if (newProperty.optional && !oldProperty.optional) return false;
  return !breaks(context.consume, compareTypes(context, oldProperty.type, newProperty.type, NO_ELEMENT));
}

interface MemberPair {
  readonly oldMember: Member;
  readonly newMember: Member;
  /** All members of the old union, by whose properties code can narrow. Empty if there is no union. */
  readonly unionMembers: readonly Member[];
}

function compareMember(context: AssignabilityContext, pair: MemberPair, element: UsedElement): NodeReason[] {
  const { oldMember, newMember } = pair;
  const hasCommonKey = [...newMember.properties.keys()].some((key) => oldMember.properties.has(key));
  // Input types without a common field: one reason for another type, and not one for each field.
  if (context.direction === "input" && !hasCommonKey) {
    // An input type has one name.
    const [was = ""] = oldMember.types;
    const [now = ""] = newMember.types;
    const change: ElementChange = { kind: "type", was, now };
    return [createTypeReason(element, change, listCode(context, { consumes: true, produces: true }))];
  }
  const reasons = [...newMember.properties].flatMap(([key, newProperty]) => {
    const oldProperty = oldMember.properties.get(key);
    const propertyElement = context.elementOf?.(newProperty, element) ?? element;
    if (oldProperty) return compareProperty(context, oldProperty, newProperty, propertyElement);
    return [createAddedReason(context, key, newProperty, pair, propertyElement)];
  });
  for (const [key, oldProperty] of oldMember.properties) {
    if (newMember.properties.has(key)) continue;
    // For variables, `inputs.ts` reads the name of the removed field from this coordinate.
    const propertyElement = context.elementOf?.(oldProperty, element) ?? {
      ...element,
      coordinate: oldProperty.coordinate,
    };
    const code = listCode(context, { consumes: true, produces: true });
    reasons.push(createTypeReason(propertyElement, createFieldChange("removed", key, oldMember), code));
  }
  return reasons;
}

function compareProperty(
  context: AssignabilityContext,
  oldProperty: Property,
  newProperty: Property,
  element: UsedElement,
): NodeReason[] {
  const reasons = compareTypes(context, oldProperty.type, newProperty.type, element);
  if (newProperty.optional === oldProperty.optional) return reasons;
  const presence: NodeReason = newProperty.optional
    ? createTypeReason(element, { kind: "presence", now: "absent" }, [context.consume])
    : createTypeReason(element, { kind: "presence", now: "present" }, [context.produce]);
  return [...reasons, presence];
}

/**
 * The reason for a property that the old member did not have. Code that produces values breaks unless the
 * property is optional.
 *
 * Code that consumes `{ id: string } | { total: number }` can contain
 * `if ("total" in value) value.total.toFixed(); else value.id.trim();`. If the first member gains this:
 *
 * - `total: number`: no member is left for `else`, so `value.id` does not compile.
 * - `total: string`: the first branch receives it too, so `value.total.toFixed` does not compile.
 * - `total?: number`, if it is `total?: number` in the other member too: both members are in both branches,
 *   where code can read them. So this compiles.
 *
 * With a `__typename`, code narrows by that, and not by `else`. It can still read `total` after the test.
 */
function createAddedReason(
  context: AssignabilityContext,
  key: string,
  newProperty: Property,
  { oldMember, newMember, unionMembers }: MemberPair,
  element: UsedElement,
): NodeReason {
  const owners = unionMembers.filter(({ properties }) => properties.has(key));
  const canNarrowByElse = owners.length > 0 && !hasTypename(oldMember);
  const isInBothBranches =
    newProperty.optional &&
    owners.every((owner) => !hasTypename(owner) && canReadAll(context, owner, newMember));
  const canReadInElse = !canNarrowByElse || isInBothBranches;
  const canReadInBoth = canReadInElse && canReadAfterTest(context, unionMembers, newMember, key);
  const code = listCode(context, { consumes: !canReadInBoth, produces: !newProperty.optional });
  return createTypeReason(element, createFieldChange("added", key, newMember), code);
}

function createTypeReason(
  { coordinate, node }: UsedElement,
  change: ElementChange,
  code: readonly CodeKind[],
): NodeReason {
  return { rule: "type", change, code, coordinate, node };
}

function createFieldChange(change: "added" | "removed", name: string, { types }: Member): ElementChange {
  return { kind: "field", change, name, types: types.length > 0 ? types : WORDS_FOR_UNKNOWN_TYPES };
}
