/** A validation error in one line that begins with where it is. */

import type { GraphQLError } from "graphql";
import { placeOf } from "./place.ts";

export function renderProblem({ nodes, message }: GraphQLError): string {
  const [node] = nodes ?? [];
  const { file, line, column } = node ? placeOf(node) : { file: "", line: 1, column: 1 };
  return `${file}:${line}:${column}: ${message.replaceAll(/\s*\n\s*/g, " ")}`;
}
