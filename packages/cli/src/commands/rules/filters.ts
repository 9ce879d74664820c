/** Proposes what arguments and members of input objects select. */

import { type Field, idFieldOf, pluralsOf } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
} from "graphql";
import { code, comparison, negate, type Proposal, todo } from "./line.ts";
import { type Fields, hasPattern, isSameValue, relationOf, SEARCH, sharesWord, splitName } from "./names.ts";
import { type Operation, readOperator } from "./operators.ts";
import { itemTypeOf } from "./structure.ts";

export interface Element {
  readonly name: string;
  readonly type: GraphQLInputType;
}

/** Rows with fields, or the values of a leaf field, that an element selects. */
export type Target =
  | { readonly fields: Fields /** Whether a relation leads to the rows. */; readonly isRelated?: boolean }
  | { readonly leaf: GraphQLNamedType };

/** A proposal, and what the members of its input object select. */
export interface FilterProposal extends Proposal {
  readonly inner?: Target;
}

/** Proposes the filter of an argument, or of a member of an input object. */
export function proposeFilter(
  target: Target,
  element: Element,
  siblings: readonly string[],
  fieldsOf: FieldsOf,
): FilterProposal {
  if ("leaf" in target) return proposeComparator(target, element, siblings);
  return (
    (target.isRelated ? readQuantifier(target, element) : undefined) ??
    readElement(target.fields, element, siblings, fieldsOf) ??
    describeUnclear(target.fields, element)
  );
}

/** Fields of the objects of a type; those that all objects have if it is abstract. */
export type FieldsOf = (type: GraphQLNamedType) => Fields;

const isList = (type: GraphQLInputType): boolean => isListType(getNullableType(type));
const canRead = (field: Field): boolean => !field.args.some(isRequiredArgument);

function readElement(
  fields: Fields,
  element: Element,
  siblings: readonly string[],
  fieldsOf: FieldsOf,
): FilterProposal | undefined {
  const { name, type } = element;
  const field = fields[name];
  return (
    readLogic({ fields }, element) ??
    (field && canRead(field) ? readField(field, type, fieldsOf) : undefined) ??
    readPlural(fields, name, type, fieldsOf) ??
    readSuffix(fields, name, type, siblings, fieldsOf) ??
    readRange(fields, name, type)
  );
}

/** `and`, `_or`, `NOT`, with the same members. */
function readLogic(inner: Target, { name, type }: Element): FilterProposal | undefined {
  const logic = /^_*(and|or|not)$/i.exec(name)?.[1]?.toLowerCase();
  return logic && isInputObjectType(getNamedType(type)) ? { ...code(logic, [logic]), inner } : undefined;
}

/** An argument with the name of a field. */
function readField(field: Field, type: GraphQLInputType, fieldsOf: FieldsOf): FilterProposal | undefined {
  const input = getNamedType(type);
  const leaf = getNamedType(field.type);
  if (isLeafType(leaf)) {
    if (isInputObjectType(input))
      return readsComparators(input) ? { ...comparison("matching", field.name), inner: { leaf } } : undefined;
    if (!isSameValue(leaf, input)) return undefined;
    const isListed = isListType(getNullableType(field.type));
    if (!isListed || !isList(type)) return comparison("is", field.name);
    return todo(`one of the values, is(${JSON.stringify(field.name)}), or all, containsAll(…)?`);
  }
  const related = itemTypeOf(field) ?? leaf;
  if (!isInputObjectType(input)) return readRelationId(field, field.name, type);
  const key = idFieldOf(related);
  if (
    key &&
    readsComparators(input) &&
    !Object.keys(input.getFields()).some((name) => fieldsOf(related)[name] || QUANTIFIERS.has(name))
  )
    return { ...comparison("matching", `${field.name}.${key.name}`), inner: { leaf: getNamedType(key.type) } };
  return { ...comparison(relateTo(field, input), field.name), inner: { fields: fieldsOf(related), isRelated: true } };
}

/** `matching` passes a list on as a whole, to members such as `every`. */
function relateTo(field: Field, input: GraphQLInputObjectType): "some" | "matching" {
  return itemTypeOf(field) && !Object.keys(input.getFields()).some((name) => QUANTIFIERS.has(name))
    ? "some"
    : "matching";
}

/** `statuses`, `ids`, `customerIds`: the plural of a name. */
function readPlural(
  fields: Fields,
  name: string,
  type: GraphQLInputType,
  fieldsOf: FieldsOf,
): FilterProposal | undefined {
  if (!isList(type) || Object.hasOwn(fields, name)) return undefined;
  const field = [name.slice(0, -1), name.slice(0, -2), `${name.slice(0, -3)}y`]
    .filter((each) => pluralsOf(each).includes(name))
    .map((each) => fields[each])
    .find((each) => each && canRead(each));
  return field && readField(field, type, fieldsOf);
}

/** A field and a suffix: an operator, `Id` of a relation, or a field of a relation after `_`. */
function readSuffix(
  fields: Fields,
  name: string,
  type: GraphQLInputType,
  siblings: readonly string[],
  fieldsOf: FieldsOf,
): FilterProposal | undefined {
  const relation = relationOf(fields, name);
  if (relation) return readRelationId(relation, name, type);
  for (const [field, rest] of splitName(fields, name)) {
    const leaf = getNamedType(field.type);
    const operation = readOperator(rest);
    if (!canRead(field)) continue;
    if (operation && isLeafType(leaf) && accepts(leaf, operation, type))
      return compare(operation, field.name, siblings);
    const isTest = operation?.operator === "isNull" || operation?.operator === "exists";
    if (isTest && getNamedType(type).name === "Boolean") return compare(operation, field.name, siblings);
    const path = rest.replace(/^_+/, "");
    const related = fieldsOf(itemTypeOf(field) ?? leaf);
    const inner = [path, path.charAt(0).toLowerCase() + path.slice(1)]
      .map((each) => readElement(related, { name: each, type }, siblings, fieldsOf))
      .find((each) => each && !each.inner && each.value !== "todo");
    if (inner) return { ...inner, value: inner.value.replace('("', () => `("${field.name}.`) };
  }
  return undefined;
}

/** `minPrice`, `maxPrice`, `createdAfter`, `createdBefore`, with the type of the field. */
function readRange(fields: Fields, name: string, type: GraphQLInputType): Proposal | undefined {
  const [, bound, stem = ""] = /^(min|max)_?([A-Z_a-z]\w*)$/.exec(name) ?? [];
  const limited = fields[stem.charAt(0).toLowerCase() + stem.slice(1)];
  if (isList(type)) return undefined;
  if (bound && limited && getNamedType(limited.type) === getNamedType(type)) {
    return comparison(bound === "min" ? "atLeast" : "atMost", limited.name);
  }
  const [, day, , direction = ""] = /^(\w+?)(_?)(After|Before|after|before|Since|since|Until|until)$/.exec(name) ?? [];
  const date = ["", "At", "On", "Date", "_at", "_on", "_date"]
    .map((end) => fields[`${day}${end}`])
    .find((each) => each);
  if (!day || !date || getNamedType(date.type) !== getNamedType(type)) return undefined;
  const names = { after: "above", before: "below", since: "atLeast", until: "atMost" } as const;
  return comparison(names[direction.toLowerCase() as keyof typeof names], date.name);
}

/** An ID, or several, of the object of a relation. */
function readRelationId(field: Field, name: string, type: GraphQLInputType): Proposal | undefined {
  const key = idFieldOf(itemTypeOf(field) ?? getNamedType(field.type));
  const input = getNamedType(type);
  if (!key || !isLeafType(input) || isEnumType(input)) return undefined;
  const path = `${field.name}.${key.name}`;
  // A text can be a name or a slug of the object, unless its name says that it is an ID.
  if (input.name === "String" && !/(?:I[dD]|_id)s?$/.test(name)) return undefined;
  if (input.name !== "String" && !isSameValue(getNamedType(key.type), input)) return undefined;
  if (!isList(type) || !itemTypeOf(field)) return comparison("is", path);
  return todo(`one of the objects, is("${path}"), or all, containsAll("${path}")?`);
}

/** Quantifiers of lists, and `is` of objects, in an input object. */
const QUANTIFIERS: ReadonlyMap<string, "some" | "every" | "none" | "matching"> = new Map([
  ["some", "some"],
  ["any", "some"],
  ["every", "every"],
  ["all", "every"],
  ["none", "none"],
  ["is", "matching"],
]);

/** A member of an input object for a relation that stands for all of its objects: `{ some: { … } }`, `{ null: true }`. */
function readQuantifier(target: Target, { name, type }: Element): FilterProposal | undefined {
  const quantifier = QUANTIFIERS.get(name);
  if (quantifier && isInputObjectType(getNamedType(type))) return { ...comparison(quantifier), inner: target };
  const isNull = /^_*(?:is_?)?null$/i.test(name) && getNamedType(type).name === "Boolean";
  return isNull ? comparison("isNull") : undefined;
}

function readsComparators(input: GraphQLInputObjectType): boolean {
  return Object.keys(input.getFields()).some((name) => readOperator(name));
}

/** A member of `{ eq, in, contains, … }`, with `not` and `range` that contain comparators. */
function proposeComparator(
  inner: Target & { readonly leaf: GraphQLNamedType },
  element: Element,
  siblings: readonly string[],
): FilterProposal {
  const { name, type } = element;
  const logic = readLogic(inner, element);
  if (logic) return logic;
  if (isInputObjectType(getNamedType(type)))
    return /^(?:range|between)$/.test(name)
      ? { ...comparison("matching"), inner }
      : todo("an operator that no convention explains");
  const operation = readOperator(name);
  return operation ? compare(operation, undefined, siblings) : todo("an operator that no convention explains");
}

const NAMES: Readonly<Record<Operation["operator"], string>> = {
  ...{ eq: "is", in: "is", gt: "above", gte: "atLeast", lt: "below", lte: "atMost", isNull: "isNull" },
  ...{ contains: "contains", startsWith: "startsWith", endsWith: "endsWith", like: "like" },
  ...{ exists: "exists", between: "between", containsAll: "containsAll" },
};

/** Operators that compare with a list. */
const LISTS: ReadonlySet<Operation["operator"]> = new Set(["in", "between", "containsAll"]);

const MAY_IGNORE_CASE: ReadonlySet<Operation["operator"]> = new Set(["contains", "startsWith", "endsWith"]);

/** @param siblings - Names of the other members or arguments: one that ignores case says that this one does not. */
function compare(
  { operator, isNegated, ignoresCase }: Operation,
  path: string | undefined,
  siblings: readonly string[],
): Proposal {
  const text = JSON.stringify(path) ?? "";
  const isKnown = ignoresCase || !MAY_IGNORE_CASE.has(operator) || siblings.some((name) => endsWithInsensitive(name));
  const name = NAMES[operator];
  if (!isKnown) return todo(`${name}(${text}), or ${name}Text(${text}) if case is ignored?`);
  if (operator === "isNull" || operator === "exists")
    return comparison(isNegated === (operator === "isNull") ? "exists" : "isNull", path);
  if (name === "is" && isNegated && !ignoresCase) return comparison("isNot", path);
  const positive = comparison(ignoresCase ? `${name}Text` : name, path);
  return isNegated ? negate(positive) : positive;
}

/** Whether the last words of a name are an operator that ignores case. */
function endsWithInsensitive(name: string): boolean {
  const words = name.split(/_+|(?=[A-Z])/);
  const ends = words.map((_, index) => words.slice(index).join(""));
  return name === "mode" || ends.some((end) => readOperator(end)?.ignoresCase);
}

/** Whether an argument of the type can be compared by the operator. */
function accepts(leaf: GraphQLNamedType, { operator }: Operation, type: GraphQLInputType): boolean {
  const input = getNamedType(type);
  if (isList(type) !== LISTS.has(operator)) return false;
  if (operator === "isNull" || operator === "exists") return input.name === "Boolean";
  if (MAY_IGNORE_CASE.has(operator) || operator === "like") return input.name === "String";
  return isSameValue(leaf, input);
}

/** What a reviewer must find out about an element that no convention explains. */
function describeUnclear(fields: Fields, { name, type }: Element): Proposal {
  const given = getNamedType(type);
  const same = Object.values(fields).filter((field) => getNamedType(field.type) === given && canRead(field));
  if (hasPattern(SEARCH, name)) {
    const texts = same.slice(0, 3).map((field) => JSON.stringify(field.name));
    return todo(
      `which fields does it search? ${texts.length > 0 ? `containsText(${texts.join(", ")}), ` : ""}or a function of the row and the text`,
    );
  }
  const field = fields[name];
  if (field && !canRead(field)) return todo(`the field "${name}" has arguments`);
  if (field) return todo(`the field "${name}" is ${field.type}, the argument ${type}`);
  if (isEnumType(given) && same.length > 0) return todo(same.map((field) => `is("${field.name}")?`).join(" "));
  if (given.name === "Boolean") return todo(`a flag: (row, wanted) => …, or ignored`);
  const alike = Object.values(fields).filter(
    (field) => !isLeafType(getNamedType(field.type)) && sharesWord(field.name, name),
  );
  const paths = alike.flatMap((field) => readRelationId(field, `${field.name}Id`, type)?.value ?? []);
  if (paths.length > 0) return todo(`no field "${name}": ${paths.join("? ")}?`);
  return todo(`no field "${name}": ignored, a comparison, or (row, wanted) => …`);
}
