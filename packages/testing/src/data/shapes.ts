/** Shapes of the schema that the simulated platform recognizes: connections, IDs, payload errors, arguments. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  isScalarType,
} from "graphql";

export type Field = GraphQLField<unknown, unknown>;
export type Args = Readonly<Record<string, unknown>>;

/** A type with a list `nodes`, or a list `edges` of objects with a `node`. */
export interface Connection {
  readonly nodeType: GraphQLOutputType;
  readonly hasNodes: boolean;
  readonly edgeType: GraphQLObjectType | undefined;
  readonly pageInfoType: GraphQLObjectType | undefined;
  /** Names of the fields that contain the number of all items. */
  readonly countFields: readonly string[];
}

const connections = new WeakMap<GraphQLObjectType, { readonly connection: Connection | undefined }>();

/** The shape of a connection type. `undefined` for any other type. */
export function connectionOf(type: GraphQLObjectType): Connection | undefined {
  const known = connections.get(type) ?? { connection: readConnection(type) };
  connections.set(type, known);
  return known.connection;
}

function readConnection(type: GraphQLObjectType): Connection | undefined {
  const { nodes, edges, pageInfo } = type.getFields();
  const nodeType = nodes && entryTypeOf(nodes.type);
  const edge = getNamedType(edges && entryTypeOf(edges.type));
  const edgeType = isObjectType(edge) && edge.getFields().node ? edge : undefined;
  const listed = nodeType ?? edgeType?.getFields().node?.type;
  if (!listed || !isCompositeType(getNamedType(listed))) return undefined;
  const pageInfoType = getNamedType(pageInfo?.type);
  const counts = Object.values(type.getFields()).filter(
    (field) => /^(?:total|count|total_?count|total_?items)$/i.test(field.name) && nameOf(field.type) === "Int",
  );
  return {
    nodeType: listed,
    hasNodes: nodeType !== undefined,
    edgeType,
    pageInfoType: isObjectType(pageInfoType) ? pageInfoType : undefined,
    countFields: counts.map(({ name }) => name),
  };
}

function entryTypeOf(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : undefined;
}

interface PagingArguments {
  readonly first?: string;
  readonly after?: string;
  readonly last?: string;
  readonly before?: string;
  readonly offset?: string;
}

/** Names of the paging arguments of a field, by their types and usual names. */
export function pagingArgumentsOf(field: Field): PagingArguments {
  const integers = field.args.filter(({ type }) => /int$/i.test(nameOf(type)));
  const cursors = field.args.filter(isCursor);
  const find = (args: readonly GraphQLArgument[], pattern: RegExp) => args.find(({ name }) => pattern.test(name))?.name;
  const last = find(integers, /^last/i);
  const before = find(cursors, /^before|before(?:cursor)?$|^ending/i);
  const first = find(
    integers,
    /^first|limit$|^take$|^top$|size$|^count$|^per_?page$|^max_?(?:results|items|count)?$|^num$/i,
  );
  const forward = cursors.filter(({ name }) => name !== before);
  const after = find(forward, /after/i) ?? find(forward, /cursor|^start|^from$|token$|^position$|^since_?id$/i);
  const offset = find(integers, /^(?:offset|skip)$/i);
  return Object.fromEntries(
    Object.entries({ first, after, last, before, offset }).filter(([, name]) => name !== undefined),
  );
}

/** Whether an argument can be a cursor: a string, an ID or a custom scalar that is not a date or a number. */
function isCursor({ type }: GraphQLArgument): boolean {
  if (isListType(getNullableType(type))) return false;
  const named = getNamedType(type);
  return isScalarType(named) && !/int|float|boolean|date|time|json|decimal/i.test(named.name);
}

/** The field that identifies an object: `id`, or else its only field of the type `ID`. */
export function idFieldOf(type: GraphQLObjectType): Field | undefined {
  const fields = Object.values(type.getFields());
  const ids = fields.filter((field) => field.name === "id" || nameOf(field.type) === "ID");
  const [field] = ids.length === 1 ? ids : ids.filter(({ name }) => name === "id");
  return field && field.args.length === 0 && isLeafType(getNullableType(field.type)) ? field : undefined;
}

/** The ID of an object of the type in arguments or input: `id`, `customerId`, or else the only argument of type `ID`. */
export function findId(typeName: string, args: Args, field?: Field): unknown {
  const lower = `${typeName.slice(0, 1).toLowerCase()}${typeName.slice(1)}`;
  for (const name of ["id", `${lower}Id`, `${lower}ID`, `${lower}_id`]) if (isId(args[name])) return args[name];
  const [argument, ...others] = field?.args.filter(({ type }) => String(getNullableType(type)) === "ID") ?? [];
  return argument && others.length === 0 && isId(args[argument.name]) ? args[argument.name] : undefined;
}

export function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Whether a field of a mutation's payload is its list of payload errors. */
export function isErrorList({ name, type }: Pick<Field, "name" | "type">): boolean {
  return /errors$|^problems$|^violations$/i.test(name) && isListType(getNullableType(type));
}

/** Whether a member of a union or interface is an error. */
export function isErrorType({ name }: GraphQLObjectType): boolean {
  return /(?:Error|Errors|Failure|Failed|Problem|Exception|Rejected|NotFound)$/.test(name);
}

/** Whether a value of the argument is also a value of the field. */
export function isSameLeaf(field: Field, argument: GraphQLArgument): boolean {
  const [type, other] = [getNullableType(field.type), getNullableType(argument.type)];
  return (isScalarType(type) || isEnumType(type)) && type === other;
}

export function nameOf(type: Parameters<typeof getNamedType>[0]): string {
  return getNamedType(type)?.name ?? "";
}
