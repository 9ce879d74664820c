/** Checks variables of the command line against a schema. Messages never contain a value. */

import { buffer } from "node:stream/consumers";
import { isTooDeep, MAX_JSON_DEPTH } from "@integration-platform/graphql-compiler/internal/text/json-depth";
import { addAll } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import {
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  print,
  typeFromAST,
} from "graphql";
import { Problem } from "../../host/errors/problem.ts";
import { readText } from "../../host/project/files.ts";
import { decodeText, isRecord, parseJson } from "../../text/decode-text.ts";
import { quotePath } from "../../text/quote.ts";
import { describeUnknown, suggestInline } from "../../text/suggest.ts";

export type Variables = Readonly<Record<string, unknown>>;

const EXAMPLE = `Write one JSON object: --variables '{"name": "value"}', --variables @file.json, or "-" for stdin.`;

/**
 * Reads the value of `--variables`: JSON, `@` and a file name, or `-` for stdin.
 *
 * @throws Problem if the text is not a JSON object, or contains a number that JavaScript cannot represent.
 */
export async function readVariablesOption(value: string): Promise<Variables> {
  if (value === "-") return parseVariables(await readStdin(), STDIN);
  if (!value.startsWith("@")) return parseVariables(value);
  const file = value.slice(1);
  return parseVariables(await readText(file, EXAMPLE), `--variables: ${quotePath(file)}`);
}

const STDIN = "--variables: stdin";

/** @throws Problem if the text is not UTF-8, as in a pipe of some shells. */
async function readStdin(): Promise<string> {
  const decoded = decodeText(await buffer(process.stdin));
  if ("text" in decoded) return decoded.text;
  throw new Problem(`${STDIN} at ${decoded.place}: ${decoded.problem}`, "Write UTF-8 to stdin.");
}

/** @param source - Name of the text, for messages. @throws Problem */
export function parseVariables(json: string, source = "--variables"): Variables {
  const parsed = parseJson(json);
  if (!("value" in parsed)) {
    throw new Problem(`${source} is not JSON${parsed.place && ` (at ${parsed.place})`}`, EXAMPLE);
  }
  if (isTooDeep(parsed.value)) {
    const message = `${source} has more than ${MAX_JSON_DEPTH} levels of objects and lists`;
    throw new Problem(message, "Pass less.");
  }
  if (!isRecord(parsed.value))
    throw new Problem(`${source} must be a JSON object, not ${nameKind(parsed.value)}`, EXAMPLE);
  checkNumbers(parsed.value, source);
  return parsed.value;
}

/** @throws Problem that names a number that JavaScript rounds, or reads as infinite, such as `1e400`. */
function checkNumbers(values: object, source: string): void {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "object" && value !== null) checkNumbers(value, source);
    if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) continue;
    const name = /^[A-Za-z_]\w{0,39}$/.test(key) ? ` "${key}"` : "";
    throw new Problem(`${source}: the number${name} is too large to be exact`, "Write it as a string.");
  }
}

/** Problems that a message lists. */
const MAX_PROBLEMS = 10;

/**
 * @throws Problem that names each variable that is unknown or, if there is a schema, missing or of another
 * type.
 */
export function checkVariables(
  operation: OperationDefinitionNode,
  variables: Variables,
  schema?: GraphQLSchema,
): void {
  const definitions = operation.variableDefinitions ?? [];
  const declared = definitions.map(({ variable }) => variable.name.value);
  // A server ignores variables that the operation does not declare.
  const problems = Object.keys(variables)
    .filter((name) => !declared.includes(name))
    .map((name) => describeUnknown("variable", name) + suggestInline(name, declared));
  for (const { variable, type: node, defaultValue } of definitions) {
    const name = variable.name.value;
    const type = schema && typeFromAST(schema, node);
    if (!isInputType(type) || (variables[name] === undefined && defaultValue)) continue;
    addAll(problems, findProblems(variables[name], type, name));
  }
  if (problems.length === 0) return;
  // Only the operation of --query can be without a name.
  const title = operation.name?.value ?? "--query";
  const types = definitions.map(({ variable, type }) => `$${variable.name.value}: ${print(type)}`);
  const hint =
    types.length > 0 ? `Pass ${types.join(", ")}.` : `Remove --variables: ${title} has no variables.`;
  const unique = [...new Set(problems)];
  const rest = unique.length > MAX_PROBLEMS ? [`and ${unique.length - MAX_PROBLEMS} more`] : [];
  throw new Problem(`${title}: ${[...unique.slice(0, MAX_PROBLEMS), ...rest].join("; ")}`, hint);
}

function findProblems(value: unknown, type: GraphQLInputType, path: string): string[] {
  if (value === undefined || value === null)
    return isNonNullType(type) ? [`"${path}" is required (${type})`] : [];
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    // A single value is a list of one element.
    if (!Array.isArray(value)) return findProblems(value, nullable.ofType, path);
    return value.flatMap((item, index) => findProblems(item, nullable.ofType, `${path}[${index}]`));
  }
  if (isInputObjectType(nullable) && isRecord(value)) return findFieldProblems(value, nullable, path);
  if (!isInputObjectType(nullable) && isValid(value, nullable)) return [];
  const values = isEnumType(nullable) ? nullable.getValues().map(({ name }) => name) : [];
  const choices = values.length > 0 ? `: ${values.join(", ")}` : "";
  return [`"${path}" must be ${type}${choices}, not ${nameKind(value)}`];
}

function findFieldProblems(
  object: Readonly<Record<string, unknown>>,
  type: GraphQLInputObjectType,
  path: string,
): string[] {
  const fields = type.getFields();
  const unknown = Object.keys(object).filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0)
    return unknown.map(
      (name) => `"${path}": ${describeUnknown("field", name)}${suggestInline(name, Object.keys(fields))}`,
    );
  const [member, ...others] = Object.values(object);
  const isOne = member !== undefined && member !== null && others.length === 0;
  if (type.isOneOf && !isOne) return [`"${path}" must have exactly one field of ${type}`];
  const checked = Object.values(fields).filter(
    (field) => object[field.name] !== undefined || isRequiredInputField(field),
  );
  return checked.flatMap(({ name, type: fieldType }) =>
    findProblems(object[name], fieldType, `${path}.${name}`),
  );
}

/** graphql 16 throws if the value is invalid, graphql 17 returns `undefined`. */
function isValid(value: unknown, type: GraphQLInputType): boolean {
  try {
    return coerceInputValue(value, type) !== undefined;
  } catch {
    return false;
  }
}

function nameKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
