/** Writes code that passes variables, reads them back, and builds results. */

import {
  type DocumentNode,
  execute,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from "graphql";
import { nameType } from "../../src/codegen/index.ts";
import type { Consumer } from "./schema-compiler.ts";
import {
  createDice,
  createValue,
  type Scalars,
  sampleFull,
  sampleOutput,
  type Variables,
} from "./schema-values.ts";

const MAX_DEPTH = 3;
const MAX_BUILT = 4;

/**
 * Code that passes variables: as a literal, with `satisfies`, as a spread, and with all fields of input
 * types.
 */
export function writeVariables(
  schema: GraphQLSchema,
  node: OperationDefinitionNode,
  samples: readonly Variables[],
  scalars: Scalars,
): Consumer[] {
  const type = `${nameType(node)}Variables`;
  const [first, last] = [samples[0], samples.at(-1)].map((value) => JSON.stringify(value));
  const texts = [
    ...samples.map((value) => `(): ${type} => (${JSON.stringify(value)});`),
    `(${last}) satisfies ${type};`,
    `(rest: ${type}): ${type} => ({ ...rest, ...(${first}) });`,
  ];
  const inputs = new Map<string, string>();
  const visitType = (type: GraphQLInputType): void => {
    const nullable = getNullableType(type);
    if (isListType(nullable)) visitType(nullable.ofType);
    if (!isInputObjectType(nullable) || inputs.has(nullable.name)) return;
    const literal = JSON.stringify(sampleFull(nullable, scalars));
    inputs.set(nullable.name, `(): Required<${nullable.name}> => (${literal});`);
    for (const field of Object.values(nullable.getFields())) visitType(field.type);
  };
  for (const variable of node.variableDefinitions ?? []) {
    const variableType = typeFromAST(schema, variable.type);
    if (isInputType(variableType)) visitType(variableType);
  }
  return [
    ...texts.map((text): Consumer => ({ code: "writes", text })),
    ...[...inputs.values()].map((text): Consumer => ({ code: "switches", text })),
  ];
}

/** Code that reads variables back, narrows them, and compares them with each value of an enum. */
export function writeEchoes(schema: GraphQLSchema, node: OperationDefinitionNode): Consumer[] {
  const type = `${nameType(node)}Variables`;
  return (node.variableDefinitions ?? []).flatMap((variable) => {
    const variableType = typeFromAST(schema, variable.type);
    if (!isInputType(variableType)) return [];
    const lines = readInput(`v.${variable.variable.name.value}`, variableType, 0);
    return lines.map((line): Consumer => ({ code: "readsVariables", text: `(v: ${type}) => { ${line} };` }));
  });
}

function readInput(access: string, type: GraphQLInputType, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  const name = `v${depth}`;
  const read = (): string[] => {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return readInput(`${name}[0]`, nullable.ofType, depth + 1);
    if (isEnumType(nullable)) {
      const cases = nullable.getValues().map((value) => `case "${value.name}": break;`);
      const enumName: string = nullable.name;
      return [
        `switch (${name}) { ${cases.join(" ")} default: break; }`,
        `const enumName: ${enumName} = ${name};`,
      ];
    }
    if (isScalarType(nullable)) {
      return [
        `if (typeof ${name} === "string") { const length: number = ${name}.length; }`,
        `if (typeof ${name} === "number") { const digits: string = ${name}.toFixed(); }`,
        `if (typeof ${name} === "boolean") { const flag: boolean = ${name}.valueOf(); }`,
      ];
    }
    return Object.values(nullable.getFields()).flatMap((field) => {
      const inner = readInput(`${name}.${field.name}`, field.type, depth + 1);
      return inner.map((line) => (nullable.isOneOf ? `if ("${field.name}" in ${name}) { ${line} }` : line));
    });
  };
  const guard = `if (${name} !== null && ${name} !== undefined)`;
  return read().map((line) => `const ${name} = ${access}; ${guard} { ${line} }`);
}

/** Code that builds results, as a mock does, and parts of them, as `platform.answer` accepts them. */
export function writeResults(
  schema: GraphQLSchema,
  document: DocumentNode,
  samples: readonly Variables[],
  scalars: Scalars,
): Consumer[] {
  const node = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [variableValues] = samples;
  if (!node || !variableValues) return [];
  const type = nameType(node);
  const results = Array.from({ length: MAX_BUILT }, (_, index) => {
    const dice = createDice(index + 1);
    const types = Object.values(schema.getTypeMap());
    const values = Object.fromEntries(
      types.filter(isScalarType).map(({ name }) => [name, sampleOutput(name, scalars)]),
    );
    const { data } = execute({
      schema,
      document,
      variableValues,
      fieldResolver: (_source, _args, _context, { returnType }) => createValue(returnType, dice, values),
      typeResolver: (_value, _context, _info, abstractType) =>
        dice.pick(schema.getPossibleTypes(abstractType)).name,
    }) as { readonly data?: object | null };
    return data ? JSON.stringify(data) : undefined;
  });
  return [...new Set(results)].flatMap((text): Consumer[] => {
    if (text === undefined) return [];
    return [
      { code: "constructs", text: `(): ${type} => (${text});` },
      { code: "constructs", text: `(): DeepPartial<${type}> => (${text});` },
    ];
  });
}
