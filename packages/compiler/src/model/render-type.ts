/** Renders the model in TypeScript, exactly as generated code contains it. */

import type { GraphQLEnumType } from "graphql";
import { renderComment } from "../text/typescript-text.ts";
import type { Declaration, Variable } from "./compile.ts";
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
import { rulesOf, type StyleRules } from "./type-style.ts";

/** `output`: a value in a result. `input`: a value in variables, which can be `undefined` if it can be `null`. */
type Direction = "input" | "output";

/** How types are written. */
interface Writing {
  readonly direction: Direction;
  readonly rules: StyleRules;
}

/** Renders a declaration, such as `export type ListQuery = { … };`, without a line break at the end. */
export function renderDeclaration(declaration: Declaration): string {
  const start = `export type ${declaration.name} =`;
  const rules = rulesOf(declaration.style);
  if (declaration.kind === "variables")
    return `${start} Exact<${renderVariables(declaration.variables, rules)}>;`;
  if (declaration.kind === "enum")
    return `${renderDoc(declaration.type)}${start}${renderEnum(declaration.type)};`;
  if (declaration.kind === "input")
    return `${renderDoc(declaration)}${start}${renderInput(declaration.type, rules)};`;
  const { type } = declaration;
  if (!("kind" in type))
    return `${start} ${renderProperties(type.properties, { direction: "output", rules })};`;
  const members = type.members.map(
    (member) => member.exported?.name ?? rules.empty ?? renderEmpty(type, member),
  );
  return `${start}${renderUnion(members)};`;
}

/**
 * Renders a member on which nothing is selected. Code cannot read the properties of the other members without a check. A
 * type that a later schema adds can have a `__typename`, if a fragment on an interface selects it.
 */
function renderEmpty({ members }: Objects, { isOpen }: Member): string {
  const hasTypename = isOpen && members.some(({ properties }) => properties.has("__typename"));
  return `{ readonly __typename?: ${hasTypename ? `'${UNKNOWN_TYPE}'` : "never"} }`;
}

/** Renders a type. Objects and enums are referred to by their exported names. */
function renderType(type: ResultType, writing: Writing): string {
  const { direction, rules } = writing;
  if (type.kind === "list") return `${rules.list}<${renderType(type.of, writing)}>`;
  if (type.kind === "objects") return type.exported.name;
  if (type.kind === "leaf") return renderLeaf(type);
  return addNull(renderType(type.of, writing), direction);
}

function addNull(text: string, direction: Direction): string {
  // `unknown` includes null.
  if (text === "unknown") return text;
  return direction === "input" ? `${text} | null | undefined` : `${text} | null`;
}

function renderLeaf(type: Leaf): string {
  const { exported, atoms } = type;
  if (exported)
    return [exported.name, ...(atoms.has(UNKNOWN_ATOM) ? [renderLiteral(UNKNOWN_ATOM)] : [])].join(" | ");
  if (isTypename(type)) return [...atoms].map(renderLiteral).join(" | ");
  return [...atoms].join(" | ") || "never";
}

/** Renders a literal with single quotes, as graphql-codegen does. */
function renderLiteral(atom: string): string {
  return `'${atom.slice(1, -1)}'`;
}

function renderUnion(members: readonly string[]): string {
  return members.length === 0 ? " never" : members.map((member) => `\n  | ${member}`).join("");
}

/** The fields of a `@oneOf` type are a union with one member per field. */
function renderInput({ members, isUnion }: Objects, rules: StyleRules): string {
  const objects = members.map(({ properties }) =>
    renderProperties(properties, { direction: "input", rules }),
  );
  return isUnion
    ? renderUnion(objects.map((text) => text.replaceAll("\n", "\n    ")))
    : ` ${objects.join("")}`;
}

function renderProperties(properties: ReadonlyMap<string, Property>, writing: Writing): string {
  const { direction, rules } = writing;
  const lines = [...properties].map(([name, property]) => {
    const text = renderType(property.type, writing);
    const doc = renderDoc(property).replaceAll("\n", "\n  ");
    const { optional } = property;
    const type = optional && direction === "input" ? addUndefined(text, rules) : text;
    return `  ${doc}${rules.modifier}${renderKey(name, optional)}: ${type};\n`;
  });
  return `{\n${lines.join("")}}`;
}

function isTypename(type: ResultType): boolean {
  return type.kind === "leaf" && type.name === "__typename";
}

function renderVariables(variables: readonly Variable[], rules: StyleRules): string {
  if (variables.length === 0) return "{ [key: string]: never; }";
  const lines = variables.map(({ name, type, optional }) => {
    const text = renderVariable(type, rules);
    return `  ${renderKey(name, optional)}: ${optional ? addUndefined(text, rules) : text};\n`;
  });
  return `{\n${lines.join("")}}`;
}

/** A list in a variable can be a single item. The lists in an input type cannot, although servers accept it. */
function renderVariable(type: ResultType, rules: StyleRules): string {
  if (!rules.acceptsItems) return renderType(type, { direction: "input", rules });
  if (type.kind === "nullable") return addNull(renderVariable(type.of, rules), "input");
  if (type.kind !== "list") return renderType(type, { direction: "input", rules });
  const item = renderVariable(type.of, rules);
  return `${rules.list}<${item}> | ${item}`;
}

function renderKey(name: string, optional: boolean): string {
  return optional ? `${name}?` : name;
}

/** A value with a default can be `undefined`, even if it cannot be `null`. */
function addUndefined(type: string, { acceptsUndefined }: StyleRules): string {
  return !acceptsUndefined || /^(unknown|never)$|\| undefined$/.test(type) ? type : `${type} | undefined`;
}

function renderEnum(type: GraphQLEnumType): string {
  const values = type
    .getValues()
    .map((value) => `\n  ${renderDoc(value).replaceAll("\n", "\n  ")}| '${value.name}'`);
  return values.join("");
}

/** Renders a doc comment with a line break, or "". */
function renderDoc({ description, deprecationReason }: Described): string {
  const deprecation = deprecationReason == null ? [] : [`@deprecated ${deprecationReason}`];
  const text = [...(description ? [description] : []), ...deprecation].join("\n");
  return text === "" ? "" : renderComment(text);
}
