/** Builds a schema from text: SDL or introspection JSON. */

import {
  buildIntrospected,
  buildSchema,
  NO_QUERY_TYPE,
  SourceError,
} from "@integration-platform/graphql-compiler/model";
import { type GraphQLSchema, Source } from "graphql";
import { Problem } from "../errors/problem.ts";

/** In bytes, after decompression. GitHub's schema, one of the largest public ones, has 9 MB as introspection JSON. */
export const MAX_SCHEMA_BYTES: number = 64 * 1024 * 1024;

const FORMATS = "Pass SDL (.graphql) or introspection JSON (.json).";

/** A schema, before it is parsed. */
export interface SchemaFile {
  /** SDL or introspection JSON. */
  readonly text: string;
  /** File, URL or description, for messages. */
  readonly name: string;
  /** The validator that accepted this text before, from its provenance. */
  readonly validatedBy?: string | undefined;
}

/**
 * @param isRemote - Whether a server sent the text. It is then not quoted.
 * @throws Problem
 */
export function parseSchema(
  { text, name, validatedBy }: SchemaFile,
  isRemote = false,
): { readonly schema: GraphQLSchema; readonly how: string } {
  const start = text.trimStart();
  if (start === "") throw new Problem(`"${name}" is empty`, FORMATS);
  if (/^<[!?a-z]/i.test(start)) throw new Problem(`"${name}" is a web page, not a schema`, "Check the address.");
  const isJson = /^\{\s*"/.test(start);
  try {
    if (isJson) return { schema: buildIntrospected(JSON.parse(text)), how: "introspection file" };
    return { schema: buildSchema(new Source(text, name), () => validatedBy), how: "SDL" };
  } catch (error) {
    if (isJson) {
      const [line = ""] = (error instanceof Error ? error.message : "").split("\n");
      if (line === NO_QUERY_TYPE) throw describeMissingQuery(`"${name}"`);
      // The rest of the message quotes the file.
      const problem = error instanceof SyntaxError ? "it is not valid JSON" : line.replace(/(?::|\.).*/, "");
      const reason = isRemote ? "" : ` (${problem})`;
      throw new Problem(
        `"${name}" is not a complete introspection${reason}`,
        "Export it with getIntrospectionQuery().",
      );
    }
    throw error instanceof SourceError ? explain(error.problems, name, isRemote) : error;
  }
}

function explain(problems: readonly string[], name: string, isRemote: boolean): Problem {
  const located = problems.flatMap((problem) => {
    const rest = problem.startsWith(name) ? problem.slice(name.length) : problem;
    const [, place, message = ""] = /^:(\d+:\d+): (.*)$/s.exec(rest) ?? [];
    return place === undefined ? [] : [{ place, message: message.replace(/^Syntax Error: /, "").replace(/\.$/, "") }];
  });
  const [first] = located;
  // The only problem without a place.
  if (!first) return describeMissingQuery(`"${name}"`);
  const { place, message } = first;
  const detail = isRemote ? place : `${place}, ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  if (located.length === 1) return new Problem(`"${name}" is not a GraphQL schema (${detail})`, FORMATS);
  const details = isRemote ? located.map((one) => one.place) : [...problems];
  return new Problem(`"${name}" is not a GraphQL schema: ${located.length} errors`, FORMATS, { details });
}

export function describeMissingQuery(subject: string): Problem {
  return new Problem(
    `${subject} has no query type`,
    'Read the complete schema. In SDL, add "schema { query: … }" or a type named Query.',
  );
}
