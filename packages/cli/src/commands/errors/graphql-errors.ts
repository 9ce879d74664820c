/** Errors of graphql in a schema as text. */

import {
  type LocatedProblem,
  NO_QUERY_TYPE,
  type SourceError,
} from "@integration-platform/graphql-compiler/internal/model/index";
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

/** @param isRemote - Whether a server sent the text. It is then not quoted. */
export function explainSchemaErrors(
  { problems, located }: SourceError,
  name: string,
  isRemote: boolean,
): Problem {
  const [first] = located;
  // The only problem without a place.
  if (!first) return describeMissingQuery(`"${name}"`);
  const message = first.message.replace(/^Syntax Error: /, "").replace(/\.$/, "");
  const reason = `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  const detail = isRemote ? renderPosition(first) : `${renderPosition(first)}, ${reason}`;
  if (located.length === 1)
    return new Problem(`"${name}" is not a GraphQL schema (${detail})`, SCHEMA_FORMATS);
  const details = isRemote ? located.map(renderPosition) : [...problems];
  return new Problem(`"${name}" is not a GraphQL schema: ${located.length} errors`, SCHEMA_FORMATS, {
    details,
  });
}

const renderPosition = ({ line, column }: LocatedProblem): string => `${line}:${column}`;

export function describeMissingQuery(subject: string): Problem {
  return new Problem(
    `${subject} has no query type`,
    'Read the complete schema. In SDL, add "schema { query: … }" or a type named Query.',
  );
}
