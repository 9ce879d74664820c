/** Renders `platform.types.ts`: the types of the rules of a simulated platform. Only tests load it. */

import {
  type GraphQLAbstractType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
} from "graphql";
import { isPayloadType, pageOf, userTypeOf } from "../conventions/index.ts";
import { BUILT_IN } from "../model/compile-leaf.ts";
import { defaultOf, type Field, type InputElement } from "../model/graphql.ts";
import { nameInNamespace } from "../model/names.ts";
import { scalars as defaultScalars, type ScalarType, selectType } from "../model/scalars.ts";

interface Rendering {
  readonly schema: GraphQLSchema;
  readonly scalars: ReadonlyMap<string, ScalarType>;
  readonly objects: readonly GraphQLObjectType[];
  readonly abstracts: readonly GraphQLAbstractType[];
  readonly inputs: readonly GraphQLInputObjectType[];
}

type RenderNamed = (type: GraphQLNamedType) => string;

/** The name of a type in the namespaces, such as `class_` of the type `class`. */
const nameOf: RenderNamed = ({ name }) => nameInNamespace(name);

/** @param moduleName - Module that exports the types of rules without a schema. */
export function renderPlatformTypes(
  schema: GraphQLSchema,
  scalars: Readonly<Record<string, ScalarType>>,
  moduleName: string,
): string {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const rendering: Rendering = {
    schema,
    scalars: new Map([...BUILT_IN, ...Object.entries(defaultScalars), ...Object.entries(scalars)]),
    objects: types.filter(isObjectType),
    abstracts: types.filter(isAbstractType),
    inputs: types.filter(isInputObjectType),
  };
  return [
    `import type * as Platform from "${moduleName}";\n`,
    renderValues(rendering, types),
    renderRows(rendering),
    renderReturned(rendering),
    renderInputs(rendering, types),
    renderDb(rendering),
    renderRules(rendering),
  ].join("\n");
}

/** Scalars and enums, outside of the namespaces, whose types can have the names of global ones. */
function renderValues({ scalars }: Rendering, types: readonly GraphQLNamedType[]): string {
  const leaves = types.filter(isLeafType);
  const renderLeaf = (type: GraphQLLeafType, direction: "input" | "output") => {
    if (isScalarType(type)) return selectType(scalars.get(type.name) ?? "unknown", direction);
    const values = type.getValues().map(({ name }) => `"${name}"`);
    return values.join(" | ");
  };
  const renderMembers = (direction: "input" | "output") =>
    leaves.map((type) => `  ${type.name}: ${renderLeaf(type, direction)};\n`).join("");
  return [
    `interface PlatformValues {\n${renderMembers("output")}}\n`,
    `interface PlatformInputs {\n${renderMembers("input")}}\n`,
  ].join("\n");
}

function renderRows(rendering: Rendering): string {
  const objects = rowTypes(rendering).map((type) => {
    const fields = fieldsOf(rendering, type).filter((field) => !field.args.some(isRequiredArgument));
    const members = fields.map(
      (field) => `    readonly ${field.name}: ${outputType(field.type, rowName)};\n`,
    );
    return `  interface ${nameOf(type)} {\n    readonly __typename: "${type.name}";\n${members.join("")}  }\n`;
  });
  const abstracts = rendering.abstracts.map((type) => renderUnion(rendering, type));
  const text = [...objects, ...abstracts].join("");
  return `/** Rows of the simulated platform, as resolvers read them. */\nexport declare namespace Row {\n${text}}\n`;
}

/** A page as a value of a row is the list of its items. */
const rowName: RenderNamed = (type) => {
  const page = isObjectType(type) ? pageOf(type) : undefined;
  return page ? `readonly ${nameOf(getNamedType(page.nodeType))}[]` : nameOf(type);
};

/** Objects that resolvers return, with some or all of their fields. */
function renderReturned(rendering: Rendering): string {
  const objects = rowTypes(rendering).map((type) => {
    const members = fieldsOf(rendering, type).map(
      (field) => `    readonly ${field.name}?: ${outputType(field.type, nameOf)};\n`,
    );
    const fields = `{\n    readonly __typename?: "${type.name}";\n${members.join("")}  }`;
    const page = pageOf(type);
    const other = page ? `Platform.Page<Row.${nameOf(getNamedType(page.nodeType))}>` : `Row.${nameOf(type)}`;
    return `  type ${nameOf(type)} = ${other} | ${fields};\n`;
  });
  const abstracts = rendering.abstracts.map((type) => renderUnion(rendering, type));
  return `declare namespace Returned {\n${[...objects, ...abstracts].join("")}}\n`;
}

/** Input objects, and the values with which rows are created and updated. */
function renderInputs(rendering: Rendering, types: readonly GraphQLNamedType[]): string {
  const inputs = rendering.inputs.map((type) => {
    const members = Object.values(type.getFields()).map((field) => `    ${renderInput(field)};\n`);
    return `  interface ${nameOf(type)} {\n${members.join("")}  }\n`;
  });
  const enums = types
    .filter(isEnumType)
    .map((type) => `  type ${nameOf(type)} = PlatformInputs["${type.name}"];\n`);
  const values = rowTypes(rendering).map((type) => {
    const members = fieldsOf(rendering, type).map(
      (field) =>
        `    readonly ${field.name}?: ${outputType(getNullableType(field.type), valueName, "PlatformInputs")} | undefined;\n`,
    );
    return `  interface ${nameOf(type)} {\n    readonly __typename?: "${type.name}";\n${members.join("")}  }\n`;
  });
  const abstracts = rendering.abstracts.map((type) => renderUnion(rendering, type));
  const text = [...inputs, ...enums, ...values, ...abstracts].join("");
  return `/** Input objects and enums, and by the names of types the values of \`create\` and \`update\`. */\nexport declare namespace Input {\n${text}}\n`;
}

/**
 * A relation is set by a row, its ID, or the values of an object. Null is checked at run time, so that inputs
 * can be spread.
 */
const valueName: RenderNamed = (type) => {
  const page = isObjectType(type) ? pageOf(type) : undefined;
  if (page) return `readonly (${valueName(getNamedType(page.nodeType))})[]`;
  return `Row.${nameOf(type)} | string | number | ${nameOf(type)}`;
};

/** A resolver receives the default of an argument or a field that the call leaves out. */
function renderInput(field: InputElement): string {
  const isOptional = !isNonNullType(field.type) && defaultOf(field) === undefined;
  const type = inputType(field.type);
  return `readonly ${field.name}${isOptional ? "?" : ""}: ${type}${isOptional ? " | undefined" : ""}`;
}

function renderDb(rendering: Rendering): string {
  const objects = rowTypes(rendering).filter((type) => !pageOf(type) && !isPayloadType(type));
  const tables = [
    ...objects.map(
      (type) => `  readonly ${type.name}: Platform.Table<Row.${nameOf(type)}, Input.${nameOf(type)}>;\n`,
    ),
    ...rendering.abstracts.map(
      (type) => `  readonly ${type.name}: Platform.Table<Row.${nameOf(type)}, never>;\n`,
    ),
  ];
  return `/** The tables of types with a key. */\nexport interface Db {\n${tables.join("")}}\n`;
}

function renderRules(rendering: Rendering): string {
  const { schema, objects } = rendering;
  const types = objects.map((type) => {
    const parent = isRoot(schema, type) ? "object" : `Row.${nameOf(type)}`;
    const fields = fieldsOf(rendering, type).map(
      (field) => `    readonly ${renderResolver(field, parent)};\n`,
    );
    return `  readonly ${type.name}?: {\n${fields.join("")}  };\n`;
  });
  const user = userTypeOf(schema);
  const userType = user
    ? `Row.${nameOf(user)}`
    : "{ readonly id: string; readonly name: string; readonly tenantId: string }";
  return `/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, ${userType}> & More;

/** Resolvers by type and field: \`export const rules = { … } satisfies Rules\`. */
export interface Rules<More = unknown> {
${types.join("")}}
`;
}

function renderResolver(field: Field, parent: string): string {
  const args = field.args.map(renderInput).join("; ");
  const result = outputType(field.type, (type) => `Returned.${nameOf(type)}`);
  return `${field.name}?: Platform.TypedResolver<${parent}, ${args === "" ? "object" : `{ ${args} }`}, Context<More>, ${result}>`;
}

/** Object types except the roots. */
function rowTypes({ schema, objects }: Rendering): readonly GraphQLObjectType[] {
  return objects.filter((type) => !isRoot(schema, type));
}

/** The fields of a type, except those that lead to a root, such as `query: Query!` of a payload. */
function fieldsOf({ schema }: Rendering, type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).filter((field) => !isRoot(schema, getNamedType(field.type)));
}

function isRoot(schema: GraphQLSchema, type: unknown): boolean {
  const roots: readonly unknown[] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ];
  return roots.includes(type);
}

/** The objects of an interface or a union. A root has no rows, even if it implements `Node`. */
function renderUnion({ schema }: Rendering, type: GraphQLAbstractType): string {
  const objects = schema.getPossibleTypes(type).filter((possible) => !isRoot(schema, possible));
  return `  type ${nameOf(type)} = ${objects.map(nameOf).join(" | ") || "never"};\n`;
}

/** @param render - Renders a composite type. */
function outputType(type: GraphQLOutputType, render: RenderNamed, values = "PlatformValues"): string {
  return renderType(type, (named) => (isLeafType(named) ? `${values}["${named.name}"]` : render(named)));
}

/** A resolver reads scalars and enums of variables as it reads those of results. */
function inputType(type: GraphQLInputType): string {
  return renderType(type, (named) =>
    isInputObjectType(named) ? `Input.${nameOf(named)}` : `PlatformValues["${named.name}"]`,
  );
}

/** @param render - Renders a named type. */
function renderType(type: GraphQLOutputType | GraphQLInputType, render: RenderNamed): string {
  const nullable = getNullableType(type);
  const text = isListType(nullable)
    ? renderList(renderType(nullable.ofType, render))
    : render(getNamedType(nullable));
  return isNonNullType(type) ? text : `${text} | null`;
}

function renderList(entry: string): string {
  return `readonly ${/\||^readonly/.test(entry) ? `(${entry})` : entry}[]`;
}
