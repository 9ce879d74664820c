/** Renders the shape of an operation's data, which `@integration-platform/graphql/shape` reads. */

import { BUILT_IN } from "../model/compile-leaf.ts";
import { type Leaf, type Member, type Objects, type ResultType, UNKNOWN_ATOM } from "../model/result-type.ts";
import { selectType } from "../model/scalars.ts";

/** Scalars whose values are those of a TypeScript type. */
const SCALARS: ReadonlyMap<string, string> = new Map([
  ["string", "String"],
  ["number", "Float"],
  ["boolean", "Boolean"],
]);
/** A scalar with any value. */
const ANY = "JSON";

/** Renders the shape of a result. `text` is the operation with its fragments, as it is sent. */
export function renderResponseShape(result: Objects, text: string): string {
  const texts = new Map<Objects, string>();

  const renderType = (type: ResultType): string => {
    if (type.kind === "nullable") return renderNullable(type.of);
    return `${renderNullable(type)}!`;
  };

  const renderNullable = (type: ResultType): string => {
    if (type.kind === "list") return `[${renderType(type.of)}]`;
    if (type.kind === "leaf") return renderLeaf(type);
    if (type.kind === "nullable") return renderNullable(type.of);
    const objects = texts.get(type) ?? type.name + renderSelections(type);
    texts.set(type, objects);
    return objects;
  };

  const renderSelections = ({ members, isUnion }: Objects): string => {
    const [only] = members;
    const rest = members.find(({ isRest }) => isRest);
    if (!isUnion && !rest && only) return renderFields(only);
    const common = rest && renderFields(rest);
    const selections = new Map<string, string[]>();
    for (const member of members) {
      const fields = renderFields(member);
      if (fields !== common) selections.set(fields, [...(selections.get(fields) ?? []), ...member.types]);
    }
    // Last, because it covers all types that no other selection names.
    if (common !== undefined) selections.set(common, []);
    return [...selections].map(([fields, types]) => `<${types.join(" ")}>${fields}`).join("");
  };

  const renderFields = ({ properties }: Member): string => {
    const fields = [...properties].map(([key, { type, optional, node }]) => {
      const name = node?.name.value ?? key;
      const start = `${key}${key === name ? "" : `=${name}`}${optional ? "?" : ""}`;
      return name === "__typename" ? start : `${start}:${renderType(type)}`;
    });
    return `{${fields.join(" ")}}`;
  };

  return `${text.length} ${renderNullable(result)}`;
}

function renderLeaf({ name, exported, atoms }: Leaf): string {
  if (exported) {
    const values = [...atoms].map((atom) => atom.slice(1, -1)).join(" ");
    return atoms.has(UNKNOWN_ATOM) ? `${name}=String` : `${name}(${values})`;
  }
  const text = [...atoms].join(" | ");
  // The type that the scalar has without an option.
  const usual = selectType(BUILT_IN.get(name) ?? "unknown", "output");
  if (text === usual) return name;
  const scalar = SCALARS.get(text) ?? ANY;
  return scalar === name ? scalar : `${name}=${scalar}`;
}
