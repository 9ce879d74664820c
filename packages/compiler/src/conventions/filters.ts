/** Filters: arguments and input objects that select the items of a list by their fields. */

import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
} from "graphql";
import { type Field, hasFields, itemTypeOf } from "./connections.ts";
import { accepts, type Fields, isSameValue, relationOf, splitName } from "./filter-names.ts";
import { idFieldOf, isId } from "./identity.ts";
import { hasName, pluralsOf } from "./names.ts";
import { type Condition, combine, compare, exists, readOperator } from "./operators.ts";

/** Reads the value of an argument. Adds the paths of members that no convention explains to `unexplained`. */
type FilterReader = (value: unknown, path: string, unexplained: string[]) => Condition | undefined;

type InputElement = Pick<GraphQLInputField, "name" | "type">;
type InputFields = Readonly<Record<string, GraphQLInputField>>;

const readers = new WeakMap<GraphQLNamedType, Map<string, FilterReader | undefined>>();

/** Finds how an argument or input field filters objects of a type. `undefined` if no convention explains it. */
export function filterReaderOf(itemType: GraphQLNamedType, element: InputElement): FilterReader | undefined {
  const known = readers.get(itemType) ?? new Map<string, FilterReader | undefined>();
  readers.set(itemType, known);
  const key = `${element.name}: ${element.type}`;
  if (!known.has(key)) {
    // A recursive input object is explained by its other members.
    known.set(key, undefined);
    known.set(key, createReader(itemType, element));
  }
  return known.get(key);
}

function createReader(itemType: GraphQLNamedType, { name, type }: InputElement): FilterReader | undefined {
  if (!hasFields(itemType)) return undefined;
  const fields = itemType.getFields();
  return (
    (fields[name] && readField(fields[name], type)) ??
    readPlural(fields, name, type) ??
    readSuffix(fields, name, type) ??
    readRange(fields, name, type) ??
    readObjectOf(itemType, name, type)
  );
}

/** An argument with the name of a field. */
function readField(field: Field, type: GraphQLInputType): FilterReader | undefined {
  const input = getNamedType(type);
  if (field.args.length > 0 && !itemTypeOf(field)) return undefined;
  const leaf = getNamedType(field.type);
  if (isLeafType(leaf)) {
    if (isInputObjectType(input)) return readComparators(field, input.getFields());
    if (!isSameValue(leaf, input)) return undefined;
    const isList = isListType(getNullableType(type));
    return (value) => {
      // An empty list means that there is no filter.
      if (Array.isArray(value) && value.length === 0) return undefined;
      return compare(field, isList ? "in" : "eq", value);
    };
  }
  const related = itemTypeOf(field) ?? leaf;
  if (!isInputObjectType(input)) return readRelationId(field, related, type);
  return readRelated(field, related, input.getFields());
}

/** `statuses`, `ids`, `customerIds`: the plural of a name that a list explains. */
function readPlural(fields: Fields, name: string, type: GraphQLInputType): FilterReader | undefined {
  if (!isListType(getNullableType(type)) || Object.hasOwn(fields, name)) return undefined;
  const single = [name.slice(0, -1), name.slice(0, -2), `${name.slice(0, -3)}y`].find(
    (each) => pluralsOf(each).includes(name) && (Object.hasOwn(fields, each) || relationOf(fields, each)),
  );
  if (single === undefined) return undefined;
  const field = fields[single];
  return field ? readField(field, type) : readSuffix(fields, single, type);
}

/** A field and a suffix: an operator, `Id` of a relation, or a field of a relation after `_`. */
function readSuffix(fields: Fields, name: string, type: GraphQLInputType): FilterReader | undefined {
  const relation = relationOf(fields, name);
  if (relation) return readRelationId(relation, itemTypeOf(relation) ?? getNamedType(relation.type), type);
  for (const [field, rest] of splitName(fields, name)) {
    const leaf = getNamedType(field.type);
    if (field.args.length > 0 && !itemTypeOf(field)) continue;
    const comparison = readOperator(rest);
    if (comparison && isLeafType(leaf) && accepts(leaf, comparison, type)) {
      return (value) => ({ kind: "compare", field, value, ...comparison });
    }
    if (comparison?.operator === "isNull" && !isLeafType(leaf))
      return (value) => (typeof value === "boolean" ? exists(field, value === comparison.isNegated) : undefined);
    if (isLeafType(leaf) || !/^_+[A-Za-z]/.test(rest)) continue;
    const path = rest.replace(/^_+/, "");
    const related = itemTypeOf(field) ?? leaf;
    const inner =
      filterReaderOf(related, { name: path, type }) ??
      filterReaderOf(related, { name: path.charAt(0).toLowerCase() + path.slice(1), type });
    if (inner) return nested(field, inner);
  }
  return undefined;
}

/** `minPrice`, `maxPrice`, `createdAfter`, `createdBefore`, with the type of the field. */
function readRange(fields: Fields, name: string, type: GraphQLInputType): FilterReader | undefined {
  const [, bound, stem = ""] = /^(min|max)_?([A-Z_a-z]\w*)$/.exec(name) ?? [];
  const limited = fields[stem.charAt(0).toLowerCase() + stem.slice(1)];
  if (bound && limited && getNamedType(limited.type) === getNamedType(type)) {
    return (value) => compare(limited, bound === "min" ? "gte" : "lte", value);
  }
  const [, day, , direction = ""] = /^(\w+?)(_?)(After|Before|after|before|Since|since|Until|until)$/.exec(name) ?? [];
  const date = ["", "At", "On", "Date", "_at", "_on", "_date"]
    .map((end) => fields[`${day}${end}`])
    .find((each) => each);
  if (!day || !date || getNamedType(date.type) !== getNamedType(type)) return undefined;
  const operators = { after: "gt", before: "lt", since: "gte", until: "lte" } as const;
  const operator = operators[direction.toLowerCase() as keyof typeof operators];
  return (value) => compare(date, operator, value);
}

/** An input object that is no field: a filter object, or a logical operator with such objects. */
function readObjectOf(itemType: GraphQLNamedType, name: string, type: GraphQLInputType): FilterReader | undefined {
  const input = getNamedType(type);
  if (!isInputObjectType(input)) return undefined;
  const logic = /^_*(and|or|not|all|any|none)$/i.exec(name)?.[1]?.toLowerCase();
  if (logic === undefined && !hasName(name, "filter")) return undefined;
  const members = Object.values(input.getFields());
  if (!logic && !members.some((member) => filterReaderOf(itemType, member))) return undefined;
  return (value, path, unexplained) => {
    const entries = Array.isArray(value) ? value : [value];
    const conditions = entries.flatMap(
      (entry) => readObject(itemType, input.getFields(), entry, path, unexplained) ?? [],
    );
    const isAny = logic === "or" || logic === "any" || logic === "none";
    const condition = combine(conditions, isAny ? "any" : "all");
    return condition && (logic === "not" || logic === "none") ? { kind: "not", condition } : condition;
  };
}

function readObject(
  itemType: GraphQLNamedType,
  inputFields: InputFields,
  value: unknown,
  path: string,
  unexplained: string[],
): Condition | undefined {
  return readMembers(value, path, unexplained, (name, member, memberPath) => {
    const element = inputFields[name];
    if (!element || member === null) return undefined;
    const reader = filterReaderOf(itemType, element);
    return reader ? reader(member, memberPath, unexplained) : null;
  });
}

/**
 * Reads the members of an input object, and combines their conditions.
 *
 * @param read - Returns `null` for a member that no convention explains.
 */
function readMembers(
  value: unknown,
  path: string,
  unexplained: string[],
  read: (name: string, member: unknown, path: string) => Condition | null | undefined,
): Condition | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const conditions = Object.entries(value).flatMap(([name, member]): Condition[] => {
    const memberPath = `${path}.${name}`;
    const condition = member === undefined ? undefined : read(name, member, memberPath);
    if (condition === null) unexplained.push(memberPath);
    return condition ? [condition] : [];
  });
  return combine(conditions);
}

/** `{ eq, in, contains, … }` of a leaf field, with `not` and `range` that contain comparators. */
function readComparators(field: Field, members: InputFields): FilterReader | undefined {
  const known = Object.values(members).some((member) => readOperator(member.name));
  if (!known) return undefined;
  return (value, path, unexplained) =>
    readMembers(value, path, unexplained, (name, member, memberPath) => {
      const comparison = readOperator(name);
      const input = getNamedType(members[name]?.type);
      if (name === "mode" && typeof member === "string") return undefined;
      if (isInputObjectType(input) && (name === "not" || /^(?:range|between)$/.test(name))) {
        const condition = readComparators(field, input.getFields())?.(member, memberPath, unexplained);
        return condition && name === "not" ? { kind: "not", condition } : condition;
      }
      if (!comparison) return null;
      // Null compares only if the name is an equality: `eq: null`.
      if (member === null && comparison.operator !== "eq") return undefined;
      const ignoresCase = comparison.ignoresCase || /^insensitive$/i.test(String(Object(value).mode));
      return { kind: "compare", field, value: member, ...comparison, ignoresCase };
    });
}

/**
 * An input object for a relation: members of the related objects, quantifiers such as `{ some: { … } }` of a list or
 * `{ is: { … } }` of an object, and `null`.
 */
function readRelated(field: Field, related: GraphQLNamedType, members: InputFields): FilterReader | undefined {
  const quantified = new Map(
    Object.values(members).flatMap(({ name, type }) => {
      const input = getNamedType(type);
      const quantifier = QUANTIFIERS.get(name);
      return quantifier && isInputObjectType(input) ? [[name, { quantifier, fields: input.getFields() }]] : [];
    }),
  );
  const isExplained = Object.values(members).some((member) => filterReaderOf(related, member));
  if (!isExplained && quantified.size === 0) return undefined;
  return (value, path, unexplained) => {
    if (typeof value !== "object" || value === null) return undefined;
    const own: Record<string, unknown> = {};
    const conditions = Object.entries(value).flatMap(([name, member]): Condition[] => {
      const { quantifier, fields } = quantified.get(name) ?? {};
      if (quantifier && fields && member !== null && member !== undefined) {
        const condition = readObject(related, fields, member, `${path}.${name}`, unexplained);
        return [{ kind: "related", field, quantifier, condition }];
      }
      if (/^(?:is_?)?null$/i.test(name) && typeof member === "boolean") return [exists(field, !member)];
      own[name] = member;
      return [];
    });
    const condition = readObject(related, members, own, path, unexplained);
    return combine(condition ? [{ kind: "related", field, quantifier: "some", condition }, ...conditions] : conditions);
  };
}

const QUANTIFIERS: ReadonlyMap<string, "some" | "every" | "none"> = new Map([
  ["some", "some"],
  ["any", "some"],
  ["is", "some"],
  ["every", "every"],
  ["all", "every"],
  ["none", "none"],
  ["isNot", "none"],
]);

/** An ID, or several, of the object of a relation. */
function readRelationId(field: Field, related: GraphQLNamedType, type: GraphQLInputType): FilterReader | undefined {
  const idField = idFieldOf(related);
  const input = getNamedType(type);
  if (!idField || !isLeafType(input) || isEnumType(input) || !/^(?:ID|UUID|Int|.*Id)$/i.test(input.name)) {
    return undefined;
  }
  if (input.name === "Int" && getNamedType(idField.type).name !== "Int") return undefined;
  return nested(field, (value) => {
    if (Array.isArray(value)) return value.length === 0 ? undefined : compare(idField, "in", value);
    return isId(value) ? compare(idField, "eq", value) : undefined;
  });
}

function nested(field: Field, inner: FilterReader): FilterReader {
  return (value, path, unexplained) => {
    const condition = inner(value, path, unexplained);
    return condition && { kind: "related", field, quantifier: "some", condition };
  };
}
