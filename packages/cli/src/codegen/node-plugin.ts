/** Calls the plugin `typed-document-node`, which writes parsed documents, for one definition at a time. */

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import {
  compileOnce,
  type Plugin,
  type PluginOutput,
  removeDescriptions,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { cacheByObject } from "@integration-platform/graphql-compiler/internal/model/cache";
import type { CompiledDefinition } from "@integration-platform/graphql-compiler/internal/model/compilation";
import { printableJson } from "@integration-platform/graphql-compiler/internal/text/printable";
import { type ExecutableDefinitionNode, type FragmentDefinitionNode, Kind, visit } from "graphql";
import { firstLineOf, ProjectError } from "../files/sources.ts";
import { findNodePackage, NODE_PACKAGE } from "./node-package.ts";
import type { Settings } from "./settings.ts";

/** The module of the plugin. */
export interface NodeModule {
  readonly plugin: (
    schema: undefined,
    documents: readonly { readonly document: object }[],
    config: object,
  ) => PluginOutput;
}

/** Earlier versions do not import the types of operations from a namespace. */
const FIRST_MAJOR = 7;

/** @throws ProjectError if the version of the plugin is too old. */
export function checkNodeVersion(version: string): void {
  if (Number.parseInt(version, 10) >= FIRST_MAJOR) return;
  throw describeBroken(`${version} is too old`);
}

/** Loads the plugin of the project, if the config names it. @throws ProjectError */
export async function loadNodePlugin(settings: Settings): Promise<Plugin | undefined> {
  if (!settings.documentNodes) return undefined;
  const found = findNodePackage(settings.folder);
  if (!found) throw describeBroken("is not installed");
  checkNodeVersion(found.version);
  const module = await importNodePlugin(found.path);
  return createNodePlugin(module, settings.nodeConfig);
}

async function importNodePlugin(path: string): Promise<NodeModule> {
  try {
    const module: NodeModule = await import(pathToFileURL(path).href);
    if (typeof module.plugin !== "function") throw new Error("it has no function plugin");
    disableFragmentWarnings(path);
    return module;
  } catch (error) {
    throw describeBroken(`cannot be loaded (${firstLineOf(error)})`);
  }
}

function describeBroken(state: string): ProjectError {
  const install = `${NODE_PACKAGE}@${FIRST_MAJOR}`;
  return new ProjectError([`${NODE_PACKAGE} ${state}: it writes the parsed documents. Install ${install}`], {
    install,
  });
}

/** graphql-tag, which the plugin uses, warns about each fragment that is edited while a watcher runs. */
function disableFragmentWarnings(path: string): void {
  const require = createRequire(createRequire(path).resolve("@graphql-codegen/visitor-plugin-common"));
  require("graphql-tag").disableFragmentWarnings();
}

/**
 * @param module - The plugin.
 * @param config - Options of the plugin that the project sets.
 */
export const createNodePlugin = (module: NodeModule, config: object): Plugin => pluginOf(module)(config);

/** A watcher calls the plugin again only for new definitions. */
const pluginOf = cacheByObject((module: NodeModule) =>
  cacheByObject((config: object): Plugin => {
    const writeDefinition = cacheByObject((definition: CompiledDefinition) =>
      write(module, definition, { ...config, importOperationTypesFrom: "Types" }),
    );
    // A file about a fragment declares its types itself.
    const writeFragment = cacheByObject((definition: CompiledDefinition) =>
      write(module, definition, config),
    );
    return (schema, documents, { options, only }) => {
      const definitions = only ? [only] : compileOnce(schema, documents, options).definitions;
      const outputs = definitions.map(only?.kind === "fragment" ? writeFragment : writeDefinition);
      const [{ prepend = [] } = {}] = outputs;
      return { prepend, content: outputs.map(({ content }) => `${content}\n`).join("") };
    };
  }),
);

function write(
  { plugin }: NodeModule,
  { node, fragments }: CompiledDefinition,
  config: object,
): PluginOutput {
  const { mask, restore } = createMask();
  const externalFragments = fragments
    .map((fragment) => mask(fragment.node as FragmentDefinitionNode))
    .map((external) => ({
      node: external,
      name: external.name.value,
      onType: external.typeCondition.name.value,
      isExternal: true,
    }));
  const document = { kind: Kind.DOCUMENT, definitions: [mask(node)] };
  const options = { useTypeImports: true, ...config, externalFragments };
  const { prepend, content } = callPlugin(() => plugin(undefined, [{ document }], options));
  return { prepend, content: restore(content.trim()) };
}

/** @throws ProjectError if the plugin is broken. */
function callPlugin(call: () => PluginOutput): PluginOutput {
  try {
    const output = call();
    if (typeof output?.content === "string") return output;
  } catch (error) {
    throw describeBroken(`failed (${firstLineOf(error)})`);
  }
  throw describeBroken("returned no text");
}

/**
 * Replaces strings while the plugin runs. It parses its own text with each backslash twice, and caches the
 * result by the text without its white space.
 */
function createMask(): {
  readonly mask: <Node extends ExecutableDefinitionNode>(node: Node) => Node;
  readonly restore: (content: string) => string;
} {
  const strings: string[] = [];
  return {
    mask: (node) =>
      visit(removeDescriptions(node) as typeof node, {
        StringValue: (string) => ({ ...string, value: `#${strings.push(string.value) - 1}` }),
      }),
    restore: (content) =>
      content.replaceAll(/"#(\d+)"/g, (_, index) => printableJson(JSON.stringify(strings[index]))),
  };
}
