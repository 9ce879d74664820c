/** The types of an operation as text, under both schemas. */

import { type GraphQLSchema, isInputType, isObjectType } from "graphql";
import { closureOf } from "./differences.ts";
import type { InputShaper } from "./input-shape.ts";
import { nameOfType, type Operation } from "./operations.ts";
import type { Objects, Shape } from "./shape.ts";
import { renderDeclaration, renderShape, renderVariables } from "./shape-text.ts";

interface Both {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly shapeBefore: InputShaper;
  readonly shapeAfter: InputShaper;
  readonly old: Objects;
  readonly now: Objects;
}

/** Nothing where both texts are the same. Input types and enums that are the same in both are left out of them. */
export function renderTypes(
  operation: Operation,
  { before, after, shapeBefore, shapeAfter, old, now }: Both,
): { readonly before: string; readonly after: string } | undefined {
  const oldNamed = collectNamed(operation, before, shapeBefore, old);
  const nowNamed = collectNamed(operation, after, shapeAfter, now);
  const render = (schema: GraphQLSchema, shape: InputShaper, result: Objects, own: Named, other: Named): string =>
    [
      `type ${operation.name} = ${renderShape(result)};`,
      ...renderVariables(operation, schema, shape),
      ...[...own].sort().flatMap(([name, text]) => (other.get(name) === text ? [] : [text])),
    ].join("\n\n");
  const was = render(before, shapeBefore, old, oldNamed, nowNamed);
  const is = render(after, shapeAfter, now, nowNamed, oldNamed);
  return was === is ? undefined : { before: was, after: is };
}

type Named = ReadonlyMap<string, string>;

/** The declarations of enums in the result, and of all that variables are made of. */
function collectNamed(
  { node }: Operation,
  schema: GraphQLSchema,
  shape: InputShaper,
  result: Objects,
): Map<string, string> {
  const named = new Map<string, string>();
  collectEnums(result, named);
  for (const variable of node.variableDefinitions ?? []) {
    for (const name of closureOf(schema, nameOfType(variable.type))) {
      const type = schema.getType(name);
      if (!isInputType(type) || isObjectType(type) || named.has(name)) continue;
      const text = renderDeclaration(name, unwrap(shape(type)));
      if (text) named.set(name, text);
    }
  }
  return named;
}

function unwrap(shape: Shape): Shape {
  return shape.kind === "nullable" ? unwrap(shape.of) : shape;
}

function collectEnums(shape: Shape, named: Map<string, string>): void {
  if (shape.kind === "objects") {
    for (const { properties } of shape.members) {
      for (const property of properties.values()) collectEnums(property.shape, named);
    }
  } else if (shape.kind !== "atoms") {
    collectEnums(shape.of, named);
  } else if (shape.isEnum) {
    named.set(shape.name, renderDeclaration(shape.name, shape) ?? "");
  }
}
