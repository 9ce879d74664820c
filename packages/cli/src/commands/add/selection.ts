/** Writes selection sets: the fields that a user names, or the few that identify an object. */

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
import { Problem } from "../../host/errors/problem.ts";
import { describeUnknown, suggestNearest } from "../../text/suggest.ts";

/**
 * Fields to select, and the fields inside of them. Without any, the default fields of an object are selected.
 */
export interface FieldTree extends ReadonlyMap<string, FieldTree> {}

interface MutableTree extends Map<string, MutableTree> {}

const EXAMPLE = "Separate fields with commas, and levels with dots: --fields name,status.label.";

/** Parses the value of `--fields`, such as `name,status.label`. */
export function parseFields(text: string): FieldTree {
  const root: MutableTree = new Map();
  for (const path of text.split(",").map((part) => part.trim())) {
    let tree = root;
    for (const name of path.split(".")) {
      if (!/^[A-Za-z_]\w*$/.test(name)) throw new Problem("--fields: not a list of fields", EXAMPLE);
      const next: MutableTree = tree.get(name) ?? new Map();
      tree.set(name, next);
      tree = next;
    }
  }
  return root;
}

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
  readonly tree?: FieldTree | undefined;
}

/** @returns `undefined` if there is no leaf field at that depth. */
export function selectRoot(
  kind: "query" | "mutation",
  type: GraphQLCompositeType,
  { schema, depth, tree }: Options,
): string | undefined {
  const isPayload = errorListOf(type) !== undefined || (kind === "mutation" && isPayloadType(type));
  if (isPayload && !isUnionType(type)) return selectPayload(schema, type, depth, tree);
  return selectType(type, depth, tree);
}

function selectPayload(
  schema: GraphQLSchema,
  type: TypeWithFields,
  depth: number,
  tree: FieldTree | undefined,
): string | undefined {
  const errors = errorListOf(type);
  const fields = listFields(type).filter(
    (field) => field !== errors && getNamedType(field.type) !== schema.getQueryType(),
  );
  const objects = fields.filter((field) => isCompositeType(getNamedType(field.type)));
  const [object] = objects;
  // The fields of the only object can be named without the field of the payload.
  const isInside =
    object && objects.length === 1 && [...(tree?.keys() ?? [])].some((name) => !type.getFields()[name]);
  const own = isInside && tree ? new Map([[object.name, tree]]) : tree;
  const parts = own
    ? [...own].map(([name, inside]) => selectNamed(type, name, inside, depth))
    : selectFields(fields, depth + 1);
  if (errors && !own?.has(errors.name)) parts.push(selectErrors(type, errors));
  return parts.length > 0 ? `{ ${parts.join(" ")} }` : "{ __typename }";
}

function selectType(type: GraphQLCompositeType, depth: number, tree?: FieldTree): string | undefined {
  if (depth < 1) return undefined;
  const connection = connectionOf(type);
  if (connection && !isUnionType(type)) return selectConnection(type, connection, depth, tree);
  if (isUnionType(type)) return selectUnion(type, depth, tree);
  const parts = tree?.size
    ? [...tree].map(([name, inside]) => selectNamed(type, name, inside, depth))
    : selectFields(listFields(type), depth);
  if (parts.length === 0) return undefined;
  return `{ ${isInterfaceType(type) ? "__typename " : ""}${parts.join(" ")} }`;
}

/** @throws Problem if the type has no such field. */
function selectNamed(type: TypeWithFields, name: string, inside: FieldTree, depth: number): string {
  const fields = type.getFields();
  const field = fields[name];
  if (!field) {
    const hint = suggestNearest(name, Object.keys(fields), EXAMPLE);
    throw new Problem(`--fields: ${describeUnknown("field", name)} of the type ${type.name}`, hint);
  }
  if (field.args.some(isRequiredArgument))
    throw new Problem(
      `--fields: ${type.name}.${name} requires arguments`,
      "Leave it out, and add it to the file.",
    );
  const named = getNamedType(field.type);
  if (!isCompositeType(named)) {
    if (inside.size === 0) return name;
    throw new Problem(`--fields: ${type.name}.${name} has no fields`, EXAMPLE);
  }
  const selection = selectType(named, Math.max(depth, 1), inside);
  if (selection !== undefined) return `${name} ${selection}`;
  throw new Problem(`--fields: ${type.name}.${name} has no scalar fields`, `Name its fields: ${name}.…`);
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
function selectUnion(union: GraphQLUnionType, depth: number, tree: FieldTree | undefined): string {
  const unknown = [...(tree?.keys() ?? [])].find((name) =>
    union.getTypes().every((member) => member.name !== name),
  );
  if (unknown !== undefined) {
    const hint = `Start with a type of ${union.name}: --fields ${union.getTypes()[0]?.name}.id.`;
    throw new Problem(`--fields: ${describeUnknown("type", unknown)} in the union ${union.name}`, hint);
  }
  const types = new Map<string, string>();
  const parts = union.getTypes().map((member) => {
    const inside = tree?.get(member.name);
    if (tree?.size && !inside) return "";
    const selected = inside?.size
      ? [...inside].map(([name, next]) => selectNamed(member, name, next, depth))
      : selectFields(listFields(member), depth);
    const memberParts = selected.map((part) => {
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
  type: TypeWithFields,
  { nodes, nodeType, canPage, pageInfoType }: NonNullable<ReturnType<typeof connectionOf>>,
  depth: number,
  tree: FieldTree | undefined,
): string | undefined {
  const named = getNamedType(nodeType);
  // `totalCount` is a field of the connection, unless the items have it. Scalars have no fields.
  const isOwn = (name: string) =>
    !isCompositeType(named) || (!startsIn(named, name) && type.getFields()[name] !== undefined);
  const own = [...(tree ?? [])].filter(([name]) => isOwn(name));
  const items = tree && new Map([...tree].filter(([name]) => !isOwn(name)));
  const selection = isCompositeType(named) ? selectType(named, depth, items) : "";
  if (selection === undefined) return undefined;
  const parts: string[] = [];
  // `--fields nodes.name` names the list itself.
  const isListNamed = items?.size === 0 && own.some(([name]) => name === (nodes?.name ?? "edges"));
  if (!isListNamed) parts.push(nodes ? `${nodes.name} ${selection}` : `edges { node ${selection} }`);
  const information = canPage ? "hasNextPage endCursor" : selectLeaves(pageInfoType).join(" ");
  if (information !== "") parts.push(`pageInfo { ${information} }`);
  for (const [name, inside] of own) parts.push(selectNamed(type, name, inside, depth));
  return `{ ${parts.join(" ")} }`;
}

/** Whether a path of `--fields` can start with a name: a field, or a type of a union. */
function startsIn(type: GraphQLCompositeType, name: string): boolean {
  if (isUnionType(type)) return type.getTypes().some((member) => member.name === name);
  return type.getFields()[name] !== undefined;
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
