/** Renders the types of an operation in TypeScript: one property per line, without `readonly`. */

import { type GraphQLSchema, isCompositeType, isInputType, isNonNullType, typeFromAST } from "graphql";
import type { InputShaper } from "../model/build-shapes.ts";
import { type Atoms, type Member, type Objects, type Shape, UNKNOWN_ATOM, unwrap } from "../model/shape.ts";
import { closureOf } from "./differences.ts";
import { compareText, nameOfType, type Operation, variablesOf } from "./document.ts";

/** An operation's result and the schema's input types, under one of the two schemas. */
interface TypesInput {
  readonly schema: GraphQLSchema;
  readonly shapeInput: InputShaper;
  readonly result: Objects;
}

/** Returns `undefined` if both texts are the same. Input types and enums that are equal in both are left out. */
export function renderTypes(
  operation: Operation,
  before: TypesInput,
  after: TypesInput,
): { readonly before: string; readonly after: string } | undefined {
  const [old, now] = [before, after].map((input) => collectDeclarations(operation, input));
  const render = (input: TypesInput, own = new Map<string, string>(), other = new Map<string, string>()): string =>
    [
      `type ${operation.name} = ${renderShape(input.result)};`,
      ...renderVariables(operation, input),
      ...[...own].sort().flatMap(([name, text]) => (other.get(name) === text ? [] : [text])),
    ].join("\n\n");
  const texts = { before: render(before, old, now), after: render(after, now, old) };
  return texts.before === texts.after ? undefined : texts;
}

/** Declarations of the enums in the result, and of all types that the variables refer to. */
function collectDeclarations(operation: Operation, { schema, shapeInput, result }: TypesInput): Map<string, string> {
  const declarations = new Map<string, string>();
  collectEnums(result, declarations);
  for (const variable of variablesOf(operation)) {
    for (const name of closureOf(schema, nameOfType(variable.type))) {
      const type = schema.getType(name);
      if (!isInputType(type) || isCompositeType(type) || declarations.has(name)) continue;
      const text = renderDeclaration(name, unwrap(shapeInput(type)));
      if (text) declarations.set(name, text);
    }
  }
  return declarations;
}

function collectEnums(shape: Shape, declarations: Map<string, string>): void {
  if (shape.kind === "objects") {
    for (const { properties } of shape.members) {
      for (const property of properties.values()) collectEnums(property.shape, declarations);
    }
  } else if (shape.kind !== "atoms") {
    collectEnums(shape.of, declarations);
  } else if (shape.isEnum) {
    declarations.set(shape.name, renderDeclaration(shape.name, shape) ?? "");
  }
}

const MAX_LINE = 100;

function renderShape(shape: Shape, indent = ""): string {
  if (shape.kind === "nullable") return renderNullable(renderShape(shape.of, indent));
  if (shape.kind === "list") return `Array<${renderShape(shape.of, indent)}>`;
  if (shape.kind === "atoms" && shape.isEnum) return [shape.name, ...unknownOf(shape)].join(" | ");
  if (shape.kind === "atoms") return [...shape.atoms].join(" | ") || "never";
  const render = (type: Shape) => renderShape(type, `${indent}  `);
  const members = [...new Set(shape.members.map((member) => renderMember(member, render, indent)))];
  return members.sort().join(" | ") || "never";
}

/** The member for unknown values, which the declaration of the enum does not have. */
function unknownOf({ atoms }: Atoms): string[] {
  return atoms.has(UNKNOWN_ATOM) ? [UNKNOWN_ATOM] : [];
}

function renderNullable(text: string): string {
  return text === "unknown" ? text : `${text} | null`;
}

function renderMember({ properties }: Member, render: (shape: Shape) => string, indent = ""): string {
  if (properties.size === 0) return "Record<PropertyKey, never>";
  const lines = [...properties].map(
    ([name, { optional, shape }]) => `${indent}  ${name}${optional ? "?" : ""}: ${render(shape)};\n`,
  );
  return `{\n${lines.join("")}${indent}}`;
}

/** `type Name = …` of an enum or an input object. Scalars are not declared. */
function renderDeclaration(name: string, shape: Shape): string | undefined {
  if (shape.kind === "objects") {
    const members = shape.members.map((member) => renderMember(sortProperties(member), renderReference));
    return `type ${name} = ${members.join(" | ")};`;
  }
  if (shape.kind !== "atoms" || !shape.isEnum) return undefined;
  const values = [...shape.atoms].filter((atom) => atom !== UNKNOWN_ATOM).sort();
  const line = `type ${name} = ${values.join(" | ")};`;
  return line.length <= MAX_LINE ? line : `type ${name} =\n${values.map((value) => `  | ${value}`).join("\n")};`;
}

/** Only the snapshot is sorted. A field at another position is no change. */
function sortProperties(member: Member): Member {
  return { ...member, properties: new Map([...member.properties].sort(([a], [b]) => compareText(a, b))) };
}

/** Refers to enums and input objects by name, because input types can be recursive. */
function renderReference(shape: Shape): string {
  if (shape.kind === "nullable") return renderNullable(renderReference(shape.of));
  if (shape.kind === "list") return `Array<${renderReference(shape.of)}>`;
  return shape.kind === "objects" || shape.isEnum ? shape.name : [...shape.atoms].join(" | ") || "never";
}

/** `type NameVariables = …`, if the operation has variables. */
function renderVariables(operation: Operation, { schema, shapeInput }: TypesInput): string[] {
  const variables = variablesOf(operation);
  if (variables.length === 0) return [];
  const lines = variables.map(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode);
    const optional = !isNonNullType(type) || defaultValue ? "?" : "";
    const text = isInputType(type) ? renderReference(shapeInput(type)) : "unknown";
    return `  ${variable.name.value}${optional}: ${text};\n`;
  });
  return [`type ${operation.name}Variables = {\n${lines.join("")}};`];
}
