/** Which code still compiles if a scalar or an enum replaces another. */

import {
  acceptsAnything,
  type Leaf,
  type ResultType,
  UNKNOWN_ATOM,
  type unwrap,
} from "../model/result-type.ts";
import { type CodeKind, type ElementChange, mergeCode } from "./element-change.ts";
import type { NodeReason, UsedElement } from "./reasons.ts";
import { ALL_CODE, listCode, type RelationContext } from "./relation-context.ts";

/** @param lost - The code that stops because the exported name of `old` is lost. */
export function relateLeaves(
  context: RelationContext,
  old: Leaf,
  now: Leaf,
  element: UsedElement,
  depth: number,
  lost: readonly CodeKind[],
): NodeReason[] {
  if (old === now) return [];
  const isOutput = context.direction === "output";
  const isSame = old.atoms.size === now.atoms.size && [...old.atoms].every((atom) => now.atoms.has(atom));
  const isEnum = old.exported && now.exported && old.name === now.name;
  if (isSame && old.exported?.name === now.exported?.name && (isEnum || isOutput)) return [];
  if (isEnum) return isOutput ? relateValues(context, old, now, element) : [];
  // Code can narrow each alternative, and compare with each literal.
  const consumes = !isSame && !isAny(now);
  const produces = ![...old.atoms].every((atom) => isAccepted(atom, now.atoms));
  const exhausts = consumes && old.exported !== undefined;
  const code = mergeCode(listCode(context, { consumes, produces, exhausts }), lost);
  // TypeScript has one type for all numbers.
  const isFraction = !isOutput && old.name === "Float" && (now.name === "Int" || now.name === "ID");
  if (!isOutput && code.length === 0 && !isFraction) return [];
  const lostName = lost.length > 0 && old.exported ? { lost: old.exported.name } : {};
  const change: ElementChange = {
    kind: "type",
    ...describeTypes(old, now, depth),
    ...lostName,
    ...(isFraction && { rejects: "a fraction" }),
  };
  const rule = isSame && lostName.lost ? "name" : "type";
  return [{ rule, change, code, ...(isFraction && { fails: true }), ...element }];
}

/** The values of one enum. Code for an open enum has a `default`. */
export function relateValues(
  context: RelationContext,
  old: Leaf,
  now: Leaf,
  element: UsedElement,
): NodeReason[] {
  const isOpen = old.atoms.has(UNKNOWN_ATOM);
  return [
    ...listValues(
      context,
      now,
      old,
      "added",
      listCode(context, { consumes: !isOpen, exhausts: true }),
      element,
    ),
    ...listValues(context, old, now, "removed", listCode(context, ALL_CODE), element),
  ];
}

/** The values that one enum has and the other has not. */
function listValues(
  { direction }: RelationContext,
  leaf: Leaf,
  other: Leaf,
  change: "added" | "removed",
  code: readonly CodeKind[],
  { coordinate, node }: UsedElement,
): NodeReason[] {
  return [...leaf.atoms].flatMap((atom): NodeReason[] => {
    if (other.atoms.has(atom)) return [];
    // An atom of an enum is a literal with quotes.
    const value = atom.slice(1, -1);
    const rule = change === "added" ? "enum-grew" : "enum-shrank";
    const within = direction === "output" ? { in: coordinate } : {};
    return [
      {
        rule,
        coordinate: `${leaf.name}.${value}`,
        change: { kind: "value", change, value, ...within },
        code,
        node,
      },
    ];
  });
}

/** The code that stops if the values of an exported enum are now those of another one. */
export function relateEnumName(
  context: RelationContext,
  values: ReadonlySet<string>,
  now: Leaf,
): readonly CodeKind[] {
  const atoms = [...now.atoms].filter((atom) => atom !== UNKNOWN_ATOM);
  const consumes = !atoms.every((atom) => isAccepted(atom, values));
  const produces = ![...values].every((atom) => isAccepted(atom, now.atoms));
  return listCode(context, { consumes, produces, exhausts: consumes || produces });
}

/** The kind of the type changed, such as a scalar to an object. */
export function relateKinds(
  context: RelationContext,
  old: Unwrapped,
  now: Unwrapped,
  { coordinate, node }: UsedElement,
  depth: number,
): NodeReason {
  const isSet =
    (old.kind === "leaf" && old.exported !== undefined) || (old.kind === "objects" && old.isUnion);
  const consumes = !isAny(now);
  const code = listCode(context, { consumes, produces: !acceptsAnything(now), exhausts: isSet && consumes });
  return {
    rule: "type",
    coordinate,
    change: { kind: "type", ...describeTypes(old, now, depth) },
    code,
    node,
  };
}

/** Code that narrows an `any` compiles with nothing else. Code for every other type compiles with `any`. */
function isAny(type: ResultType): boolean {
  return type.kind === "leaf" && type.atoms.has("any");
}

/** A string literal is assignable to `string`. */
function isAccepted(atom: string, target: ReadonlySet<string>): boolean {
  if (target.has(atom) || target.has("unknown") || target.has("any")) return true;
  return atom.startsWith('"') && target.has("string");
}

type Unwrapped = ReturnType<typeof unwrap>;

function describeTypes(
  old: Unwrapped,
  now: Unwrapped,
  depth: number,
): { readonly was: string; readonly now: string } {
  const hasOneName =
    old.kind === "leaf" && now.kind === "leaf" && old.name === now.name && old.name !== "__typename";
  const lists = depth === 0 ? "" : `a list of ${"lists of ".repeat(depth - 1)}`;
  const [list, object] = depth === 0 ? ["a list", "an object"] : ["lists", "objects"];
  const describe = (type: Unwrapped): string => {
    if (type.kind === "list") return list;
    if (type.kind === "objects") return `${object} (${type.name})`;
    if (type.name === "__typename") return [...type.atoms].join();
    return hasOneName ? `${type.exported ? "an enum" : "a scalar"} (${type.name})` : type.name;
  };
  return { was: lists + describe(old), now: lists + describe(now) };
}
