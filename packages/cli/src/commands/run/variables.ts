/** Variables from the command line, checked before anything is sent. No message holds a value. */

import { schemaSDL } from "@integration-platform/graphql/schema";
import type { GraphQLInputType, VariableDefinitionNode } from "graphql";
import { describeUnknown, findNearest } from "../names.ts";
import type { AnyDocument } from "../operations.ts";
import { Problem } from "../problem.ts";

export type Variables = Readonly<Record<string, unknown>>;

const EXAMPLE = `write them as one JSON object in single quotes: --variables '{"name": "value"}'`;

/** @throws Problem where the text is no JSON object, or holds a number that JavaScript would change. */
export function parseVariables(json: string): Variables {
  const variables = parseJson(json);
  if (typeof variables === "object" && variables !== null && !Array.isArray(variables)) return { ...variables };
  throw new Problem(`--variables must be a JSON object, not ${nameKind(variables)}`, EXAMPLE);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json, (key, value: unknown) => {
      if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
      throw new Problem(`--variables: ${describeUnknown("number", key)}`, "write it as a string, in double quotes");
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The message quotes the text; the position is all that may be told.
    const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
    throw new Problem(
      `--variables is not JSON${position === undefined ? "" : ` (at character ${Number(position) + 1})`}`,
      EXAMPLE,
    );
  }
}

/**
 * Checks variables against an operation and the schema it was generated from.
 *
 * @throws Problem naming each variable that is unknown, missing or does not fit, with the type it should have.
 */
export async function checkVariables(
  document: AnyDocument,
  variables: Variables,
  sdl: string = schemaSDL,
): Promise<void> {
  const graphql = await import("graphql");
  const { buildSchema, isInputType, Kind, parse, typeFromAST, validateInputValue } = graphql;
  const schema = buildSchema(sdl);
  const operation = parse(document.text).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  const definitions = operation?.variableDefinitions ?? [];
  // GraphQL servers ignore variables that an operation does not declare: a misspelt one would go unnoticed.
  const problems = new Set(listUnknown(definitions, variables));
  for (const { variable, type: node, defaultValue } of definitions) {
    const name = variable.name.value;
    const value = variables[name];
    const type = typeFromAST(schema, node);
    if (!isInputType(type) || (value === undefined && defaultValue)) continue;
    validateInputValue(value, type, (_, path) => {
      for (const problem of explain(graphql, { place: name, value, type }, path)) problems.add(problem);
    });
  }
  if (problems.size === 0) return;
  const takes = definitions.map(({ variable, type }) => `$${variable.name.value}: ${graphql.print(type)}`);
  throw new Problem(
    `${document.name}: ${[...problems].join("; ")}`,
    `${document.name} takes ${takes.length > 0 ? takes.join(", ") : "no variables"}`,
  );
}

function listUnknown(definitions: readonly VariableDefinitionNode[], variables: Variables): string[] {
  const known = definitions.map(({ variable }) => variable.name.value);
  return Object.keys(variables)
    .filter((name) => !known.includes(name))
    .map((name) => `${describeUnknown("variable", name)}${suggestName(name, known)}`);
}

function suggestName(name: string, known: readonly string[]): string {
  const near = findNearest(name, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** A value, where it stands in the variables, and the type it should have. */
interface Spot {
  readonly place: string;
  readonly value: unknown;
  readonly type: GraphQLInputType;
}

type GraphQL = typeof import("graphql");

/** What is wrong at a path, without the value: GraphQL.js quotes it. */
function explain(graphql: GraphQL, root: Spot, path: readonly (string | number)[]): string[] {
  const { place, value, type } = path.reduce((spot, key) => descend(graphql, spot, key), root);
  if (value === undefined || value === null) return [`variable "${place}" is required (${type})`];
  const plain = graphql.getNullableType(type);
  if (!graphql.isInputObjectType(plain) || !isRecord(value)) {
    const { isEnumType } = graphql;
    const choice = isEnumType(plain)
      ? `: ${plain
          .getValues()
          .map(({ name }) => name)
          .join(", ")}`
      : "";
    return [`variable "${place}" must be ${type}${choice} (${nameKind(value)} was given)`];
  }
  const fields = plain.getFields();
  const missing = Object.values(fields).filter(
    (field) => graphql.isRequiredInputField(field) && value[field.name] === undefined,
  );
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  const problems = [
    ...missing.map((field) => `variable "${place}.${field.name}" is required (${field.type})`),
    ...unknown.map(
      (name) =>
        `variable "${place}" (${type}) has an ${describeUnknown("field", name)}${suggestName(name, Object.keys(fields))}`,
    ),
  ];
  return problems.length > 0 ? problems : [`variable "${place}" must hold exactly one field of ${type}`];
}

function descend({ getNullableType, isInputObjectType, isListType }: GraphQL, spot: Spot, key: string | number): Spot {
  let type = getNullableType(spot.type);
  // One value stands for a list of one, and has no index in its path.
  while (isListType(type) && typeof key === "string") type = getNullableType(type.ofType);
  const place = typeof key === "number" ? `${spot.place}[${key}]` : `${spot.place}.${key}`;
  const value = (spot.value as Readonly<Record<string | number, unknown>>)[key];
  if (isListType(type)) return { place, value, type: type.ofType };
  const field = isInputObjectType(type) ? type.getFields()[key] : undefined;
  return { place, value, type: field?.type ?? type };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
