/**
 * Generates operations of real size for a schema. The same seed generates the same operations. Not in `bench/`, which has
 * another version of graphql.
 */

import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  Source,
} from "graphql";
import { findProblems } from "../packages/compiler/src/codegen/problems.ts";
import { isRequiredInput } from "../packages/compiler/src/model/graphql.ts";
import type { Dice } from "../packages/compiler/test/support/schema-values.ts";

/** An operation under construction. */
interface Draft {
  readonly schema: GraphQLSchema;
  readonly dice: Dice;
  readonly name: string;
  readonly variables: string[];
  readonly fragments: string[];
}

/** A root field, which an operation selects. */
export interface RootField {
  readonly kind: "query" | "mutation";
  readonly name: string;
}

const MAX_DEPTH = 3;

export function findRootFields(schema: GraphQLSchema): RootField[] {
  const { query, mutation } = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const list = (kind: RootField["kind"], type: typeof query) =>
    Object.keys(type?.getFields() ?? {}).map((name): RootField => ({ kind, name }));
  return [...list("query", query), ...list("mutation", mutation)];
}

/** Generates a valid operation. Returns `undefined` if the attempt failed. */
export function generateOperation(
  schema: GraphQLSchema,
  dice: Dice,
  { kind, name: rootField }: RootField,
  name: string,
): DocumentNode | undefined {
  const draft: Draft = { schema, dice, name, variables: [], fragments: [] };
  const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  const field = root?.getFields()[rootField];
  if (!field) return undefined;
  const selection = writeField(draft, field, MAX_DEPTH);
  const variables = draft.variables.length > 0 ? `(${draft.variables.join(", ")})` : "";
  const text = `${kind} ${name}${variables} { ${selection} }\n${draft.fragments.join("\n")}`;
  const document = parse(new Source(text, `${name}.graphql`));
  return findProblems(schema, document).length === 0 ? document : undefined;
}

function writeField(draft: Draft, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { dice } = draft;
  const alias = dice.below(6) === 0 ? `${field.name}_${dice.below(100)}: ` : "";
  const type = getNamedType(field.type);
  const isRoot = depth === MAX_DEPTH;
  const condition =
    !isRoot && dice.below(12) === 0 ? ` @${dice.pick(["include", "skip"])}(if: ${addVariable(draft, "Boolean!")})` : "";
  const head = `${alias}${field.name}${writeArguments(draft, field.args)}${condition}`;
  return isCompositeType(type) ? `${head} ${writeSelections(draft, type, depth - 1)}` : head;
}

function writeSelections(draft: Draft, type: GraphQLCompositeType, depth: number): string {
  const { dice, schema } = draft;
  const parts = writeFields(draft, type, depth);
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    for (let count = 1 + dice.below(2); count > 0 && possible.length > 0; count--) {
      const one = dice.pick(possible);
      parts.push(writeFragment(draft, dice.pick([one.name, ...one.getInterfaces().map(({ name }) => name)]), depth));
    }
  }
  if (parts.length === 0 || dice.below(4) === 0) parts.push("__typename");
  return `{ ${parts.join(" ")} }`;
}

function writeFields(draft: Draft, type: GraphQLCompositeType, depth: number): string[] {
  if (isUnionType(type)) return [];
  const { dice } = draft;
  const fields = Object.values(type.getFields()).filter(
    (field) => depth > 0 || !isCompositeType(getNamedType(field.type)),
  );
  const chosen = new Set(Array.from({ length: 1 + dice.below(4) }, () => fields[dice.below(fields.length)]));
  return [...chosen].flatMap((field) => (field ? [writeField(draft, field, depth)] : []));
}

/** Inline, or as a named fragment. */
function writeFragment(draft: Draft, typeName: string, depth: number): string {
  const type = draft.schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return "__typename";
  const fields = writeFields(draft, type, depth).join(" ") || "__typename";
  if (draft.dice.below(3) > 0) return `... on ${typeName} { ${fields} }`;
  const name = `${draft.name}Part${draft.fragments.length}`;
  draft.fragments.push(`fragment ${name} on ${typeName} { ${fields} }`);
  return `...${name}`;
}

function writeArguments(draft: Draft, declared: readonly GraphQLArgument[]): string {
  const given = declared.flatMap((argument) => {
    const required = isRequiredInput(argument);
    if (!required && draft.dice.below(4) > 0) return [];
    return [`${argument.name}: ${writeValue(draft, argument)}`];
  });
  return given.length > 0 ? `(${given.join(", ")})` : "";
}

function writeValue(draft: Draft, { type }: GraphQLArgument): string {
  const nullable = getNullableType(type);
  if (isEnumType(nullable) && draft.dice.below(2) === 0) return draft.dice.pick(nullable.getValues()).name;
  if (`${nullable}` === "Int" && draft.dice.below(2) === 0) return "10";
  return addVariable(draft, `${type}`);
}

function addVariable({ variables }: Draft, type: string): string {
  const name = `$v${variables.length}`;
  variables.push(`${name}: ${type}`);
  return name;
}
