/** The documents that graphql-codegen has read, with its loaders and the transforms of the config. */

import { readFileSync } from "node:fs";
import {
  concatAST,
  type DocumentNode,
  isExecutableDefinitionNode,
  Kind,
  parse,
  print,
  Source,
  visit,
} from "graphql";
import { firstLineOf, ProjectError, renderPath } from "../files/sources.ts";
import { findStats } from "../files/stats.ts";
import { type Operations, removeDuplicates } from "./read-operations.ts";

/** A file, or a template of a script. */
export interface DocumentFile {
  /** Absolute path. */
  readonly location?: string | undefined;
  readonly document?: DocumentNode | undefined;
}

/** A transform of a config, as graphql-codegen has loaded it. */
export interface DocumentTransform {
  readonly name: string;
  readonly transformObject: {
    readonly transform: (options: never) => readonly DocumentFile[] | Promise<readonly DocumentFile[]>;
  };
  readonly config?: object | undefined;
}

/**
 * Applies the transforms once for all files. graphql-codegen would apply them for each file that is written.
 *
 * @throws ProjectError that names the transform, if it fails or returns no documents.
 */
export async function transformFiles({
  documents,
  documentTransforms = [],
  ...context
}: {
  readonly documents: readonly DocumentFile[];
  readonly documentTransforms?: readonly DocumentTransform[] | undefined;
  readonly schema: DocumentNode;
  readonly config?: object | undefined;
  readonly pluginContext?: unknown;
}): Promise<readonly DocumentFile[]> {
  const { schema, pluginContext } = context;
  let files = documents;
  for (const { name, transformObject, config } of documentTransforms) {
    const options = { documents: files, schema, pluginContext, config: { ...context.config, ...config } };
    const transformed = await runTransform(name, () => transformObject.transform(options as never));
    if (!Array.isArray(transformed) || !transformed.every(isDocumentFile))
      throw new ProjectError([`documentTransforms: ${name} does not return documents`]);
    files = transformed;
  }
  return files;
}

async function runTransform<Result>(name: string, transform: () => Result): Promise<Awaited<Result>> {
  try {
    return await transform();
  } catch (error) {
    throw new ProjectError([`documentTransforms: ${name} failed: ${firstLineOf(error)}`]);
  }
}

function isDocumentFile(file: DocumentFile | undefined): boolean {
  if (!file) return false;
  const { document } = file;
  if (document === undefined) return true;
  if (document?.kind !== Kind.DOCUMENT || !Array.isArray(document.definitions)) return false;
  return document.definitions.length === 0 || isValid(document);
}

/** Whether it is a syntax tree: parts can be missing in one that code has built. */
function isValid(document: DocumentNode): boolean {
  try {
    parse(print(document));
    return true;
  } catch {
    return false;
  }
}

/** Joins the operations and fragments of files. @throws SourceError for names with different definitions */
export function joinFiles(files: readonly DocumentFile[]): Pick<Operations, "document" | "skipped"> {
  const { definitions } = concatAST(files.flatMap(({ document }) => document ?? []));
  const document = {
    kind: Kind.DOCUMENT,
    definitions: removeDuplicates(definitions.filter(isExecutableDefinitionNode)),
  } as const;
  return { document, skipped: [] };
}

/**
 * Gives each node of a file its place in the file. Places in a script count from the template, and a node that a
 * transform has added has the place of the node around it.
 */
export function locate(file: DocumentFile): DocumentFile {
  const { location, document } = file;
  if (location === undefined || !document) return file;
  const text = findStats(location)?.isFile() ? readFileSync(location, "utf8") : "";
  const source = new Source(text, renderPath(location));
  const template = document.definitions.find(({ loc }) => loc)?.loc?.source.body ?? "";
  const offset = Math.max(text.indexOf(template), 0);
  // The starts of the nodes around a node, the innermost first.
  const enclosing = [0];
  const located = visit(document, {
    enter: ({ loc, ...node }) => {
      const start = loc ? loc.start + offset : (enclosing[0] ?? 0);
      enclosing.unshift(start);
      return { ...node, loc: { ...loc, start, source } };
    },
    leave: () => {
      enclosing.shift();
    },
  });
  return { location, document: located };
}
