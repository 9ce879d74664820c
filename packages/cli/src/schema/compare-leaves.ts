/** Why a scalar, an enum or a nullability in a result is not the old one. */

import type { ASTNode } from "graphql";
import { isAtomAssignable } from "./assignable.ts";
import { memberCoordinate } from "./coordinates.ts";
import type { Found } from "./finding.ts";
import { type Atoms, holdsAnything, type Shape } from "./shape.ts";

/** Where two shapes are compared. */
export interface At {
  readonly coordinate: string;
  readonly node: ASTNode;
}

/** A finding whose place is known to the caller. */
export type Reason = Omit<Found, "node">;

/** @param depth - how many lists of the field it is inside of */
export function compareNullability(old: Shape, now: Shape, coordinate: string, depth: number): Reason[] {
  if ((old.kind === "nullable") === (now.kind === "nullable")) return [];
  const subject = depth === 0 ? coordinate : `An entry of ${"a list in ".repeat(depth - 1)}${coordinate}`;
  const rule = "nullability";
  if (now.kind !== "nullable") {
    return [{ verdict: "changes types", rule, coordinate, message: `${subject} is never null any more.` }];
  }
  if (!holdsAnything(old)) return [{ verdict: "breaks", rule, coordinate, message: `${subject} may be null now.` }];
  const message = `${subject} may be null now; its type is unknown, which allows that already.`;
  return [{ verdict: "changes types", rule, coordinate, message }];
}

export function compareAtoms(old: Atoms, now: Atoms, coordinate: string): Reason[] {
  const [added, lost] = [difference(now.atoms, old.atoms), difference(old.atoms, now.atoms)];
  const isSame = added.length === 0 && lost.length === 0;
  if (isSame && (old.name === now.name || BUILT_IN_PAIRS.has(`${old.name} ${now.name}`))) return [];
  if (!isSame && old.isEnum && now.isEnum) return compareValues(old, now, added, lost, coordinate);
  const accepted = holdsAnything(old) || [...now.atoms].every((atom) => isAtomAssignable(atom, old.atoms));
  const [is, was] = old.name === TYPENAME ? [[...now.atoms][0], [...old.atoms][0]] : [now.name, old.name];
  const remark = isSame ? "; the TypeScript type is the same, the values may not be" : "";
  const message = `${coordinate} is ${is} now, was ${was}${remark}.`;
  return [{ verdict: accepted ? "changes types" : "breaks", rule: "type", coordinate, message }];
}

/** The same TypeScript type, and values that nobody tells apart. */
const BUILT_IN_PAIRS: ReadonlySet<string> = new Set(["ID String", "String ID", "Int Float", "Float Int"]);

const TYPENAME = "__typename";

function compareValues(
  old: Atoms,
  now: Atoms,
  added: readonly string[],
  lost: readonly string[],
  coordinate: string,
): Reason[] {
  return [
    ...added.map((value): Reason => {
      const message = `${coordinate} may be ${value} now: a switch over ${now.name} misses it.`;
      return { verdict: "breaks", rule: "enum-grew", coordinate: coordinateOfValue(now, value), message };
    }),
    ...lost.map((value): Reason => {
      const message = `${coordinate} is never ${value} any more.`;
      return { verdict: "changes types", rule: "enum-shrank", coordinate: coordinateOfValue(old, value), message };
    }),
  ];
}

/** @param value - a literal, with its quotes */
function coordinateOfValue({ name }: Atoms, value: string): string {
  return memberCoordinate(name, value.slice(1, -1));
}

function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((value) => !b.has(value));
}

export function describeKind(shape: Exclude<Shape, { kind: "nullable" }>): string {
  if (shape.kind === "list") return "a list";
  return shape.kind === "objects" ? `an object (${shape.name})` : shape.name;
}
