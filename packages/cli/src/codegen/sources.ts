/** GraphQL texts, parsed; what does not parse is refused with every place that needs mending. */

import {
  buildASTSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  type Source,
} from "graphql";
// graphql-js throws what this returns as one Error without places, and the places are what people need.
import { validateSDL } from "graphql/validation/validate.js";
import { renderProblem } from "./problems.ts";
import { SourceError } from "./source-error.ts";

/**
 * A schema that others wrote is what it is: GitHub's breaks rules that graphql-js has since added, and serves its clients
 * all the same.
 */
export const TOLERANT: { readonly assumeValid: true } = { assumeValid: true };

/**
 * Builds a schema from a text in GraphQL's schema language; `extend` may stand in the same text.
 *
 * @throws SourceError
 */
export function buildSchema(source: Source): GraphQLSchema {
  const document = parseAll([source]);
  refuse(validateSDL(document));
  const schema = buildASTSchema(document, TOLERANT);
  if (!schema.getQueryType()) throw new SourceError([`${source.name} is not a schema: it has no type Query`]);
  return schema;
}

/**
 * Parses all of them before it refuses any, so that one run names every file that needs mending.
 *
 * @throws SourceError
 */
export function parseAll(sources: readonly Source[]): DocumentNode {
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

/** @throws SourceError unless there are none. */
export function refuse(problems: readonly GraphQLError[]): void {
  if (problems.length === 0) return;
  const byPlace = new Intl.Collator("en", { numeric: true });
  throw new SourceError(problems.map(renderProblem).sort(byPlace.compare));
}

/** A file of comments only is one that somebody is about to write; graphql-js would call it a syntax error. */
function isBlank(body: string): boolean {
  return body.replaceAll(/#.*/g, "").trim() === "";
}
