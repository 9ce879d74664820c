/** Parses and builds schemas and operations from texts, and renders their problems. */

import {
  type ASTNode,
  buildASTSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getLocation,
  Kind,
  type ParseOptions,
  parse,
  type Source,
  version,
} from "graphql";
// graphql-js throws the result of this function as one Error without locations.
import { validateSDL } from "graphql/validation/validate.js";
import { onOneLine } from "../text/words.ts";
import { completeSchema } from "./complete-schema.ts";

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

/** Skips the checks of graphql-js that some public schemas, such as GitHub's, do not pass. */
export const TOLERANT: { readonly assumeValid: true } = { assumeValid: true };

/** Name and version of the validator that {@link buildSchema} applies to SDL. */
export const VALIDATOR: string = `graphql ${version}`;

const schemas = new WeakMap<Source, GraphQLSchema>();

/**
 * Builds a schema from SDL: of one source, or of several that are one schema together. It can contain extensions, directives
 * without a definition, and scalars of AppSync and federation. The same single source is built once.
 *
 * @param readValidator - Returns the {@link VALIDATOR} that accepted exactly this text. If it is the same one, the text is
 *   not validated again.
 * @throws SourceError
 */
export function buildSchema(
  input: Source | readonly Source[],
  readValidator?: () => string | undefined,
): GraphQLSchema {
  const sources = [input].flat();
  const [source] = sources;
  const cached = source && sources.length === 1 ? schemas.get(source) : undefined;
  if (cached) return cached;
  const schema =
    buildWithoutLocations(sources, readValidator?.() === VALIDATOR) ?? buildWithLocations(sources);
  if (!schema.getQueryType()) {
    const names = sources.map(({ name }) => name).join(", ");
    throw new SourceError([`${names}: the schema has no query type`]);
  }
  if (source && sources.length === 1) schemas.set(source, schema);
  return schema;
}

/** Locations take a third of the time, and only problems need them. Returns `undefined` if there are problems. */
function buildWithoutLocations(sources: readonly Source[], isProved: boolean): GraphQLSchema | undefined {
  const document = parseSchema(sources, true);
  try {
    if (isProved || validateSDL(document).length === 0) return buildASTSchema(document, TOLERANT);
  } catch {
    // The proof can be false.
  }
  return undefined;
}

/** @throws SourceError */
function buildWithLocations(sources: readonly Source[]): GraphQLSchema {
  const document = completeSchema(parseSchema(sources, false));
  rejectProblems(validateSDL(document));
  try {
    return buildASTSchema(document, TOLERANT);
  } catch (error) {
    // The validation does not check the arguments of directives.
    if (error instanceof GraphQLError) rejectProblems([error]);
    throw error;
  }
}

function parseSchema(sources: readonly Source[], noLocation: boolean): DocumentNode {
  const problems: GraphQLError[] = [];
  const parsed = sources.map((source) => parseOne(source, problems, { noLocation }));
  rejectProblems(problems);
  return concatAST(parsed);
}

const documents = new WeakMap<Source, DocumentNode>();

/**
 * Parses all sources into one document. Skips files that contain only comments. The same source is parsed once.
 *
 * @throws SourceError if there are problems.
 */
export function parseAll(sources: readonly Source[], earlier: readonly GraphQLError[] = []): DocumentNode {
  const problems = [...earlier];
  const parsed = sources.map((source) => {
    const count = problems.length;
    const document = documents.get(source) ?? parseOne(source, problems);
    if (problems.length === count) documents.set(source, document);
    return document;
  });
  rejectProblems(problems);
  return concatAST(parsed);
}

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

/** Adds a syntax error to the problems. */
function parseOne(source: Source, problems: GraphQLError[], options?: ParseOptions): DocumentNode {
  try {
    return parse(source, options);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (source.body.replaceAll(/#.*/g, "").trim() !== "") problems.push(error);
    return NOTHING;
  }
}

/** @throws SourceError with all problems, sorted by location, if there are any. */
export function rejectProblems(problems: readonly GraphQLError[]): void {
  if (problems.length > 0) throw new SourceError(renderProblems(problems));
}

export function renderProblems(problems: readonly GraphQLError[]): string[] {
  const byLocation = new Intl.Collator("en", { numeric: true });
  return problems.map(renderProblem).sort(byLocation.compare);
}

/** Returns `file:line:column: message`, with further locations at the end. */
function renderProblem({ nodes, source, locations, message }: GraphQLError): string {
  // Syntax errors have a position, but no node.
  const position = source && locations?.[0] && `${source.name}:${locations[0].line}:${locations[0].column}`;
  const [first = position, ...others] = nodes?.flatMap(renderLocation) ?? [];
  const also = others.length > 0 ? ` (and ${others.join(", ")})` : "";
  return `${first ? `${first}: ` : ""}${onOneLine(message)}${also}`;
}

function renderLocation({ loc }: ASTNode): string[] {
  if (!loc) return [];
  const { line, column } = getLocation(loc.source, loc.start);
  return [`${loc.source.name}:${line}:${column}`];
}
