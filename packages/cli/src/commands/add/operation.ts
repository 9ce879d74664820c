/** Writes an operation for a field of a root type. */

import type { Field } from "@integration-platform/graphql-compiler/model";
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
  parse,
  print,
} from "graphql";

export interface RootField {
  readonly kind: "query" | "mutation";
  readonly field: Field;
}

/** Returns the fields of the query type, then those of the mutation type. */
export function listRootFields(schema: GraphQLSchema): RootField[] {
  return [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: "query" as const, field })),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({
      kind: "mutation" as const,
      field,
    })),
  ];
}

/** Returns the default name: `ListCustomers`, `GetCustomer`, `CreateCustomer`. */
export function nameOperation({ kind, field: { name, type } }: RootField): string {
  const pascal = name.replaceAll(/(?:^|_)+(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (kind === "mutation" || /^(get|list|find|search|fetch)([A-Z_]|$)/.test(name)) return pascal;
  return `${isListType(getNullableType(type)) || findItems(getNamedType(type)) ? "List" : "Get"}${pascal}`;
}

/**
 * Renders an operation that selects the scalar fields of a type, the page information of a connection, and the payload
 * errors of a mutation. Required arguments and those of paging are variables.
 *
 * @param depth - Levels of objects whose scalar fields are selected. The items of a connection and the objects of a
 * payload are the first level.
 * @returns The text of a file, or `undefined` if there is no scalar field at that depth.
 */
export function renderOperation(
  schema: GraphQLSchema,
  root: RootField,
  name: string,
  depth: number,
): string | undefined {
  const { kind, field } = root;
  const type = getNamedType(field.type);
  const selection = isCompositeType(type) ? selectRoot(schema, root, type, depth) : "";
  if (selection === undefined) return undefined;
  const paging = findItems(type) ? findPagingArguments(field, type) : [];
  const args = field.args.filter((arg) => isRequiredArgument(arg) || paging.includes(arg));
  const variables = args.map((arg) => `$${arg.name}: ${renderVariableType(arg)}`).join(", ");
  const values = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const text = `${kind} ${name}${variables && `(${variables})`} { ${field.name}${values && `(${values})`} ${selection} }`;
  const comment = (field.description ?? "").split("\n").map((line) => `# ${line}`.trimEnd());
  return `${field.description ? `${comment.join("\n")}\n` : ""}${print(parse(text))}\n`;
}

/** An argument with a default value accepts a nullable variable. */
function renderVariableType(arg: GraphQLArgument): string {
  return String(isRequiredArgument(arg) ? arg.type : getNullableType(arg.type));
}

function selectRoot(
  schema: GraphQLSchema,
  { kind }: RootField,
  type: GraphQLCompositeType,
  depth: number,
): string | undefined {
  const errors = kind === "mutation" ? findErrors(type) : undefined;
  const isPayload = errors || (kind === "mutation" && !isUnionType(type) && isPayloadName(type.name));
  if (!isPayload) return selectObject(schema, type, depth);
  const fields = listFields(type).filter((field) => field !== errors);
  const parts = fields.flatMap((field) => selectField(schema, field, depth + 1) ?? []);
  if (errors) parts.push(selectErrors(schema, type, errors));
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : undefined;
}

function isPayloadName(name: string): boolean {
  return /(Payload|Response|Result)$/.test(name);
}

/** Returns the selection of an object, with `__typename` if its type is abstract. */
function selectObject(schema: GraphQLSchema, type: GraphQLCompositeType, depth: number): string | undefined {
  if (depth < 1) return undefined;
  const items = findItems(type);
  if (items) return selectConnection(schema, type, items, depth);
  if (isUnionType(type)) return selectUnion(schema, type.getTypes(), depth);
  const parts = listFields(type).flatMap((field) => selectField(schema, field, depth) ?? []);
  if (parts.length === 0) return undefined;
  return `{ ${isInterfaceType(type) ? "__typename " : ""}${parts.join(" ")} }`;
}

/** Members can have fields of one name and different types. These get an alias, because servers reject them. */
function selectUnion(schema: GraphQLSchema, members: readonly GraphQLCompositeType[], depth: number): string {
  const types = new Map<string, string>();
  const parts = members.map((member) => {
    const selections = listFields(member).flatMap((field) => {
      const selection = selectField(schema, field, depth);
      if (selection === undefined) return [];
      const known = types.get(field.name) ?? String(field.type);
      types.set(field.name, known);
      return known === String(field.type) ? [selection] : [`${lowerFirst(member.name)}_${field.name}: ${selection}`];
    });
    return selections.length > 0 ? `... on ${member.name} { ${selections.join(" ")} }` : "";
  });
  return `{ __typename ${parts.join(" ")} }`;
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function selectConnection(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  items: Items,
  depth: number,
): string | undefined {
  const selection = isCompositeType(items.type) ? selectObject(schema, items.type, depth) : "";
  if (selection === undefined) return undefined;
  const scalars = listFields(type).filter((field) => !isCompositeType(getNamedType(field.type)));
  const nodes = items.name === "nodes" ? `nodes ${selection}` : `edges { node ${selection} }`;
  return `{ ${nodes} pageInfo { hasNextPage endCursor } ${scalars.map(({ name }) => name).join(" ")} }`;
}

/** Returns the field with its selection. Nested connections are left out, because each needs a cursor of its own. */
function selectField(schema: GraphQLSchema, { name, type }: Field, depth: number): string | undefined {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return name;
  const selection = findItems(named) ? undefined : selectObject(schema, named, depth - 1);
  return selection === undefined ? undefined : `${name} ${selection}`;
}

/** Fields that need no argument and are not deprecated. */
function listFields(type: GraphQLNamedType): Field[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).filter(
    ({ args, deprecationReason }) => deprecationReason == null && !args.some(isRequiredArgument),
  );
}

interface Items {
  readonly name: "nodes" | "edges";
  readonly type: GraphQLNamedType;
}

/** Returns the items of a connection: a type with `pageInfo { hasNextPage endCursor }`, and `nodes` or `edges { node }`. */
function findItems(type: GraphQLNamedType): Items | undefined {
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const { pageInfo, nodes, edges } = type.getFields();
  const information = pageInfo && namedFields(pageInfo.type);
  if (!information?.hasNextPage || !information.endCursor) return undefined;
  if (nodes) return { name: "nodes", type: getNamedType(nodes.type) };
  const node = edges && namedFields(edges.type).node;
  return node && { name: "edges", type: getNamedType(node.type) };
}

function namedFields(type: GraphQLOutputType): Readonly<Record<string, Field>> {
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
}

/** Names of the arguments for the cursor and the page size, the most usual ones first. */
const CURSOR_NAMES = [/^after$/, /after/i, /cursor/i, /^start(?!s)|from|since/i];
const SIZE_NAMES = [/^first$/, /limit|size|take|count|first|per_?page/i];

/** Returns the arguments of the page size and the cursor, in the order of the schema. */
function findPagingArguments({ args }: Field, connection: GraphQLNamedType): GraphQLArgument[] {
  const { pageInfo } = isObjectType(connection) || isInterfaceType(connection) ? connection.getFields() : {};
  const cursorType = pageInfo && getNamedType(namedFields(pageInfo.type).endCursor?.type);
  const isCursor = ({ type }: GraphQLArgument) => {
    const nullable = getNullableType(type);
    return nullable === cursorType || ["String", "ID"].includes(String(nullable));
  };
  const isSize = ({ type }: GraphQLArgument) => String(getNullableType(type)) === "Int";
  const pick = (patterns: readonly RegExp[], matches: (arg: GraphQLArgument) => boolean) =>
    patterns.flatMap((pattern) => args.filter((arg) => matches(arg) && pattern.test(arg.name)))[0];
  const picked = [pick(SIZE_NAMES, isSize), pick(CURSOR_NAMES, isCursor)];
  return args.filter((arg) => picked.includes(arg));
}

/** Returns the payload errors: a list of objects whose name ends with "errors". */
function findErrors(type: GraphQLNamedType): Field | undefined {
  const candidates = listFields(type).filter(
    (field) =>
      /errors$/i.test(field.name) &&
      isListType(getNullableType(field.type)) &&
      isCompositeType(getNamedType(field.type)),
  );
  return candidates.find(({ name }) => name === "errors") ?? candidates[0];
}

/** `unwrapPayload` reads `errors { field messages }`. Errors with another name and these fields get the alias `errors`. */
function selectErrors(schema: GraphQLSchema, payload: GraphQLNamedType, { name, type }: Field): string {
  const named = getNamedType(type);
  const { field, messages } = namedFields(type);
  if (field && messages) {
    const isFree = name !== "errors" && !listFields(payload).some((other) => other.name === "errors");
    return `${isFree ? "errors: " : ""}${name} { field messages }`;
  }
  return `${name} ${(isCompositeType(named) && selectObject(schema, named, 1)) || "{ __typename }"}`;
}
