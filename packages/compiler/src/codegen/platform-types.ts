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
import { idFieldOf, isPayloadType, pageOf, userTypeOf } from "../conventions/index.ts";
import { BUILT_IN } from "../model/compile-leaf.ts";
import { defaultOf, type Field, type InputElement } from "../model/graphql.ts";
import { nameInNamespace } from "../model/names.ts";
import { scalars as defaultScalars, type ScalarType, selectType } from "../model/scalars.ts";
import { EVERYTHING, type Reach, rootsOf } from "./platform-reach.ts";

interface Rendering {
  readonly schema: GraphQLSchema;
  readonly reach: Reach;
  /** Names of the object types that are not described. Their rows have values of unknown types. */
  readonly others: readonly string[];
  readonly scalars: ReadonlyMap<string, ScalarType>;
  readonly objects: readonly GraphQLObjectType[];
  readonly abstracts: readonly GraphQLAbstractType[];
  readonly inputs: readonly GraphQLInputObjectType[];
}

type RenderNamed = (type: GraphQLNamedType) => string;

/** The name of a type in the namespaces, such as `class_` of the type `class`. */
const nameOf: RenderNamed = ({ name }) => nameInNamespace(name);

/**
 * @param moduleName - Module that exports the types of rules without a schema.
 * @param reach - The types to describe. @default all
 */
export function renderPlatformTypes(
  schema: GraphQLSchema,
  scalars: Readonly<Record<string, ScalarType>>,
  moduleName: string,
  reach: Reach = EVERYTHING,
): string {
  const all = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const types = all.filter(reach.hasType);
  const rendering: Rendering = {
    schema,
    reach,
    scalars: new Map([...BUILT_IN, ...Object.entries(defaultScalars), ...Object.entries(scalars)]),
    objects: types.filter(isObjectType),
    others: all.filter(isObjectType).flatMap((type) => {
      const isTable = idFieldOf(type) !== undefined && !isPayloadType(type);
      return isTable && !types.includes(type) ? [type.name] : [];
    }),
    abstracts: types.filter(isAbstractType),
    inputs: types.filter(isInputObjectType),
  };
  const body = [
    renderRows(rendering),
    renderReturned(rendering),
    renderInputs(rendering, types),
    renderDb(rendering),
    renderRules(rendering),
  ].join("\n");
  return [
    `import type * as Platform from "${moduleName}";\n`,
    renderValues(rendering, all.filter(isLeafType), body),
    body,
  ].join("\n");
}

/** Scalars and enums, outside of the namespaces, whose types can have the names of global ones. */
function renderValues({ scalars }: Rendering, leaves: readonly GraphQLLeafType[], body: string): string {
  const renderLeaf = (type: GraphQLLeafType, direction: "input" | "output") => {
    if (isScalarType(type)) return selectType(scalars.get(type.name) ?? "unknown", direction);
    const values = type.getValues().map(({ name }) => `"${name}"`);
    return values.join(" | ");
  };
  const render = (name: "$Out" | "$In", direction: "input" | "output") => {
    const used = leaves.filter((leaf) => body.includes(`${name}["${leaf.name}"]`));
    const members = used.map((leaf) => `  ${leaf.name}: ${renderLeaf(leaf, direction)};\n`);
    return `interface ${name} {\n${members.join("")}}\n`;
  };
  return [render("$Out", "output"), render("$In", "input")].join("\n");
}

function renderRows(rendering: Rendering): string {
  const objects = rowTypes(rendering).map((type) => {
    const fields = valuesOf(rendering, type).filter((field) => !field.args.some(isRequiredArgument));
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
    const members = fieldsOf(rendering, type)
      .filter(
        (field) => isLeafType(getNamedType(field.type)) || rendering.reach.hasType(getNamedType(field.type)),
      )
      .map((field) => `    ${field.name}?: ${outputType(field.type, nameOf)};\n`);
    const fields = `{\n    __typename?: "${type.name}";\n${members.join("")}  }`;
    const page = pageOf(type);
    const node = page && getNamedType(page.nodeType);
    const nodeName = node && rendering.reach.hasType(node) ? `Row.${nameOf(node)}` : "Platform.Row";
    const other = page ? `Platform.Page<${nodeName}>` : `Row.${nameOf(type)}`;
    return `  type ${nameOf(type)} = ${other} | ${fields};\n`;
  });
  const abstracts = rendering.abstracts.map((type) => renderUnion(rendering, type));
  return `declare namespace Returned {\n${[...objects, ...abstracts].join("")}}\n`;
}

/** What a resolver returns for a type: any object if the type is not described. */
function returnedName({ reach }: Rendering, render: RenderNamed): RenderNamed {
  return (type) => (reach.hasType(type) ? render(type) : "object");
}

/** Input objects, and the values with which rows are created and updated. */
function renderInputs(rendering: Rendering, types: readonly GraphQLNamedType[]): string {
  const inputs = rendering.inputs.map((type) => {
    const members = Object.values(type.getFields()).map((field) => `    ${renderInput(field)};\n`);
    return `  interface ${nameOf(type)} {\n${members.join("")}  }\n`;
  });
  const enums = types.filter(isEnumType).map((type) => `  type ${nameOf(type)} = $In["${type.name}"];\n`);
  const values = rowTypes(rendering).map((type) => {
    const members = valuesOf(rendering, type).map(
      (field) => `    ${field.name}: ${outputType(getNullableType(field.type), valueName, "$In")};\n`,
    );
    return `  type ${nameOf(type)} = $Values<{\n    __typename: "${type.name}";\n${members.join("")}  }>;\n`;
  });
  const abstracts = rendering.abstracts.map((type) => renderUnion(rendering, type));
  const text = [...inputs, ...enums, ...values, ...abstracts].join("");
  const optional =
    "type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };\n\n";
  return `${optional}/** Input objects and enums, and by the names of types the values of \`create\` and \`update\`. */\nexport declare namespace Input {\n${text}}\n`;
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
  const base = rendering.others.length > 0 ? " extends Readonly<Record<$OtherType, Platform.Table>>" : "";
  return `${renderOthers(rendering)}/** The tables of types with a key. */\nexport interface Db${base} {\n${tables.join("")}}\n`;
}

/** The types that neither operations nor rules use. The next run of codegen describes those that rules name. */
function renderOthers({ others }: Rendering): string {
  if (others.length === 0) return "";
  return `/** Types that neither operations nor rules use. */\ntype $OtherType =\n${others
    .map((name) => `  | "${name}"\n`)
    .join("")
    .trimEnd()};\n\n`;
}

function renderRules(rendering: Rendering): string {
  const { schema, objects } = rendering;
  const types = objects.map((type) => {
    const parent = isRoot(schema, type) ? "object" : `Row.${nameOf(type)}`;
    const all = fieldsOf(rendering, type);
    const used = all.filter((field) => rendering.reach.hasField(type, field));
    const fields = used.map((field) => `    ${renderResolver(rendering, field, parent)};\n`);
    const unused = all.flatMap((field) => (used.includes(field) ? [] : [`"${field.name}"`]));
    const others = unused.length > 0 ? ` & { [Field in ${unused.join(" | ")}]?: $Other<More> }` : "";
    return `  readonly ${type.name}?: {\n${fields.join("")}  }${others};\n`;
  });
  const user = userTypeOf(schema);
  const userType = user
    ? rendering.reach.hasType(user)
      ? `Row.${nameOf(user)}`
      : "Platform.Row"
    : "{ readonly id: string; readonly name: string; readonly email?: string; readonly tenantId: string }";
  const hasOthers = rendering.others.length > 0;
  const base = hasOthers ? " extends $OtherRules<More>" : "";
  const isComplete = !hasOthers && !types.some((text) => text.includes("?: $Other<More>"));
  const resolver = isComplete
    ? ""
    : `
/** A resolver of a field that neither operations nor rules use. */
type $Other<More> = $Resolver<Platform.Row, Platform.Row, unknown, More>;
${hasOthers ? "type $OtherRules<More> = { readonly [Type in $OtherType]?: Readonly<Record<string, $Other<More>>> };\n" : ""}`;
  return `/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, ${userType}> & More;

type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

/** Resolvers by type and field: \`export const rules = { … } satisfies Rules\`. */
export interface Rules<More = unknown>${base} {
${types.join("")}}
${resolver}`;
}

function renderResolver(rendering: Rendering, field: Field, parent: string): string {
  const args = field.args.map(renderInput).join("; ");
  const result = outputType(
    field.type,
    returnedName(rendering, (type) => `Returned.${nameOf(type)}`),
  );
  return `${field.name}?: $Resolver<${parent}, ${args === "" ? "object" : `{ ${args} }`}, ${result}, More>`;
}

/** Object types except the roots. */
function rowTypes({ schema, objects }: Rendering): readonly GraphQLObjectType[] {
  return objects.filter((type) => !isRoot(schema, type));
}

/** The fields of a type, except those that lead to a root, such as `query: Query!` of a payload. */
function fieldsOf({ schema }: Rendering, type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).filter((field) => !isRoot(schema, getNamedType(field.type)));
}

/** The fields that rows have in the file: those of leaf values, and of types that are described. */
function valuesOf(rendering: Rendering, type: GraphQLObjectType): readonly Field[] {
  const { reach } = rendering;
  return fieldsOf(rendering, type).filter((field) => {
    const named = getNamedType(field.type);
    const node = isObjectType(named) ? pageOf(named)?.nodeType : undefined;
    return isLeafType(named) || reach.hasType(node ? getNamedType(node) : named);
  });
}

function isRoot(schema: GraphQLSchema, type: unknown): boolean {
  const roots: readonly unknown[] = rootsOf(schema);
  return roots.includes(type);
}

/** The objects of an interface or a union. A root has no rows, even if it implements `Node`. */
function renderUnion({ schema, reach }: Rendering, type: GraphQLAbstractType): string {
  const objects = schema
    .getPossibleTypes(type)
    .filter((possible) => !isRoot(schema, possible) && reach.hasType(possible));
  return `  type ${nameOf(type)} = ${objects.map(nameOf).join(" | ") || "never"};\n`;
}

/** @param render - Renders a composite type. */
function outputType(type: GraphQLOutputType, render: RenderNamed, values = "$Out"): string {
  return renderType(type, (named) => (isLeafType(named) ? `${values}["${named.name}"]` : render(named)));
}

/** A resolver reads scalars and enums of variables as it reads those of results. */
function inputType(type: GraphQLInputType): string {
  return renderType(type, (named) =>
    isInputObjectType(named) ? `Input.${nameOf(named)}` : `$Out["${named.name}"]`,
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
