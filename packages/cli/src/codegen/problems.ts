/** What keeps operations from being generated, each problem in one line that begins with where it is. */

import {
  type ASTNode,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getLocation,
  Kind,
  LoneAnonymousOperationRule,
  NoUnusedFragmentsRule,
  print,
  specifiedRules,
  validate,
  visit,
} from "graphql";

/**
 * Rules that servers apply, so that what passes here is not refused there. A fragment that nothing spreads is fine: it is
 * never sent. Anonymous operations have a message of ours.
 */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== LoneAnonymousOperationRule);

/** All that is wrong with the operations and fragments in a document, for this schema. */
export function findProblems(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const ours = document.definitions.flatMap((definition) => {
    const message = findOperationProblem(schema, definition);
    return message ? [new GraphQLError(message, { nodes: definition })] : [];
  });
  return ours.length > 0 ? ours : [...validate(schema, document, RULES), ...findEscapes(document)];
}

/** `typed-document-node` doubles the backslashes of what it prints, and fails to parse it, or parses another value. */
function findEscapes(document: DocumentNode): GraphQLError[] {
  const problems: GraphQLError[] = [];
  visit(document, {
    StringValue(node) {
      if (!print(node).includes("\\")) return;
      const message = "A string with an escape or a backslash cannot be generated: pass it as a variable.";
      problems.push(new GraphQLError(message, { nodes: node }));
    },
  });
  return problems;
}

function findOperationProblem(schema: GraphQLSchema, definition: DefinitionNode): string | undefined {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return undefined;
  if (!definition.name) return `This ${definition.operation} has no name: its document and types are named after it.`;
  if (definition.operation === "subscription") {
    return `Subscription "${definition.name.value}" cannot be sent as one HTTP request: only queries and mutations can.`;
  }
  if (!schema.getRootType(definition.operation)) return `The schema has no type for a ${definition.operation}.`;
  return undefined;
}

/** `file:line:column: message`, and the other places that have a part in it. */
export function renderProblem(error: GraphQLError): string {
  const [first, ...others] = error.nodes?.flatMap(renderPlace) ?? [];
  const place = first ?? renderSourcePlace(error);
  const also = others.length > 0 ? ` (and ${others.join(", ")})` : "";
  return `${place ? `${place}: ` : ""}${error.message.replaceAll(/\s*\n\s*/g, " ")}${also}`;
}

function renderPlace({ loc }: ASTNode): string[] {
  if (!loc) return [];
  const { line, column } = getLocation(loc.source, loc.start);
  return [`${loc.source.name}:${line}:${column}`];
}

/** Syntax errors know a position, but no node. */
function renderSourcePlace({ source, locations }: GraphQLError): string | undefined {
  const [location] = locations ?? [];
  return source && location && `${source.name}:${location.line}:${location.column}`;
}
