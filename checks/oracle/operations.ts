/** Generates operations for a schema. The same seed generates the same operations. */

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
import { findProblems } from "../../packages/cli/src/codegen/load.ts";
import { fieldOf, isRequiredInput } from "../../packages/cli/src/graphql.ts";
import type { Dice } from "../../packages/cli/test/support/schema-mutations.ts";

/** An operation under construction. */
interface Draft {
  readonly schema: GraphQLSchema;
  readonly dice: Dice;
  readonly name: string;
  readonly variables: string[];
  readonly fragments: string[];
}

/** A field that an operation must select: of the root type, or of a type that a root field leads to. */
export interface Target {
  readonly kind: "query" | "mutation";
  /** Root field. */
  readonly root: string;
  /** Type to reach, and the field to select on it. */
  readonly type?: string;
  readonly field?: string;
}

const MAX_DEPTH = 3;

/** Generates a valid operation that selects the target. Returns `undefined` if the attempt failed. */
export function generateOperation(
  schema: GraphQLSchema,
  dice: Dice,
  target: Target,
  name: string,
): DocumentNode | undefined {
  const draft: Draft = { schema, dice, name, variables: [], fragments: [] };
  const root = schema.getRootType(target.kind as Parameters<GraphQLSchema["getRootType"]>[0]);
  const field = root && fieldOf(schema, root, target.root);
  if (!field) return undefined;
  const selection = writeField(draft, field, MAX_DEPTH, target);
  const variables = draft.variables.length > 0 ? `(${draft.variables.join(", ")})` : "";
  const text = `${target.kind} ${name}${variables} { ${selection} }\n${draft.fragments.join("\n")}`;
  const document = parse(new Source(text, `${name}.graphql`));
  return findProblems(schema, document).length === 0 ? document : undefined;
}

function writeField(draft: Draft, field: GraphQLField<unknown, unknown>, depth: number, target?: Target): string {
  const { dice } = draft;
  const alias = dice.below(6) === 0 ? `${field.name}_${dice.below(100)}: ` : "";
  const type = getNamedType(field.type);
  const condition =
    !target && dice.below(12) === 0 ? ` @${dice.pick(["include", "skip"])}(if: ${addVariable(draft, "Boolean!")})` : "";
  const head = `${alias}${field.name}${writeArguments(draft, field.args)}${condition}`;
  return isCompositeType(type) ? `${head} ${writeSelections(draft, type, depth - 1, target)}` : head;
}

function writeSelections(draft: Draft, type: GraphQLCompositeType, depth: number, target?: Target): string {
  const { dice, schema } = draft;
  const parts = writeFields(draft, type, depth);
  const goal = target?.type === undefined ? undefined : schema.getType(target.type);
  if (target?.field && isCompositeType(goal)) {
    const field = fieldOf(schema, goal, target.field);
    const selected = field ? writeField(draft, field, depth) : "__typename";
    parts.push(
      goal === type ? selected : `... on ${goal.name} { ${selected} ${writeFields(draft, goal, depth).join(" ")} }`,
    );
  }
  if (isAbstractType(type)) {
    const possible = schema.getPossibleTypes(type);
    const wanted = dice.below(4) === 0 ? Math.min(possible.length, 6) : 1 + dice.below(2);
    for (let count = wanted; count > 0 && possible.length > 0; count--) {
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
