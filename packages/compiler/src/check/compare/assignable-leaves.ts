/** Which code still compiles if a scalar or an enum replaces another. */

import {
  acceptsAnything,
  type Leaf,
  type ResultType,
  UNKNOWN_ATOM,
  unwrap,
} from "../../model/result-type.ts";
import { ALL_CODE, type AssignabilityContext, listCode } from "./assignability-options.ts";
import {
  type CodeKind,
  type ElementChange,
  mergeCode,
  type NodeReason,
  type UsedElement,
} from "./reasons.ts";

/** @param codeOfName - The code that breaks because it imports the old type by its exported name. */
export function compareLeaves(
  context: AssignabilityContext,
  oldLeaf: Leaf,
  newLeaf: Leaf,
  element: UsedElement,
  depth: number,
  codeOfName: readonly CodeKind[],
): NodeReason[] {
  if (oldLeaf === newLeaf) return [];
  const isOutput = context.direction === "output";
  // The values of an enum in variables are compared once, with its type.
  if (oldLeaf.exported && newLeaf.exported && oldLeaf.name === newLeaf.name)
    return isOutput ? compareEnumValues(context, oldLeaf, newLeaf, element) : [];
  const hasSameAtoms =
    oldLeaf.atoms.size === newLeaf.atoms.size && [...oldLeaf.atoms].every((atom) => newLeaf.atoms.has(atom));
  // Code for `string | number` can contain `typeof value === "string" ? value.trim() : value.toFixed()`.
  // That compiles with neither fewer nor more alternatives, except with `any`.
  const consumes = !hasSameAtoms && (isClosedEnum(oldLeaf) || !isAny(newLeaf));
  const produces = ![...oldLeaf.atoms].every((atom) => isAccepted(atom, newLeaf.atoms));
  const switches = !hasSameAtoms && oldLeaf.exported !== undefined;
  const code = mergeCode([listCode(context, { consumes, produces, switches }), codeOfName]);
  // TypeScript has one type for all numbers.
  const isFraction = !isOutput && oldLeaf.name === "Float" && ["Int", "ID"].includes(newLeaf.name);
  const isSame = isOutput
    ? hasSameAtoms && oldLeaf.exported?.name === newLeaf.exported?.name
    : code.length === 0 && !isFraction;
  if (isSame) return [];
  const lost = codeOfName.length > 0 ? oldLeaf.exported?.name : undefined;
  const change: ElementChange = {
    kind: "type",
    ...describeTypes(oldLeaf, newLeaf, depth),
    ...(lost !== undefined && { lost }),
    ...(isFraction && { rejects: "a fraction" }),
  };
  const rule = hasSameAtoms && lost !== undefined ? "name" : "type";
  return [{ rule, change, code, ...(isFraction && { breaksCalls: true }), ...element }];
}

/** The values of one enum. Code for an open enum has a `default`. */
export function compareEnumValues(
  context: AssignabilityContext,
  oldEnum: Leaf,
  newEnum: Leaf,
  element: UsedElement,
): NodeReason[] {
  const codeOfAdded = listCode(context, { consumes: isClosedEnum(oldEnum), switches: true });
  const codeOfRemoved = listCode(context, ALL_CODE);
  return [
    ...createValueReasons(context, newEnum, oldEnum, "added", codeOfAdded, element),
    ...createValueReasons(context, oldEnum, newEnum, "removed", codeOfRemoved, element),
  ];
}

/** The reasons for the values of an enum that are missing from the same enum of the other schema. */
function createValueReasons(
  { direction }: AssignabilityContext,
  leaf: Leaf,
  other: Leaf,
  change: "added" | "removed",
  code: readonly CodeKind[],
  { coordinate, node }: UsedElement,
): NodeReason[] {
  const atoms = [...leaf.atoms].filter((atom) => !other.atoms.has(atom));
  return atoms.map((atom): NodeReason => {
    // An atom of an enum is a literal with quotes.
    const value = atom.slice(1, -1);
    const within = direction === "output" ? { in: coordinate } : {};
    return {
      rule: change === "added" ? "enum-grew" : "enum-shrank",
      coordinate: `${leaf.name}.${value}`,
      change: { kind: "value", change, value, ...within },
      code,
      node,
    };
  });
}

/**
 * The code that breaks because the name of an enum now declares other values than those of the enum `newEnum`.
 */
export function codeBrokenByEnumName(
  context: AssignabilityContext,
  declared: ReadonlySet<string>,
  newEnum: Leaf,
): readonly CodeKind[] {
  const atoms = [...newEnum.atoms].filter((atom) => atom !== UNKNOWN_ATOM);
  const consumes = !isAny(newEnum) && !atoms.every((atom) => isAccepted(atom, declared));
  const produces = ![...declared].every((atom) => isAccepted(atom, newEnum.atoms));
  return listCode(context, { consumes, produces, switches: consumes || produces });
}

/**
 * The reason for another kind of type, such as an object that was a scalar.
 *
 * @param codeOfName - The code that breaks because it imports the enum of the old type by its exported name.
 */
export function createKindReason(
  context: AssignabilityContext,
  oldType: Unwrapped,
  newType: Unwrapped,
  { coordinate, node }: UsedElement,
  depth: number,
  codeOfName: readonly CodeKind[],
): NodeReason {
  const oldEnum = enumOf(oldType);
  const hasMembers = oldEnum !== undefined || (oldType.kind === "objects" && oldType.isUnion);
  const consumes = !isAny(newType) || (oldEnum !== undefined && isClosedEnum(oldEnum));
  const produces = !acceptsAnything(newType);
  const lostName = codeOfName.length > 0 && oldEnum?.exported ? { lost: oldEnum.exported.name } : {};
  return {
    rule: "type",
    coordinate,
    change: { kind: "type", ...describeTypes(oldType, newType, depth), ...lostName },
    code: mergeCode([listCode(context, { consumes, produces, switches: hasMembers }), codeOfName]),
    node,
  };
}

/** The enum that a type is, or that is in its lists. */
export function enumOf(type: ResultType): Leaf | undefined {
  const nonNull = unwrap(type);
  if (nonNull.kind === "list") return enumOf(nonNull.of);
  return nonNull.kind === "leaf" && nonNull.exported ? nonNull : undefined;
}

/** Code for an enum that is not open can list all values, so it does not compile with `any`. */
function isClosedEnum({ exported, atoms }: Leaf): boolean {
  return exported !== undefined && !atoms.has(UNKNOWN_ATOM);
}

/**
 * Code for every other type compiles with `any`, unless it lists all values. The reverse is not true:
 * `if (typeof value === "number") value.toFixed()` compiles with `any`, but not with `string`, which is
 * `never` in this branch.
 */
function isAny(type: ResultType): boolean {
  return type.kind === "leaf" && type.atoms.has("any");
}

/** A string literal is assignable to `string`. */
function isAccepted(atom: string, target: ReadonlySet<string>): boolean {
  if (target.has(atom) || target.has("unknown") || target.has("any")) return true;
  return atom.startsWith('"') && target.has("string");
}

type Unwrapped = ReturnType<typeof unwrap>;

/** Describes both types: by their names, or by their kinds if they have the same name. */
function describeTypes(
  oldType: Unwrapped,
  newType: Unwrapped,
  depth: number,
): { readonly was: string; readonly now: string } {
  const areLeaves = oldType.kind === "leaf" && newType.kind === "leaf";
  const hasOneName = areLeaves && oldType.name === newType.name && oldType.name !== "__typename";
  const lists = depth === 0 ? "" : `a list of ${"lists of ".repeat(depth - 1)}`;
  const [list, object] = depth === 0 ? ["a list", "an object"] : ["lists", "objects"];
  const describe = (type: Unwrapped): string => {
    if (type.kind === "list") return list;
    if (type.kind === "objects") return `${object} (${type.name})`;
    if (type.name === "__typename") return [...type.atoms].join();
    if (!hasOneName) return type.name;
    return `${type.exported ? "an enum" : "a scalar"} (${type.name})`;
  };
  return { was: lists + describe(oldType), now: lists + describe(newType) };
}
