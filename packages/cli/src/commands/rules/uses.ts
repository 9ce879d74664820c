/** The fields that operations select, and the values that they send. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** A field of an object type, with all of its occurrences. */
export interface FieldUse {
  readonly parent: GraphQLObjectType;
  readonly field: Field;
  readonly nodes: readonly FieldNode[];
}

/** Lists the fields that operations and fragments select, in the order of the document. */
export function listUses(schema: GraphQLSchema, document: DocumentNode): readonly FieldUse[] {
  const uses = new Map<string, FieldUse & { readonly nodes: FieldNode[] }>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const { value: name } = node.name;
        const around = types.getParentType();
        // The rules of a platform are those of its object types: a field of an interface is a field of each of them.
        const parents = isAbstractType(around) ? schema.getPossibleTypes(around) : isObjectType(around) ? [around] : [];
        for (const parent of parents) {
          const field = parent.getFields()[name];
          if (!field) continue;
          const coordinate = `${parent.name}.${name}`;
          const use = uses.get(coordinate) ?? { parent, field, nodes: [] };
          use.nodes.push(node);
          uses.set(coordinate, use);
        }
      },
    }),
  );
  return [...uses.values()];
}

/** An argument that operations send, with its values. */
export interface SentArgument {
  readonly arg: GraphQLArgument;
  readonly values: readonly ValueNode[];
}

/** The arguments that an operation sends, in the order of the schema. A literal null is not sent. */
export function sentArguments({ field, nodes }: FieldUse): readonly SentArgument[] {
  return field.args.flatMap((arg) => {
    const values = nodes.flatMap((node) => node.arguments?.find(({ name }) => name.value === arg.name)?.value ?? []);
    const sent = values.filter(({ kind }) => kind !== Kind.NULL);
    return sent.length > 0 ? [{ arg, values: sent }] : [];
  });
}

/** The values of each member of input objects that operations send. `"all"` if one of the objects is a variable. */
export function sentMembers(values: readonly ValueNode[]): ReadonlyMap<string, readonly ValueNode[]> | "all" {
  const objects = flatten(values);
  if (objects.some(({ kind }) => kind === Kind.VARIABLE)) return "all";
  const members = new Map<string, ValueNode[]>();
  for (const object of objects) {
    for (const { name, value } of object.kind === Kind.OBJECT ? object.fields : []) {
      members.set(name.value, [...(members.get(name.value) ?? []), value]);
    }
  }
  return members;
}

/** The names of enum values that operations send. `"all"` if one of them is a variable. */
export function sentEnums(values: readonly ValueNode[]): ReadonlySet<string> | "all" {
  const all = flatten(values);
  if (all.some(({ kind }) => kind === Kind.VARIABLE)) return "all";
  return new Set(all.flatMap((value) => (value.kind === Kind.ENUM ? value.value : [])));
}

function flatten(values: readonly ValueNode[]): readonly ValueNode[] {
  return values.flatMap((value) => (value.kind === Kind.LIST ? flatten(value.values) : value));
}

/** Names of the fields that are selected, also in fragments, with their own selections. */
export function selectedFields(
  nodes: readonly FieldNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const entered = new Set<FragmentDefinitionNode>();
  const enter = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) found.set(node.name.value, [...(found.get(node.name.value) ?? []), node]);
      else if (node.kind === Kind.INLINE_FRAGMENT) enter(node.selectionSet);
      else {
        const fragment = fragments.get(node.name.value);
        if (fragment && !entered.has(fragment)) enter(entered.add(fragment) && fragment.selectionSet);
      }
    }
  };
  for (const { selectionSet } of nodes) enter(selectionSet);
  return found;
}
