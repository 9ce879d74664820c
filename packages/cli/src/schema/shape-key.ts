/** A text that two shapes of results share if nobody can tell them apart. */

import type { Member, Shape } from "./shape.ts";

const keys = new WeakMap<Shape | Member, string>();

export function keyOf(shape: Shape): string {
  return remember(shape, () => {
    if (shape.kind === "nullable") return `${keyOf(shape.of)}?`;
    if (shape.kind === "list") return `[${keyOf(shape.of)}]`;
    // Members of a union that have the same properties are one for TypeScript.
    if (shape.kind === "objects") return `(${[...new Set(shape.members.map(keyOfMember))].sort().join("|")})`;
    const name = BUILT_IN.has(shape.name) ? "" : shape.name;
    return `${name}<${[...shape.atoms].sort().join(" ")}>`;
  });
}

/** Scalars that differ in name only. Of custom ones with the same TypeScript type, the values may differ. */
const BUILT_IN: ReadonlySet<string> = new Set(["ID", "String", "Int", "Float", "Boolean"]);

export function keyOfMember(member: Member): string {
  return remember(member, () => {
    const properties = [...member.properties].map(
      ([name, { optional, shape }]) => `${name}${optional ? "?" : ""}:${keyOf(shape)}`,
    );
    return `{${properties.sort().join(",")}}`;
  });
}

function remember<Key extends Shape | Member>(key: Key, compute: () => string): string {
  const known = keys.get(key);
  if (known !== undefined) return known;
  const text = compute();
  keys.set(key, text);
  return text;
}
