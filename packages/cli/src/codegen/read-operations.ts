/** Reads operations and fragments from files, for all commands. */

import {
  parseAll,
  renderProblems,
  throwProblems,
} from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  GraphQLError,
  isExecutableDefinitionNode,
  Kind,
  print,
} from "graphql";
import { withoutSchemas } from "../files/find-files.ts";
import { findFiles, ProjectError, readSource } from "../files/sources.ts";
import { pluck } from "./pluck.ts";

export interface ExecutableDocument extends DocumentNode {
  readonly definitions: readonly ExecutableDefinitionNode[];
}

/** Operations and fragments of files. */
export interface Operations {
  /** Each operation and each fragment once, in the order of the files. */
  readonly document: ExecutableDocument;
  /** Text of each file, by its name relative to the working directory. */
  readonly texts: ReadonlyMap<string, string>;
  /**
   * Definitions of scripts that the document does not contain, because an expression is inside:
   * `file:line:column: message`.
   */
  readonly skipped: readonly string[];
  /** Globs that match no file. */
  readonly unmatched: readonly string[];
}

/**
 * Reads the operations and fragments of files, folders and globs. Type definitions are left out.
 *
 * An operation or a fragment that is defined again with the same text is read once.
 *
 * @param schemas - Files and globs of the schema, which are not read even if the paths contain them.
 * @throws SourceError that lists all syntax errors, and all names that are defined with different texts.
 * ProjectError if a file cannot be read.
 */
export async function readOperations(
  paths: readonly string[],
  schemas: readonly string[] = [],
): Promise<Operations> {
  const { files: found, unmatched } = findFiles(paths);
  const files = withoutSchemas(found, schemas);
  const sources = files.map(readSource);
  const plucked = await Promise.all(sources.map(pluck));
  const failures = plucked.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) throw new ProjectError(renderProblems(failures));
  const { definitions, ...parsed } = parseAll(plucked.flatMap(({ blocks }) => blocks));
  const document = {
    ...parsed,
    definitions: removeDuplicates(definitions.filter(isExecutableDefinitionNode)),
  };
  const texts = new Map(sources.map(({ name, body }) => [name, body]));
  return { document, texts, skipped: renderProblems(plucked.flatMap(({ skipped }) => skipped)), unmatched };
}

/**
 * Keeps the first of definitions with the same text.
 *
 * @throws SourceError for definitions with different texts.
 */
export function removeDuplicates(
  definitions: readonly ExecutableDefinitionNode[],
): ExecutableDefinitionNode[] {
  const firsts = new Map<string, ExecutableDefinitionNode>();
  const problems: GraphQLError[] = [];
  const unique = definitions.filter((node) => {
    const isOperation = node.kind === Kind.OPERATION_DEFINITION;
    if (!node.name) return true;
    const key = `${isOperation ? "operation" : "fragment"} named "${node.name.value}"`;
    const first = firsts.get(key);
    if (!first) {
      firsts.set(key, node);
      return true;
    }
    if (print(first) !== print(node)) {
      const nodes = [first, node].flatMap(({ name }) => name ?? []);
      problems.push(new GraphQLError(`There can be only one ${key}.`, { nodes }));
    }
    return false;
  });
  throwProblems(problems);
  return unique;
}
