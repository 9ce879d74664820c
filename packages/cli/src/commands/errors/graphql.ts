/** Errors of graphql in a schema as text. */

import { NO_QUERY_TYPE } from "@integration-platform/graphql-compiler/internal/model/index";
import { SCHEMA_FORMATS } from "../../schema-kind.ts";
import { Problem } from "./problem.ts";

/** @param isRemote - Whether a server sent the text. It is then not quoted. */
export function explainIntrospectionError(error: unknown, name: string, isRemote: boolean): Problem {
  const [line = ""] = (error instanceof Error ? error.message : "").split("\n");
  if (line === NO_QUERY_TYPE) return describeMissingQuery(`"${name}"`);
  // The rest of the message quotes the file.
  const problem = error instanceof SyntaxError ? "it is not valid JSON" : line.replace(/(?::|\.).*/, "");
  const reason = isRemote ? "" : ` (${problem})`;
  return new Problem(
    `"${name}" is not a complete introspection${reason}`,
    "Export it with getIntrospectionQuery().",
  );
}

/**
 * @param problems - As the compiler writes them: `file:line:column: message`.
 * @param isRemote - Whether a server sent the text. It is then not quoted.
 */
export function explainSchemaErrors(problems: readonly string[], name: string, isRemote: boolean): Problem {
  const located = problems.flatMap((problem) => {
    const rest = problem.startsWith(name) ? problem.slice(name.length) : problem;
    const [, place, message = ""] = /^:(\d+:\d+): (.*)$/s.exec(rest) ?? [];
    return place === undefined
      ? []
      : [{ place, message: message.replace(/^Syntax Error: /, "").replace(/\.$/, "") }];
  });
  const [first] = located;
  // The only problem without a place.
  if (!first) return describeMissingQuery(`"${name}"`);
  const { place, message } = first;
  const detail = isRemote ? place : `${place}, ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  if (located.length === 1)
    return new Problem(`"${name}" is not a GraphQL schema (${detail})`, SCHEMA_FORMATS);
  const details = isRemote ? located.map((problem) => problem.place) : [...problems];
  return new Problem(`"${name}" is not a GraphQL schema: ${located.length} errors`, SCHEMA_FORMATS, {
    details,
  });
}

export function describeMissingQuery(subject: string): Problem {
  return new Problem(
    `${subject} has no query type`,
    'Read the complete schema. In SDL, add "schema { query: … }" or a type named Query.',
  );
}
