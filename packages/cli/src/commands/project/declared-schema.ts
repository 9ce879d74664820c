/**
 * Reads the option `schema` from the text of a config, without running it: for a config of another commit.
 */

import { parse } from "@babel/parser";
import type { CallExpression, Expression, Node, ObjectExpression, Program } from "@babel/types";
import { SCHEMA_FILE } from "../../codegen/read-settings.ts";

/** `foreign`: a config without `typedOperations()`. `unknown`: the path is the result of code. */
export type DeclaredSchema =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "foreign" }
  | { readonly kind: "unknown"; readonly line: number };

/** Finds the only call of `typedOperations()`, or the exported object, and its option or the default. */
export function readDeclaredSchema(text: string): DeclaredSchema {
  let program: Program;
  try {
    ({ program } = parse(text, { sourceType: "unambiguous", plugins: ["typescript"] }));
  } catch (error) {
    return { kind: "unknown", line: (error as { readonly loc?: { readonly line: number } }).loc?.line ?? 1 };
  }
  const calls = findCalls(program, findName(program));
  const [call] = calls;
  // A config that exports the one of another file can have its options there.
  const isOwn = /\bgraphql-cli\b|^export\b[^=]*\bfrom\b/m.test(text);
  if (!call && !isOwn) return { kind: "foreign" };
  const options = call ? strip((call.arguments[0] ?? call) as Expression) : findExported(program);
  const line = (call ?? options)?.loc?.start.line ?? 1;
  if (calls.length > 1 || options?.type !== "ObjectExpression") return { kind: "unknown", line };
  // A config of graphql-codegen has no default.
  const path = isOverridden(program, options) ? undefined : findPath(options, program, call && SCHEMA_FILE);
  return path === undefined ? { kind: "unknown", line } : { kind: "path", path };
}

/** The object that a config of graphql-codegen exports. */
function findExported(program: Program): Expression | undefined {
  const exported = program.body.find((node) => node.type === "ExportDefaultDeclaration");
  const value = exported && findConstant(strip(exported.declaration as Expression), program);
  return value && strip(value);
}

/** The local name of the function, which an import can rename. */
function findName({ body }: Program): string {
  const names = body
    .flatMap((node) => (node.type === "ImportDeclaration" ? node.specifiers : []))
    .flatMap((node) => {
      const imported =
        node.type === "ImportSpecifier" && node.imported.type === "Identifier" ? node.imported.name : "";
      return imported === "typedOperations" ? [node.local.name] : [];
    });
  return names[0] ?? "typedOperations";
}

export function listChildren(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child?.type === "string");
}

function findCalls(node: Node, name: string): CallExpression[] {
  const inner = listChildren(node).flatMap((child) => findCalls(child, name));
  if (node.type !== "CallExpression") return inner;
  const { callee } = node;
  const called = callee.type === "MemberExpression" ? callee.property : callee;
  return called.type === "Identifier" && called.name === name ? [node, ...inner] : inner;
}

/** Whether a `schema` is set elsewhere: `{ ...typedOperations({ … }), schema: "…" }`, or in an output. */
function isOverridden(node: Node, options: ObjectExpression): boolean {
  if (node === options) {
    const isOutput = (child: Node) => child.type === "ObjectProperty" && nameOf(child.key) === "generates";
    return options.properties.some((child) => isOutput(child) && hasSchema(child));
  }
  if (node.type === "ObjectProperty" && nameOf(node.key) === "schema") return true;
  return listChildren(node).some((child) => isOverridden(child, options));
}

function hasSchema(node: Node): boolean {
  if (node.type === "ObjectProperty" && nameOf(node.key) === "schema") return true;
  return listChildren(node).some(hasSchema);
}

/**
 * `undefined` if the path is not written as text. The last member counts.
 *
 * @param initial - The path without a member.
 */
function findPath(
  { properties }: ObjectExpression,
  program: Program,
  initial: string | undefined,
): string | undefined {
  let path = initial;
  for (const property of properties) {
    if (property.type === "SpreadElement") path = undefined;
    else if (property.computed || property.type !== "ObjectProperty") path = undefined;
    else if (nameOf(property.key) === "schema") path = evaluate(property.value as Expression, program);
  }
  return path;
}

function nameOf(key: Node): string {
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" ? key.value : "";
}

/** Text, a list with one text, or the name of a constant with one of them. */
function evaluate(node: Expression, program: Program): string | undefined {
  const value = strip(node);
  if (value.type === "StringLiteral") return value.value;
  if (value.type === "ArrayExpression") {
    const [item, ...others] = value.elements;
    return item && others.length === 0 ? evaluate(item as Expression, program) : undefined;
  }
  if (value.type === "TemplateLiteral" && value.expressions.length === 0)
    return value.quasis[0]?.value.cooked ?? undefined;
  const constant = findConstant(value, program);
  return constant && constant !== value ? evaluate(constant, program) : undefined;
}

/** The value of a name, or the expression itself. */
function findConstant(value: Expression, program: Program): Expression | undefined {
  if (value.type !== "Identifier") return value;
  const declared = program.body
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .flatMap((statement) =>
      statement?.type === "VariableDeclaration" && statement.kind === "const" ? statement.declarations : [],
    )
    .find(({ id }) => id.type === "Identifier" && id.name === value.name);
  return declared?.init ?? undefined;
}

/** Removes the type of an expression, such as `as const`. */
function strip(node: Expression): Expression {
  const isTyped = node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression";
  return isTyped ? strip(node.expression) : node;
}
