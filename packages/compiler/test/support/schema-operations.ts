/**
 * Generates operations: such that use all parts of a schema, and such as programs have. The same seed
 * generates the same ones.
 */

import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
  NoUnusedFragmentsRule,
  OperationTypeNode,
  parse,
  Source,
  specifiedRules,
  validate,
} from "graphql";
import { findProblems } from "../../src/codegen/index.ts";
import { isRequiredInput } from "../../src/model/graphql.ts";
import { type Dice, writeValue } from "./schema-values.ts";

/** An operation under construction. */
interface Draft {
  readonly schema: GraphQLSchema;
  readonly dice: Dice;
  readonly name: string;
  readonly variables: string[];
  /** Fragments of the operation, by name. */
  readonly fragments: Map<string, string>;
  /** "plain" is without arguments and directives: a fragment that no operation spreads is not executed. */
  readonly style: "all parts" | "usual" | "plain";
  /** Fragments that other operations can spread, by name. */
  readonly shared: Map<string, SharedFragment>;
}

export interface SharedFragment {
  readonly type: string;
  readonly text: string;
}

const MAX_DEPTH = 4;
/** Depth of usual operations. */
const USUAL_DEPTH = 3;

/** Returns a valid operation with its fragments, or `undefined` if the attempt failed. */
export function generateOperation(
  schema: GraphQLSchema,
  dice: Dice,
  name: string,
  shared: Draft["shared"],
): DocumentNode | undefined {
  const kinds = Object.values(OperationTypeNode).filter((kind) => schema.getRootType(kind));
  const kind = dice.pick([...kinds, OperationTypeNode.QUERY, OperationTypeNode.QUERY]);
  const root = schema.getRootType(kind);
  if (!root) return undefined;
  const draft = createDraft({ schema, dice, name, style: "all parts", shared });
  const body = writeSelections(draft, root, MAX_DEPTH);
  const document = finishOperation(draft, kind, `${writeDirectives(draft, kind.toUpperCase())} ${body}`);
  if (!document) return undefined;
  for (const [fragment, own] of draft.fragments) {
    // The variables of another operation have other types. Fragments that spread others are not shared
    // either.
    const [, type] = /^fragment \w+ on (\w+)/.exec(own) ?? [];
    if (type && !/\$|\.\.\.\w/.test(own)) shared.set(fragment, { type, text: own });
  }
  return document;
}

/**
 * Returns a valid operation such as programs have: with one root field, and most of its arguments are
 * variables.
 */
export function generateUsualOperation(
  schema: GraphQLSchema,
  dice: Dice,
  name: string,
): DocumentNode | undefined {
  const roots = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION].flatMap((kind) =>
    Object.values(schema.getRootType(kind)?.getFields() ?? {}).map((field) => ({ kind, field })),
  );
  const { kind, field } = dice.pick(roots);
  const draft = createDraft({ schema, dice, name, style: "usual" });
  return finishOperation(draft, kind, ` { ${writeField(draft, field, USUAL_DEPTH)} }`);
}

/** Returns a fragment that no operation spreads. */
export function generateFragment(schema: GraphQLSchema, dice: Dice, name: string): DocumentNode | undefined {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isCompositeType(type) && !type.name.startsWith("__"),
  );
  const type = dice.pick(types);
  if (!isCompositeType(type)) return undefined;
  const draft = createDraft({ schema, dice, name, style: "plain" });
  return finish(draft, `fragment ${name} on ${type.name} ${writeSelections(draft, type, 2)}`);
}

function createDraft(options: Pick<Draft, "schema" | "dice" | "name" | "style"> & Partial<Draft>): Draft {
  return { variables: [], fragments: new Map(), shared: new Map(), ...options };
}

function finishOperation(draft: Draft, kind: OperationTypeNode, body: string): DocumentNode | undefined {
  const variables = draft.variables.length > 0 ? `(${draft.variables.join(", ")})` : "";
  return finish(draft, `${kind} ${draft.name}${variables}${body}`);
}

/** A document can be a fragment alone. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

/** Returns `undefined` if the document is invalid. */
function finish({ schema, name, fragments }: Draft, text: string): DocumentNode | undefined {
  const document = parse(new Source(`${text}\n${[...fragments.values()].join("\n")}`, `${name}.graphql`));
  // Many are invalid. To find all of their errors takes most of the time.
  if (validate(schema, document, RULES, { maxErrors: 0 }).length > 0) return undefined;
  return findProblems(schema, document).length === 0 ? document : undefined;
}

function writeSelections(draft: Draft, type: GraphQLCompositeType, depth: number): string {
  const { dice, schema, style } = draft;
  const isUsual = style === "usual";
  const parts = writeFields(draft, type, depth);
  const addFragment = (type: GraphQLObjectType | GraphQLInterfaceType) => {
    const name = dice.pick([type, ...type.getInterfaces()]).name;
    parts.push(writeFragment(draft, name, depth));
  };
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    const most = isUsual ? 1 + dice.below(2) : dice.below(possible.length + 2);
    for (let count = most; count > 0 && possible.length > 0; count--) addFragment(dice.pick(possible));
  } else if (!isUsual && dice.below(3) === 0) addFragment(type);
  if (isUsual) {
    if (parts.length === 0 || dice.below(4) === 0) parts.push("__typename");
  } else {
    const wantsTypename = dice.below(isAbstractType(type) ? 2 : 6) === 0;
    if (parts.length === 0 || wantsTypename)
      parts.push(dice.below(4) === 0 ? "kind: __typename" : "__typename");
  }
  return `{ ${parts.join(" ")} }`;
}

function writeFields(draft: Draft, type: GraphQLCompositeType, depth: number): string[] {
  if (isUnionType(type)) return [];
  const { dice, style } = draft;
  const fields = Object.values(type.getFields()).filter(
    ({ type: returned, args }) =>
      (depth > 0 || !isCompositeType(getNamedType(returned))) && (style !== "plain" || args.length === 0),
  );
  const chosen = new Set(Array.from({ length: 1 + dice.below(4) }, () => fields[dice.below(fields.length)]));
  return [...chosen].flatMap((field) => (field ? [writeField(draft, field, depth)] : []));
}

function writeField(draft: Draft, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { dice, style } = draft;
  const isUsual = style === "usual";
  const alias = dice.below(isUsual ? 6 : 8) === 0 ? `${field.name}_${dice.below(100)}: ` : "";
  const type = getNamedType(field.type);
  const condition = isUsual && depth === USUAL_DEPTH ? "" : writeCondition(draft, 12);
  const directives = `${condition}${writeDirectives(draft, "FIELD")}`;
  const head = `${alias}${field.name}${writeArguments(draft, field.args)}${directives}`;
  return isCompositeType(type) ? `${head} ${writeSelections(draft, type, depth - 1)}` : head;
}

/** Inline, or as a named fragment. Some are nested or overlap. */
function writeFragment(draft: Draft, typeName: string, depth: number): string {
  const { dice, schema, name, fragments, shared, style } = draft;
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return "__typename";
  const isUsual = style === "usual";
  const condition = isUsual ? "" : `${writeCondition(draft, 4)}${writeDirectives(draft, "INLINE_FRAGMENT")}`;
  const isNested = !isUsual && isInterfaceType(type) && dice.below(4) === 0;
  const body = isNested
    ? writeSelections(draft, type, depth - 1)
    : `{ ${writeFields(draft, type, isUsual ? depth : depth - 1).join(" ") || "__typename"} }`;
  if (dice.below(3) > 0) return `... on ${typeName}${condition} ${body}`;
  const [reused] = [...shared].filter(([, fragment]) => fragment.type === typeName);
  const [fragment, text] =
    reused && dice.below(2) === 0
      ? [reused[0], reused[1].text]
      : [`${name}Part${fragments.size}`, `fragment ${name}Part${fragments.size} on ${typeName} ${body}`];
  fragments.set(fragment, text);
  return `...${fragment}${isUsual ? "" : writeCondition(draft, 4)}`;
}

function writeCondition(draft: Draft, rarity: number): string {
  if (draft.dice.below(rarity) > 0) return "";
  return ` @${draft.dice.pick(["include", "skip"])}(if: ${addVariable(draft, "Boolean!")})`;
}

/** Directives of the schema, such as `@trace(level: LOW)`. */
function writeDirectives(draft: Draft, location: string): string {
  const { schema, dice } = draft;
  const directives = schema.getDirectives().filter(({ name, locations }) => {
    return !BUILT_IN.has(name) && locations.some((candidate) => candidate === location);
  });
  if (draft.style === "plain" || directives.length === 0 || dice.below(location === "FIELD" ? 12 : 4) > 0)
    return "";
  const directive = dice.pick(directives);
  return ` @${directive.name}${writeArguments(draft, directive.args)}`;
}

export const BUILT_IN: ReadonlySet<string> = new Set(["include", "skip", "defer", "stream"]);

function writeArguments(draft: Draft, declared: readonly GraphQLArgument[]): string {
  const { dice, style } = draft;
  const texts = declared.flatMap((argument) => {
    if (style === "usual") {
      const isOmitted = !isRequiredInput(argument) && dice.below(4) > 0;
      return isOmitted ? [] : [`${argument.name}: ${writeUsual(draft, argument.type)}`];
    }
    if (!isRequiredInput(argument) && dice.below(2) === 0) return [];
    const hasDefault = argument.default !== undefined || argument.defaultValue !== undefined;
    const value = writeVariable(draft, argument.type, hasDefault);
    return [`${argument.name}: ${value ?? writeNested(draft, argument.type)}`];
  });
  return texts.length > 0 ? `(${texts.join(", ")})` : "";
}

function writeUsual(draft: Draft, type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (isEnumType(nullable) && draft.dice.below(2) === 0) return draft.dice.pick(nullable.getValues()).name;
  if (`${nullable}` === "Int" && draft.dice.below(2) === 0) return "10";
  return addVariable(draft, `${type}`);
}

function writeNested(draft: Draft, type: GraphQLInputType): string {
  return writeValue(type, draft.dice, (inner, isOneOf) => writeVariable(draft, inner, false, isOneOf));
}

/**
 * Half of the values are variables. Some of their types differ from the position's, as far as this is valid.
 */
function writeVariable(
  draft: Draft,
  type: GraphQLInputType,
  hasDefault: boolean,
  isOneOf = false,
): string | undefined {
  const { dice } = draft;
  if (dice.below(2) === 0) return undefined;
  if (isOneOf) return addVariable(draft, isNonNullType(type) ? `${type}` : `${type}!`);
  const isNonNull = isNonNullType(type);
  const nullable = isNonNull ? type.ofType : type;
  if (dice.below(4) === 0) return addVariable(draft, `${nullable} = ${writeValue(nullable, dice)}`);
  if (dice.below(8) === 0) return addVariable(draft, `${nullable}! = ${writeValue(nullable, dice)}`);
  if (isNonNull) return addVariable(draft, `${hasDefault && dice.below(2) === 0 ? nullable : type}`);
  return addVariable(draft, dice.below(4) === 0 ? `${nullable}!` : `${nullable}`);
}

function addVariable(draft: Draft, type: string): string {
  const name = `$v${draft.variables.length}`;
  draft.variables.push(`${name}: ${type}`);
  const directives = writeConstDirectives(draft);
  draft.variables[draft.variables.length - 1] += directives;
  return name;
}

function writeConstDirectives({ schema, dice }: Draft): string {
  const directives = schema
    .getDirectives()
    .filter(({ locations }) => locations.some((location) => `${location}` === "VARIABLE_DEFINITION"));
  if (directives.length === 0 || dice.below(8) > 0) return "";
  const directive = dice.pick(directives);
  const args = directive.args.filter((argument) => isRequiredInput(argument) || dice.below(2) === 0);
  const values = args.map(({ name, type }) => `${name}: ${writeValue(type, dice)}`);
  return ` @${directive.name}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
}
