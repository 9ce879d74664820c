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
// `buildASTSchema` would call this function, and throw its errors as one `Error` without their places.
import { validateSDL } from "graphql/validation/validate.js";
import { onOneLine, type Place, renderPlace } from "../text/phrases.ts";
import { cacheByObject } from "./cache.ts";
import { completeSchema } from "./complete-schema.ts";
import { createDeepError, findDeepBracket, findDeepDefinition } from "./depth.ts";

/** A problem of GraphQL, and its first place. */
export interface LocatedProblem extends Place {
  /** One line. */
  readonly message: string;
}

/**
 * Invalid GraphQL text. The message has one line per problem, as `file:line:column: message` if the place is
 * known.
 */
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
 * Builds a schema from SDL: of one source, or of several that are one schema together. It can contain
 * extensions, directives without a definition, and scalars of AppSync and federation. The same single source
 * is built once.
 *
 * @param readValidator - Returns the {@link VALIDATOR} that accepted exactly this text. If it is the same
 * one, the text is not validated again.
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
 * Parsing without locations saves a third of the time, and only problems need them. Returns `undefined` if
 * there are problems, even if `completeSchema` solves them: in SDL of federation and of AppSync.
 *
 * @param isProved - Whether the text was valid in an earlier run.
 */
function buildWithoutLocations(sources: readonly Source[], isProved: boolean): GraphQLSchema | undefined {
  const document = parseSchema(sources, true);
  try {
    if (isProved || validateSDL(document).length === 0) return buildASTSchema(document, TOLERANT);
  } catch {
    // The proof can be false, and the validation does not check the arguments of directives.
  }
  return undefined;
}

/** @throws SourceError */
function buildWithLocations(sources: readonly Source[]): GraphQLSchema {
  const document = completeSchema(parseSchema(sources, false));
  throwProblems(validateSDL(document));
  try {
    return buildASTSchema(document, TOLERANT);
  } catch (error) {
    // The validation does not check the arguments of directives.
    if (error instanceof GraphQLError) throwProblems([error]);
    throw error;
  }
}

function parseSchema(sources: readonly Source[], noLocation: boolean): DocumentNode {
  return joinParsed(sources.map((source) => parseSource(source, { noLocation })));
}

/**
 * Parses operation files into one document. The same source is parsed once.
 *
 * @throws SourceError with the syntax errors of all files.
 */
export function parseAll(sources: readonly Source[]): DocumentNode {
  const document = joinParsed(sources.map(parseOnce));
  const deep = findDeepDefinition(document);
  if (deep) throwProblems([deep]);
  return document;
}

const parseOnce = cacheByObject((source: Source) => findDeepBracket(source) ?? parseSource(source));

/** A syntax error is returned, so that those of all files are thrown together. */
function parseSource(source: Source, options?: ParseOptions): DocumentNode | GraphQLError {
  try {
    return parse(source, options);
  } catch (error) {
    if (error instanceof RangeError) return createDeepError(source, 0);
    if (!(error instanceof GraphQLError)) throw error;
    // An empty document is a syntax error too, but a file with only comments is none.
    const isEmpty = source.body.replaceAll(/#.*/g, "").trim() === "";
    return isEmpty ? { kind: Kind.DOCUMENT, definitions: [] } : error;
  }
}

/** @throws SourceError */
function joinParsed(results: readonly (DocumentNode | GraphQLError)[]): DocumentNode {
  throwProblems(results.filter((result) => result instanceof GraphQLError));
  return concatAST(results.filter((result) => "definitions" in result));
}

/** @throws SourceError with all problems, sorted by place, if there are any. */
export function throwProblems(problems: readonly GraphQLError[]): void {
  if (problems.length === 0) return;
  const described = describeProblems(problems);
  const located = described.flatMap(({ place, message }) => (place ? [{ ...place, message }] : []));
  throw new SourceError(described.map(renderProblem), located);
}

/** Returns `file:line:column: message`, with further places at the end. */
export function renderProblems(problems: readonly GraphQLError[]): string[] {
  // The collator takes time to load.
  return problems.length === 0 ? [] : describeProblems(problems).map(renderProblem);
}

interface DescribedProblem {
  /** The first place. Absent if the problem has none. */
  readonly place: Place | undefined;
  /** One line, with further places at its end. */
  readonly message: string;
}

/** Sorted by place. */
function describeProblems(problems: readonly GraphQLError[]): DescribedProblem[] {
  const byPlace = new Intl.Collator("en", { numeric: true });
  return problems
    .map(describeProblem)
    .sort((left, right) => byPlace.compare(renderProblem(left), renderProblem(right)));
}

function describeProblem(problem: GraphQLError): DescribedProblem {
  const [place = placeOfSyntaxError(problem), ...others] = problem.nodes?.flatMap(placesOf) ?? [];
  const also = others.length > 0 ? ` (and ${others.map(renderPlace).join(", ")})` : "";
  return { place, message: onOneLine(problem.message) + also };
}

/** Syntax errors have a source and a position, but no node. */
function placeOfSyntaxError({ source, locations }: GraphQLError): Place | undefined {
  const [first] = locations ?? [];
  return source && first && { file: source.name, line: first.line, column: first.column };
}

/** Empty for a node that was parsed without locations. */
function placesOf({ loc }: ASTNode): Place[] {
  return loc ? [{ file: loc.source.name, ...getLocation(loc.source, loc.start) }] : [];
}

function renderProblem({ place, message }: DescribedProblem): string {
  return place ? `${renderPlace(place)}: ${message}` : message;
}
