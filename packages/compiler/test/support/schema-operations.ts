/** Generates operations that use all parts of a schema. */

import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isUnionType,
  OperationTypeNode,
  parse,
  Source,
  validate,
} from "graphql";
import { findProblems } from "../../src/codegen/problems.ts";
import { isRequiredInput, SERVER_RULES } from "../../src/model/graphql.ts";
import { type Dice, writeValue } from "./schema-values.ts";

/** An operation under construction. */
interface Draft {
  readonly schema: GraphQLSchema;
  readonly dice: Dice;
  readonly name: string;
  readonly variables: string[];
  /** Fragments of the operation, by name. */
  readonly fragments: Map<string, string>;
  /** Without arguments and directives: a fragment that no operation spreads is not executed. */
  readonly plain: boolean;
  /** Fragments that other operations can spread, by name. */
  readonly shared: Map<string, SharedFragment>;
}

export interface SharedFragment {
  readonly type: string;
  readonly text: string;
}

const OPERATION_KINDS = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION, OperationTypeNode.SUBSCRIPTION];
const MAX_DEPTH = 4;

/** Returns a valid operation with its fragments, or `undefined` if the attempt failed. */
export function generateOperation(
  schema: GraphQLSchema,
  dice: Dice,
  name: string,
  shared: Draft["shared"],
): DocumentNode | undefined {
  const kinds = OPERATION_KINDS.filter((kind) => schema.getRootType(kind));
  const kind = dice.pick([...kinds, OperationTypeNode.QUERY, OperationTypeNode.QUERY]);
  const root = schema.getRootType(kind);
  if (!root) return undefined;
  const isSubscription = kind === OperationTypeNode.SUBSCRIPTION;
  const draft: Draft = { schema, dice, name, variables: [], fragments: new Map(), plain: false, shared };
  const body = writeSelections(draft, root, MAX_DEPTH);
  const directives = writeDirectives(draft, kind.toUpperCase());
  const variables = draft.variables.length > 0 ? `(${draft.variables.join(", ")})` : "";
  const text = `${kind} ${name}${variables}${directives} ${body}\n${[...draft.fragments.values()].join("\n")}`;
  const document = parse(new Source(text, `${name}.graphql`));
  const problems = isSubscription ? validate(schema, document, SERVER_RULES) : findProblems(schema, document);
  if (problems.length > 0) return undefined;
  for (const [fragment, own] of draft.fragments) {
    // The variables of another operation have other types. Fragments that spread others are not shared either.
    const [, type] = /^fragment \w+ on (\w+)/.exec(own) ?? [];
    if (type && !/\$|\.\.\.\w/.test(own)) shared.set(fragment, { type, text: own });
  }
  return document;
}

/** Returns a fragment that no operation spreads. */
export function generateFragment(schema: GraphQLSchema, dice: Dice, name: string): DocumentNode | undefined {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isCompositeType(type) && !type.name.startsWith("__"),
  );
  const type = dice.pick(types);
  if (!isCompositeType(type)) return undefined;
  const draft: Draft = { schema, dice, name, variables: [], fragments: new Map(), plain: true, shared: new Map() };
  const text = `fragment ${name} on ${type.name} ${writeSelections(draft, type, 2)}\n${[...draft.fragments.values()].join("\n")}`;
  const document = parse(new Source(text, `${name}.graphql`));
  return findProblems(schema, document).length === 0 ? document : undefined;
}

function writeSelections(draft: Draft, type: GraphQLCompositeType, depth: number): string {
  const { dice, schema } = draft;
  const parts = writeFields(draft, type, depth);
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    for (let count = dice.below(possible.length + 2); count > 0 && possible.length > 0; count--) {
      const one = dice.pick(possible);
      parts.push(writeFragment(draft, dice.pick([one.name, ...one.getInterfaces().map(({ name }) => name)]), depth));
    }
  } else if (dice.below(3) === 0) {
    parts.push(writeFragment(draft, dice.pick([type.name, ...type.getInterfaces().map(({ name }) => name)]), depth));
  }
  const wantsTypename = dice.below(isAbstractType(type) ? 2 : 6) === 0;
  if (parts.length === 0 || wantsTypename) parts.push(dice.below(4) === 0 ? "kind: __typename" : "__typename");
  return `{ ${parts.join(" ")} }`;
}

function writeFields(draft: Draft, type: GraphQLCompositeType, depth: number): string[] {
  if (isUnionType(type)) return [];
  const { dice, plain } = draft;
  const fields = Object.values(type.getFields()).filter(
    ({ type: returned, args }) =>
      (depth > 0 || !isCompositeType(getNamedType(returned))) && (!plain || args.length === 0),
  );
  const chosen = new Set(Array.from({ length: 1 + dice.below(4) }, () => fields[dice.below(fields.length)]));
  return [...chosen].flatMap((field) => (field ? [writeField(draft, field, depth)] : []));
}

function writeField(draft: Draft, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { dice } = draft;
  const alias = dice.below(8) === 0 ? `${field.name}_${dice.below(100)}: ` : "";
  const type = getNamedType(field.type);
  const directives = `${writeCondition(draft, 12)}${writeDirectives(draft, "FIELD")}`;
  const head = `${alias}${field.name}${writeArguments(draft, field.args)}${directives}`;
  return isCompositeType(type) ? `${head} ${writeSelections(draft, type, depth - 1)}` : head;
}

/** Inline, or as a named fragment. Some are nested or overlap. */
function writeFragment(draft: Draft, typeName: string, depth: number): string {
  const { dice, schema, name, fragments, shared } = draft;
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return "__typename";
  const condition = `${writeCondition(draft, 4)}${writeDirectives(draft, "INLINE_FRAGMENT")}`;
  const isNested = isInterfaceType(type) && dice.below(4) === 0;
  const body = isNested
    ? writeSelections(draft, type, depth - 1)
    : `{ ${writeFields(draft, type, depth - 1).join(" ") || "__typename"} }`;
  if (dice.below(3) > 0) return `... on ${typeName}${condition} ${body}`;
  const [known] = [...shared].filter(([, one]) => one.type === typeName);
  const [fragment, text] =
    known && dice.below(2) === 0
      ? [known[0], known[1].text]
      : [`${name}Part${fragments.size}`, `fragment ${name}Part${fragments.size} on ${typeName} ${body}`];
  fragments.set(fragment, text);
  return `...${fragment}${writeCondition(draft, 4)}`;
}

function writeCondition(draft: Draft, rarity: number): string {
  if (draft.dice.below(rarity) > 0) return "";
  return ` @${draft.dice.pick(["include", "skip"])}(if: ${addVariable(draft, "Boolean!")})`;
}

/** Directives of the schema, such as `@trace(level: LOW)`. */
function writeDirectives(draft: Draft, location: string): string {
  const { schema, dice } = draft;
  const found = schema.getDirectives().filter(({ name, locations }) => {
    return !BUILT_IN.has(name) && locations.some((one) => one === location);
  });
  if (draft.plain || found.length === 0 || dice.below(location === "FIELD" ? 12 : 4) > 0) return "";
  const directive = dice.pick(found);
  return ` @${directive.name}${writeArguments(draft, directive.args)}`;
}

export const BUILT_IN: ReadonlySet<string> = new Set(["include", "skip", "defer", "stream"]);

function writeArguments(draft: Draft, declared: readonly GraphQLArgument[]): string {
  const { dice } = draft;
  const given = declared.flatMap((argument) => {
    if (!isRequiredInput(argument) && dice.below(2) === 0) return [];
    const hasDefault = argument.default !== undefined || argument.defaultValue !== undefined;
    const value = writeVariable(draft, argument.type, hasDefault);
    return [`${argument.name}: ${value ?? writeNested(draft, argument.type)}`];
  });
  return given.length > 0 ? `(${given.join(", ")})` : "";
}

function writeNested(draft: Draft, type: GraphQLInputType): string {
  return writeValue(type, draft.dice, (inner, isOneOf) => writeVariable(draft, inner, false, isOneOf));
}

/** Half of the values are variables. Some of their types differ from the position's, as far as this is valid. */
function writeVariable(draft: Draft, type: GraphQLInputType, hasDefault: boolean, isOneOf = false): string | undefined {
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
  const found = schema
    .getDirectives()
    .filter(({ locations }) => locations.some((one) => `${one}` === "VARIABLE_DEFINITION"));
  if (found.length === 0 || dice.below(8) > 0) return "";
  const directive = dice.pick(found);
  const given = directive.args.filter((argument) => isRequiredInput(argument) || dice.below(2) === 0);
  const values = given.map(({ name, type }) => `${name}: ${writeValue(type, dice)}`);
  return ` @${directive.name}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
}
