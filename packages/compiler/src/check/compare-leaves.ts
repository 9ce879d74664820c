/** Compares the types of values without parts: nullability, scalars and enums. */

import { acceptsAnything, type Leaf, type ResultType, UNKNOWN_ATOM, unwrap } from "../model/result-type.ts";
import type { ResultComparison } from "./result-comparison.ts";
import type { Reason } from "./validity.ts";

/** Code that narrows an `any` compiles with nothing else. Code for every other type compiles with `any`. */
export function isAny(type: ResultType): boolean {
  return type.kind === "leaf" && type.atoms.has("any");
}

export function compareNullability(old: ResultType, now: ResultType, coordinate: string, depth: number): Reason[] {
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

export function compareLeaves({ isExported }: ResultComparison, old: Leaf, now: Leaf, coordinate: string): Reason[] {
  if (old === now) return [];
  const added = [...now.atoms].filter((atom) => !old.atoms.has(atom));
  const removed = [...old.atoms].filter((atom) => !now.atoms.has(atom));
  const isSame = added.length === 0 && removed.length === 0;
  if (isSame && old.exported?.name === now.exported?.name) return [];
  if (old.exported && now.exported && old.name === now.name) return compareEnums(old, now, coordinate);
  const describe = ({ name, exported, atoms }: Leaf): string => {
    if (name === "__typename") return [...atoms].join();
    return old.name === now.name ? `${exported ? "an enum" : "a scalar"} (${name})` : name;
  };
  const message = `${coordinate} is now ${describe(now)}, was ${describe(old)}.`;
  if (old.exported && !isExported(old.exported.name)) {
    const effect = `Code that imports ${old.exported.name} does not compile.`;
    return [{ verdict: "breaks", rule: isSame ? "name" : "type", coordinate, message: `${message} ${effect}` }];
  }
  // Code can narrow each alternative, and compare with each literal.
  return [{ verdict: isSame || isAny(now) ? "changes types" : "breaks", rule: "type", coordinate, message }];
}

function compareEnums(old: Leaf, now: Leaf, coordinate: string): Reason[] {
  const without = (one: Leaf, other: Leaf) => [...one.atoms].filter((atom) => !other.atoms.has(atom));
  // An atom of an enum is a literal with quotes.
  const valueCoordinate = ({ name }: Leaf, atom: string) => `${name}.${atom.slice(1, -1)}`;
  const isOpen = old.atoms.has(UNKNOWN_ATOM);
  const effect = isOpen ? "" : ` A switch over ${now.name} does not handle it.`;
  return [
    ...without(now, old).map((atom): Reason => {
      const message = `${coordinate} can now be ${atom}.${effect}`;
      const verdict = isOpen ? "changes types" : "breaks";
      return { verdict, rule: "enum-grew", coordinate: valueCoordinate(now, atom), message };
    }),
    ...without(old, now).map((atom): Reason => {
      const message = `${coordinate} can no longer be ${atom}. Code that compares it with this value does not compile.`;
      return { verdict: "breaks", rule: "enum-shrank", coordinate: valueCoordinate(old, atom), message };
    }),
  ];
}
