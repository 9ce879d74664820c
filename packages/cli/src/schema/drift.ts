/** What is new on types that our operations use already. */

import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isUnionType,
} from "graphql";
import { argumentCoordinate, memberCoordinate } from "./coordinates.ts";
import { isRequiredInput } from "./defaults.ts";
import { closureOf } from "./differences.ts";
import type { JudgedOperation } from "./judge.ts";
import { compareText } from "./place.ts";
import type { Drift } from "./report.ts";

type News = Omit<Drift, "operations">;

export function findDrift(before: GraphQLSchema, after: GraphQLSchema, judged: readonly JudgedOperation[]): Drift[] {
  const onType = remember((name) => findNewMembers(before, after, name));
  const onField = remember((coordinate) => findNewArguments(before, after, coordinate));
  const inputs = remember((name) => closureOf(before, name).flatMap(onType));
  const drift = new Map<string, { news: News; operations: Set<string> }>();
  for (const { report, uses } of judged) {
    for (const use of uses) {
      const found =
        use.kind === "type"
          ? onType(use.coordinate)
          : use.kind === "field"
            ? [...onField(use.coordinate), ...onType(typeOfField(before, use.coordinate) ?? "")]
            : use.kind === "variable"
              ? inputs(use.coordinate)
              : [];
      for (const news of found) {
        const entry = drift.get(news.coordinate) ?? { news, operations: new Set() };
        drift.set(news.coordinate, entry);
        entry.operations.add(report.name);
      }
    }
  }
  return [...drift.values()]
    .map(({ news, operations }) => ({ ...news, operations: [...operations].sort(compareText) }))
    .sort((a, b) => compareText(a.coordinate, b.coordinate));
}

function remember<Result>(find: (name: string) => readonly Result[]): (name: string) => readonly Result[] {
  const known = new Map<string, readonly Result[]>();
  return (name) => {
    const found = known.get(name) ?? find(name);
    known.set(name, found);
    return found;
  };
}

function findNewMembers(before: GraphQLSchema, after: GraphQLSchema, name: string): News[] {
  const [old, now] = [before.getType(name), after.getType(name)];
  if (!old || !now) return [];
  const known = new Set(membersOf(old));
  const added = membersOf(now).filter((member) => !known.has(member));
  const news = added.map(
    (member): News => ({
      coordinate: memberCoordinate(name, member),
      message: isEnumType(now) ? `${name} has the new value ${member}.` : `${name} has the new field ${member}.`,
    }),
  );
  const types = findNewTypes(before, after, name);
  if (types.length === 0) return news;
  const verb = isUnionType(now) ? "may be" : "is implemented by";
  return [...news, { coordinate: name, message: `${name} ${verb} ${types.join(", ")} now.` }];
}

/** Names of fields or enum values. */
function membersOf(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  return isInputObjectType(type) || (isCompositeType(type) && !isUnionType(type)) ? Object.keys(type.getFields()) : [];
}

function findNewTypes(before: GraphQLSchema, after: GraphQLSchema, name: string): string[] {
  const [old, now] = [before.getType(name), after.getType(name)];
  if (!isAbstractType(old) || !isAbstractType(now)) return [];
  const known = new Set(before.getPossibleTypes(old).map((type) => type.name));
  return after
    .getPossibleTypes(now)
    .map((type) => type.name)
    .filter((type) => !known.has(type));
}

function findNewArguments(before: GraphQLSchema, after: GraphQLSchema, coordinate: string): News[] {
  const [old, now] = [fieldAt(before, coordinate), fieldAt(after, coordinate)];
  if (!old || !now) return [];
  return now.args
    .filter((argument) => !isRequiredInput(argument) && !old.args.some(({ name }) => name === argument.name))
    .map(({ name }) => ({
      coordinate: argumentCoordinate(coordinate, name),
      message: `${coordinate} takes the new argument ${name}.`,
    }));
}

/** Only the result's enums: composite types are uses of their own. */
function typeOfField(schema: GraphQLSchema, coordinate: string): string | undefined {
  const field = fieldAt(schema, coordinate);
  const type = field && getNamedType(field.type);
  return isEnumType(type) ? type.name : undefined;
}

function fieldAt(schema: GraphQLSchema, coordinate: string) {
  const [typeName = "", field = ""] = coordinate.split(".");
  const type = schema.getType(typeName);
  return isCompositeType(type) ? schema.getField(type, field) : undefined;
}
