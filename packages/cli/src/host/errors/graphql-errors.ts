/** Errors of graphql in a schema as text. */

import {
  type LocatedProblem,
  MissingQueryTypeError,
  type SourceError,
} from "@integration-platform/graphql-compiler/internal/model/index";
import { SCHEMA_FORMATS } from "../../text/schema-kind.ts";
import { Problem } from "./problem.ts";

/** @param isRemote - Whether a server sent the text. It is then not quoted. */
export function explainIntrospectionError(error: unknown, name: string, isRemote: boolean): Problem {
  if (error instanceof MissingQueryTypeError) return describeMissingQuery(`"${name}"`);
  const problem = error instanceof SyntaxError ? "it is not valid JSON" : readReason(error);
  const reason = isRemote ? "" : ` (${problem})`;
  return new Problem(
    `"${name}" is not a complete introspection${reason}`,
    "Export it with getIntrospectionQuery().",
  );
}

/**
 * The words of an error of `buildClientSchema` of graphql-js before the first ":" or ".", because the file is
 * quoted after them. Its errors have no code:
 * https://github.com/graphql/graphql-js/blob/16.x.x/src/utilities/buildClientSchema.ts
 */
function readReason(error: unknown): string {
  // graphql-js reads parts of the introspection without a check.
  if (error instanceof TypeError && error.message.startsWith("Cannot read")) return "a part is missing";
  const [line = ""] = (error instanceof Error ? error.message : "").split("\n");
  return line.replace(/[:.].*/, "");
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
  const detail = isRemote ? renderPosition(first) : `${renderPosition(first)}, ${toPhrase(first.message)}`;
  if (located.length === 1)
    return new Problem(`"${name}" is not a GraphQL schema (${detail})`, SCHEMA_FORMATS);
  const details = isRemote ? located.map(renderPosition) : [...problems];
  return new Problem(`"${name}" is not a GraphQL schema: ${located.length} errors`, SCHEMA_FORMATS, {
    details,
  });
}

/**
 * A message of graphql-js, which is a sentence, as a part of another one. Syntax errors have a prefix, and no
 * code.
 */
function toPhrase(message: string): string {
  const sentence = message.replace(/^Syntax Error: /, "").replace(/\.$/, "");
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

const renderPosition = ({ line, column }: LocatedProblem): string => `${line}:${column}`;

export function describeMissingQuery(subject: string): Problem {
  return new Problem(
    `${subject} has no query type`,
    'Read the complete schema. In SDL, add "schema { query: … }" or a type named Query.',
  );
}
