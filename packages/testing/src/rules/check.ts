/** Checks rules against the schema, once for each pair of them. */

import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from "graphql";
import { remember } from "../maps.ts";
import { structureOf } from "../structure/structure.ts";
import { describeNoField, suggest } from "../suggest.ts";
import type { Comparison } from "./comparisons.ts";
import { type AnyField, type Element, findElement, type InputElement } from "./elements.ts";
import { RULES_FILE } from "./errors.ts";
import { namesOf } from "./paths.ts";
import type { Rules } from "./types.ts";

const SECTIONS = ["filters", "orders", "pages", "keys", "inverses", "resolvers", "defaults", "unique", "hidden"];
const ROLES = ["first", "after", "last", "before", "skip", "page"];

const checked = new WeakMap<GraphQLSchema, WeakMap<Rules, string | undefined>>();

/** @throws TypeError if the rules do not match the schema. The message lists every problem. */
export function checkRules(schema: GraphQLSchema, rules: Rules): void {
  const known = remember(checked, schema, () => new WeakMap<Rules, string | undefined>());
  if (typeof rules !== "object" || rules === null) throw new TypeError('"rules" must be an object.');
  const problem = remember(known, rules, () => describeProblems(schema, rules));
  if (problem !== undefined) throw new TypeError(problem);
}

function describeProblems(schema: GraphQLSchema, rules: Rules): string | undefined {
  const { stale, wrong } = findProblems(schema, rules);
  const lines = stale.map((line) => `  ${line}\n`).join("");
  const advice = 'Run "platform-graphql rules": it turns these lines into comments.';
  if (lines) wrong.unshift(`${RULES_FILE} does not match the schema:\n\n${lines}\n${advice}`);
  return wrong.join("\n") || undefined;
}

/** The end of a path: its last fields and their types, or the first name that is no field. */
interface Destination {
  readonly fields: readonly AnyField[];
  readonly types: readonly GraphQLNamedType[];
  readonly missing?: { readonly owner: GraphQLNamedType; readonly name: string };
}

/** `stale` names what the schema does not have. */
function findProblems(schema: GraphQLSchema, rules: Rules) {
  const stale: string[] = [];
  const wrong: string[] = [];
  const structure = structureOf(schema, rules);
  const contexts = new Map<string, Set<GraphQLNamedType>>();
  checkStructure();
  checkSections();
  collectContexts();
  checkFilters();
  checkOrders();
  checkOthers();
  return { stale, wrong };

  function note(place: string, problem: string): void {
    wrong.push(`${place} in ${RULES_FILE}: ${problem}`);
  }

  function checkSections(): void {
    for (const name of Object.keys(rules)) {
      if (!SECTIONS.includes(name)) wrong.push(`${RULES_FILE}: unknown section "${name}".${suggest(name, SECTIONS)}`);
    }
  }

  function checkStructure(): void {
    for (const [name, path] of Object.entries(rules.keys ?? {})) {
      const type = schema.getType(name);
      const place = `keys.${name}`;
      if (!isObjectType(type))
        stale.push(`${place}: the schema has no object type "${name}".${suggest(name, typeNames(isObjectType))}`);
      else if (typeof path === "string") checkPath(place, [type], path);
    }
    for (const [coordinate, name] of Object.entries(rules.inverses ?? {})) {
      const element = elementAt(`inverses["${coordinate}"]`, coordinate);
      if (element?.kind !== "field" || typeof name !== "string") continue;
      const itemType = structure.itemTypeOf(element.field.type);
      if (!itemType) note(`inverses["${coordinate}"]`, "the field is no list of objects.");
      else checkPath(`inverses["${coordinate}"]`, [itemType], name);
    }
  }

  function elementAt(place: string, coordinate: string): Element | undefined {
    const found = findElement(schema, coordinate);
    if (typeof found !== "string") return found;
    stale.push(`${place}: ${found}`);
    return undefined;
  }

  /** The types whose objects each input object or enum selects or sorts. */
  function collectContexts(): void {
    const add = (type: GraphQLInputType, target: GraphQLNamedType): void => {
      const input = getNamedType(type);
      if (!isInputObjectType(input) && !isEnumType(input)) return;
      const targets = remember(contexts, input.name, () => new Set<GraphQLNamedType>());
      if (targets.has(target)) return;
      targets.add(target);
      for (const member of isEnumType(input) ? [] : Object.values(input.getFields())) {
        const coordinate = `${input.name}.${member.name}`;
        const rule = rules.filters?.[coordinate] ?? rules.orders?.[coordinate];
        for (const inner of targetsOf(rule, target)) add(member.type, inner);
      }
    };
    for (const type of Object.values(schema.getTypeMap())) {
      // A mutation selects rows by `matching`, and returns others.
      if ((!isObjectType(type) && !isInterfaceType(type)) || type === schema.getMutationType()) continue;
      for (const field of Object.values(type.getFields())) {
        const item = itemTypeOf(field);
        if (isLeafType(item)) continue;
        for (const argument of field.args) {
          const coordinate = `${type.name}.${field.name}(${argument.name}:)`;
          const rule = rules.filters?.[coordinate] ?? rules.orders?.[coordinate];
          for (const inner of targetsOf(rule, item)) add(argument.type, inner);
        }
      }
    }
  }

  /** The types to which the members of an input object apply. */
  function targetsOf(rule: unknown, type: GraphQLNamedType): readonly GraphQLNamedType[] {
    if (typeof rule === "string") return follow(type, rule.replace(/^-/, "")).types;
    if (typeof rule === "function" && !("kind" in rule)) return [];
    const comparison = rule as Comparison | undefined;
    if (comparison?.kind === "opposite") return targetsOf(comparison.of, type);
    return comparison?.kind === "related" ? follow(type, comparison.path).types : [type];
  }

  function follow(type: GraphQLNamedType, path: string): Destination {
    let at: Destination = { fields: [], types: [type] };
    for (const name of namesOf(path)) {
      const fields = at.types.flatMap((each) => fieldsOf(each, name));
      const [owner] = at.types;
      if (fields.length === 0 && owner) return { fields, types: [], missing: { owner, name } };
      at = { fields, types: fields.map(itemTypeOf) };
    }
    return at;
  }

  /** The fields of a type with the name: of an interface or union, those of its types. */
  function fieldsOf(type: GraphQLNamedType, name: string): readonly AnyField[] {
    if (isObjectType(type) || isInterfaceType(type)) {
      const field = type.getFields()[name];
      if (field) return [field];
    }
    return isAbstractType(type) ? schema.getPossibleTypes(type).flatMap((each) => each.getFields()[name] ?? []) : [];
  }

  /** Checks a path that one of the types must have. @returns The fields at its end. */
  function checkPath(place: string, types: Iterable<GraphQLNamedType>, path: string): readonly AnyField[] {
    const ends = [...types].map((type) => follow(type, path));
    const fitting = ends.filter((each) => !each.missing);
    const missing = fitting.length === 0 ? ends[0]?.missing : undefined;
    if (missing) note(place, describeNoField(missing.owner, missing.name));
    return fitting.at(-1)?.fields ?? [];
  }

  function checkFilters(): void {
    for (const [coordinate, rule] of Object.entries(rules.filters ?? {})) {
      const place = `filters["${coordinate}"]`;
      const element = elementAt(place, coordinate);
      if (!element) continue;
      const isComparison = ![undefined, "todo"].includes(Object(rule).kind);
      if (element.kind === "value") note(place, "an enum value selects nothing. Write its rule in orders.");
      else if (element.kind === "field") {
        if (typeof rule !== "function")
          note(place, "a field has no value to compare with. Write a function of the row and the arguments.");
      } else if (typeof rule !== "function" && !isComparison) {
        note(place, 'expected a comparison such as is("status"), or a function.');
      } else if (isComparison) checkComparison(place, coordinate, element, baseOf(rule as Comparison));
    }
  }

  function checkComparison(place: string, coordinate: string, element: InputElement, rule: Comparison): void {
    const type = element.kind === "argument" ? element.argument.type : element.member.type;
    const named = getNamedType(type);
    const targets = targetsAt(coordinate, element);
    if (rule.kind === "ignored") return;
    if (rule.kind === "related") {
      checkPath(place, targets, rule.path);
      return;
    }
    if (rule.kind !== "compare") {
      if (!isInputObjectType(named)) note(place, `${rule.kind} needs an input object. The type is ${type}.`);
      return;
    }
    if (isInputObjectType(named) && rule.operator !== "between") {
      note(
        place,
        `${rule.operator} compares a value, and ${named.name} is an input object. Use some("…") and rules for its members.`,
      );
      return;
    }
    const ends = rule.paths.flatMap((path) => checkPath(place, targets, path));
    for (const { name, type: endType } of ends) {
      const problem = describeMismatch(rule.operator, named, getNamedType(endType));
      if (problem) note(place, `"${name}" is ${endType}: ${problem}`);
    }
  }

  function itemTypeOf(field: AnyField): GraphQLNamedType {
    return structure.itemTypeOf(field.type) ?? getNamedType(field.type);
  }

  /** The types to whose objects the rule of an element applies. */
  function targetsAt(coordinate: string, element: Element): Iterable<GraphQLNamedType> {
    if ("field" in element) return [itemTypeOf(element.field)];
    return contexts.get(coordinate.replace(/\..*/, "")) ?? [];
  }

  function checkOrders(): void {
    for (const [coordinate, rule] of Object.entries(rules.orders ?? {})) {
      const place = `orders["${coordinate}"]`;
      const element = elementAt(place, coordinate);
      if (!element || typeof rule === "function") continue;
      const entries: readonly unknown[] = Array.isArray(rule) ? rule : [rule];
      for (const entry of entries) {
        const path: unknown = typeof entry === "string" ? entry : Object(entry).path;
        if (typeof path !== "string") note(place, 'expected a path such as "createdAt" or "-createdAt".');
        else checkPath(place, targetsAt(coordinate, element), path.replace(/^-/, ""));
      }
    }
  }

  function checkOthers(): void {
    for (const [coordinate, role] of Object.entries(rules.pages ?? {})) {
      const place = `pages["${coordinate}"]`;
      const element = elementAt(place, coordinate);
      const isInput = element?.kind === "argument" || element?.kind === "member";
      if (element && !isInput) note(place, "only an argument of a list, or a member of one, selects a page.");
      if (typeof role !== "function" && !ROLES.includes(String(role)))
        note(place, `expected one of ${ROLES.join(", ")}.`);
    }
    for (const section of ["resolvers", "defaults"] as const) {
      for (const [name, fields] of Object.entries(rules[section] ?? {})) checkFields(section, name, fields);
    }
    for (const [name, fields] of Object.entries(rules.unique ?? {})) {
      const names = Array.isArray(fields) ? fields.map((field) => [String(field)]) : [];
      if (!Array.isArray(fields)) note(`unique.${name}`, "expected a list of fields.");
      checkFields("unique", name, Object.fromEntries(names));
    }
    for (const [name, test] of Object.entries(rules.hidden ?? {})) {
      checkFields("hidden", name, {});
      if (typeof test !== "function") note(`hidden.${name}`, "expected a function of the row.");
    }
  }

  function checkFields(section: string, name: string, fields: object): void {
    const type = schema.getType(name);
    // `typescript-resolvers` has scalars and `__resolveType` too.
    const names = Object.keys(fields).filter((field) => !field.startsWith("__"));
    if (section === "resolvers" && (isLeafType(type) || (isAbstractType(type) && names.length === 0))) return;
    if (!isObjectType(type)) {
      stale.push(
        `${section}.${name}: the schema has no object type "${name}".${suggest(name, typeNames(isObjectType))}`,
      );
      return;
    }
    for (const field of names) {
      const rule: unknown = Object(fields)[field];
      if (!type.getFields()[field]) {
        const near = suggest(field, Object.keys(type.getFields()));
        stale.push(`${section}.${name}.${field}: the schema has no field "${name}.${field}".${near}`);
      } else if (section === "resolvers" && rule !== undefined) {
        const isFunction = typeof rule === "function" || typeof Object(rule).resolve === "function";
        if (!isFunction) note(`resolvers.${name}.${field}`, "expected a function.");
      }
    }
  }

  function typeNames(test: (type: GraphQLNamedType) => boolean): string[] {
    return Object.values(schema.getTypeMap()).flatMap((type) =>
      test(type) && !type.name.startsWith("__") ? [type.name] : [],
    );
  }
}

function baseOf(rule: Comparison): Comparison {
  return rule.kind === "opposite" ? baseOf(rule.of) : rule;
}

const TEXT_OPERATORS = /^(?:contains|startsWith|endsWith|like|matches)(?:Text)?$|^isText$/;
const ORDER_OPERATORS = /^(?:atLeast|atMost|above|below|between)$/;

/** Why an operator does not fit the types of the given value and of the field. */
function describeMismatch(operator: string, given: GraphQLNamedType, field: GraphQLNamedType): string | undefined {
  if (operator === "isNull" || operator === "exists") {
    return given.name === "Boolean" ? undefined : `${operator} needs a Boolean, and the value is ${given.name}.`;
  }
  if (!isLeafType(field)) {
    if (operator === "is" || operator === "containsAll") {
      const isId = !["Boolean", "Float"].includes(given.name);
      return isId ? undefined : `a ${given.name} is no ID. Use exists or a path to a value.`;
    }
    return `${operator} needs a value. Name one of its fields.`;
  }
  const isNumber = ["Int", "Float", "Boolean"].includes(field.name);
  if (TEXT_OPERATORS.test(operator) && isNumber) return `${operator} needs a text.`;
  if (ORDER_OPERATORS.test(operator) && field.name === "Boolean") return `${operator} needs values with an order.`;
  if ((given.name === "Boolean") !== (field.name === "Boolean")) return `it cannot be compared with ${given.name}.`;
  return undefined;
}
