/** Finds, reads and parses GraphQL files. Problems are reported for all files at once. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { getSystemErrorMessage } from "node:util";
import {
  type ASTNode,
  buildASTSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getLocation,
  parse,
  Source,
} from "graphql";
// graphql-js throws the result of this function as one Error without locations.
import { validateSDL } from "graphql/validation/validate.js";

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

/** A file or folder that is missing, is empty, or cannot be read. */
export class FileError extends SourceError {
  static {
    FileError.prototype.name = "FileError";
  }
}

/** Skips the checks of graphql-js that some public schemas, such as GitHub's, do not pass. */
export const TOLERANT: { readonly assumeValid: true } = { assumeValid: true };

/** Returns the sorted paths of the `.graphql` files in folders, except those in `node_modules`. Accepts single files too. @throws FileError */
function findFiles(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(findIn))].sort();
}

function findIn(path: string): string[] {
  const hint = path.includes("*") ? " (patterns with * are not supported)" : "";
  if (!attempt("read", path, () => statSync(path), hint).isDirectory()) return [path];
  return attempt("read", path, () => readdirSync(path, { recursive: true, encoding: "utf8" }))
    .filter((name) => name.endsWith(".graphql") && !name.includes("node_modules"))
    .map((name) => join(path, name));
}

/** Reads a file. Its name is relative to the working directory. @throws FileError */
export function readSource(file: string): Source {
  return new Source(
    attempt("read", file, () => readFileSync(file, "utf8")),
    renderPath(file),
  );
}

/** Reads all files of {@link findFiles}. @throws FileError */
export function readSources(paths: readonly string[]): Source[] {
  return findFiles(paths).map(readSource);
}

/** Runs a file operation. @throws FileError with the path and the reason */
export function attempt<Result>(verb: string, path: string, work: () => Result, hint = ""): Result {
  try {
    return work();
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === undefined || errno === undefined) throw error;
    throw new FileError([`cannot ${verb} ${renderPath(path)}: ${getSystemErrorMessage(errno)}${hint}`]);
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

/** Parses all sources into one document. Skips files that contain only comments. @throws SourceError */
export function parseAll(sources: readonly Source[]): DocumentNode {
  const problems: GraphQLError[] = [];
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
  if (problems.length === 0) return;
  const byLocation = new Intl.Collator("en", { numeric: true });
  throw new SourceError(problems.map(renderProblem).sort(byLocation.compare));
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
