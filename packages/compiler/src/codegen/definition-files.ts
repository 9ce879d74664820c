/**
 * Renders a file for each operation and each fragment. A file imports `types.ts` and the files of fragments,
 * which import only `types.ts` and the fragments that they spread: no cycles, because fragments have none.
 */

import { cacheByObject } from "../model/cache.ts";
import type { CompiledDefinition } from "../model/compilation.ts";
import { renderDeclarationWith } from "../model/render-type.ts";
import type { Member, ResultType } from "../model/result-type.ts";
import { renderEncoding, renderStringDocument } from "./documents.ts";
import type { RenderOptions } from "./generated-files.ts";
import { EXACT } from "./render-types.ts";

/** Renders `operations/<Name>.ts`: the types of an operation, and its string document. */
export function renderOperation(definition: CompiledDefinition, options: RenderOptions): string {
  const { documentImport, shapes } = options;
  return [
    `import type { TypedDocumentString } from "${fromFolder(documentImport)}";\n`,
    renderImports(definition, options),
    `\n${EXACT}\n\n${renderTypes(definition)}\n`,
    renderEncoding(shapes),
    renderStringDocument(definition, shapes, ""),
  ].join("");
}

/** Renders `fragments/<Name>.ts`: the types of a fragment. */
export function renderFragment(definition: CompiledDefinition, options: RenderOptions): string {
  const imports = renderImports(definition, options);
  return `${imports}${imports && "\n"}${renderTypes(definition)}\n`;
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
function listUsed(declaration: CompiledDefinition["declarations"][number]): string[] {
  if (declaration.kind === "variables") return declaration.variables.flatMap(({ type }) => nameOf(type));
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
