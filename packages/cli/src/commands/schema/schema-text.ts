/** A schema from a text: GraphQL's schema language, or the JSON of an introspection, whichever it is. */

import { type GraphQLSchema, Source } from "graphql";
import { buildSchema, SourceError } from "../../codegen/sources.ts";
import { buildIntrospected } from "../../schema/introspection.ts";
import { Problem } from "../problem.ts";

/**
 * @param name - Of the file or URL, for people.
 * @throws Problem
 */
export function parseSchema(text: string, name: string): { readonly schema: GraphQLSchema; readonly how: string } {
  const start = text.trimStart()[0];
  if (start === "<") throw new Problem(`${name} is a web page, not a schema`, "is that the right address?");
  if (start === undefined) throw new Problem(`${name} is empty`, "a schema is SDL, or the JSON of an introspection");
  if (start === "{" && /^\s*\{\s*"/.test(text)) {
    return { schema: parseIntrospection(text, name), how: "introspection file" };
  }
  try {
    return { schema: buildSchema(new Source(text, name)), how: "SDL" };
  } catch (error) {
    throw error instanceof SourceError ? toProblem(error) : error;
  }
}

function parseIntrospection(text: string, name: string): GraphQLSchema {
  try {
    return buildIntrospected(JSON.parse(text));
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : "").split("\n");
    throw new Problem(`${name} is no complete introspection: ${line}`, "take it again, with getIntrospectionQuery()");
  }
}

/** Every place that needs mending, in lines of their own. */
export function toProblem({ problems }: SourceError): Problem {
  const lines = problems.flatMap((problem) => problem.split(/\n+/));
  const [first = ""] = lines;
  if (lines.length === 1) return new Problem(first);
  return new Problem(`${lines.length} problems`, undefined, { details: lines });
}
