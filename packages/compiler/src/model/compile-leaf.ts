/** Builds the types of scalars and enums. */

import { type GraphQLEnumType, type GraphQLScalarType, isEnumType } from "graphql";
import { type ExportedName, type Leaf, UNKNOWN_ATOM } from "./result-type.ts";
import { type ScalarType, selectType } from "./scalars.ts";

/**
 * Builds the types of the scalars and enums of one schema, in variables or in results. Each is built once.
 */
export type LeafCompiler = (type: GraphQLScalarType | GraphQLEnumType) => Leaf;

interface LeafOptions {
  readonly scalars: Readonly<Record<string, ScalarType>>;
  readonly direction: "input" | "output";
  /** Whether enums have a member for unknown values. */
  readonly isOpen: boolean;
  /** Returns the exported name of an enum. */
  exportName(name: string): ExportedName;
}

export function createLeafCompiler({ scalars, direction, isOpen, exportName }: LeafOptions): LeafCompiler {
  const mapped = new Map([...BUILT_IN, ...Object.entries(scalars)]);
  const leaves = new Map<string, Leaf>();
  const compile: LeafCompiler = (type) => {
    const { name } = type;
    if (isEnumType(type)) {
      const values = type.getValues().map((value) => JSON.stringify(value.name));
      const atoms = new Set(isOpen ? [...values, UNKNOWN_ATOM] : values);
      return { kind: "leaf", name, exported: exportName(name), atoms };
    }
    const text = selectType(mapped.get(name) ?? "unknown", direction);
    return { kind: "leaf", name, atoms: new Set(splitUnion(text)) };
  };
  return (type) => {
    const leaf = leaves.get(type.name) ?? compile(type);
    leaves.set(type.name, leaf);
    return leaf;
  };
}

/** The parts of a union between the `|`, which a string literal can contain too. */
const UNION_PART = /(?:"[^"]*"|'[^']*'|[^|"'])+/g;

/** A type with brackets is one atom: it equals only the same text. */
function splitUnion(text: string): string[] {
  const parts = /[<>(){}[\]]/.test(text) ? [text] : (text.match(UNION_PART) ?? []);
  return parts.map((part) => part.trim());
}

/** Types of the scalars of every schema. */
export const BUILT_IN: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ["ID", { input: "string | number", output: "string" }],
  ["String", "string"],
  ["Boolean", "boolean"],
  ["Int", "number"],
  ["Float", "number"],
]);
