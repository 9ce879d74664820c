/** Tests of objects: what arguments and members of input objects select, by the rules of `filters`. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  GraphQLError,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  valueFromASTUntyped,
} from "graphql";
import { type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { compareLeaf, type Leaf } from "./compare.ts";
import { type Comparison, isRejection } from "./comparisons.ts";
import { RULES_FILE, RulesError } from "./errors.ts";
import { type ReadField, readTargets, type Target } from "./paths.ts";
import { describeMissing } from "./propose.ts";
import type { Context, Filter, Row, Rules } from "./types.ts";

type FilterFunction = Extract<Filter, (...args: never) => unknown>;

/** Whether the objects and values that a rule applies to match. */
export type Test = (targets: readonly Target[]) => boolean;

export interface Filters {
  /** The test of an argument that is sent, or `undefined` if it has no rule of its own. @throws RulesError */
  argument(owner: string, field: Field, name: string, value: unknown, context: Context): Test;
  /** The test of an input object by its members. @throws RulesError if a member has no rule. */
  input(typeName: string, value: unknown, context: Context, itemType?: string): Test;
  /** The test that always applies to the items of a field. */
  own(coordinate: string, args: object, context: Context): Test | undefined;
}

export function createFilters(
  structure: Structure,
  { filters = {} }: Rules,
  read: ReadField,
  rowOf: (item: Item) => Row,
): Filters {
  const self: Filters = {
    argument(owner, field, name, value, context) {
      const coordinate = `${owner}.${field.name}(${name}:)`;
      const type = field.args.find((each) => each.name === name)?.type as GraphQLInputType;
      const itemType = (structure.itemTypeOf(field.type) ?? getNamedType(field.type)).name;
      return memberTest(coordinate, type, value, context, itemType, true);
    },
    input: testInput,
    own(coordinate, args, context) {
      const rule = filters[coordinate];
      return rule && functionTest(coordinate, rule as FilterFunction, args, context);
    },
  };
  return self;

  function testInput(typeName: string, value: unknown, context: Context, itemType = ""): Test {
    const type = structure.schema.getType(typeName);
    if (!isInputObjectType(type)) throw new RulesError(`matching("${typeName}"): the schema has no such input object.`);
    const tests = Object.values(type.getFields()).flatMap((field) => {
      const member: unknown = Object(value)[field.name];
      const coordinate = `${typeName}.${field.name}`;
      if (member === undefined || (filters[coordinate] === undefined && isDefault(field, member))) return [];
      return [memberTest(coordinate, field.type, member, context, itemType, false)];
    });
    return (targets) => tests.every((test) => test(targets));
  }

  function memberTest(
    coordinate: string,
    type: GraphQLInputType,
    value: unknown,
    context: Context,
    itemType: string,
    isArgument: boolean,
  ): Test {
    const rule = filters[coordinate];
    const named = getNamedType(type);
    const isInput = isInputObjectType(named);
    if (rule === undefined) {
      const isObjectArgument = isArgument && isInput && !isListType(getNullableType(type));
      if (isObjectArgument) return value === null ? all : testInput(named.name, value, context, itemType);
      throw describeMissing(structure, coordinate, type, itemType, { value });
    }
    if (!("kind" in rule)) return functionTest(coordinate, rule, value, context);
    if (rule.kind === "todo")
      throw describeMissing(structure, coordinate, type, itemType, { value, isUndecided: true });
    const inner = isInput ? (each: unknown) => testInput(named.name, each, context) : undefined;
    return comparisonTest(rule, value, inner);
  }

  function comparisonTest(rule: Comparison, wanted: unknown, inner: ((value: unknown) => Test) | undefined): Test {
    if (rule.kind === "compare") return compareTest(rule, wanted);
    if (rule.kind === "opposite") {
      const test = comparisonTest(rule.of, wanted, inner);
      return wanted === null ? all : (targets) => !test(targets);
    }
    if (rule.kind === "ignored" || wanted === null) return all;
    if (rule.kind === "related") {
      const test = inner ? allOf([wanted].flat().map(inner)) : compareTest({ ...IS, paths: [] }, wanted);
      return relatedTest(rule, test);
    }
    const tests = [wanted].flat().map(inner as (value: unknown) => Test);
    if (rule.kind === "and") return allOf(tests);
    const some: Test = (targets) => tests.some((test) => test(targets));
    return rule.kind === "or" ? some : (targets) => !some(targets);
  }

  function relatedTest({ quantifier, path }: Comparison & { readonly kind: "related" }, test: Test): Test {
    return (targets) => {
      const found = readTargets(read, targets, path);
      if (quantifier === "matching") return test(found);
      if (quantifier === "every") return found.every((each) => test([each]));
      return found.some((each) => test([each])) === (quantifier === "some");
    };
  }

  function compareTest(
    { operator, isNegated, paths }: Comparison & { readonly kind: "compare" },
    wanted: unknown,
  ): Test {
    const targetsOf = (targets: readonly Target[]): readonly Target[] =>
      paths.length === 0 ? targets : paths.flatMap((path) => readTargets(read, targets, path));
    const leafs = (targets: readonly Target[]): readonly Leaf[] => targetsOf(targets).map(toLeaf);
    if (operator === "isNull" || operator === "exists") {
      if (wanted === null) return all;
      const isWanted = (operator === "exists") === Boolean(wanted);
      return (targets) => leafs(targets).some(({ value }) => value !== null) === isWanted;
    }
    // With a path, null is an argument that is left out. Without one, it is compared.
    if (wanted === null && paths.length > 0) return all;
    if (operator === "containsAll") {
      const each = [wanted].flat();
      return (targets) => {
        const found = leafs(targets);
        return each.every((entry) => found.some((leaf) => compareLeaf("is", leaf, entry)));
      };
    }
    return (targets) => {
      const found = leafs(targets);
      const isEmpty = found.length === 0 && [wanted].flat().includes(null);
      return (isEmpty || found.some((leaf) => compareLeaf(operator, leaf, wanted))) !== isNegated;
    };
  }

  function functionTest(coordinate: string, rule: FilterFunction, wanted: unknown, context: Context): Test {
    return ([target]) => {
      const value = target && isItem(target) ? rowOf(target) : target?.value;
      return callRule(`filters["${coordinate}"]`, () => {
        const result: unknown = rule(value as Row, wanted, context);
        if (result instanceof Promise) throw new TypeError("a filter must not be async");
        return Boolean(result);
      });
    };
  }
}

/** Whether a member has its default value, which the request may not contain. */
function isDefault({ astNode }: GraphQLInputField, value: unknown): boolean {
  const literal = astNode?.defaultValue;
  return literal !== undefined && JSON.stringify(valueFromASTUntyped(literal)) === JSON.stringify(value);
}

const IS = { kind: "compare", operator: "is", isNegated: false } as const;
const all: Test = () => true;

function allOf(tests: readonly Test[]): Test {
  return (targets) => tests.every((test) => test(targets));
}

function toLeaf(target: Target): Leaf {
  return isItem(target) ? { value: target.id ?? null, type: GraphQLID } : target;
}

/** Calls a function of rules. What it throws by mistake is an error of rules. */
export function callRule<Result>(place: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw toRulesError(place, error);
  }
}

export function toRulesError(place: string, error: unknown): unknown {
  const isMeant = isRejection(error) || error instanceof GraphQLError || isForeignGraphQLError(error);
  if (isMeant) return error;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new RulesError(`${place} in ${RULES_FILE} threw ${text}`);
}

/** Recognizes errors of another copy of `graphql` too, which a test runner can load for the test. */
function isForeignGraphQLError(error: unknown): boolean {
  return Object.prototype.toString.call(error) === "[object GraphQLError]";
}
