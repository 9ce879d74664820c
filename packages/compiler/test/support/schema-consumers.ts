/** Writes code that uses the types of an operation: it narrows, reads each field, and passes variables. */

import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { nameType } from "../../src/codegen/index.ts";
import { toPascalCase } from "../../src/model/document-names.ts";
import { appliesTo, rootOf } from "../../src/model/graphql.ts";
import type { TypeStyle } from "../../src/model/index.ts";
import { type FragmentsByName, fieldOf } from "../../src/model/index.ts";
import { UNKNOWN_TYPE, UNKNOWN_VALUE } from "../../src/model/open-types.ts";
import type { Consumer } from "./schema-compiler.ts";
import type { Scalars } from "./schema-values.ts";

/** Occurrences of a field. A directive can remove those that are conditional. */
type Selected = readonly { readonly node: FieldNode; readonly conditional: boolean }[];

/** A selection set, and whether it can be absent while another one of the same field is present. */
interface Occurrence {
  readonly set: SelectionSetNode;
  readonly conditional: boolean;
}

/**
 * A possible type of an object, or an interface for its unknown types, with the fields that are selected on
 * it.
 */
interface Case {
  readonly type: GraphQLObjectType | GraphQLInterfaceType;
  readonly fields: ReadonlyMap<string, Selected>;
  /** Fragments that are always spread. */
  readonly spreads: ReadonlySet<string>;
}

export interface ConsumerOptions {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  /** With open types, each `switch` has a `default`; otherwise it is exhaustive. */
  readonly types: TypeStyle;
  readonly scalars: Scalars;
}
interface Reader extends ConsumerOptions {
  /** Whether it handles the absence of conditional fields. */
  readonly careful: boolean;
  /** Whether a `switch` has no `default`, also with open types. */
  readonly exhaustive: boolean;
}

const isOpen = ({ types }: Reader): boolean => types === "open";

/**
 * Writes code that reads results. Each statement is a consumer, if it compiles with the types of the old
 * schema.
 */
export function writeReads(
  options: ConsumerOptions,
  node: OperationDefinitionNode | FragmentDefinitionNode,
): Consumer[] {
  const root = rootOf(options.schema, node);
  const write = (careful: boolean, exhaustive: boolean): string[] => {
    const reader = { ...options, careful, exhaustive };
    const cases = root ? findCases(reader, root, [{ set: node.selectionSet, conditional: false }]) : [];
    return readObject(reader, "data", cases, isAbstractType(root)).map(
      (body) => `(data: ${nameType(node)}) => { ${body} };`,
    );
  };
  const reads = new Set([...write(true, false), ...write(false, false)]);
  const switches = write(false, true).filter((text) => !reads.has(text));
  return [
    ...[...reads].map((text): Consumer => ({ code: "reads", text })),
    ...[...new Set(switches)].map((text): Consumer => ({ code: "switches", text })),
  ];
}

function findCases(reader: Reader, type: GraphQLCompositeType, occurrences: readonly Occurrence[]): Case[] {
  const objectTypes = isAbstractType(type) ? reader.schema.getPossibleTypes(type) : [type];
  const possible = isInterfaceType(type) && isOpen(reader) ? [...objectTypes, type] : objectTypes;
  return possible.map((possibleType) => {
    const fields = new Map<string, Selected>();
    const spreads = new Set<string>();
    for (const { set, conditional } of occurrences)
      collect(reader, possibleType, set, conditional, fields, spreads);
    return { type: possibleType, fields, spreads };
  });
}

function collect(
  reader: Reader,
  type: Case["type"],
  { selections }: SelectionSetNode,
  inherited: boolean,
  fields: Map<string, Selected>,
  spreads: Set<string>,
): void {
  const { schema, fragments } = reader;
  for (const selection of selections) {
    const conditional =
      inherited ||
      !!selection.directives?.some(({ name }) => name.value === "include" || name.value === "skip");
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      fields.set(key, [...(fields.get(key) ?? []), { node: selection, conditional }]);
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    if (!fragment || !appliesTo(schema, type, fragment.typeCondition?.name.value ?? type.name)) continue;
    if (fragment.kind === Kind.FRAGMENT_DEFINITION && !conditional) spreads.add(nameType(fragment));
    collect(reader, type, fragment.selectionSet, conditional, fields, spreads);
  }
}

const isIn = (owners: readonly Case[], key: string): boolean => owners.every(({ fields }) => fields.has(key));

function hasTypename(owners: readonly Case[]): boolean {
  return owners.some(({ fields }) =>
    [...fields.values()].flat().some(({ node }) => node.name.value === "__typename"),
  );
}

/** Reads each field of an object: directly, after narrowing with `in`, and on each possible type. */
function readObject(reader: Reader, name: string, cases: readonly Case[], isAbstract: boolean): string[] {
  const keys = new Set(cases.flatMap(({ fields }) => [...fields.keys()]));
  const [first, ...others] = cases;
  const spreads = [...(first?.spreads ?? [])].filter((spread) =>
    others.every((other) => other.spreads.has(spread)),
  );
  const fragments = spreads.map((spread) => `const fragment: ${spread} = ${name};`);
  const isUnion = cases.length > 1 || (isAbstract && isOpen(reader));
  const all = [...keys].flatMap((key) => {
    const owners = cases.filter(({ fields }) => fields.has(key));
    const lines = readField(reader, `${name}.${key}`, key, owners);
    // The field of an unknown type that implements an interface can be null, even if those of all known types
    // cannot.
    const open = isAbstract && isOpen(reader) ? readField(reader, `${name}.${key}`, key, owners, true) : [];
    const narrowed = [...new Set([...lines, ...open])].map((line) => `if ("${key}" in ${name}) { ${line} }`);
    // With open types, the unknown type can have fewer fields.
    if (owners.length < cases.length) {
      // Code reads the other fields of the types with this field. With `__typename`, it narrows by that
      // instead.
      const others = hasTypename(owners) ? [] : [...keys].filter((other) => isIn(owners, other));
      const reads = others.flatMap((other) => readField(reader, `${name}.${other}`, other, owners));
      return [...narrowed, ...reads.map((line) => `if ("${key}" in ${name}) { ${line} }`)];
    }
    return isAbstract && isOpen(reader) ? [...lines, ...narrowed] : lines;
  });
  const own = (isUnion ? cases : []).flatMap((ownCase) => {
    const [typename] = [...ownCase.fields].flatMap(([key, [first]]) =>
      first?.node.name.value === "__typename" ? [key] : [],
    );
    const condition =
      typename === undefined
        ? [...keys]
            .map((key) => (ownCase.fields.has(key) ? `"${key}" in ${name}` : `!("${key}" in ${name})`))
            .join(" && ")
        : `"${typename}" in ${name} && ${name}.${typename} === "${isObjectType(ownCase.type) ? ownCase.type.name : UNKNOWN_TYPE}"`;
    const lines = [
      ...[...ownCase.spreads].map((spread) => `const fragment: ${spread} = ${name};`),
      ...[...ownCase.fields.keys()].flatMap((key) => readField(reader, `${name}.${key}`, key, [ownCase])),
    ];
    return lines.map((line) => `if (${condition}) { ${line} }`);
  });
  return [...fragments, ...all, ...own];
}

function readField(
  reader: Reader,
  access: string,
  key: string,
  owners: readonly Case[],
  isNullable = false,
): string[] {
  const selected = owners.flatMap(({ type: owner, fields }) => {
    const nodes = fields.get(key) ?? [];
    const field = fieldOf(reader.schema, owner, nodes[0]?.node.name.value ?? "");
    const conditional = nodes.every((occurrence) => occurrence.conditional);
    return field
      ? [{ owner, nodes, conditional, type: field.type, isTypename: field.name === "__typename" }]
      : [];
  });
  const [first] = selected;
  if (!first) return [];
  const isOptional = reader.careful && selected.some(({ conditional }) => conditional);
  const read = (name: string, types: readonly GraphQLOutputType[]): string[] => {
    const nullable = types.map((type) => getNullableType(type));
    const items = nullable.flatMap((type) => (isListType(type) ? [type.ofType] : []));
    if (items.length > 0) return readValue(`${name}[0]`, false, items, read);
    if (first.isTypename) {
      const typenames = selected.flatMap(({ owner }) => (isObjectType(owner) ? [owner.name] : []));
      return readLiterals(reader, name, new Set(typenames), UNKNOWN_TYPE);
    }
    const [type] = nullable.map((candidate) => getNamedType(candidate));
    if (isEnumType(type)) {
      const values = type.getValues().map((value) => value.name);
      const exported = reader.types === "graphql-codegen" ? toPascalCase(type.name) : type.name;
      const exportedType = isOpen(reader) ? `${exported} | "${UNKNOWN_VALUE}"` : exported;
      return [...readLiterals(reader, name, values, UNKNOWN_VALUE), `const leaf: ${exportedType} = ${name};`];
    }
    if (!isCompositeType(type)) return type ? readScalar(name, nameScalar(reader, type.name)) : [];
    const cases = selected.flatMap(({ type: returned, nodes }) => {
      const object = getNamedType(returned);
      const occurrences = nodes.flatMap(({ node, conditional: own }) =>
        node.selectionSet ? [{ set: node.selectionSet, conditional: own && nodes.length > 1 }] : [],
      );
      return isCompositeType(object) ? findCases(reader, object, occurrences) : [];
    });
    return readObject(reader, name, mergeCases(cases), nullable.some(isAbstractType));
  };
  const types = selected.map(({ type }) => type);
  return readValue(access, isOptional, isNullable ? types.map((type) => getNullableType(type)) : types, read);
}

/** Handles `null` and `undefined` exactly if the old type contains it. */
function readValue(
  access: string,
  isOptional: boolean,
  types: readonly GraphQLOutputType[],
  read: (name: string, types: readonly GraphQLOutputType[]) => string[],
): string[] {
  const [, depth = -1] = /^v(\d+)/.exec(access) ?? [];
  const name = `v${Number(depth) + 1}`;
  const isNullable = types.some((type) => !isNonNullType(type));
  const conditions = [
    ...(isOptional ? [`${name} !== undefined`] : []),
    ...(isNullable ? [`${name} !== null`] : []),
  ];
  const guard = conditions.length > 0 ? `if (${conditions.join(" && ")}) ` : "";
  return read(name, types).map((line) => `const ${name} = ${access}; ${guard}{ ${line} }`);
}

/** The same type can be returned by a field of several types. */
function mergeCases(cases: readonly Case[]): Case[] {
  const texts = new Map(
    cases.map((candidate) => [`${candidate.type.name} ${[...candidate.fields.keys()].sort()}`, candidate]),
  );
  return [...texts.values()];
}

/**
 * A `switch` that fails to compile if a value is impossible, and if a value is new and the `switch` is
 * exhaustive.
 */
function readLiterals(reader: Reader, name: string, values: Iterable<string>, unknown: string): string[] {
  const write = (all: readonly string[], rest: string) =>
    `switch (${name}) { ${all.map((value) => `case "${value}": break;`).join(" ")} default: ${rest} }`;
  const literals = [...values];
  const never = `{ const rest: never = ${name}; }`;
  if (!isOpen(reader)) return [write(literals, never)];
  // Only an abstract type has a member for unknown types. The other statement does not compile, and is no
  // consumer.
  return reader.exhaustive
    ? [write([...literals, unknown], never), write(literals, never)]
    : [write(literals, "break;")];
}

const BUILT_IN: Readonly<Record<string, string>> = {
  ID: "string",
  String: "string",
  Boolean: "boolean",
  Int: "number",
  Float: "number",
};

function nameScalar({ scalars }: Reader, name: string): string {
  const type = scalars[name] ?? BUILT_IN[name] ?? "unknown";
  return typeof type === "string" ? type : type.output;
}

/** Reads a scalar as a whole, narrows it with `typeof`, and compares it with a literal. */
function readScalar(name: string, type: string): string[] {
  return [
    ...(type === "any" ? [`const part: string = ${name}.part;`] : []),
    `const leaf: ${type} = ${name};`,
    `if (typeof ${name} === "string") { const length: number = ${name}.length; }`,
    `if (typeof ${name} === "number") { const digits: string = ${name}.toFixed(); }`,
    `if (typeof ${name} === "boolean") { const flag: boolean = ${name}.valueOf(); }`,
    `if (${name} === "a text") { const text: string = ${name}; }`,
  ];
}
