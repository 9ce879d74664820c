/**
 * Rules that operations need and `platform.rules.ts` lacks: resolvers, and a dialect for the filters in use.
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { checkRules } from "../rules/check-rules.ts";
import { type Dialect, listArgumentRole } from "../rules/dialect.ts";
import { DIALECTS } from "../rules/dialects.ts";
import { resolverOf } from "../rules/resolvers.ts";
import type { Rules, RulesOptions } from "../rules/rule-types.ts";
import { isOrder, stubOf } from "../rules/stubs.ts";
import { type Structure, structureOf } from "../structure/structure.ts";
import { isNamespace } from "./mutations.ts";
import { isCount } from "./read.ts";
import { isAccessField } from "./user-access.ts";
import { fieldOf } from "./where.ts";

/** Rules that a rules file lacks. */
export interface MissingRules {
  /**
   * Name of the shipped dialect that explains all filters in use. `undefined` if none does, or a dialect is
   * declared.
   */
  readonly dialect: string | undefined;
  /** Members of filters in use that no dialect explains, such as `StringFilter.contains`. */
  readonly operators: readonly string[];
  /** A resolver for each field that operations use and neither the rules nor the structure decide. */
  readonly resolvers: readonly ResolverStub[];
  /** Lists of the query root in use that show all rows. A platform can hide some, such as archived ones. */
  readonly lists: readonly ResolverStub[];
}

/** A resolver to complete. */
export interface ResolverStub {
  readonly type: string;
  readonly field: string;
  readonly line: string;
}

/** A field of an object type, and the arguments that operations send to it. */
interface FieldUse {
  readonly owner: GraphQLObjectType;
  readonly field: Field;
  readonly args: Map<string, ValueNode[]>;
}

/**
 * @param document - All operations and fragments of a project.
 * @throws TypeError if the rules do not match the schema.
 */
export function findMissingRules(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: RulesOptions,
): MissingRules {
  const structure = structureOf(schema, options);
  checkRules(structure, options);
  const uses = listUses(schema, document);
  const { dialect: declared, rules = {} } = options;
  const filters = listFilters(structure, uses, options);
  const proposed = declared || filters.length === 0 ? undefined : findDialect(structure, filters);
  const dialect = declared ?? (proposed === undefined ? {} : (DIALECTS[proposed] ?? {}));
  const namespaces = {
    query: listNamespaces(structure, rules, uses, "query"),
    mutation: listNamespaces(structure, rules, uses, "mutation"),
  };
  const target: Target = { structure, dialect, namespaces };
  const open = uses.filter(({ owner, field }) => !resolverOf(rules, owner.name, field.name));
  const structural = open.filter((use) => isStructural(target, use));
  const lists = structural.filter(({ owner, field }) => isRootList(structure, owner, field));
  const stub = ({ owner, field }: FieldUse, hidesRows: boolean): ResolverStub => ({
    type: owner.name,
    field: field.name,
    line: stubOf({ structure, dialect, hidesRows }, owner, field),
  });
  return {
    dialect: proposed,
    operators: listUnexplained(structure, filters, dialect),
    resolvers: open.filter((use) => !structural.includes(use)).map((use) => stub(use, false)),
    lists: lists.map((use) => stub(use, true)),
  };
}

function isRootList(structure: Structure, owner: GraphQLObjectType, field: Field): boolean {
  return owner === structure.schema.getQueryType() && structure.listedTypeOf(field.type) !== undefined;
}

function listUses(schema: GraphQLSchema, document: DocumentNode): readonly FieldUse[] {
  const uses = new Map<string, FieldUse>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name, arguments: sent = [] }) {
        for (const owner of ownersOf(schema, types.getParentType())) {
          const field = owner.getFields()[name.value];
          if (!field) continue;
          const coordinate = `${owner.name}.${field.name}`;
          const use = uses.get(coordinate) ?? { owner, field, args: new Map() };
          for (const argument of sent) addValue(use, argument);
          uses.set(coordinate, use);
        }
      },
    }),
  );
  return [...uses.values()];
}

/** The object types that have a field: a field of an interface is one of each of its types. */
function ownersOf(
  schema: GraphQLSchema,
  parentType: GraphQLCompositeType | undefined | null,
): readonly GraphQLObjectType[] {
  if (isAbstractType(parentType)) return schema.getPossibleTypes(parentType);
  return isObjectType(parentType) ? [parentType] : [];
}

function addValue({ args }: FieldUse, { name, value }: ArgumentNode): void {
  if (value.kind !== "NullValue") args.set(name.value, [...(args.get(name.value) ?? []), value]);
}

/** The schema with the rules of a project. */
interface Target {
  readonly structure: Structure;
  readonly dialect: Dialect;
  /** The types whose fields are resolved as those of a root: the root and its namespaces. */
  readonly namespaces: Readonly<Record<"query" | "mutation", ReadonlySet<GraphQLObjectType>>>;
}

/** The root, and the namespaces that operations select from it. */
function listNamespaces(
  structure: Structure,
  rules: Rules,
  uses: readonly FieldUse[],
  rootKind: "query" | "mutation",
): ReadonlySet<GraphQLObjectType> {
  const { schema } = structure;
  const root = rootKind === "query" ? schema.getQueryType() : schema.getMutationType();
  const owners = new Set(root ? [root] : []);
  // A namespace that is added here is visited, too.
  for (const owner of owners) {
    for (const { field } of uses.filter((use) => use.owner === owner && use.args.size === 0)) {
      const type = getNamedType(field.type);
      const hasResolver = resolverOf(rules, owner.name, field.name) !== undefined;
      if (!hasResolver && isNamespace({ rules, structure }, type, rootKind)) owners.add(type);
    }
  }
  return owners;
}

/**
 * Whether a field needs no resolver: a list or page by arguments with a meaning, a look-up by key, the user,
 * a value.
 */
function isStructural({ structure, dialect, namespaces }: Target, { owner, field, args }: FieldUse): boolean {
  const { query, mutation } = namespaces;
  const sent = field.args.filter(({ name }) => args.has(name));
  const type = getNamedType(field.type) as GraphQLObjectType;
  if (mutation.has(owner)) return mutation.has(type);
  const listedType = structure.listedTypeOf(field.type);
  const isListed = listedType !== undefined && (!query.has(owner) || structure.isEntity(listedType));
  if (isListed) return sent.every((argument) => listArgumentRole(dialect, field, argument) !== undefined);
  if (!query.has(owner)) return sent.length === 0 && !isCount(field);
  if (query.has(type) && sent.length === 0) return true;
  if (!structure.isEntity(type) || isListType(getNullableType(field.type))) return false;
  const key = structure.keyArgumentOf(field);
  if (sent.length === 0) return isAccessField(structure, field);
  return key !== undefined && sent.every(({ name }) => name === key.name);
}

// Filters

/** An argument that filters, with the values that operations send. */
interface FilterUse {
  readonly listedType: GraphQLCompositeType;
  readonly argument: GraphQLArgument;
  readonly values: readonly ValueNode[];
}

/** Arguments of lists whose type is an input object, unless the list has a resolver. */
function listFilters(
  structure: Structure,
  uses: readonly FieldUse[],
  { rules = {} }: RulesOptions,
): FilterUse[] {
  return uses.flatMap(({ owner, field, args }) => {
    const listedType = structure.listedTypeOf(field.type);
    if (!listedType || resolverOf(rules, owner.name, field.name)) return [];
    return field.args.flatMap((argument) => {
      const values = args.get(argument.name);
      const isFilter = isInputObjectType(getNamedType(argument.type)) && !isOrder(argument.name);
      return values && isFilter ? [{ listedType, argument, values }] : [];
    });
  });
}

/** The only shipped dialect that has the names of all arguments and explains all members in use. */
function findDialect(structure: Structure, filters: readonly FilterUse[]): string | undefined {
  const covering = Object.entries(DIALECTS).filter(([, dialect]) => {
    const hasNames = filters.every(({ argument }) => dialect.filters?.includes(argument.name));
    return hasNames && listUnexplained(structure, filters, dialect).length === 0;
  });
  return covering.length === 1 ? covering[0]?.[0] : undefined;
}

function listUnexplained(structure: Structure, filters: readonly FilterUse[], dialect: Dialect): string[] {
  const unexplained = new Set<string>();
  const entered = new Set<unknown>();
  for (const { listedType, argument, values } of filters) {
    explainInput({ structure, dialect, unexplained, entered }, listedType, argument.type, values);
  }
  return [...unexplained];
}

interface Explaining {
  readonly structure: Structure;
  readonly dialect: Dialect;
  /** Members without a meaning. */
  readonly unexplained: Set<string>;
  /** Input types of which all members are in use. */
  readonly entered: Set<unknown>;
}

/** @param type - The type of the rows, or `undefined` for the operators of a value. */
function explainInput(
  explaining: Explaining,
  type: GraphQLCompositeType | undefined,
  input: GraphQLInputType,
  values: readonly ValueNode[] | "all",
): void {
  const { dialect, unexplained, entered, structure } = explaining;
  const named = getNamedType(input);
  if (!isInputObjectType(named)) return;
  const used = membersOf(values);
  if (used === "all") {
    if (entered.has(named)) return;
    entered.add(named);
  }
  for (const member of Object.values(named.getFields())) {
    const inner = used === "all" ? "all" : used.get(member.name);
    if (inner === undefined) continue;
    const { name } = member;
    const field = type && fieldOf(structure, type, name);
    if (Object.hasOwn({ ...dialect.logic, ...dialect.quantifiers }, name))
      explainInput(explaining, type, member.type, inner);
    else if (field && isInputObjectType(getNamedType(member.type))) {
      const related = structure.listedTypeOf(field.type) ?? getNamedType(field.type);
      explainInput(explaining, isCompositeType(related) ? related : undefined, member.type, inner);
    } else if (!isExplained(explaining, type, name)) unexplained.add(`${named.name}.${name}`);
  }
}

function isExplained(
  { structure, dialect: { operators = {}, separator } }: Explaining,
  type: GraphQLCompositeType | undefined,
  name: string,
): boolean {
  if (!type) return Object.hasOwn(operators, name);
  const hasField = (fieldName: string) => fieldOf(structure, type, fieldName) !== undefined;
  if (hasField(name)) return Object.hasOwn(operators, "");
  if (separator === undefined) return false;
  return Object.keys(operators).some((operator) => {
    const end = `${separator}${operator}`;
    return operator !== "" && name.endsWith(end) && hasField(name.slice(0, -end.length));
  });
}

/** The members of literal input objects with their values. `"all"` if one of the objects is a variable. */
function membersOf(values: readonly ValueNode[] | "all"): ReadonlyMap<string, readonly ValueNode[]> | "all" {
  if (values === "all") return "all";
  const objects = values.flatMap((value) => (value.kind === "ListValue" ? value.values : value));
  const members = new Map<string, ValueNode[]>();
  for (const object of objects) {
    if (object.kind === "Variable") return "all";
    if (object.kind !== "ObjectValue") continue;
    for (const { name, value } of object.fields) {
      members.set(name.value, [...(members.get(name.value) ?? []), value]);
    }
  }
  return members;
}
