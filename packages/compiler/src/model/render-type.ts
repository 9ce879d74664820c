/** Renders the model in TypeScript, exactly as generated code contains it. */

import type { GraphQLEnumType } from "graphql";
import { renderComment } from "../text/typescript-text.ts";
import type { Declaration, Variable } from "./compilation.ts";
import type { Described } from "./graphql.ts";
import { UNKNOWN_TYPE } from "./open-types.ts";
import {
  type Leaf,
  type Member,
  type Objects,
  type Property,
  type ResultType,
  UNKNOWN_ATOM,
} from "./result-type.ts";
import { type StyleTraits, traitsOf } from "./type-style.ts";

/** How types are written. */
interface Writing {
  /**
   * `output`: a value in a result. `input`: a value in variables, which can be `undefined` if it can be
   * `null`.
   */
  readonly direction: "input" | "output";
  readonly traits: StyleTraits;
  readonly renderScalar: RenderScalar;
}

/** Returns the text of a scalar's TypeScript type. */
type RenderScalar = (type: string) => string;

/** Renders a declaration, such as `export type ListQuery = { … };`, without a line break at the end. */
export function renderDeclaration(declaration: Declaration): string {
  return renderDeclarationWith(declaration, (type) => type);
}

/**
 * Renders a declaration whose scalars are written in another way, such as with imports relative to another
 * folder.
 */
export function renderDeclarationWith(declaration: Declaration, renderScalar: RenderScalar): string {
  const start = `export type ${declaration.name} =`;
  const traits = traitsOf(declaration.style);
  const input: Writing = { direction: "input", traits, renderScalar };
  switch (declaration.kind) {
    case "variables":
      return `${start} Exact<${renderVariables(declaration.variables, input)}>;`;
    case "enum":
      return `${renderDoc(declaration.type, "")}${start}${renderEnum(declaration.type)};`;
    case "input":
      return `${renderDoc(declaration, "")}${start}${renderInput(declaration.type, input)};`;
    case "result":
      return `${start}${renderResult(declaration.type, { ...input, direction: "output" })};`;
  }
}

function renderResult(type: Member | Objects, writing: Writing): string {
  const { traits } = writing;
  if (!("kind" in type)) return ` ${renderProperties(type.properties, writing, "")}`;
  const members = type.members.map(
    (member) => member.exported?.name ?? traits.empty ?? renderEmpty(type, member),
  );
  return renderUnion(members);
}

/**
 * Renders a member on which nothing is selected. Code cannot read the properties of the other members without
 * a check. A type that a later schema adds can have a `__typename`, if a fragment on an interface selects it.
 */
function renderEmpty(union: Objects, { isOpen }: Member): string {
  return `{ readonly __typename?: ${isOpen && hasOpenTypename(union) ? `'${UNKNOWN_TYPE}'` : "never"} }`;
}

/**
 * Whether nothing is selected on the types that a later schema adds, except a `__typename` that some of them
 * can have.
 */
export function hasOpenTypename({ members }: Objects): boolean {
  const isEmpty = members.some(({ isOpen, exported }) => isOpen && !exported);
  return isEmpty && members.some(({ properties }) => properties.has("__typename"));
}

/**
 * The types of a union in TypeScript, rendered. Objects and enums are referred to by their exported names.
 */
type Alternatives = readonly string[];

function renderAlternatives(type: ResultType, writing: Writing): Alternatives {
  const { direction, traits } = writing;
  switch (type.kind) {
    case "list":
      return [renderList(renderAlternatives(type.of, writing), traits)];
    case "objects":
      return [type.exported.name];
    case "leaf":
      return renderLeaf(type, writing);
    case "nullable":
      return addNull(renderAlternatives(type.of, writing), direction);
  }
}

function renderList(items: Alternatives, { list }: StyleTraits): string {
  return `${list}<${items.join(" | ")}>`;
}

/** `unknown` includes `null` and `undefined`. */
function isUnknown(types: Alternatives): boolean {
  return types.length === 1 && types[0] === "unknown";
}

function addNull(types: Alternatives, direction: Writing["direction"]): Alternatives {
  if (isUnknown(types)) return types;
  return direction === "input" ? [...types, "null", "undefined"] : [...types, "null"];
}

/**
 * A value with a default can be `undefined`, even if it cannot be `null`. A field that is not set in a
 * `@oneOf` type is `never`.
 */
function addUndefined(types: Alternatives, { acceptsUndefined }: StyleTraits): Alternatives {
  const isNever = types.length === 1 && types[0] === "never";
  if (!acceptsUndefined || isNever || isUnknown(types) || types.includes("undefined")) return types;
  return [...types, "undefined"];
}

function renderLeaf(type: Leaf, { renderScalar }: Writing): Alternatives {
  const { exported, atoms, name } = type;
  if (exported)
    return atoms.has(UNKNOWN_ATOM) ? [exported.name, renderLiteral(UNKNOWN_ATOM)] : [exported.name];
  if (name === "__typename") return [...atoms].map(renderLiteral);
  return atoms.size > 0 ? [...atoms].map(renderScalar) : ["never"];
}

/** Renders a literal with single quotes, as graphql-codegen does. */
function renderLiteral(atom: string): string {
  return `'${atom.slice(1, -1)}'`;
}

const INDENT = "  ";

function renderUnion(members: readonly string[]): string {
  return members.length === 0 ? " never" : members.map((member) => `\n${INDENT}| ${member}`).join("");
}

/** The fields of a `@oneOf` type are a union with one member per field. */
function renderInput({ members, isUnion }: Objects, writing: Writing): string {
  if (!isUnion)
    return members.map(({ properties }) => ` ${renderProperties(properties, writing, "")}`).join("");
  // Below `| {`.
  const indent = INDENT + INDENT;
  return renderUnion(members.map(({ properties }) => renderProperties(properties, writing, indent)));
}

/** @param indent - White space before the closing brace. The properties have more. */
function renderProperties(
  properties: ReadonlyMap<string, Property>,
  writing: Writing,
  indent: string,
): string {
  const { direction, traits } = writing;
  const inner = indent + INDENT;
  const lines = [...properties].map(([name, property]) => {
    const { type, optional } = property;
    const types = renderAlternatives(type, writing);
    const accepted = optional && direction === "input" ? addUndefined(types, traits) : types;
    const head = `${renderDoc(property, inner)}${traits.modifier}${renderKey(name, optional)}`;
    return `${inner}${head}: ${accepted.join(" | ")};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function renderVariables(variables: readonly Variable[], writing: Writing): string {
  if (variables.length === 0) return "{ [key: string]: never; }";
  const lines = variables.map(({ name, type, optional }) => {
    const types = renderVariable(type, writing);
    const accepted = optional ? addUndefined(types, writing.traits) : types;
    return `${INDENT}${renderKey(name, optional)}: ${accepted.join(" | ")};\n`;
  });
  return `{\n${lines.join("")}}`;
}

/**
 * A list in a variable can be a single item. The lists in an input type cannot, although servers accept it.
 */
function renderVariable(type: ResultType, writing: Writing): Alternatives {
  const { direction, traits } = writing;
  if (!traits.acceptsItems) return renderAlternatives(type, writing);
  if (type.kind === "nullable") return addNull(renderVariable(type.of, writing), direction);
  if (type.kind !== "list") return renderAlternatives(type, writing);
  const items = renderVariable(type.of, writing);
  return [renderList(items, traits), ...items];
}

function renderKey(name: string, optional: boolean): string {
  return optional ? `${name}?` : name;
}

function renderEnum(type: GraphQLEnumType): string {
  const values = type.getValues().map((value) => `\n${INDENT}${renderDoc(value, INDENT)}| '${value.name}'`);
  return values.join("");
}

/** Renders a doc comment, with the line break and the indent of the line after it; or "". */
function renderDoc({ description, deprecationReason }: Described, indent: string): string {
  const deprecation = deprecationReason == null ? [] : [`@deprecated ${deprecationReason}`];
  const text = [...(description ? [description] : []), ...deprecation].join("\n");
  return text === "" ? "" : renderComment(text, indent);
}
