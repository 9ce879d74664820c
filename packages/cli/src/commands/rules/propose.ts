/** Proposes the rules of a project: a line for each element that its operations use and that no structure explains. */

import {
  type Field,
  hasName,
  idFieldOf,
  pluralsOf,
  toSnake,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import { findFragments } from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from "graphql";
import { code, collectLines, type Known, type Line, type Proposal, todo } from "./line.ts";
import { addArguments, addMembers, type ListContext } from "./lists.ts";
import { listNouns, proposeMutation } from "./mutations.ts";
import { type Fields, sharesWord } from "./names.ts";
import { isPage, itemTypeOf } from "./structure.ts";
import { type FieldUse, listUses, selectedFields, sentArguments } from "./uses.ts";

export interface Proposals {
  /** The missing lines, in the order of the operations. */
  readonly lines: readonly Line[];
  /** Input types whose members get no lines, because a variable has too many of them. */
  readonly left: readonly string[];
}

/** @param known - The rules that the project has: no line is proposed for them, nor for what they make superfluous. */
export function propose(schema: GraphQLSchema, document: DocumentNode, known: Known = () => undefined): Proposals {
  const lines = collectLines(known);
  const fieldsOf = createFieldsOf(schema);
  const lists: ListContext = { lines, fieldsOf };
  const nouns = listNouns(schema);
  const fragments = findFragments(document);
  const uses = listUses(schema, document);
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const read = new Set(uses.map(({ field }) => field));
  const isRead = (field: Field) => read.has(field) && !isCount(field) && !/By[A-Z]\w*$/.test(field.name);
  const namespaces = findNamespaces(uses, roots.mutation);

  for (const use of uses) {
    const { parent, field, nodes } = use;
    if (isNamespace(field) && namespaces.has(parent)) continue;
    // A resolver decides about the arguments of its field.
    if (known(["resolvers", parent.name], field.name) !== undefined) continue;
    if (namespaces.has(parent)) {
      const selected = new Set(selectedFields(nodes, fragments).keys());
      const addFilter: Parameters<typeof proposeMutation>[0]["addFilter"] = (input, type, values) =>
        addMembers(lists, input, { fields: fieldsOf(type) }, values);
      lines.add(
        ["resolvers", parent.name],
        field.name,
        proposeMutation({ schema, nouns, fieldsOf, isRead, addFilter }, use, selected),
      );
      continue;
    }
    const isRoot = parent === roots.query;
    const proposal = isRoot ? proposeRoot(use) : proposeField(use, selectedFields(nodes, fragments));
    if (proposal) lines.add(["resolvers", parent.name], field.name, proposal);
    else {
      addArguments(lists, use, isRoot ? listKeyNames(schema, use) : () => false);
      addKey(lists, use, isRoot);
      addInverse(lists, schema, use, isRoot);
    }
  }
  return { lines: lines.all(), left: lines.left() };
}

/** The fields of the objects of a type; those that all objects have with the same type if it is abstract. */
function createFieldsOf(schema: GraphQLSchema): (type: GraphQLNamedType) => Fields {
  const known = new Map<GraphQLNamedType, Fields>();
  return (type) => {
    const fields = known.get(type) ?? readFields(schema, type);
    known.set(type, fields);
    return fields;
  };
}

function readFields(schema: GraphQLSchema, type: GraphQLNamedType): Fields {
  if (isObjectType(type) || isInterfaceType(type)) return type.getFields();
  if (!isUnionType(type)) return {};
  const [first, ...others] = schema.getPossibleTypes(type).map((each) => each.getFields());
  const common = Object.entries(first ?? {}).filter(([name, field]) =>
    others.every((each) => String(each[name]?.type) === String(field.type)),
  );
  return Object.fromEntries(common);
}

/** The mutation type, and the types of its fields that only group mutations. */
function findNamespaces(
  uses: readonly FieldUse[],
  mutation: GraphQLObjectType | null | undefined,
): ReadonlySet<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>(mutation ? [mutation] : []);
  for (const { parent, field } of uses) {
    if (found.has(parent) && isNamespace(field)) found.add(getNamedType(field.type));
  }
  return found;
}

/** A field without arguments of an object without a key, whose own fields have arguments. */
function isNamespace({ args, type }: Field): boolean {
  const named = getNullableType(type);
  if (args.length > 0 || !isObjectType(named) || idFieldOf(named)) return false;
  const fields = Object.values(named.getFields());
  return fields.length > 0 && fields.every((field) => field.args.length > 0);
}

const VIEWER = /^(?:me|viewer|current_user|authenticated_user|my_?self|whoami)$/;

/** The resolver of a root field that is neither a list nor a look-up. */
function proposeRoot(use: FieldUse): Proposal | undefined {
  const { field } = use;
  const { name } = field;
  const type = getNamedType(field.type);
  const item = itemTypeOf(field);
  if (item && isCompositeType(item)) return undefined;
  const isObject = isCompositeType(type) && (isAbstractType(type) || findKey(type, field) !== undefined);
  if (isObject && field.args.length > 0) return undefined;
  if (isObject) {
    if (VIEWER.test(toSnake(name))) return code("(_, __, { user }) => user");
    return todo(`which one? ({ db }) has db.${type.name}.find(…)`);
  }
  const isNumber = (each: Field | undefined) =>
    /^(?:Int|Float|BigInt|Long)$/.test(getNamedType(each?.type)?.name ?? "");
  const numbers = isObjectType(type) ? Object.values(type.getFields()).filter(isNumber) : [];
  if (isCount(field) || isNumber(field) || numbers.length > 0)
    return todo("a count, such as (_, args, { db }) => db.<Type>.filter(…).length; or generated");
  if (sentArguments(use).length === 0)
    return code("generated", ["generated"], "values are generated; a resolver can return others");
  return todo("(_, args, { db }) => …, or generated if the arguments do not matter");
}

/** Whether rows of a type have a key: its ID, an argument of a look-up, or the ID in a part such as `sys { id }`. */
function findKey(type: GraphQLNamedType, lookUp?: Field): string | undefined {
  if (!isObjectType(type)) return undefined;
  const own = type.getFields();
  const id = idFieldOf(type);
  if (id) return id.name;
  const argument = lookUp?.args.find((arg) => getNamedType(own[arg.name]?.type) === getNamedType(arg.type));
  if (argument) return argument.name;
  const parts = Object.values(own).flatMap((field) => {
    const part = getNullableType(field.type);
    const inner = isObjectType(part) && /^(?:sys|meta|metadata|_meta)$/.test(field.name) ? idFieldOf(part) : undefined;
    return inner ? [`${field.name}.${inner.name}`] : [];
  });
  return parts[0];
}

/** Counts, and further fields of pages. */
function proposeField(use: FieldUse, selected: ReadonlyMap<string, unknown>): Proposal | undefined {
  const { parent, field } = use;
  if (isPage(parent)) return proposePageField(field, selected);
  const joined = proposeJoin(parent, field);
  if (joined) return joined;
  if (!isCount(field) || !idFieldOf(parent)) return undefined;
  const list = findCounted(parent, field);
  const isObject = isObjectType(getNamedType(field.type));
  if (list && sentArguments(use).length === 0)
    return code(isObject ? `({ ${list} }) => ({ count: ${list}.length })` : `({ ${list} }) => ${list}.length`);
  return todo(`a count, such as ({ id }, args, { db }) => db.<Type>.filter(…).length; or generated`);
}

/** A relation that is named by the field with its key: `userByAuthorId`, and the other direction `postsByAuthorId`. */
function proposeJoin(parent: GraphQLObjectType, field: Field): Proposal | undefined {
  const [, by = ""] = /By([A-Z]\w*)$/.exec(field.name) ?? [];
  const name = by.charAt(0).toLowerCase() + by.slice(1);
  const item = itemTypeOf(field);
  const type = item ?? getNamedType(field.type);
  if (!isObjectType(type) || !idFieldOf(type)) return undefined;
  const key = (item ? type : parent).getFields()[name];
  if (!key || isCompositeType(getNamedType(key.type))) return undefined;
  if (item)
    return todo(`rows by their ${name}, such as ({ id }, _, { db }) => db.${type.name}.filter({ ${name}: id })`);
  return code(`({ ${name} }, _, { db }) => db.${type.name}.lookUp(${name})`);
}

/** Fields of a page besides its items and their number. */
function proposePageField({ name }: Field, selected: ReadonlyMap<string, unknown>): Proposal | undefined {
  if (/^(?:nodes|items|edges|pageInfo)$/.test(name) || hasName(name, "total")) return undefined;
  if (selected.has("count") && selected.size === 1) return code("({ totalCount }) => ({ count: totalCount })");
  return todo("({ nodes, totalCount }) => …, or generated");
}

/** A number of objects: `openTicketCount: Int`, `numberOfOrders: Int`, `productsCount: Count`. */
function isCount({ name, type }: Field): boolean {
  if (!/(?:^|_)counts?$|^(?:count|num|number)_(?:of_)?/.test(toSnake(name))) return false;
  const named = getNullableType(type);
  if (isObjectType(named)) return !idFieldOf(named) && String(getNullableType(named.getFields().count?.type)) === "Int";
  return /^(?:Int|BigInt|Long|UnsignedInt\d*)$/.test(String(named));
}

/** The list whose items a field counts: `orders` for `orderCount`, `ordersCount`, `countOrders`, `numberOfOrders`. */
function findCounted(type: GraphQLObjectType, { name }: Field): string | undefined {
  const text = toSnake(name);
  const noun = /^(.+)_count$/.exec(text)?.[1] ?? /^(?:count|num|number)_(?:of_)?(.+)$/.exec(text)?.[1];
  if (noun === undefined) return undefined;
  const names = [noun, ...pluralsOf(noun)];
  const list = Object.values(type.getFields()).find((each) => itemTypeOf(each) && names.includes(toSnake(each.name)));
  return list && !list.args.some(isRequiredArgument) ? list.name : undefined;
}

/** Names of the arguments by which a root field looks an object up: they need no rule. */
function listKeyNames(schema: GraphQLSchema, { field }: FieldUse): (name: string) => boolean {
  const type = getNamedType(field.type);
  if (itemTypeOf(field)) return () => false;
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
  const keys = new Set(types.flatMap((each) => findKey(each, field) ?? []));
  const own = [`${toSnake(type.name)}_id`, `${toSnake(field.name)}_id`];
  return (name) =>
    keys.has(name) || own.includes(toSnake(name)) || (name === "id" && [...keys].some((key) => key.includes(".")));
}

/** The key of a type without an ID that a root field looks up or lists, or that has its ID in a part. */
function addKey({ lines }: ListContext, { field }: FieldUse, isRoot: boolean): void {
  const type = itemTypeOf(field) ?? getNamedType(field.type);
  if (!isObjectType(type) || idFieldOf(type) || isPage(type)) return;
  const key = findKey(type, isRoot ? field : undefined);
  if (key) lines.add(["keys"], type.name, code(JSON.stringify(key)));
  else if (isRoot)
    lines.add(["keys"], type.name, todo("the field that differs for each row, or self for parts of other rows"));
}

/** A list of rows whose items refer back in several fields. */
function addInverse({ lines }: ListContext, schema: GraphQLSchema, { parent, field }: FieldUse, isRoot: boolean): void {
  const item = itemTypeOf(field);
  if (isRoot || !isObjectType(item) || !idFieldOf(item) || !idFieldOf(parent)) return;
  const back = Object.values(item.getFields()).filter((each) => {
    const type = getNamedType(each.type);
    return !itemTypeOf(each) && (type === parent || (isAbstractType(type) && schema.isSubType(type, parent)));
  });
  if (back.length < 2) return;
  const alike = back.filter(({ name }) => sharesWord(name, field.name));
  const [only, ...others] = alike;
  const choices = back.map(({ name }) => `"${name}"`).join(" or ");
  lines.add(
    ["inverses"],
    `${parent.name}.${field.name}`,
    only && others.length === 0 ? code(JSON.stringify(only.name)) : todo(`${choices}?`),
  );
}
