/** The public declarations of the packages with their doc comments, read from the sources. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "@babel/parser";
import type { Comment, Identifier, Program, Statement, StringLiteral, TSTypeElement } from "@babel/types";
import { ROOT } from "../commands.ts";

/** One exported name. */
export interface Declaration {
  readonly name: string;
  /** Path of the source file, below the root. */
  readonly file: string;
  /** Text of the doc comment, without its markers; empty if there is none. */
  readonly comment: string;
  /** The declaration without the bodies of its functions. */
  readonly text: string;
  /** Members of an interface, in order, without inherited ones. */
  readonly members: readonly Member[];
  /** Members of the interfaces that it extends. */
  readonly inherited: readonly Member[];
}

/** One member of an interface. */
interface Member {
  readonly name: string;
  readonly comment: string;
  readonly isRequired: boolean;
}

/** An entry of a package, such as `@integration-platform/graphql/node`. */
export interface Entry {
  readonly specifier: string;
  readonly comment: string;
  readonly declarations: readonly Declaration[];
}

interface SourceFile {
  readonly code: string;
  readonly program: Program;
}

const files = new Map<string, SourceFile>();

/** Reads a source file, once. @param path - Below the root. */
export function readSource(path: string): SourceFile {
  const known = files.get(path);
  if (known) return known;
  const code = readFileSync(join(ROOT, path), "utf8");
  const { program } = parse(code, { sourceType: "module", plugins: ["typescript"], attachComment: true });
  const file = { code, program: program as unknown as Program };
  files.set(path, file);
  return file;
}

/** The entries of a package with a source, except those of `ignored`. @param folder - Of the package, below the root. */
export function readEntries(folder: string, ignored: readonly string[] = []): Entry[] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  return Object.entries(exports).flatMap(([path, { "@integration-platform/source": source }]) => {
    if (source === undefined || ignored.includes(path)) return [];
    const file = join(folder, source);
    const comment = readComment(readSource(file).program.body[0]?.leadingComments?.slice(0, 1));
    return [{ specifier: join(name, path), comment, declarations: readExports(file) }];
  });
}

/** The declarations of the names that a file exports, its own and those of other files. */
function readExports(file: string): Declaration[] {
  return readSource(file).program.body.flatMap((statement) => {
    if (statement.type === "ExportAllDeclaration") return readExports(join(dirname(file), statement.source.value));
    if (statement.type !== "ExportNamedDeclaration") return [];
    if (statement.declaration) return declare(file, statement.declaration, statement);
    const source = statement.source?.value;
    return statement.specifiers.flatMap((specifier) => {
      if (specifier.type !== "ExportSpecifier") return [];
      const found =
        source === undefined ? find(file, specifier.local.name) : findIn(file, source, specifier.local.name);
      return found.map((declaration) => ({ ...declaration, name: nameOf(specifier.exported) }));
    });
  });
}

/** Finds a name in a file: declared, or imported from another file. */
function find(file: string, name: string): Declaration[] {
  const own = readSource(file).program.body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportAllDeclaration"
      ? []
      : declare(file, statement, statement).filter((declaration) => declaration.name === name),
  );
  return [...own, ...findImported(file, name)];
}

function findImported(file: string, name: string): Declaration[] {
  return readSource(file).program.body.flatMap((statement) => {
    if (statement.type !== "ImportDeclaration") return [];
    const imported = statement.specifiers.find(({ local }) => local.name === name);
    if (imported?.type !== "ImportSpecifier") return [];
    return findIn(file, statement.source.value, nameOf(imported.imported));
  });
}

/** Finds a declaration of a file, exported or not, or an imported one. */
function findLocal(file: string, name: string): Declaration[] {
  const own = readSource(file).program.body.flatMap((statement) => {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    const isNamed = node?.type === "TSInterfaceDeclaration" && node.id.name === name;
    return isNamed ? declare(file, node, statement) : [];
  });
  return own.length > 0 ? own : findImported(file, name);
}

/** Finds an exported name in another file. A name of another package is documented there. */
function findIn(file: string, source: string, name: string): Declaration[] {
  if (!source.startsWith(".")) return [];
  return readExports(join(dirname(file), source)).filter((declaration) => declaration.name === name);
}

const nameOf = (node: Identifier | StringLiteral) => (node.type === "Identifier" ? node.name : node.value);

function declare(file: string, node: Statement, commented: Statement): Declaration[] {
  const facts = {
    file,
    comment: readComment(commented.leadingComments?.slice(-1)),
    text: readText(file, node),
    members: [],
    inherited: [],
  };
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [{ ...facts, name: id.name }] : []));
  }
  if (!("id" in node) || node.id?.type !== "Identifier") return [];
  if (node.type !== "TSInterfaceDeclaration") return [{ ...facts, name: node.id.name }];
  const members = node.body.body.flatMap(readMember);
  const inherited = (node.extends ?? []).flatMap(({ expression }) =>
    expression.type === "Identifier"
      ? findLocal(file, expression.name).flatMap((base) => [...base.members, ...base.inherited])
      : [],
  );
  return [{ ...facts, name: node.id.name, members, inherited }];
}

function readMember(member: TSTypeElement): Member[] {
  if (!("key" in member) || member.key.type !== "Identifier") return [];
  const isRequired = !("optional" in member && member.optional);
  return [{ name: member.key.name, comment: readComment(member.leadingComments?.slice(-1)), isRequired }];
}

/** The source of a declaration without bodies, values and private members. */
function readText(file: string, declaration: Statement): string {
  const { code } = readSource(file);
  const text = (node: { readonly start?: number | null; readonly end?: number | null }, end = node.end) =>
    code.slice(node.start ?? 0, end ?? 0).trimEnd();
  if (declaration.type === "FunctionDeclaration") return text(declaration, declaration.body.start);
  if (declaration.type === "VariableDeclaration") {
    const [first] = declaration.declarations;
    return first?.init ? text(declaration, first.id.end) : text(declaration);
  }
  if (declaration.type !== "ClassDeclaration") return text(declaration);
  const members = declaration.body.body.flatMap((member) => {
    if (member.type === "ClassPrivateProperty" || member.type === "ClassPrivateMethod" || member.type === "StaticBlock")
      return [];
    const comment = member.leadingComments?.findLast(({ value }) => value.startsWith("*"));
    const start = comment?.start ?? member.start;
    const end = "body" in member && member.body ? (member.body as { start?: number | null }).start : member.end;
    return [
      `  ${code
        .slice(start ?? 0, end ?? 0)
        .trimEnd()
        .replace(/;?$/, ";")}`,
    ];
  });
  return `${text(declaration, declaration.body.start)} {\n${members.join("\n")}\n}`;
}

function readComment(comments: readonly Comment[] | null | undefined): string {
  const [comment] = comments ?? [];
  if (!comment?.value.startsWith("*")) return "";
  return comment.value
    .slice(1)
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .trim();
}
