/**
 * Finds what is new on the types that operations use. The root types are left out: each new query is a new
 * field of one.
 */

import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isUnionType,
  OperationTypeNode,
} from "graphql";
import { memoize } from "../../model/cache.ts";
import { fieldAt, inputTypesOf, isRequiredInput, possibleTypesOf } from "../../model/graphql.ts";
import { argumentCoordinate, compareText, groupBy } from "../compare/document-operations.ts";
import type { Use } from "../compare/find-uses.ts";
import type { Addition } from "../verdict/report.ts";
import { describeNew, describeNewTypes } from "../verdict/sentences.ts";
import type { OperationVerdict } from "../verdict/verdicts.ts";

type NewElement = Omit<Addition, "operations">;

export function findAdditions(
  before: GraphQLSchema,
  after: GraphQLSchema,
  verdicts: readonly OperationVerdict[],
): Addition[] {
  const roots = Object.values(OperationTypeNode).map((kind) => before.getRootType(kind)?.name);
  const onType = memoize((name: string) => (roots.includes(name) ? [] : findNewMembers(before, after, name)));
  const onInputs = memoize((name: string) => inputTypesOf(before, [name]).flatMap(onType));
  const onField = memoize((coordinate: string): NewElement[] => {
    const old = fieldAt(before, coordinate);
    const now = fieldAt(after, coordinate);
    if (!old || !now) return [];
    const added = now.args.filter(
      (arg) => !isRequiredInput(arg) && !old.args.some(({ name }) => name === arg.name),
    );
    return [
      ...added.map(({ name }) => ({
        coordinate: argumentCoordinate(coordinate, name),
        message: describeNew("argument"),
      })),
      // The values of an enum. Other types are uses of their own.
      ...onType(getNamedType(old.type).name),
    ];
  });
  const find = ({ kind, coordinate }: Use): readonly NewElement[] => {
    if (kind === "type") return onType(coordinate);
    if (kind === "field") return onField(coordinate);
    return kind === "variable" ? onInputs(coordinate) : [];
  };
  const found = verdicts.flatMap(({ report, uses }) =>
    uses.flatMap(find).map((element) => ({ ...element, operation: report.name })),
  );
  return [...groupBy(found, ({ coordinate }) => coordinate)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([coordinate, group]) => {
      const names = new Set(group.map(({ operation }) => operation));
      return { coordinate, message: group[0].message, operations: [...names].sort(compareText) };
    });
}

function findNewMembers(before: GraphQLSchema, after: GraphQLSchema, name: string): NewElement[] {
  const old = before.getType(name);
  const now = after.getType(name);
  const without = (all: readonly string[], others: readonly string[]) =>
    all.filter((name) => !others.includes(name));
  const message = describeNew(kindOfMembers(now));
  const members = without(membersOf(now), membersOf(old)).map(
    (member): NewElement => ({ coordinate: `${name}.${member}`, message }),
  );
  const types = without(possibleTypesOf(after, now), possibleTypesOf(before, old));
  if (types.length === 0) return members;
  return [...members, { coordinate: name, message: describeNewTypes(types) }];
}

function kindOfMembers(type: GraphQLNamedType | undefined): "enum value" | "input field" | "field" {
  if (isEnumType(type)) return "enum value";
  return isInputObjectType(type) ? "input field" : "field";
}

/** Names of fields or enum values. */
function membersOf(type: GraphQLNamedType | undefined): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  return isInputObjectType(type) || (isCompositeType(type) && !isUnionType(type))
    ? Object.keys(type.getFields())
    : [];
}
