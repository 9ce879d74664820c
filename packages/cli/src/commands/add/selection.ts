/** Writes selection sets: the few fields that identify an object. */

import {
  connectionOf,
  errorListOf,
  idFieldOf,
  isPayloadType,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { Field } from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLUnionType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from "graphql";

/** Leaf fields of an object that are selected by default. In real operations, it is four on average. */
const MAX_LEAVES = 4;

/** Fields that a reader looks for first. Other fields follow in the schema's order. */
const RANKS = [
  /^(?:name|title|label|display_?name|full_?name)$/i,
  /^(?:number|code|key|slug|email|login|user_?name|subject|summary)$/i,
  /(?:^|_|[a-z])(?:status|state)$/i,
  /^(?:type|kind|category|role)$/i,
  /^created_?at$|^date$/i,
  /^(?:url|total|amount|price|description|value)$/i,
];

type TypeWithFields = GraphQLObjectType | GraphQLInterfaceType;

interface Options {
  readonly schema: GraphQLSchema;
  /** Levels of objects. The items of a connection and the objects of a payload are the first level. */
  readonly depth: number;
}

/** @returns `undefined` if there is no leaf field at that depth. */
export function selectRoot(
  kind: "query" | "mutation",
  type: GraphQLCompositeType,
  { schema, depth }: Options,
): string | undefined {
  const isPayload = errorListOf(type) !== undefined || (kind === "mutation" && isPayloadType(type));
  if (isPayload && !isUnionType(type)) return selectPayload(schema, type, depth);
  return selectType(type, depth);
}

function selectPayload(schema: GraphQLSchema, type: TypeWithFields, depth: number): string {
  const errors = errorListOf(type);
  const fields = listFields(type).filter(
    (field) => field !== errors && getNamedType(field.type) !== schema.getQueryType(),
  );
  const parts = selectFields(fields, depth + 1);
  if (errors) parts.push(selectErrors(type, errors));
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : "{ __typename }";
}

function selectType(type: GraphQLCompositeType, depth: number): string | undefined {
  if (depth < 1) return undefined;
  if (isUnionType(type)) return selectUnion(type, depth);
  const connection = connectionOf(type);
  if (connection) return selectConnection(connection, depth);
  const parts = selectFields(listFields(type), depth);
  if (parts.length === 0) return undefined;
  return `{ ${isInterfaceType(type) ? "__typename " : ""}${parts.join(" ")} }`;
}

/**
 * The leaf fields that a reader looks for first, in the schema's order, and the objects of the next level.
 */
function selectFields(fields: readonly Field[], depth: number): string[] {
  const leaves = fields.filter(({ type }) => isLeafType(getNamedType(type)));
  const ranked = leaves.toSorted((left, right) => rankOf(left) - rankOf(right)).slice(0, MAX_LEAVES);
  return fields.flatMap((field) => {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return ranked.includes(field) ? [field.name] : [];
    // In an edge, only the node is selected.
    const { node, cursor } = namedFields(field.type);
    const type = node && cursor ? getNamedType(node.type) : named;
    const selection = isCompositeType(type) ? selectType(type, depth - 1) : undefined;
    if (selection === undefined) return [];
    return [`${field.name} ${node && cursor ? `{ node ${selection} }` : selection}`];
  });
}

function rankOf({ name, type }: Field): number {
  if (name === "id") return -1;
  const rank = RANKS.findIndex((pattern) => pattern.test(name));
  if (rank >= 0) return rank;
  const named = getNamedType(type);
  if (named.name === "Boolean") return RANKS.length + 2;
  return RANKS.length + (isNonNullType(type) || isEnumType(named) ? 0 : 1);
}

/**
 * Members can have fields of one name and different types. These get an alias, because servers reject them.
 */
function selectUnion(union: GraphQLUnionType, depth: number): string {
  const types = new Map<string, string>();
  const parts = union.getTypes().map((member) => {
    const memberParts = selectFields(listFields(member), depth).map((part) => {
      const [name = ""] = part.split(" ", 1);
      const type = String(member.getFields()[name]?.type);
      const firstType = types.get(name) ?? type;
      types.set(name, firstType);
      return firstType === type
        ? part
        : `${member.name.charAt(0).toLowerCase()}${member.name.slice(1)}_${name}: ${part}`;
    });
    return memberParts.length > 0 ? `... on ${member.name} { ${memberParts.join(" ")} }` : "";
  });
  return `{ __typename ${parts.join(" ")} }`;
}

/** Nested connections too have their page information, which shows that items are missing. */
function selectConnection(
  { nodes, nodeType, canPage, pageInfoType }: NonNullable<ReturnType<typeof connectionOf>>,
  depth: number,
): string | undefined {
  const named = getNamedType(nodeType);
  const selection = isCompositeType(named) ? selectType(named, depth) : "";
  if (selection === undefined) return undefined;
  const items = nodes ? `${nodes.name} ${selection}` : `edges { node ${selection} }`;
  const information = canPage ? "hasNextPage endCursor" : selectLeaves(pageInfoType).join(" ");
  return information === "" ? `{ ${items} }` : `{ ${items} pageInfo { ${information} } }`;
}

const selectLeaves = (type: GraphQLNamedType | undefined): string[] =>
  listFields(type).flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : []));

/** Fields that need no argument and are not deprecated. `clientMutationId` only repeats an input. */
function listFields(type: GraphQLNamedType | undefined): Field[] {
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const id = idFieldOf(type);
  const fields = Object.values(type.getFields()).filter(
    ({ name, args, deprecationReason }) =>
      deprecationReason == null && name !== "clientMutationId" && !args.some(isRequiredArgument),
  );
  return id && fields.includes(id) ? [id, ...fields.filter((field) => field !== id)] : fields;
}

/**
 * `unwrapPayload` reads `errors { field messages }`. Errors with another name and these fields get the alias
 * `errors`.
 */
function selectErrors(payload: TypeWithFields, { name, type }: Field): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return name;
  const { field, messages } = namedFields(type);
  if (field && messages) {
    const isFree = name !== "errors" && !payload.getFields().errors;
    return `${isFree ? "errors: " : ""}${name} { field messages }`;
  }
  return `${name} ${selectType(named, 1) ?? "{ __typename }"}`;
}

function namedFields(type: GraphQLOutputType): Readonly<Record<string, Field>> {
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named) ? named.getFields() : {};
}
