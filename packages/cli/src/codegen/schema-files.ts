/** Reads the schema of a config: one file, or several that are one schema together. */

import {
  buildIntrospected,
  buildSchema,
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
  const kind = findSchemaKind(source.body);
  if (kind === "sdl") return source;
  if (kind !== "introspection") {
    const { problem, hint } = REFUSED_SCHEMAS[kind];
    throw new ProjectError([
      `${source.name} ${problem}: ${hint.charAt(0).toLowerCase()}${hint.slice(1, -1)}`,
    ]);
  }
  const cached = introspected.get(source);
  if (cached) return cached;
  const printed = new Source(printSorted(readIntrospection(source)), source.name);
  introspected.set(source, printed);
  return printed;
}

function readIntrospection({ body, name }: Source): GraphQLSchema {
  const parsed = parseJson(body);
  if (!("value" in parsed))
    throw new ProjectError([`${name}${parsed.place && `:${parsed.place}`}: the file is not JSON`]);
  try {
    return buildIntrospected(parsed.value);
  } catch {
    throw new ProjectError([
      `${name} is not a complete introspection: export it with getIntrospectionQuery()`,
    ]);
  }
}

const printSorted = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;

/** A schema that graphql-codegen has read and printed. */
export function parseForeignSchema(text: string): SchemaText {
  const printed = new Source(printSorted(buildSchema(new Source(text, "schema"))), "schema");
  return { text: printed.body, schema: buildSchema(printed) };
}
