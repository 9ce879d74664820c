/** Renders `types.ts` and `enums.ts`. */

import { cacheByObject } from "../model/cache.ts";
import type { Compilation, CompiledDefinition } from "../model/compilation.ts";
import { UNKNOWN_TYPE, UNKNOWN_VALUE } from "../model/open-types.ts";
import { hasOpenTypename, renderDeclaration } from "../model/render-type.ts";
import type { ResultType } from "../model/result-type.ts";

export const EXACT = `/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };`;

/** Renders the types of the results and variables, and of the enums and inputs that they use. */
export function renderTypes({ inputs, definitions }: Compilation): string {
  const exact = definitions.some(({ kind }) => kind !== "fragment") ? [EXACT] : [];
  const texts = [...exact, ...inputs.map(renderInput), ...definitions.map(renderDefinition)];
  return `${texts.join("\n\n")}\n`;
}

/** Renders `types.ts` if each operation has a file: the enums and inputs that operations share. */
export function renderInputs({ inputs }: Compilation): string {
  return `${inputs.map(renderInput).join("\n\n") || "export {};"}\n`;
}

const renderInput = cacheByObject(renderDeclaration);

/** Renders the types of one operation or fragment. */
const renderDefinition = cacheByObject(({ declarations }: CompiledDefinition) =>
  declarations.map(renderDeclaration).join("\n\n"),
);

/**
 * Renders a list of values for each enum, and the literals that stand for unknown values. A module of its
 * own, so that other programs do not load it. The type of a list does not contain the order of the values,
 * which the schema can change.
 */
export function renderEnums({ inputs, definitions }: Compilation, typesModule: string): string {
  const lists = inputs.flatMap((declaration) => {
    if (declaration.kind !== "enum") return [];
    const { name, type } = declaration;
    const values = type.getValues().map((value) => `"${value.name}"`);
    const list = `readonly [Types.${name}, ...Types.${name}[]]`;
    return `/** Values of the enum \`${name}\`. */\nexport const ${name}Values: ${list} = [${values.join(", ")}];\n`;
  });
  const used = new Set(definitions.flatMap(listLiterals));
  const unknown = UNKNOWN.filter(([, literal]) => used.has(literal)).map(
    ([name, literal, comment]) =>
      `/** ${comment}. Handle them with \`default\`. */\nexport const ${name} = "${literal}";\n`,
  );
  const imports = lists.length > 0 ? [`import type * as Types from "${typesModule}";\n`] : [];
  return [...imports, ...lists, ...unknown].join("\n") || "export {};\n";
}

/** Lists the string literals in the types of a definition. */
const listLiterals = cacheByObject(({ declarations }: CompiledDefinition): readonly string[] =>
  declarations.flatMap((declaration) => {
    if (declaration.kind !== "result") return [];
    const { type } = declaration;
    if ("kind" in type) return hasOpenTypename(type) ? UNKNOWN_TYPE : [];
    return [...type.properties.values()].flatMap((property) => literalsOf(property.type));
  }),
);

/** The literals of a value, without those of the types that it refers to. */
function literalsOf(type: ResultType): readonly string[] {
  if (type.kind === "nullable" || type.kind === "list") return literalsOf(type.of);
  if (type.kind === "objects") return [];
  return [...type.atoms].flatMap((atom) => (atom.startsWith('"') ? atom.slice(1, -1) : []));
}

const UNKNOWN = [
  ["UNKNOWN_VALUE", UNKNOWN_VALUE, "Stands for enum values that the schema does not have yet"],
  ["UNKNOWN_TYPE", UNKNOWN_TYPE, "Stands for the `__typename` of types that the schema does not have yet"],
] as const;
