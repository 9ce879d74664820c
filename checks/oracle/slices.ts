/** Cuts small schemas out of large ones, so that thousands of changes can be compared. */

import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  isTypeDefinitionNode,
  Kind,
  parse,
  type TypeDefinitionNode,
  type TypeNode,
} from "graphql";
import type { Dice } from "../../packages/compiler/test/support/schema-values.ts";

type Types = ReadonlyMap<string, TypeDefinitionNode>;

/** A schema, prepared for `chooseTypes` and `slice`. */
export interface Source {
  readonly name: string;
  readonly types: Types;
  readonly query: string;
  readonly mutation: string | undefined;
  /** Names of the types that a type refers to. An interface refers to the types that implement it. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

export function createSource(name: string, sdl: string): Source {
  const { definitions } = parse(sdl, { noLocation: true });
  const types = new Map(
    definitions.filter(isTypeDefinitionNode).map((node) => [node.name.value, removeDescriptions(node)]),
  );
  const schema = definitions.find((node) => node.kind === Kind.SCHEMA_DEFINITION);
  const rootOf = (operation: string) =>
    schema?.operationTypes.find((operationType) => operationType.operation === operation)?.type.name.value;
  const mutation = rootOf("mutation") ?? (types.has("Mutation") ? "Mutation" : undefined);
  const references = new Map(
    [...types].map(([key, node]) => [
      key,
      [...findReferences(node)].filter((reference) => types.has(reference)),
    ]),
  );
  for (const [key, node] of types) {
    for (const { name: owner } of "interfaces" in node ? (node.interfaces ?? []) : [])
      references.get(owner.value)?.push(key);
  }
  return { name, types, query: rootOf("query") ?? "Query", mutation, references };
}

/** Keeps `@oneOf`. */
function removeDescriptions(node: TypeDefinitionNode): TypeDefinitionNode {
  const keep = ({ name }: ConstDirectiveNode) => name.value === "oneOf";
  return { ...node, description: undefined, directives: node.directives?.filter(keep) } as TypeDefinitionNode;
}

function findReferences(node: TypeDefinitionNode): Set<string> {
  const members: readonly (FieldDefinitionNode | InputValueDefinitionNode)[] =
    "fields" in node ? (node.fields ?? []) : [];
  const inputs = members.flatMap((member) => ("arguments" in member ? (member.arguments ?? []) : []));
  const named = "types" in node ? (node.types ?? []) : [];
  return new Set([
    ...[...members, ...inputs].map(({ type }) => nameOf(type)),
    ...named.map(({ name }) => name.value),
  ]);
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

/**
 * Chooses types that are connected with a root type: a path to `focus`, neighbors, and possible types of
 * interfaces.
 */
export function chooseTypes(source: Source, dice: Dice, size: number, focus?: string): ReadonlySet<string> {
  const { query, mutation, references } = source;
  const roots = mutation ? [query, mutation] : [query];
  const chosen = new Set(roots);
  for (const name of focus === undefined ? [] : findPath(source, roots, focus)) chosen.add(name);
  for (let attempt = 0; chosen.size < size && attempt < size * 10; attempt++) {
    const from = dice.pick([...chosen].slice(-6));
    const next = references.get(from) ?? [];
    if (next.length > 0) chosen.add(dice.pick(next));
  }
  for (const name of chosen) {
    const possible = findPossible(source, name);
    for (let count = 0; count < 2 && possible.length > 0; count++) chosen.add(dice.pick(possible));
  }
  return chosen;
}

function findPossible({ types, references }: Source, name: string): readonly string[] {
  const kind = types.get(name)?.kind;
  const members = references.get(name) ?? [];
  if (kind === Kind.UNION_TYPE_DEFINITION) return members;
  return members.filter((member) => {
    const node = types.get(member);
    return (
      node?.kind === Kind.OBJECT_TYPE_DEFINITION &&
      node.interfaces?.some((implemented) => implemented.name.value === name)
    );
  });
}

function findPath({ references }: Source, roots: readonly string[], goal: string): string[] {
  const cameFrom = new Map<string, string | undefined>(roots.map((root) => [root, undefined]));
  for (const name of cameFrom.keys()) {
    if (name === goal) break;
    for (const next of references.get(name) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, name);
  }
  const path: string[] = [];
  for (let name: string | undefined = cameFrom.has(goal) ? goal : undefined; name; name = cameFrom.get(name))
    path.push(name);
  return path;
}

const BUILT_IN: ReadonlySet<string> = new Set(["ID", "String", "Int", "Float", "Boolean"]);
/** A type must have a field. */
const EMPTY: FieldDefinitionNode = {
  kind: Kind.FIELD_DEFINITION,
  name: { kind: Kind.NAME, value: "empty" },
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "Boolean" } },
};

/** The chosen types, without references to others. Scalars and enums are always kept. */
export function slice({ types, query, mutation }: Source, chosen: ReadonlySet<string>): DocumentNode {
  const isKept = (name: string): boolean => {
    const kind = types.get(name)?.kind;
    const isLeaf = kind === Kind.SCALAR_TYPE_DEFINITION || kind === Kind.ENUM_TYPE_DEFINITION;
    return BUILT_IN.has(name) || isLeaf || (types.has(name) && chosen.has(name));
  };
  const keepInputs = (inputs: readonly InputValueDefinitionNode[] = []) =>
    inputs
      .filter(({ type }) => isKept(nameOf(type)))
      .map((input) => ({ ...input, description: undefined, directives: [] }));
  const keepFields = (fields: readonly FieldDefinitionNode[] = []) => {
    const kept = fields.filter(({ type }) => isKept(nameOf(type)));
    // A version of GitHub's schema defines a field twice.
    const unique = new Map(kept.map((field) => [field.name.value, field]));
    const bare = [...unique.values()].map((field) => ({
      ...field,
      description: undefined,
      directives: [],
      arguments: keepInputs(field.arguments),
    }));
    return bare.length > 0 ? bare : [EMPTY];
  };
  const definitions = [...chosen].flatMap((name): TypeDefinitionNode[] => {
    const node = types.get(name);
    if (!node) return [];
    if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
      const fields = keepInputs(node.fields);
      return [
        { ...node, fields: fields.length > 0 ? fields : [{ ...EMPTY, kind: Kind.INPUT_VALUE_DEFINITION }] },
      ];
    }
    if (node.kind === Kind.UNION_TYPE_DEFINITION) {
      return [{ ...node, types: node.types?.filter((member) => isKept(member.name.value)) ?? [] }];
    }
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION)
      return [node];
    const interfaces = node.interfaces?.filter((implemented) => isKept(implemented.name.value)) ?? [];
    return [{ ...node, interfaces, fields: keepFields(node.fields) }];
  });
  const names = new Set(definitions.map(({ name }) => name.value));
  const leaves = new Set(
    definitions.flatMap((node) => [...findReferences(node)]).filter((name) => !names.has(name)),
  );
  const extra = [...leaves].flatMap((name) => types.get(name) ?? []);
  const root = parse(`schema { query: ${query} ${mutation ? `mutation: ${mutation}` : ""} }`, {
    noLocation: true,
  });
  return { kind: Kind.DOCUMENT, definitions: [...definitions, ...extra, ...root.definitions] };
}
