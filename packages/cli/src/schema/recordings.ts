/** Compares recorded responses with a schema, by the rules that the client uses for responses. */

import { findMismatches, type Mismatch, parseShape, type Shape } from "@integration-platform/graphql/shape";
import { type DocumentNode, type GraphQLSchema, Kind, print, validate } from "graphql";
import { findFragments, SERVER_RULES } from "../graphql.ts";
import { createShapeRenderer, type ResponseShapeOptions } from "../response-shape.ts";

/** Returns the shape of the response of an operation, or the first validation error. */
export function createResponseShape(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: ResponseShapeOptions,
): Shape | string {
  const [error] = validate(schema, document, SERVER_RULES);
  if (error) return error.message;
  const node = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (!node) return "The document has no operation.";
  const text = print(document);
  const render = createShapeRenderer(schema, findFragments(document), options);
  return parseShape(render({ node }, text), text) ?? "The shape does not belong to the document.";
}

/** Lists all differences between data and a shape. */
export function listMismatches(shape: Shape, data: object): Mismatch[] {
  const mismatches: Mismatch[] = [];
  findMismatches(shape, data, (mismatch) => mismatches.push(mismatch));
  return mismatches;
}

/** Renders a response path, such as `integrations.nodes[0].name`. */
export function renderPath(path: Mismatch["path"]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}
