/** Reads the schema of a config: one file, or several that are one schema together. */

import {
  buildIntrospected,
  buildSchema,
  MissingQueryTypeError,
  SourceError,
} from "@integration-platform/graphql-compiler/internal/model/index";
import { type GraphQLSchema, lexicographicSortSchema, printSchema, Source } from "graphql";
import { languageOf, listSchemaFiles } from "../files/find-files.ts";
import { readProvenance } from "../files/provenance.ts";
import { ProjectError, readSource, showPath } from "../files/sources.ts";
import { parseJson } from "../text/decode-text.ts";
import { quotePath } from "../text/quote.ts";
import { rethrowOthers } from "../text/rethrow-others.ts";
import { findSchemaKind, REFUSED_SCHEMAS } from "../text/schema-kind.ts";

/** A schema and its text, as SDL. */
export interface SchemaText {
  readonly text: string;
  readonly schema: GraphQLSchema;
}

/** The last schema of several files. A watcher reads them again, and the same sources are one schema. */
let last: { readonly sources: readonly Source[]; readonly read: SchemaText } | undefined;

/**
 * Reads files and globs. Files that are not SDL become sorted SDL.
 *
 * @throws ProjectError with `isSchema` if a file cannot be read, or the files are no schema.
 */
export function readSchemaFiles(paths: readonly string[]): SchemaText {
  try {
    return buildFiles(paths);
  } catch (error) {
    rethrowOthers(error, SourceError);
    throw new ProjectError(error.problems, { isSchema: true });
  }
}

function buildFiles(paths: readonly string[]): SchemaText {
  const refused = paths.flatMap((path) => findPathProblem(path) ?? []);
  if (refused.length > 0) throw new ProjectError(refused);
  const sources = listSchemaFiles(paths).map(readSchemaSource);
  const [first, ...others] = sources;
  if (!first) throw new ProjectError([`no schema file matches ${paths.join(", ")}`]);
  if (others.length === 0) {
    const text = first.body;
    return { text, schema: buildSchema(first, () => readProvenance(first.name, text)?.validatedBy) };
  }
  if (
    last?.sources.length === sources.length &&
    last.sources.every((source, index) => source === sources[index])
  )
    return last.read;
  const read = { text: sources.map(({ body }) => body).join("\n"), schema: buildSchema(sources) };
  last = { sources, read };
  return read;
}

/** Schemas that graphql-codegen reads, and this module does not. The address can contain credentials. */
function findPathProblem(path: string): string | undefined {
  const save = 'save the schema with "platform-graphql schema pull --from"';
  if (/^https?:/i.test(path)) return `schema: no request is sent to the address: ${save}, and set its file`;
  if (/^(?:git|github):/.test(path))
    return `schema: ${quotePath(path, "the address")} is not read: ${save}, and set its file`;
  if (languageOf(path) === "script") return `schema: ${showPath(path)} is code: print its schema to a file`;
  return undefined;
}

/** The SDL of each introspection file. */
const introspected = new WeakMap<Source, Source>();

/** A source with SDL. @throws ProjectError if the file is no schema. */
function readSchemaSource(file: string): Source {
  const source = readSource(file);
  const cached = introspected.get(source);
  if (cached) return cached;
  const schema = parseIntrospection(source);
  if (!schema) return source;
  const printed = new Source(printSorted(schema), source.name);
  introspected.set(source, printed);
  return printed;
}

/**
 * Builds a schema from SDL or introspection JSON.
 *
 * @param validatedBy - The validator that accepted this text before.
 * @throws SourceError
 */
export function parseSchemaText(
  source: Source,
  validatedBy: string | undefined,
): { readonly schema: GraphQLSchema; readonly how: "introspection file" | "SDL" } {
  const schema = parseIntrospection(source);
  if (schema) return { schema, how: "introspection file" };
  return { schema: buildSchema(source, () => validatedBy), how: "SDL" };
}

/** `undefined` for a text that can be SDL. @throws ProjectError for any other text that is no introspection */
function parseIntrospection({ body, name }: Source): GraphQLSchema | undefined {
  const kind = findSchemaKind(body);
  if (kind === "sdl") return undefined;
  if (kind !== "introspection") throw new ProjectError([`${name} ${REFUSED_SCHEMAS[kind]}`]);
  const parsed = parseJson(body);
  if (!("value" in parsed))
    throw new ProjectError([`${name}${parsed.place && `:${parsed.place}`}: the file is not JSON`]);
  try {
    return buildIntrospected(parsed.value);
  } catch (error) {
    const problem =
      error instanceof MissingQueryTypeError
        ? ": the schema has no query type"
        : " is not a complete introspection: export it with getIntrospectionQuery()";
    throw new ProjectError([`${name}${problem}`]);
  }
}

const printSorted = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** A schema that graphql-codegen has read and printed. */
export function parseForeignSchema(text: string): SchemaText {
  const printed = new Source(printSorted(buildSchema(new Source(text, "schema"))), "schema");
  return { text: printed.body, schema: buildSchema(printed) };
}
