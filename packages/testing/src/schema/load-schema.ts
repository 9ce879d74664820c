/** Builds executable schemas from SDL. */

import { completeSchema } from "@integration-platform/graphql-compiler/internal/model/index";
import { buildASTSchema, type DocumentNode, GraphQLError, GraphQLSchema, parse, visit } from "graphql";
// `buildASTSchema` validates too, but throws one Error without locations.
import { validateSDL } from "graphql/validation/validate.js";
import { limitSize } from "../shared/maps.ts";
import { acceptUnknown } from "./unknown.ts";

export interface SchemaError extends Error {
  /** The error in one line, without its location. */
  readonly problem: string;
  /** From 1. Absent if the error concerns the whole schema. */
  readonly line?: number;
  readonly column?: number;
}

/** Maximum number of cached schemas. A schema of 19,000 lines takes about 20 MB. */
const MAX_CACHED_SCHEMAS = 4;
const cache = new Map<string, GraphQLSchema>();

/** Schemas are cached by their text. @throws SchemaError if the SDL cannot be parsed or is not valid. */
export function loadSchema(sdl: string): GraphQLSchema {
  const schema = cache.get(sdl) ?? buildSchema(sdl);
  cache.delete(sdl);
  cache.set(sdl, schema);
  limitSize(cache, MAX_CACHED_SCHEMAS);
  return schema;
}

function buildSchema(sdl: string): GraphQLSchema {
  const parsed = parseSdl(sdl);
  const document = validateSDL(parsed).length === 0 ? parsed : completeSchema(parsed);
  const [error] = validateSDL(document);
  if (error) throw schemaError(error);
  // Schemas of real platforms, such as GitHub's, break rules that graphql-js has added since.
  const schema = buildASTSchema(document, { assumeValid: true });
  if (!schema.getQueryType()) throw schemaError(new GraphQLError("Query root type must be provided."));
  const isIncremental = schema.getDirectives().some(({ name }) => INCREMENTAL.includes(name));
  return acceptUnknown(
    isIncremental ? new NonIncrementalSchema({ ...schema.toConfig(), assumeValid: true }) : schema,
  );
}

const INCREMENTAL: readonly string[] = ["defer", "stream"];

/** Removes `@defer` and `@stream`, which platforms can ignore. `execute` of graphql 17 rejects them. */
export function removeDeferAndStream(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  if (!(schema instanceof NonIncrementalSchema)) return document;
  return visit(document, { Directive: ({ name }) => (INCREMENTAL.includes(name.value) ? null : undefined) });
}

/** `execute` of graphql 17 also rejects schemas that have these directives. */
class NonIncrementalSchema extends GraphQLSchema {
  override getDirective(name: string) {
    return INCREMENTAL.includes(name) ? undefined : super.getDirective(name);
  }
}

function parseSdl(sdl: string): DocumentNode {
  try {
    return parse(sdl);
  } catch (error) {
    throw error instanceof GraphQLError ? schemaError(error) : error;
  }
}

function schemaError({ message, locations }: GraphQLError): SchemaError {
  const [location] = locations ?? [];
  const problem = message.replace(/\s+/g, " ");
  const at = location ? ` at line ${location.line}, column ${location.column}` : "";
  const error = new Error(`The schema is not valid${at}: ${problem}`);
  return Object.assign(error, { problem }, location && { line: location.line, column: location.column });
}
