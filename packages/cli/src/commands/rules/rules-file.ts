/** Reads and changes the text of a rules file. What is in it stays as it is. */

import type { Expression, Node, ObjectExpression, Program, SpreadElement } from "@babel/types";
import { wrap } from "@integration-platform/graphql-compiler/internal/reports/summary";
import type { Line, LineName } from "./line.ts";

/** A change of a text: from `start` to `end`, or an insertion. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Why a file cannot be changed. */
export class FormatError extends Error {}

const ENTRY = "@integration-platform/graphql-testing/rules";

const HEADER = `/**
 * The rules of the simulated platform: what filters, orders and mutations of the schema mean.
 *
 * "platform-graphql rules" proposes lines for what the operations use. Review each of them: a line with \`todo\` is an error
 * in the tests that need it.
 */`;

/** Renders a new file. @param entry - Module of the comparisons */
export function renderFile(lines: readonly Line[], entry: string = ENTRY): string {
  const names = [...new Set(lines.flatMap(({ uses }) => uses))].sort();
  const types = names.filter(isType);
  const values = names.filter((name) => !isType(name));
  const imports = [...values, ...[...types, "Rules"].map((name) => `type ${name}`)];
  const body = renderSections(lines, "  ");
  return `${HEADER}\n\n${renderImport(imports, entry)}\n\nexport default {\n${body}} satisfies Rules;\n`;
}

const isType = (name: string): boolean => /^[A-Z]/.test(name);

function renderImport(names: readonly string[], entry: string = ENTRY): string {
  const line = `import { ${names.join(", ")} } from "${entry}";`;
  return line.length <= 120 ? line : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${entry}";`;
}

const ORDER = ["filters", "orders", "pages", "keys", "inverses", "resolvers"];

/** Renders lines in their sections: those of one section are together. */
function renderSections(lines: readonly Line[], indent: string, depth = 0): string {
  const names = [...new Set(lines.map(({ section }) => section[depth]))].filter((name) => name !== undefined);
  if (depth === 0) names.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const own = lines.filter(({ section }) => section.length === depth);
  const sections = names.map((name) => {
    const inner = renderSections(
      lines.filter(({ section }) => section[depth] === name),
      `${indent}  `,
      depth + 1,
    );
    return `${indent}${renderKey(name)}: {\n${inner}${indent}},\n`;
  });
  return [...own.map((line) => renderLine(line, indent)), ...sections].join("");
}

function renderKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** A line with its notes above it. */
function renderLine({ key, value, notes }: Line, indent: string): string {
  const comments = notes
    .flatMap((note) => wrap(printComment(note), 117 - indent.length))
    .map((text) => `${indent}// ${text}\n`);
  const [first = "", ...rest] = value.split("\n");
  const text = [first, ...rest.map((line) => `${indent}${line}`)].join("\n");
  const line = `${indent}${renderKey(key)}: ${text},\n`;
  // A resolver that is too long for one line continues after its arrow.
  const broken = line.length > 121 && rest.length === 0 ? line.replace("=> ", `=>\n${indent}  `) : line;
  return `${comments.join("")}${broken}`;
}

/** Names of a schema cannot end a comment, but a description can contain a line break. */
const printComment = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Adds lines to a file, and turns stale lines into comments. @throws FormatError */
export async function changeFile(text: string, added: readonly Line[], stale: readonly LineName[]): Promise<string> {
  const program = await parse(text);
  const rules = findRules(program);
  const edits = [
    ...stale.flatMap((line) => commentOut(text, program, rules, line)),
    ...insertLines(text, program, rules, added, []),
    ...(added.length > 0 ? addImports(text, program, added) : []),
  ];
  return apply(text, edits);
}

function apply(text: string, edits: readonly Edit[]): string {
  // From the end, so that positions stay valid. Insertions at one place keep their order.
  const sorted = edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.start - a.start || b.index - a.index);
  return sorted.reduce(
    (result, { start, end, text: added }) => result.slice(0, start) + added + result.slice(end),
    text,
  );
}

async function parse(text: string): Promise<Program> {
  const { parse: parseModule } = await import("@babel/parser");
  try {
    return parseModule(text, { sourceType: "module", plugins: ["typescript"] }).program;
  } catch (error) {
    throw new FormatError((error as Error).message);
  }
}

/** The object of the default export. @throws FormatError */
function findRules(program: Program): ObjectExpression {
  const exported = program.body.find((node) => node.type === "ExportDefaultDeclaration");
  const rules = exported && findObject(program, exported.declaration);
  if (rules) return rules;
  throw new FormatError("its default export is no object literal");
}

/** The object literal of an expression: itself, in `satisfies`, or of a constant. */
function findObject(program: Program, node: Node | null | undefined): ObjectExpression | undefined {
  switch (node?.type) {
    case "ObjectExpression":
      return node;
    case "TSSatisfiesExpression":
    case "TSAsExpression":
    case "ParenthesizedExpression":
      return findObject(program, node.expression);
    case "Identifier":
      return findObject(program, findConstant(program, node.name));
    default:
      return undefined;
  }
}

function findConstant(program: Program, name: string): Expression | null | undefined {
  const statements = program.body.map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node));
  const declarations = statements.flatMap((node) => (node?.type === "VariableDeclaration" ? node.declarations : []));
  return declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init;
}

function findProperty(object: ObjectExpression, key: string): ObjectExpression["properties"][number] | undefined {
  return object.properties.find((property) => property.type !== "SpreadElement" && keyOf(property) === key);
}

function keyOf(property: Exclude<ObjectExpression["properties"][number], SpreadElement>): string | undefined {
  const { key, computed } = property;
  if (key.type === "StringLiteral") return key.value;
  return key.type === "Identifier" && !computed ? key.name : undefined;
}

/** Inserts lines at the end of their sections, which are created if they do not exist. */
function insertLines(
  text: string,
  program: Program,
  object: ObjectExpression,
  lines: readonly Line[],
  path: readonly string[],
): Edit[] {
  const depth = path.length;
  const missing: Line[] = lines.filter(({ section }) => section.length === depth);
  const edits: Edit[] = [];
  for (const name of new Set(lines.flatMap(({ section }) => section[depth] ?? []))) {
    const inner = lines.filter(({ section }) => section[depth] === name);
    const property = findProperty(object, name);
    if (!property) {
      missing.push(...inner);
      continue;
    }
    const value = property.type === "ObjectProperty" ? findObject(program, property.value) : undefined;
    const place = [...path, name].join(".");
    if (!value) throw new FormatError(`the value of "${place}" is no object literal`);
    edits.push(...insertLines(text, program, value, inner, [...path, name]));
  }
  if (missing.length === 0) return edits;
  return [...edits, ...appendTo(text, object, (indent) => renderSections(missing, indent, depth))];
}

/** Appends properties to an object literal. */
function appendTo(text: string, object: ObjectExpression, render: (indent: string) => string): Edit[] {
  const start = object.start ?? 0;
  const end = (object.end ?? 0) - 1;
  const outer = indentAt(text, start);
  const last = object.properties.at(-1);
  const own = indentAt(text, last?.start ?? start);
  const isMultiline = text.slice(start, end).includes("\n");
  const indent = isMultiline && own.length > outer.length ? own : `${outer}  `;
  const lineStart = text.lastIndexOf("\n", end - 1) + 1;
  const isOnOwnLine = isMultiline && text.slice(lineStart, end).trim() === "";
  const edits: Edit[] = [];
  const lastEnd = last?.end ?? end;
  if (last && !hasComma(text, lastEnd, end)) edits.push({ start: lastEnd, end: lastEnd, text: "," });
  if (isOnOwnLine) return [...edits, { start: lineStart, end: lineStart, text: render(indent) }];
  return [...edits, { start: text.slice(0, end).trimEnd().length, end, text: `\n${render(indent)}${outer}` }];
}

/** Whether a comma follows, outside of comments. */
function hasComma(text: string, from: number, to: number): boolean {
  return withoutComments(text.slice(from, to)).includes(",");
}

/** Text between two tokens: only comments and punctuation. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
}

function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? "";
}

/** Turns the lines of a property into comments, and removes its node. Nothing, if another file contains it. */
function commentOut(text: string, program: Program, rules: ObjectExpression, { section, key }: LineName): Edit[] {
  let object: ObjectExpression | undefined = rules;
  for (const name of section) {
    const property: ObjectExpression["properties"][number] | undefined = object && findProperty(object, name);
    object = property?.type === "ObjectProperty" ? findObject(program, property.value) : undefined;
  }
  const property = object && findProperty(object, key);
  if (!object || !property) return [];
  // A comment needs no comma before the lines that follow it.
  object.properties = object.properties.filter((each) => each !== property);
  const start = property.start ?? 0;
  const after = text.slice(property.end ?? 0, object.end ?? 0);
  const comma = withoutComments(after).search(/\S/);
  const end = (property.end ?? 0) + (after[comma] === "," ? comma + 1 : 0);
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const [rest = ""] = text.slice(end).split("\n");
  const isAlone = text.slice(lineStart, start).trim() === "" && withoutComments(rest).trim() === "";
  if (!isAlone) return [{ start, end, text: `/* ${text.slice(start, end).replaceAll("*/", "* /")} */` }];
  const indent = indentAt(text, start);
  const commented = text
    .slice(lineStart, end)
    .split("\n")
    .map((line) => `${indent}// ${line.slice(line.startsWith(indent) ? indent.length : 0)}`);
  return [{ start: lineStart, end, text: commented.join("\n") }];
}

/** Adds the names that new lines use to the import of the rules entry. */
function addImports(text: string, program: Program, added: readonly Line[]): Edit[] {
  const imports = program.body.filter((node) => node.type === "ImportDeclaration");
  const entry = imports.filter(({ source }) => source.value === ENTRY);
  const known = new Set(entry.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)));
  const names = [...new Set(added.flatMap(({ uses }) => uses))].filter((name) => !known.has(name)).sort();
  if (names.length === 0) return [];
  const isTyped = entry.find(
    ({ importKind, specifiers }) => importKind !== "type" && specifiers.every(({ type }) => type === "ImportSpecifier"),
  );
  const rendered = names.map((name) => (isType(name) ? `type ${name}` : name));
  const last = isTyped?.specifiers.at(-1);
  if (!isTyped || !last) {
    const place = imports.at(-1)?.end ?? 0;
    const line = renderImport(rendered);
    return [{ start: place, end: place, text: place === 0 ? `${line}\n` : `\n${line}` }];
  }
  const end = last.end ?? 0;
  const isMultiline = text.slice(isTyped.start ?? 0, isTyped.end ?? 0).includes("\n");
  const separator = isMultiline ? `,\n${indentAt(text, last.start ?? 0)}` : ", ";
  return [{ start: end, end, text: rendered.map((name) => `${separator}${name}`).join("") }];
}
