/** The exports of `documents.ts`, which `typed-document-node` writes. */

import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import type { CompiledDefinition } from "../model/compile.ts";
import { nameType } from "../model/names.ts";
import { renderDocComment, renderJson } from "./documents.ts";

/** Declared here, because the types of the plugin do not compile with `nodenext`. */
interface Plugin {
  plugin(schema: GraphQLSchema, files: readonly PluginFile[], config: object, info: object): Promise<PluginOutput>;
}
interface PluginFile {
  readonly document: DocumentNode;
}
interface PluginOutput {
  readonly content: string;
  readonly prepend?: readonly (string | null)[];
}

/**
 * Renders `export const <Name>Document = … as unknown as DocumentNode<…>` for each definition.
 *
 * The plugin prints each operation, doubles backslashes and writes no comments. It therefore gets definitions with the
 * selection `{ __typename }`, and each text in its output is replaced by the parsed document.
 *
 * @returns The imports, and the text of each definition.
 */
export async function renderTypedDocuments(
  schema: GraphQLSchema,
  definitions: readonly CompiledDefinition[],
  documentNodeImport: string,
): Promise<{ readonly imports: readonly string[]; readonly texts: ReadonlyMap<CompiledDefinition, string> }> {
  const { plugin }: Plugin = await import("@graphql-codegen/typed-document-node" as string);
  const document = { kind: Kind.DOCUMENT, definitions: definitions.map(shorten) } as const;
  const { content, prepend = [] } = await plugin(
    schema,
    [{ document }],
    { ...CONFIG, ...importFrom(documentNodeImport) },
    { outputFile: "" },
  );
  const byExport = new Map(definitions.map((definition) => [nameExport(definition), definition]));
  const texts = new Map<CompiledDefinition, string>();
  for (const [, name = "", type = ""] of content.matchAll(/^export const (\w+) = gql`[^`]*` (as unknown as .*)$/gm)) {
    const definition = byExport.get(name);
    if (!definition) continue;
    const text = `export const ${name} = ${renderJson(definition)} ${type}\n`;
    texts.set(definition, `\n${renderDocComment(definition.node)}${text}`);
  }
  return { imports: prepend.filter((part) => part !== null), texts };
}

const CONFIG = {
  // The cheapest mode whose types are the same: it parses nothing. The tag `gql` is not imported.
  documentMode: "graphQLTag",
  gqlImport: "gql",
  importOperationTypesFrom: "Types",
  useTypeImports: true,
  // Names stay as they are in the operations.
  namingConvention: "keep",
  dedupeOperationSuffix: true,
} as const;

function importFrom(module: string): object {
  return { documentNodeImport: `${module}#TypedDocumentNode` };
}

function nameExport({ kind, name, node }: CompiledDefinition): string {
  return kind === "fragment" ? `${nameType(node)}Doc` : `${name}Document`;
}

const SELECTION_SET = {
  kind: Kind.SELECTION_SET,
  selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } }],
} as const;

/** All fragments have the same type, because the plugin's parser warns about a fragment that has another type than before. */
const TYPE_CONDITION = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "Query" } } as const;

function shorten({ node }: CompiledDefinition): DefinitionNode {
  const short = { ...node, selectionSet: SELECTION_SET, variableDefinitions: [], directives: [] };
  return short.kind === Kind.FRAGMENT_DEFINITION ? { ...short, typeCondition: TYPE_CONDITION } : short;
}
