/** Reads the schema and the operations, and accepts them only if all of them fit. */

import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import {
  buildASTSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  Source,
  validateSchema,
} from "graphql";
import { findProblems, renderProblem } from "./problems.ts";

/** A schema, and operations that fit it. */
export interface Loaded {
  /** The schema as its file has it. */
  readonly schemaText: string;
  /** The operations and fragments of all files. */
  readonly document: DocumentNode;
}

/**
 * Loads a schema file and all `.graphql` files of some folders.
 *
 * We read the files ourselves because graphql-codegen leaves out a file that does not parse, as if its operations had
 * been deleted, and because a schema that it has built is of no use to another copy of `graphql`, such as ours.
 *
 * @throws Error that lists every problem on a line of its own, as `file:line:column: message`
 */
export async function load(schemaFile: string, folders: readonly string[]): Promise<Loaded> {
  const schemaSource = await readSource(schemaFile);
  const schema = buildSchema(schemaSource);
  const files = (await Promise.all(folders.map(findFiles))).flat().sort();
  const document = parseAll(await Promise.all(files.map(readSource)));
  if (document.definitions.length === 0) throw new Error(`${folders.join(", ")}: no operation in any .graphql file`);
  refuse(findProblems(schema, document));
  return { schemaText: schemaSource.body, document };
}

function buildSchema(source: Source): GraphQLSchema {
  const document = parseAll([source]);
  try {
    const schema = buildASTSchema(document);
    refuse(validateSchema(schema));
    return schema;
  } catch (error) {
    throw new Error(`${source.name} is not a schema: ${error instanceof Error ? error.message : error}`);
  }
}

/** Parses all of them before it refuses any, so that one run names every file that needs mending. */
function parseAll(sources: readonly Source[]): DocumentNode {
  const problems: GraphQLError[] = [];
  const documents = sources.flatMap((source) => {
    try {
      return isBlank(source.body) ? [] : [parse(source)];
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      problems.push(error);
      return [];
    }
  });
  refuse(problems);
  return concatAST(documents);
}

function refuse(problems: readonly GraphQLError[]): void {
  if (problems.length === 0) return;
  const byPlace = new Intl.Collator("en", { numeric: true });
  throw new Error(problems.map(renderProblem).sort(byPlace.compare).join("\n"));
}

async function readSource(file: string): Promise<Source> {
  return new Source(await readFile(file, "utf8"), renderPath(file));
}

/** A folder means all `.graphql` files below it, but not those of its dependencies. */
async function findFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`${renderPath(path)}: no such folder or file (patterns with * are not understood)`);
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => name.endsWith(".graphql") && !name.includes("node_modules"))
    .map((name) => join(path, name));
}

/** A file of comments only is one that somebody is about to write; graphql-js would call it a syntax error. */
function isBlank(body: string): boolean {
  return body.replaceAll(/#.*/g, "").trim() === "";
}

/** Relative to where the command runs, with forward slashes, so that terminals and CI make a link of it. */
function renderPath(file: string): string {
  return relative(process.cwd(), file).replaceAll(sep, "/");
}
