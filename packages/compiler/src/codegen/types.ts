/** Renders `types.ts` with `typescript-operations`, and makes its result types easier to read and to import. */

import {
  type DocumentNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
} from "graphql";
import { openTypes, type SelectionBuilder, UNKNOWN_MEMBER, UNKNOWN_TYPE } from "../model/open-types.ts";
import { moveConditions } from "./conditions.ts";
import { nameType, renderComment } from "./documents.ts";
import type { RenderOptions } from "./render.ts";
import { hideUnusedTypes } from "./used-types.ts";

/** Options of both plugins. Names stay as they are in the operations and the schema. */
const COMMON = { namingConvention: "keep", useTypeImports: true, dedupeOperationSuffix: true } as const;

/** A plugin of graphql-codegen. Declared here, because the types of the plugins do not compile with `nodenext`. */
interface PluginModule {
  plugin(schema: GraphQLSchema, files: readonly PluginFile[], config: object, info: object): Promise<PluginOutput>;
}
interface PluginFile {
  readonly document: DocumentNode;
}
type PluginOutput = string | { readonly content: string; readonly prepend?: readonly (string | null)[] };

/** Runs a plugin. @returns The content, then the imports and declarations before it. */
export async function runPlugin(
  { plugin }: PluginModule,
  schema: GraphQLSchema,
  document: DocumentNode,
  config: object,
): Promise<[content: string, ...prepend: string[]]> {
  const output = await plugin(schema, [{ document }], { ...COMMON, ...config }, { outputFile: "" });
  if (typeof output === "string") return [output];
  return [output.content, ...(output.prepend ?? []).filter((part) => part !== null)];
}

/** Renders the types of the results and variables, and of the enums and inputs that they use. */
export async function renderTypes(
  schema: GraphQLSchema,
  document: DocumentNode,
  { scalars, importExtension, openTypes: isOpen }: Pick<RenderOptions, "scalars" | "importExtension" | "openTypes">,
): Promise<string> {
  const plugin: DocumentsPlugin = await import("@graphql-codegen/typescript-operations" as string);
  const restore = customize(plugin, (builder) => {
    describeResultFields(builder._processor);
    if (isOpen) openTypes(builder);
  });
  // The plugin does its work before it returns the promise.
  const output = runPlugin(plugin, hideUnusedTypes(schema, document), moveConditions(schema, document, isOpen), {
    scalars,
    importExtension,
    defaultScalarType: "unknown",
    enumType: "string-literal",
    immutableTypes: true,
    arrayInputCoercion: false,
    extractAllFieldsToTypes: true,
    exportFragmentSpreadSubTypes: true,
    printFieldsOnNewLines: true,
  });
  restore();
  const [content, ...prepend] = await output;
  const used = prepend.filter((part) => !part.includes("type Incremental<") || content.includes("Incremental<"));
  const named = content.replaceAll(`'${UNKNOWN_MEMBER}'`, `'${UNKNOWN_TYPE}'`);
  return [...used, ...renameNestedTypes(named, schema, document)].join("\n\n");
}

/** The part of the plugin that builds the types of results. */
interface DocumentsPlugin extends PluginModule {
  readonly TypeScriptDocumentsVisitor: { readonly prototype: Visitor };
}
interface Visitor {
  setSelectionSetHandler(builder: Builder): void;
}
interface Builder extends SelectionBuilder {
  readonly _processor: Processor;
}
type Composite = GraphQLObjectType | GraphQLInterfaceType;
/** `name` of the result is the rendered name, such as "readonly id?". */
interface Rendered {
  readonly name: string;
}
interface Processor {
  readonly config: SelectionBuilder["_processor"]["config"];
  transformPrimitiveFields(type: Composite, fields: readonly { fieldName: string }[], unset?: boolean): Rendered[];
  transformAliasesPrimitiveFields: Processor["transformPrimitiveFields"];
  transformLinkFields(fields: readonly { name: string }[], unset?: boolean): Rendered[];
  buildFieldsIntoObject(fields: readonly string[]): string;
}

/** Changes how the plugin builds types. @returns A function that restores the plugin. */
function customize(
  { TypeScriptDocumentsVisitor: { prototype } }: DocumentsPlugin,
  change: (builder: Builder) => void,
): () => void {
  const original = prototype.setSelectionSetHandler;
  prototype.setSelectionSetHandler = function (builder) {
    change(builder);
    original.call(this, builder);
  };
  return () => {
    prototype.setSelectionSetHandler = original;
  };
}

/** Writes the description and deprecation of each field, which the plugin writes only for inputs. */
function describeResultFields(processor: Processor): void {
  const { transformPrimitiveFields, transformAliasesPrimitiveFields, transformLinkFields } = processor;
  // The plugin calls the three methods one after another, for the fields of one type.
  let parent: Composite;
  const describe = (fields: readonly Rendered[], names: readonly string[]): Rendered[] =>
    fields.map((field, index) => ({ ...field, name: `${renderDescription(parent, names[index])}${field.name}` }));
  processor.transformPrimitiveFields = (type, fields, unset) => {
    parent = type;
    const names = fields.map(({ fieldName }) => fieldName);
    return describe(transformPrimitiveFields.call(processor, type, fields, unset), names);
  };
  processor.transformAliasesPrimitiveFields = (type, fields, unset) => {
    const names = fields.map(({ fieldName }) => fieldName);
    return describe(transformAliasesPrimitiveFields.call(processor, type, fields, unset), names);
  };
  processor.transformLinkFields = (fields, unset) => {
    const names = fields.map(({ name }) => /(\w+)\??$/.exec(name)?.[1] ?? "");
    return describe(transformLinkFields.call(processor, fields, unset), names);
  };
  processor.buildFieldsIntoObject = (fields) => `{\n  ${fields.join(";\n  ")};\n}`;
}

function renderDescription(type: Composite, name = ""): string {
  const field = type.getFields()[name];
  const deprecation = field?.deprecationReason == null ? [] : [`@deprecated ${field.deprecationReason}`];
  const text = [...(field?.description ? [field.description] : []), ...deprecation].join("\n");
  return text === "" ? "" : renderComment(text).replaceAll("\n", "\n  ");
}

/**
 * Names the types of nested objects by their path, such as `ListIntegrationsQuery_integrations_nodes`. Members of a union
 * end with the name of their type. The plugin adds the name of each type on the path.
 */
function renameNestedTypes(content: string, schema: GraphQLSchema, { definitions }: DocumentNode): string[] {
  const declarations = content.split(/^(?=export type )/m);
  const bodies = new Map(
    declarations.map((text) => {
      const [, name = "", body = ""] = /^export type (\w+) =\s*(.*)$/s.exec(text) ?? [];
      return [name, body];
    }),
  );
  const roots = definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION ? [nameType(node)] : [],
  );
  const kept = new Set([...roots, ...roots.map((name) => `${name}Variables`), ...Object.keys(schema.getTypeMap())]);
  const names = new Map<string, string>();
  const taken = new Set(kept);

  const nameNested = (text: string, path: string): void => {
    const nested = (text.match(/\w+/g) ?? []).filter((name) => bodies.has(name) && !kept.has(name));
    for (const [index, name] of nested.entries()) {
      if (names.has(name)) continue;
      let unique = nested.length === 1 ? path : `${path}_${findMember(name) ?? index}`;
      while (taken.has(unique)) unique += "_";
      taken.add(unique);
      names.set(name, unique);
      nameMembers(bodies.get(name) ?? "", unique);
    }
  };
  const nameMembers = (body: string, path: string): void => {
    if (!body.startsWith("{")) nameNested(body, path);
    for (const [, field, type = ""] of body.matchAll(/^ {2}readonly (\w+)\??: (.*(?:\n {2,}\| .*)*)/gm)) {
      nameNested(type, `${path}_${field}`);
    }
  };
  const findMember = (name: string): string | undefined => {
    const parts = name.replace(/_Fragment$/, "").split("_");
    const ends = parts.map((_, index) => parts.slice(index).join("_"));
    if (ends.includes(UNKNOWN_MEMBER)) return "other";
    return ends.find((end) => schema.getType(end));
  };

  for (const root of roots) {
    const body = bodies.get(root) ?? "";
    // The declaration of a single object is an alias of a nested type. Its content gets the name of the root instead.
    const [, only] = /^(\w+);\s*$/.exec(body) ?? [];
    if (only !== undefined && bodies.has(only) && !names.has(only)) {
      names.set(only, root);
      bodies.delete(root);
      nameMembers(bodies.get(only) ?? "", root);
    } else nameMembers(body, root);
  }
  const texts = declarations.flatMap((text) => {
    const name = /^export type (\w+)/.exec(text)?.[1];
    if (name !== undefined && !bodies.has(name)) return [];
    return text
      .trimEnd()
      .replace(/\n;$/, ";")
      .replaceAll(/\b\w+_\w+\b/g, (word) => names.get(word) ?? word);
  });
  return [...texts.filter((text) => text !== ""), ""];
}
