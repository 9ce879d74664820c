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
import { onOneLine } from "../text/phrases.ts";
import { completeSchema } from "./complete-schema.ts";

/** A problem of GraphQL, and its first place. */
export interface LocatedProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** One line. */
  readonly message: string;
}

/** Invalid GraphQL text. The message has one line per problem, as `file:line:column: message` if the location is known. */
export class SourceError extends Error {
  static {
    SourceError.prototype.name = "SourceError";
  }
  readonly problems: readonly string[];
  /** The problems that have a place, in the same order. */
  readonly located: readonly LocatedProblem[];

  constructor(problems: readonly string[], located: readonly LocatedProblem[] = []) {
    super(problems.join("\n"));
    this.problems = problems;
    this.located = located;
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

/**
 * Locations take a third of the time, and only problems need them. Returns `undefined` if there are problems, also those that
 * `completeSchema` solves: in SDL of federation and of AppSync.
 */
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
  if (problems.length === 0) return;
  const described = describeProblems(problems);
  const located = described.flatMap(({ place, message }) => (place ? [{ ...place, message }] : []));
  throw new SourceError(described.map(renderProblem), located);
}

/** Returns `file:line:column: message`, with further locations at the end. */
export function renderProblems(problems: readonly GraphQLError[]): string[] {
  return describeProblems(problems).map(renderProblem);
}

interface Described {
  /** The first place. Absent if the problem has none. */
  readonly place: Omit<LocatedProblem, "message"> | undefined;
  /** One line, with further locations at its end. */
  readonly message: string;
}

/** Sorted by location. */
function describeProblems(problems: readonly GraphQLError[]): Described[] {
  const byLocation = new Intl.Collator("en", { numeric: true });
  return problems
    .map(describeProblem)
    .sort((left, right) => byLocation.compare(renderProblem(left), renderProblem(right)));
}

function describeProblem({ nodes, source, locations, message }: GraphQLError): Described {
  const [place = findPosition(source, locations), ...others] = nodes?.flatMap(locate) ?? [];
  const also = others.length > 0 ? ` (and ${others.map(renderLocation).join(", ")})` : "";
  return { place, message: onOneLine(message) + also };
}

/** Syntax errors have a position, but no node. */
function findPosition(source: Source | undefined, locations: GraphQLError["locations"]): Described["place"] {
  const [first] = locations ?? [];
  return source && first && { file: source.name, line: first.line, column: first.column };
}

function locate({ loc }: ASTNode): Omit<LocatedProblem, "message">[] {
  return loc ? [{ file: loc.source.name, ...getLocation(loc.source, loc.start) }] : [];
}

const renderProblem = ({ place, message }: Described): string =>
  place ? `${renderLocation(place)}: ${message}` : message;

const renderLocation = ({ file, line, column }: Omit<LocatedProblem, "message">): string =>
  `${file}:${line}:${column}`;
