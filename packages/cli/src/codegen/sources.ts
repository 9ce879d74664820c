/** Reads and parses files with GraphQL. Problems are reported for all files at once. */

import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { getSystemErrorMessage } from "node:util";
import {
  type ASTNode,
  buildASTSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getLocation,
  isExecutableDefinitionNode,
  parse,
  Source,
} from "graphql";
// graphql-js throws the result of this function as one Error without locations.
import { validateSDL } from "graphql/validation/validate.js";
import { createExclusion, createSearch, isExclusion, languageOf, listFiles } from "./find-files.ts";
import { pluck } from "./pluck.ts";

/** Invalid GraphQL text. The message has one line per problem, as `file:line:column: message` if the location is known. */
export class SourceError extends Error {
  static {
    SourceError.prototype.name = "SourceError";
  }
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** A file or folder that is missing, is empty, or cannot be read. A script with a syntax error cannot be read either. */
export class FileError extends SourceError {
  static {
    FileError.prototype.name = "FileError";
  }
}

/** Skips the checks of graphql-js that some public schemas, such as GitHub's, do not pass. */
export const TOLERANT: { readonly assumeValid: true } = { assumeValid: true };

/**
 * Returns the sorted paths of the files.
 *
 * @param isInFolder - Selects the files of a folder. @default `.graphql` files
 * @throws FileError if a path does not exist, or a glob matches no file.
 */
export function findFiles(paths: readonly string[], isInFolder?: (file: string) => boolean): string[] {
  const isExcluded = createExclusion(paths.filter(isExclusion));
  const found = paths
    .filter((path) => !isExclusion(path))
    .flatMap((path) => {
      const search = createSearch(path, isInFolder);
      const files = attempt("read", path, () => listFiles(search));
      if (files.length > 0 || !search.isGlob) return files;
      throw new FileError([`no GraphQL, TypeScript, JavaScript or Markdown file matches ${path}`]);
    });
  return [...new Set(found)].filter((file) => !isExcluded(file)).sort();
}

/** Reads a file. Its name is relative to the working directory. @throws FileError */
export function readSource(file: string): Source {
  return new Source(
    attempt("read", file, () => readFileSync(file, "utf8")),
    renderPath(file),
  );
}

/** Operations and fragments of files. */
export interface Operations {
  readonly document: DocumentNode;
  /** Text of each file, by its name relative to the working directory. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Reads the operations of files, folders and globs. Schemas in scripts and in Markdown are left out.
 *
 * @throws SourceError that lists all problems. FileError if a file cannot be read.
 */
export async function readOperations(paths: readonly string[]): Promise<Operations> {
  const files = findFiles(paths).map(readSource);
  const plucked = await Promise.all(files.map(pluck));
  const failures = plucked.flatMap(({ failure }) => failure ?? []);
  if (failures.length > 0) throw new FileError(renderProblems(failures));
  const document = parseAll(
    plucked.flatMap(({ blocks }) => blocks),
    plucked.flatMap(({ problems }) => problems),
  );
  const definitions = document.definitions.filter(
    (node) => isExecutableDefinitionNode(node) || (languageOf(node.loc?.source.name ?? "") ?? "graphql") === "graphql",
  );
  return { document: { ...document, definitions }, texts: new Map(files.map(({ name, body }) => [name, body])) };
}

/** Runs a file operation. @throws FileError with the path and the reason */
export function attempt<Result>(verb: string, path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === undefined || errno === undefined) throw error;
    throw new FileError([`cannot ${verb} ${renderPath(path)}: ${getSystemErrorMessage(errno)}`]);
  }
}

/** Returns a path relative to the working directory, with forward slashes, so that terminals and CI can link it. */
export function renderPath(file: string): string {
  return relative(process.cwd(), file).replaceAll(sep, "/") || ".";
}

/** Builds a schema from SDL, which can contain extensions. @throws SourceError */
export function buildSchema(source: Source): GraphQLSchema {
  const document = parseAll([source]);
  rejectProblems(validateSDL(document));
  const schema = buildASTSchema(document, TOLERANT);
  if (!schema.getQueryType()) throw new SourceError([`${source.name}: the schema has no query type`]);
  return schema;
}

/** Parses all sources into one document. Skips files that contain only comments. @throws SourceError if there are problems. */
function parseAll(sources: readonly Source[], known: readonly GraphQLError[] = []): DocumentNode {
  const problems = [...known];
  const documents = sources.flatMap((source) => {
    try {
      return source.body.replaceAll(/#.*/g, "").trim() === "" ? [] : [parse(source)];
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      problems.push(error);
      return [];
    }
  });
  rejectProblems(problems);
  return concatAST(documents);
}

/** @throws SourceError with all problems, sorted by location, if there are any. */
export function rejectProblems(problems: readonly GraphQLError[]): void {
  if (problems.length > 0) throw new SourceError(renderProblems(problems));
}

function renderProblems(problems: readonly GraphQLError[]): string[] {
  const byLocation = new Intl.Collator("en", { numeric: true });
  return problems.map(renderProblem).sort(byLocation.compare);
}

/** Returns `file:line:column: message`, with further locations at the end. */
function renderProblem({ nodes, source, locations, message }: GraphQLError): string {
  // Syntax errors have a position, but no node.
  const position = source && locations?.[0] && `${source.name}:${locations[0].line}:${locations[0].column}`;
  const [first = position, ...others] = nodes?.flatMap(renderLocation) ?? [];
  const also = others.length > 0 ? ` (and ${others.join(", ")})` : "";
  return `${first ? `${first}: ` : ""}${message.replaceAll(/\s*\n\s*/g, " ")}${also}`;
}

function renderLocation({ loc }: ASTNode): string[] {
  if (!loc) return [];
  const { line, column } = getLocation(loc.source, loc.start);
  return [`${loc.source.name}:${line}:${column}`];
}
