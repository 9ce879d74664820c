/**
 * The types and fields that operations select and rules name. `platform.types.ts` describes these, because a
 * platform can have thousands of others.
 */

import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

export interface Reach {
  /** Whether operations, rules or the arguments of a used field need the type. */
  hasType(type: GraphQLNamedType): boolean;
  /** Whether operations select the field, or rules name it. */
  hasField(owner: GraphQLNamedType, field: { readonly name: string }): boolean;
}

/** All types and fields. */
export const EVERYTHING: Reach = { hasType: () => true, hasField: () => true };

/** The types of queries, mutations and subscriptions. */
export function rootsOf(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.filter((root) => root != null);
}

/**
 * @param document - All operations and fragments.
 * @param names - Names that the rules have, of types, fields and anything else.
 */
export function findReach(schema: GraphQLSchema, document: DocumentNode, names: ReadonlySet<string>): Reach {
  const types = new Set<GraphQLNamedType>(rootsOf(schema));
  const selected = new Set<string>();
  for (const name of names) addType(schema.getType(name));
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ name }) {
        const parent = info.getParentType();
        for (const owner of possibleTypes(parent)) selected.add(`${owner.name}.${name.value}`);
        addType(parent);
      },
    }),
  );
  const hasField: Reach["hasField"] = (owner, { name }) =>
    names.has(name) || selected.has(`${owner.name}.${name}`);
  // Types that are added here are visited, too.
  for (const type of types) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) if (hasField(type, field)) addField(field);
  }
  return { hasType: (type) => types.has(type), hasField };

  /** The type, and the types of its members if it is an input object. */
  function addType(type: GraphQLNamedType | null | undefined): void {
    if (!type || types.has(type)) return;
    types.add(type);
    for (const object of possibleTypes(type)) addType(object);
    if (!isInputObjectType(type)) return;
    for (const member of Object.values(type.getFields())) addType(getNamedType(member.type));
  }

  /** The types of the arguments and of the result of a used field. */
  function addField({ args, type }: GraphQLField<unknown, unknown>): void {
    for (const argument of args) addType(getNamedType(argument.type));
    addType(getNamedType(type));
  }

  function possibleTypes(type: GraphQLNamedType | null | undefined): readonly GraphQLNamedType[] {
    if (isAbstractType(type)) return schema.getPossibleTypes(type);
    return type ? [type] : [];
  }
}
