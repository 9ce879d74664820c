/**
 * Renders a file for each operation and each fragment. A file imports `types.ts` and the files of fragments,
 * which import only `types.ts` and the fragments that they spread: no cycles, because fragments have none.
 */

import { cacheByObject } from "../model/cache.ts";
import type { Compilation, CompiledDefinition, Declaration } from "../model/compilation.ts";
import { renderDeclarationWith } from "../model/render-type.ts";
import type { Member, ResultType } from "../model/result-type.ts";
import {
  renderDocComment,
  renderEncoding,
  renderNodeModule,
  renderNodeText,
  renderStringDocument,
} from "./documents.ts";
import { type GeneratedFile, type RenderOptions, renderHeader } from "./generated-files.ts";
import { EXACT } from "./render-types.ts";

/**
 * The files of a definition depend on it and on options alone. A watcher renders only those of new
 * definitions.
 */
const rendered = cacheByObject((_: CompiledDefinition) => new Map<string, readonly GeneratedFile[]>());

export function renderDefinitionFiles({ definitions }: Compilation, options: RenderOptions): GeneratedFile[] {
  const { importExtension, command, documentImport, documentNodeImport, shapes, documentNodes } = options;
  const key = JSON.stringify([
    importExtension,
    command,
    documentImport,
    documentNodeImport,
    shapes,
    documentNodes,
  ]);
  return definitions.flatMap((definition) => {
    const cached = rendered(definition);
    const files = cached.get(key) ?? renderDefinition(definition, options);
    cached.set(key, files);
    return files;
  });
}

function renderDefinition(definition: CompiledDefinition, options: RenderOptions): GeneratedFile[] {
  const { name, kind } = definition;
  const header = renderHeader(options, `${kind === "fragment" ? "fragment" : "operation"} ${name}`);
  const file = (folder: string, text: string) => ({
    name: `${folder}/${name}.ts`,
    text: `${header}\n${text}`,
  });
  if (kind === "fragment") return [file("fragments", renderFragment(definition, options))];
  const operation = file("operations", renderOperation(definition, options));
  return options.documentNodes
    ? [operation, file("documents", renderDocument(definition, options))]
    : [operation];
}

function renderOperation(definition: CompiledDefinition, options: RenderOptions): string {
  const { documentImport, shapes } = options;
  return [
    `import type { TypedDocumentString } from "${fromFolder(documentImport)}";\n`,
    renderImports(definition, options),
    `\n${EXACT}\n\n${renderTypes(definition)}\n`,
    renderEncoding(shapes),
    renderStringDocument(definition, shapes, ""),
  ].join("");
}

function renderDocument(
  definition: CompiledDefinition,
  { documentNodeImport, importExtension }: RenderOptions,
): string {
  const module = `../operations/${definition.name}${importExtension}`;
  return renderNodeModule(module, fromFolder(documentNodeImport), [definition], (node) =>
    renderNodeText(node, "Types."),
  );
}

/** The types of a fragment, and its document for other clients. */
function renderFragment(definition: CompiledDefinition, options: RenderOptions): string {
  const { documentNodes, documentNodeImport } = options;
  const imports = [
    ...(documentNodes
      ? [`import type { TypedDocumentNode as DocumentNode } from "${fromFolder(documentNodeImport)}";\n`]
      : []),
    renderImports(definition, options),
  ].join("");
  const document = `\n${renderDocComment(definition.node)}${renderNodeText(definition, "")}\n`;
  return `${imports}${imports && "\n"}${renderTypes(definition)}\n${documentNodes ? document : ""}`;
}

/** The type of a scalar can be an import, which is relative to the output folder. */
function renderTypes(definition: CompiledDefinition): string {
  const renderScalar = (type: string) =>
    type.replaceAll(IMPORT_TYPE, (_, start, path) => start + fromFolder(path));
  return definition.declarations
    .map((declaration) => renderDeclarationWith(declaration, renderScalar))
    .join("\n\n");
}

const IMPORT_TYPE = /(\bimport\(["'])(\.{1,2}\/)/g;

/** Renders the imports of the types that a definition uses without declaring them. */
function renderImports(definition: CompiledDefinition, { importExtension }: RenderOptions): string {
  const own = exportedBy(definition);
  const names = new Map<string, string[]>();
  for (const name of [...new Set(definition.declarations.flatMap(listUsed))].sort()) {
    if (own.has(name)) continue;
    const fragment = definition.fragments.find((candidate) => exportedBy(candidate).has(name));
    const module = fragment ? `../fragments/${fragment.name}` : "../types";
    names.set(module, [...(names.get(module) ?? []), name]);
  }
  const modules = [...names].sort(([name], [other]) => (name < other ? -1 : 1));
  return modules
    .map(([module, used]) => `import type { ${used.join(", ")} } from "${module}${importExtension}";\n`)
    .join("");
}

const exportedBy = cacheByObject(
  ({ declarations }: CompiledDefinition): ReadonlySet<string> =>
    new Set(declarations.map(({ name }) => name)),
);

/** Lists the names that the text of a declaration refers to. */
function listUsed(declaration: Declaration): string[] {
  if (declaration.kind === "variables") return declaration.variables.flatMap(({ type }) => nameOf(type));
  if (declaration.kind === "enum") return [];
  const { type } = declaration;
  if (!("kind" in type)) return listProperties(type);
  return type.members.flatMap(({ exported }) => exported?.name ?? []);
}

function listProperties({ properties }: Member): string[] {
  return [...properties.values()].flatMap(({ type }) => nameOf(type));
}

/** The exported name that a type is referred to by. A scalar has none. */
function nameOf(type: ResultType): string[] {
  if (type.kind === "nullable" || type.kind === "list") return nameOf(type.of);
  return type.exported ? [type.exported.name] : [];
}

/** A specifier relative to the output folder, for a file in one of its folders. */
function fromFolder(specifier: string): string {
  return specifier.startsWith(".") ? `../${specifier.replace(/^\.\//, "")}` : specifier;
}
