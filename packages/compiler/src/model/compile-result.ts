/** Builds the type of the result of an operation or a fragment, with the names that it exports. */

import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isUnionType,
  type SelectionSetNode,
} from "graphql";
import type { LeafCompiler } from "./compile-leaf.ts";
import { isAlwaysPresent } from "./conditions.ts";
import { createFieldCollector } from "./fields.ts";
import { type Field, fieldOf } from "./graphql.ts";
import { chooseName } from "./names.ts";
import { UNKNOWN_TYPE } from "./open-types.ts";
import type { ExportedName, Leaf, Member, Objects, Property, ResultType } from "./result-type.ts";
import {
  type FieldOccurrence,
  type FragmentsByName,
  type SelectionOccurrence,
  scopeOf,
  selectionsOf,
} from "./selections.ts";

export interface ResultInput {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  readonly openTypes: boolean;
  readonly leafOf: LeafCompiler;
  /** Type and selection set of the definition. */
  readonly type: GraphQLCompositeType;
  readonly set: SelectionSetNode;
  /** Exported name of the whole result. */
  readonly name: string;
  /** Whether a nested type cannot have a name, because another type has it. */
  readonly isTaken: (name: string) => boolean;
  /** The results of the fragments that the definition spreads. */
  readonly spread: readonly CompiledResult[];
}

export interface CompiledResult {
  readonly type: Objects;
  /** The types that it exports: nested types first, the whole result last. */
  readonly declared: readonly (Member | Objects)[];
  /** Names of the enums in it, without those of shared types. */
  readonly enums: ReadonlySet<string>;
  /** The nested types that a definition with a spread of this fragment uses without a copy. */
  readonly shared: ReadonlyMap<string, Objects>;
}

/** A path of response names, and of the type conditions that the document writes. */
interface Path {
  readonly name: string;
  /** Whether a part of the name depends on the schema and not only on the document. Such names are chosen last. */
  readonly isFromSchema: boolean;
}

/**
 * Builds the result of one definition.
 *
 * A nested type is named by its path, such as `ListFlowsQuery_flows_owner`. The name of an object type is part of the path
 * only if the document distinguishes the type: by a fragment on it, by one on an interface (which then names all its types),
 * or by `__typename`. All other types share one member, `…_other` if there are several. The fields of that member have the
 * types of the interface. An addition to the schema therefore renames no type.
 */
export function compileResult(input: ResultInput): CompiledResult {
  const { schema, fragments, openTypes, leafOf, spread } = input;
  const declared: (Member | Objects)[] = [];
  const enums = new Set<string>();
  const shared = new Map<string, Objects>();
  const named: { readonly exported: { name: string }; readonly path: Path }[] = [];

  const exportName = (path: Path): ExportedName => {
    const exported = { name: path.name };
    named.push({ exported, path });
    return exported;
  };

  const compileObjects = (
    type: GraphQLCompositeType,
    occurrences: readonly SelectionOccurrence[],
    path: Path,
  ): Objects => {
    const collectFields = createFieldCollector({ schema, fragments }, type, occurrences);
    const common = collectFields(type);
    const hasTypename = (fields: typeof common.fields) =>
      [...fields.values()].some(([first]) => first?.node.name.value === "__typename");
    const isOpen = openTypes && isAbstractType(type);
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    const exported = exportName(path);
    const isUnion = isAbstractType(type) && (common.isPartial || hasTypename(common.fields));
    /** Fields that several members have in common, by path. Their type is built once. */
    const siblings = new Map<string, Objects>();
    const members = new Map<string, Member>();

    const compileMember = (
      collected: ReadonlyMap<string, readonly FieldOccurrence[]>,
      rest: Pick<Member, "exported" | "isRest" | "isOpen"> & { types: string[] },
      concrete?: GraphQLCompositeType,
    ): Member => {
      const properties = new Map<string, Property>();
      for (const [key, fields] of collected) {
        const property = compileProperty(type, key, fields, concrete, { path, siblings });
        if (property) properties.set(key, property);
      }
      const member: Member = { ...rest, properties, exported: properties.size === 0 ? undefined : rest.exported };
      if (properties.size > 0) declared.push(member);
      return member;
    };

    const types: string[] = [];
    if (isUnion) {
      for (const one of possible) {
        const collected = collectFields(one);
        const isNamed = hasTypename(collected.fields);
        if (!isNamed && collected.types.size === 0) {
          types.push(one.name);
          continue;
        }
        const isConcrete = isNamed || collected.types.has(one.name);
        const suffix = isConcrete ? [one.name] : [...collected.types];
        const known = members.get(suffix.join());
        if (known) {
          (known.types as string[]).push(one.name);
          continue;
        }
        const memberPath = extend(path, suffix, isNamed && !collected.types.has(one.name));
        const rest = { exported: exportName(memberPath), types: [one.name], isRest: false, isOpen: false };
        members.set(suffix.join(), compileMember(collected.fields, rest, isConcrete ? one : undefined));
      }
    } else types.push(...possible.map(({ name }) => name));
    if (!isUnion || types.length > 0 || isOpen) {
      const own = isUnion ? exportName(extend(path, ["other"])) : exported;
      const isRest = isAbstractType(type);
      const rest = { exported: own, types, isRest, isOpen };
      members.set("", compileMember(common.fields, rest, isRest ? undefined : type));
    }
    const objects: Objects = { kind: "objects", name: type.name, exported, members: [...members.values()], isUnion };
    if (objects.members.every((member) => member.exported !== exported)) declared.push(objects);
    return objects;
  };

  /** @param concrete - The object type. Absent if the member covers several types. */
  const compileProperty = (
    selected: GraphQLCompositeType,
    key: string,
    occurrences: readonly FieldOccurrence[],
    concrete: GraphQLCompositeType | undefined,
    { path, siblings }: { readonly path: Path; readonly siblings: Map<string, Objects> },
  ): Property | undefined => {
    const [{ node } = {}] = occurrences;
    if (!node) return undefined;
    const optional = !isAlwaysPresent(occurrences.map(({ condition }) => condition));
    if (node.name.value === "__typename") return compileTypename(concrete ?? selected, node, optional);
    const wide = findWideField(schema, node, occurrences);
    const owner = concrete ?? wide?.owner;
    const field = owner && fieldOf(schema, owner, node.name.value);
    if (!owner || !field || !wide) return undefined;
    const named = getNamedType(field.type);
    const nested = (): Objects => {
      const type = named as GraphQLCompositeType;
      const sets = selectionsOf(occurrences, type);
      const conditions = new Set(occurrences.flatMap(({ types }) => types));
      const isNarrowed = concrete !== undefined && isAbstractType(selected) && named !== getNamedType(wide.field.type);
      const isOwn = concrete !== undefined && (isNarrowed || conditions.has(concrete.name));
      const suffix = isOwn ? [concrete.name] : [...conditions];
      const siblingKey = [...suffix, key].join();
      const sibling = siblings.get(siblingKey);
      if (sibling) return sibling;
      const nestedPath = extend(extend(path, suffix, isNarrowed && !conditions.has(concrete.name)), [key]);
      const id = identify(type, sets);
      const known = spread.map((fragment) => fragment.shared.get(id)).find((one) => one !== undefined);
      const objects = known ?? compileObjects(type, sets, nestedPath);
      siblings.set(siblingKey, objects);
      if (!nestedPath.isFromSchema && !shared.has(id)) shared.set(id, objects);
      return objects;
    };
    return {
      type: compileOutput(field.type, nested),
      optional,
      coordinate: `${owner.name}.${field.name}`,
      description: field.description ?? undefined,
      deprecationReason: field.deprecationReason ?? undefined,
      node,
    };
  };

  const compileOutput = (type: GraphQLOutputType, nested: () => Objects): ResultType => {
    const compile = (nullable: GraphQLOutputType): ResultType => {
      if (isNonNullType(nullable)) return compile(nullable.ofType);
      if (isListType(nullable)) return { kind: "list", of: compileOutput(nullable.ofType, nested) };
      if (isCompositeType(nullable)) return nested();
      const leaf = leafOf(nullable);
      if (leaf.exported) enums.add(nullable.name);
      return leaf;
    };
    return isNonNullType(type) ? compile(type.ofType) : { kind: "nullable", of: compile(type) };
  };

  const type = compileObjects(input.type, [{ set: input.set, scope: scopeOf(input.type) }], {
    name: input.name,
    isFromSchema: false,
  });
  nameTypes(named, type.exported, input.isTaken);
  return { type, declared, enums, shared };
}

/** Appends parts to a path. */
function extend({ name, isFromSchema }: Path, parts: readonly string[], fromSchema = false): Path {
  return { name: [name, ...parts].join("_"), isFromSchema: isFromSchema || fromSchema };
}

/** Gives unique names: first to the types that the document alone determines, so that no new type takes their name. */
function nameTypes(
  named: readonly { readonly exported: { name: string }; readonly path: Path }[],
  root: ExportedName,
  isTaken: (name: string) => boolean,
): void {
  const own = new Set([root.name]);
  const byOrigin = [false, true].flatMap((fromSchema) => named.filter(({ path }) => path.isFromSchema === fromSchema));
  for (const { exported } of byOrigin) {
    if (exported === root) continue;
    exported.name = chooseName(exported.name, (name) => own.has(name) || isTaken(name));
    own.add(exported.name);
  }
}

/** The name of an object type. */
function compileTypename(type: GraphQLCompositeType, node: FieldNode, optional: boolean): Property {
  const atoms = new Set([JSON.stringify(isAbstractType(type) ? UNKNOWN_TYPE : type.name)]);
  const leaf: Leaf = { kind: "leaf", name: "__typename", atoms };
  return { type: leaf, optional, coordinate: `${type.name}.__typename`, node };
}

/** The field as the document selects it: on an object type, an interface, or the narrowest of several interfaces. */
function findWideField(
  schema: GraphQLSchema,
  { name }: FieldNode,
  occurrences: readonly FieldOccurrence[],
): { readonly owner: GraphQLCompositeType; readonly field: Field } | undefined {
  const candidates = [...new Set(occurrences.map(({ parent }) => parent))].flatMap((owner) => {
    const field = owner && fieldOf(schema, owner, name.value);
    return field ? [{ owner, field }] : [];
  });
  const isNarrower = (a: Field, b: Field): boolean => {
    const [type, other] = [getNamedType(a.type), getNamedType(b.type)];
    return (
      type !== other &&
      isAbstractType(other) &&
      isCompositeType(type) &&
      !isUnionType(type) &&
      schema.isSubType(other, type)
    );
  };
  return candidates.reduce<(typeof candidates)[number] | undefined>(
    (best, one) => (best === undefined || isNarrower(one.field, best.field) ? one : best),
    undefined,
  );
}

const identities = new WeakMap<SelectionSetNode, number>();
let count = 0;

/** A key that is equal for the same selection on the same type. */
function identify(type: GraphQLCompositeType, sets: readonly SelectionOccurrence[]): string {
  const ids = sets.map(({ set, scope: { condition } }) => {
    const id = identities.get(set) ?? ++count;
    identities.set(set, id);
    return condition === "" ? id : `${id} ${condition}`;
  });
  return `${type.name}:${ids.join()}`;
}
