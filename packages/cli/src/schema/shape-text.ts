/** Shapes as TypeScript-like text for people: one property a line, and no `readonly`. */

import { type GraphQLSchema, isInputType, isNonNullType, typeFromAST } from "graphql";
import type { InputShaper } from "./input-shape.ts";
import type { Operation } from "./operations.ts";
import type { Member, Shape } from "./shape.ts";

const MAX_LINE = 100;

export function renderShape(shape: Shape, indent = ""): string {
  if (shape.kind === "nullable") return renderNullable(renderShape(shape.of, indent));
  if (shape.kind === "list") return `Array<${renderShape(shape.of, indent)}>`;
  if (shape.kind === "atoms") return shape.isEnum ? shape.name : [...shape.atoms].join(" | ") || "never";
  const members = [...new Set(shape.members.map((member) => renderMember(member, indent)))];
  return members.sort().join(" | ") || "never";
}

function renderNullable(text: string): string {
  return text === "unknown" ? text : `${text} | null`;
}

function renderMember({ properties }: Member, indent: string): string {
  if (properties.size === 0) return "Record<PropertyKey, never>";
  const lines = [...properties].map(
    ([name, { optional, shape }]) =>
      `${indent}  ${name}${optional ? "?" : ""}: ${renderShape(shape, `${indent}  `)};\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

/** `type Name = …` of an enum or an input object; scalars are not declared. */
export function renderDeclaration(name: string, shape: Shape): string | undefined {
  if (shape.kind === "objects") return `type ${name} = ${shape.members.map(renderInput).join(" | ")};`;
  if (shape.kind !== "atoms" || !shape.isEnum) return undefined;
  const values = [...shape.atoms].sort();
  const line = `type ${name} = ${values.join(" | ")};`;
  return line.length <= MAX_LINE ? line : `type ${name} =\n${values.map((value) => `  | ${value}`).join("\n")};`;
}

/** The types of its fields stay names: they are declared beside it, and may refer back. */
function renderInput({ properties }: Member): string {
  const lines = [...properties].map(
    ([name, { optional, shape }]) => `  ${name}${optional ? "?" : ""}: ${renderReference(shape)};\n`,
  );
  return `{\n${lines.join("")}}`;
}

function renderReference(shape: Shape): string {
  if (shape.kind === "nullable") return renderNullable(renderReference(shape.of));
  if (shape.kind === "list") return `Array<${renderReference(shape.of)}>`;
  return shape.kind === "objects" || shape.isEnum ? shape.name : [...shape.atoms].join(" | ") || "never";
}

/** `type NameVariables = …`, if it has any: they are written in the document, and the same under both schemas. */
export function renderVariables(
  { name, node }: Operation,
  schema: GraphQLSchema,
  shape: InputShaper,
): readonly string[] {
  const variables = node.variableDefinitions ?? [];
  if (variables.length === 0) return [];
  const lines = variables.map(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode);
    const optional = !isNonNullType(type) || defaultValue ? "?" : "";
    const text = isInputType(type) ? renderReference(shape(type)) : "unknown";
    return `  ${variable.name.value}${optional}: ${text};\n`;
  });
  return [`type ${name}Variables = {\n${lines.join("")}};`];
}
