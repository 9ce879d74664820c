/** Reads what a script imports from other modules, and which of it the script uses. */

import type { Node, Program } from "@babel/types";
import { childrenOf } from "../../codegen/pluck.ts";

/** Names of a module that a script uses. "all": it is accessed in a way that shows no names. */
export type Names = Set<string> | "all";

/** The modules that a script refers to, by their specifiers. */
export interface ScriptModules {
  /** For each specifier the imported names, and for each of them the names that are read from it as from a namespace. */
  readonly imports: ReadonlyMap<string, ReadonlyMap<string, Names>>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
  /** Names of `export * as name from`, with the specifiers. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** Other names that the script exports. */
  readonly exported: ReadonlySet<string>;
}

/** The name under which all of a module is imported: `import * as x`, `import()` or `require()`. */
export const NAMESPACE = "*";

/** A name in the scope of the script that is a name of a module. */
interface Binding {
  readonly specifier: string;
  readonly imported: string;
}

export function readScript(program: Program): ScriptModules {
  const imports = new Map<string, Map<string, Names>>();
  const stars: string[] = [];
  const namespaces = new Map<string, string>();
  const exported = new Set<string>();
  const bindings = new Map<string, Binding>();
  const declare = ({ specifier, imported }: Binding): void => {
    const names = imports.get(specifier) ?? new Map<string, Names>();
    imports.set(specifier, names.set(imported, names.get(imported) ?? new Set()));
  };
  const use = ({ specifier, imported }: Binding, members: readonly string[] | "all"): void => {
    declare({ specifier, imported });
    const names = imports.get(specifier) as Map<string, Names>;
    const known = names.get(imported) as Names;
    if (members === "all") names.set(imported, "all");
    else if (known !== "all") for (const member of members) known.add(member);
  };
  const bind = (local: string, binding: Binding): void => {
    declare(binding);
    bindings.set(local, binding);
  };

  const visitDeclaration = (node: Node): boolean => {
    if (node.type === "ImportDeclaration") {
      for (const one of node.specifiers) {
        const imported =
          one.type === "ImportSpecifier"
            ? nameOf(one.imported)
            : one.type === "ImportDefaultSpecifier"
              ? "default"
              : NAMESPACE;
        bind(one.local.name, { specifier: node.source.value, imported });
      }
      return true;
    }
    if (node.type === "ExportAllDeclaration") {
      stars.push(node.source.value);
      return true;
    }
    if (node.type === "ExportNamedDeclaration" && node.source) {
      for (const one of node.specifiers) {
        const name = nameOf(one.exported);
        if (one.type === "ExportNamespaceSpecifier") namespaces.set(name, node.source.value);
        if (one.type === "ExportSpecifier") use({ specifier: node.source.value, imported: one.local.name }, "all");
        exported.add(name);
      }
      return true;
    }
    if (node.type === "TSImportEqualsDeclaration" && node.moduleReference.type === "TSExternalModuleReference") {
      bind(node.id.name, { specifier: node.moduleReference.expression.value, imported: NAMESPACE });
      return true;
    }
    return false;
  };

  /** `import("…")`, `require("…")` and the type `import("…")`. */
  const visitExpression = (node: Node, parents: readonly Node[]): void => {
    if (node.type === "TSImportType") {
      const { argument, qualifier } = node;
      const specifier = argument.type === "StringLiteral" ? argument.value : "";
      let first = qualifier;
      while (first?.type === "TSQualifiedName") first = first.left;
      use({ specifier, imported: NAMESPACE }, first?.type === "Identifier" ? [first.name] : "all");
      return;
    }
    if (node.type !== "CallExpression" && node.type !== "ImportExpression") return;
    const source = node.type === "ImportExpression" ? node.source : node.arguments[0];
    const isImport = node.type === "ImportExpression" || node.callee.type === "Import";
    const isRequire =
      node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require";
    if (!source || (!isImport && !isRequire)) return;
    const specifier = readStart(source);
    if (specifier === undefined) return;
    const binding = { specifier, imported: NAMESPACE };
    const around = parents.filter(({ type }) => !TRANSPARENT.has(type));
    const parent = around.at(-1);
    if (source.type !== "StringLiteral") use(binding, "all");
    else if (parent?.type === "ExpressionStatement") declare(binding);
    else if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") bind(parent.id.name, binding);
    else use(binding, readMembers(parent) ?? "all");
  };

  const references: (readonly [name: string, parents: readonly Node[], node: Node])[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (visitDeclaration(node)) return;
    if (node.type === "ExportNamedDeclaration") for (const name of listDeclared(node)) exported.add(name);
    if (node.type === "ExportDefaultDeclaration") exported.add("default");
    visitExpression(node, parents);
    if (node.type === "Identifier" || node.type === "JSXIdentifier") references.push([node.name, parents, node]);
    const inside = [...parents.slice(-8), node];
    for (const child of childrenOf(node)) visit(child, inside);
  };
  visit(program, []);

  for (const [name, parents, node] of references) {
    const binding = bindings.get(name);
    const parent = parents.at(-1);
    if (!binding || !parent || isName(node, parent)) continue;
    if (parent.type === "VariableDeclarator" && parent.id === node) continue;
    const isObject = !("init" in parent) || parent.init === node;
    const around = parents.filter(({ type }) => !TRANSPARENT.has(type)).at(-1);
    use(binding, (isObject && readMembers(around, node)) || "all");
  }
  return { imports, stars, namespaces, exported };
}

/** Nodes around an expression with the same value. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  ...["AwaitExpression", "ParenthesizedExpression", "TSAsExpression", "TSNonNullExpression", "TSSatisfiesExpression"],
]);

const nameOf = (node: Node): string =>
  node.type === "StringLiteral" ? node.value : (node as { readonly name: string }).name;

/** The names that are read from a value at its parent: `x.a`, `x["a"]`, `type x.a`, `<x.a>`, `const { a } = x`. */
function readMembers(parent: Node | undefined, object?: Node): string[] | undefined {
  if (parent?.type === "MemberExpression" || parent?.type === "OptionalMemberExpression") {
    if (object && parent.property === object && parent.computed) return undefined;
    if (parent.property.type === "StringLiteral") return [parent.property.value];
    return parent.computed ? undefined : [nameOf(parent.property)];
  }
  if (parent?.type === "JSXMemberExpression") return [parent.property.name];
  if (parent?.type === "TSQualifiedName") return [parent.right.name];
  if (parent?.type !== "VariableDeclarator" || parent.id.type !== "ObjectPattern") return undefined;
  const names = parent.id.properties.map((property) =>
    property.type === "ObjectProperty" && !property.computed ? nameOf(property.key) : undefined,
  );
  return names.every((name) => name !== undefined) ? names : undefined;
}

/** Whether an identifier is a name of something else: a property, a key, or a label. */
function isName(node: Node, parent: Node): boolean {
  if (parent.type === "MemberExpression" || parent.type === "OptionalMemberExpression")
    return parent.property === node && !parent.computed;
  if (parent.type === "TSQualifiedName") return parent.right === node;
  if (parent.type === "JSXMemberExpression") return parent.property === node;
  if (parent.type === "JSXAttribute") return true;
  return "key" in parent && parent.key === node && !("computed" in parent && parent.computed);
}

/** The text of a specifier, or the text before the first expression in it. */
function readStart(source: Node): string | undefined {
  if (source.type === "StringLiteral") return source.value;
  return source.type === "TemplateLiteral" ? (source.quasis[0]?.value.cooked ?? undefined) : undefined;
}

/** The names that `export const a`, `export function a`, `export { a }` and so on export. */
function listDeclared(node: Node): string[] {
  if (node.type !== "ExportNamedDeclaration") return [];
  const { declaration, specifiers } = node;
  const names = specifiers.map((one) => nameOf(one.exported));
  if (declaration?.type === "VariableDeclaration")
    for (const { id } of declaration.declarations) if (id.type === "Identifier") names.push(id.name);
  if (declaration && "id" in declaration && declaration.id?.type === "Identifier") names.push(declaration.id.name);
  return names;
}
