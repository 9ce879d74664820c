/** Builds the type of the result of an operation or a fragment, with the names that it exports. */

import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  type SelectionSetNode,
} from "graphql";
import type { LeafCompiler } from "./compile-leaf.ts";
import { ALWAYS, isAlwaysPresent } from "./conditions.ts";
import {
  type CollectedFields,
  createFieldCollector,
  type FieldsByName,
  findWideField,
  isNarrower,
} from "./fields.ts";
import { fieldOf } from "./graphql.ts";
import { chooseNestedNames, extendPath, type NestedName, type Path } from "./names.ts";
import { UNKNOWN_TYPE } from "./open-types.ts";
import type { ExportedName, Leaf, Member, Objects, Property, ResultType } from "./result-type.ts";
import {
  type FieldOccurrence,
  type FragmentsByName,
  type SelectionOccurrence,
  scopeOf,
  selectionsOf,
} from "./selections.ts";
import { type TypeStyle, traitsOf } from "./type-style.ts";

export interface ResultInput {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
  readonly style: TypeStyle;
  readonly leafOf: LeafCompiler;
  /** Type and selection set of the definition. */
  readonly type: GraphQLCompositeType;
  readonly set: SelectionSetNode;
  /** Exported name of the whole result. */
  readonly name: string;
  /** Whether a nested type cannot have a name, because another type has it. */
  readonly isTaken: (name: string) => boolean;
  /** The results of the fragments that the definition spreads, directly or through others. */
  readonly spread: readonly CompiledResult[];
}

export interface CompiledResult {
  readonly type: Objects;
  /** The types that it exports: nested types first, the whole result last. */
  readonly declared: readonly (Member | Objects)[];
  /** Names of the enums in it, without those of shared types. */
  readonly enums: ReadonlySet<string>;
  /** By `identify`: the nested types that a definition with a spread of this fragment uses without a copy. */
  readonly shared: ReadonlyMap<string, Objects>;
}

/** What the functions of one definition share, and what they collect: the members of {@link CompiledResult}, and the names. */
interface ResultContext extends Pick<ResultInput, "schema" | "fragments" | "style" | "leafOf" | "spread"> {
  readonly declared: (Member | Objects)[];
  readonly enums: Set<string>;
  readonly shared: Map<string, Objects>;
  /** The names of all types, which are chosen at the end. */
  readonly named: NestedName[];
}

/**
 * Builds the result of one definition.
 *
 * A nested type is named by its path, such as `ListFlowsQuery_flows_owner`. The name of an object type is part of the path
 * only if the document distinguishes the type: by a fragment on it, by one on an interface (which then names all its types),
 * or by `__typename`. All other types share one member, whose path ends in `_other` if there are other members. The fields of that member have the
 * types of the interface. An addition to the schema therefore renames no type.
 */
export function compileResult(input: ResultInput): CompiledResult {
  const { schema, fragments, style, leafOf, spread } = input;
  const context: ResultContext = {
    schema,
    fragments,
    style,
    leafOf,
    spread,
    declared: [],
    enums: new Set(),
    shared: new Map(),
    named: [],
  };
  const path: Path = { name: input.name, isFromSchema: false };
  const type = compileObjects(context, input.type, [{ set: input.set, scope: scopeOf(input.type) }], path);
  chooseNestedNames(context.named, type.exported, input.isTaken);
  const { declared, enums, shared } = context;
  return { type, declared, enums, shared };
}

/** Registers a type under the name of its path. `chooseNestedNames` makes the names unique at the end. */
function exportName({ named }: ResultContext, path: Path): ExportedName {
  const exported = { name: path.name };
  named.push({ exported, path });
  return exported;
}

/** A position of the result that has objects: what its members share. */
interface Position {
  /** The type that is selected. */
  readonly type: GraphQLCompositeType;
  readonly path: Path;
  /** Nested types by their field and its type conditions. Members that select the same field share its type. */
  readonly siblings: Map<string, Objects>;
  readonly collectFields: ReturnType<typeof createFieldCollector>;
}

function compileObjects(
  context: ResultContext,
  type: GraphQLCompositeType,
  occurrences: readonly SelectionOccurrence[],
  path: Path,
): Objects {
  const collectFields = createFieldCollector(context, type, occurrences);
  const position: Position = { type, path, siblings: new Map(), collectFields };
  const common = collectFields(type);
  const exported = exportName(context, path);
  const isUnion = isAbstractType(type) && isDistinguished(context, type, common);
  const members = isUnion
    ? compileMembers(context, position, type, common.fields)
    : [compileOnlyMember(context, position, common.fields, exported)];
  const objects: Objects = { kind: "objects", name: type.name, exported, members, isUnion };
  // The only member has the name of the whole, unless it is empty. `compileMember` declared it.
  const isDeclared = members.some((member) => member.exported === exported);
  if (!isDeclared) context.declared.push(objects);
  return objects;
}

/** Whether the document distinguishes the types of an interface or union. */
function isDistinguished(
  context: ResultContext,
  type: GraphQLAbstractType,
  { fields, isPartial }: CollectedFields,
): boolean {
  return isPartial || hasTypename(fields) || isImplementedNarrower(context, type, fields);
}

/** The member of an object type, or of all types of an interface or union. */
function compileOnlyMember(
  context: ResultContext,
  position: Position,
  fields: FieldsByName,
  exported: ExportedName,
): Member {
  const { type } = position;
  if (!isAbstractType(type)) {
    const head = { exported, types: [type.name], isRest: false, isOpen: false };
    return compileMember(context, position, fields, head, type);
  }
  const types = context.schema.getPossibleTypes(type).map(({ name }) => name);
  const head = { exported, types, isRest: true, isOpen: traitsOf(context.style).isOpen };
  return compileMember(context, position, fields, head, undefined);
}

function hasTypename(fields: FieldsByName): boolean {
  return [...fields.values()].some(([first]) => first?.node.name.value === "__typename");
}

/** Whether the style has a member for a type that the document does not distinguish, because its fields have other types. */
function isImplementedNarrower(
  { schema, style }: ResultContext,
  type: GraphQLAbstractType,
  fields: FieldsByName,
): boolean {
  if (!traitsOf(style).usesImplementations) return false;
  return schema.getPossibleTypes(type).some((possible) => isNarrower(schema, possible, fields));
}

/**
 * Builds the members of the types that the document distinguishes, and one for all others.
 *
 * @param common - The fields of all types.
 */
function compileMembers(
  context: ResultContext,
  position: Position,
  type: GraphQLAbstractType,
  common: FieldsByName,
): Member[] {
  const { schema, style } = context;
  const { usesImplementations, isOpen } = traitsOf(style);
  const { path, collectFields } = position;
  /** By the suffix of the name. `types` is the same array as `member.types`: a type that is added to it is added to both. */
  const bySuffix = new Map<string, { readonly member: Member; readonly types: string[] }>();
  const others: string[] = [];
  for (const possible of schema.getPossibleTypes(type)) {
    const { fields, typeConditions } = collectFields(possible);
    const isNamedByFragment = typeConditions.has(possible.name);
    // `__typename` and the style name every type of the schema, also those that the document does not name.
    const isNamedBySchema =
      hasTypename(fields) || (usesImplementations && isNarrower(schema, possible, fields));
    if (!isNamedBySchema && typeConditions.size === 0) {
      others.push(possible.name);
      continue;
    }
    const isConcrete = isNamedByFragment || isNamedBySchema;
    const suffix = isConcrete ? [possible.name] : [...typeConditions];
    // Types that meet the same conditions have the same fields.
    const covering = bySuffix.get(suffix.join());
    if (covering) {
      covering.types.push(possible.name);
      continue;
    }
    const isFromSchema = isNamedBySchema && !isNamedByFragment;
    const exported = exportName(context, extendPath(path, suffix, isFromSchema));
    const head = { exported, types: [possible.name], isRest: false, isOpen: false };
    const member = compileMember(context, position, fields, head, isConcrete ? possible : undefined);
    bySuffix.set(suffix.join(), { member, types: head.types });
  }
  const members = [...bySuffix.values()].map(({ member }) => member);
  if (others.length === 0 && !isOpen) return members;
  const exported = exportName(context, extendPath(path, ["other"]));
  const head = { exported, types: others, isRest: true, isOpen };
  return [...members, compileMember(context, position, common, head, undefined)];
}

/** A member without its properties. */
type MemberHead = Pick<Member, "types" | "isRest" | "isOpen"> & { readonly exported: ExportedName };

/** @param concrete - The object type, if the member is for one type by its name. */
function compileMember(
  context: ResultContext,
  position: Position,
  fields: FieldsByName,
  head: MemberHead,
  concrete: GraphQLCompositeType | undefined,
): Member {
  const properties = new Map<string, Property>();
  for (const [key, occurrences] of fields) {
    const property = compileProperty(context, position, key, occurrences, concrete);
    if (property) properties.set(key, property);
  }
  const member: Member = { ...head, properties, exported: properties.size === 0 ? undefined : head.exported };
  if (properties.size > 0) context.declared.push(member);
  return member;
}

/** @param concrete - The object type, if the member is for one type by its name. */
function compileProperty(
  context: ResultContext,
  position: Position,
  key: string,
  occurrences: readonly FieldOccurrence[],
  concrete: GraphQLCompositeType | undefined,
): Property | undefined {
  const { schema } = context;
  const [{ node } = {}] = occurrences;
  if (!node) return undefined;
  const optional = !isAlwaysPresent(occurrences.map(({ condition }) => condition));
  if (node.name.value === "__typename") return compileTypename(concrete ?? position.type, node, optional);
  const wide = findWideField(schema, node, occurrences);
  const owner = concrete ?? wide?.owner;
  const field = owner && fieldOf(schema, owner, node.name.value);
  if (!owner || !field || !wide) return undefined;
  const hasOtherType =
    concrete !== undefined &&
    isAbstractType(position.type) &&
    getNamedType(field.type) !== getNamedType(wide.field.type);
  const nested = (type: GraphQLCompositeType) =>
    compileNested(context, position, type, { key, occurrences, concrete, hasOtherType });
  return {
    type: compileOutput(context, field.type, nested),
    optional,
    coordinate: `${owner.name}.${field.name}`,
    description: field.description ?? undefined,
    deprecationReason: field.deprecationReason ?? undefined,
    node,
  };
}

/** A field whose type is an object type, an interface or a union. */
interface NestedField {
  readonly key: string;
  readonly occurrences: readonly FieldOccurrence[];
  readonly concrete: GraphQLCompositeType | undefined;
  /** Whether the field of the object type returns another named type than the field that the document selects. */
  readonly hasOtherType: boolean;
}

function compileNested(
  context: ResultContext,
  { path, siblings }: Position,
  type: GraphQLCompositeType,
  { key, occurrences, concrete, hasOtherType }: NestedField,
): Objects {
  const sets = selectionsOf(occurrences, type);
  const typeConditions = new Set(occurrences.flatMap(({ typeConditions }) => typeConditions));
  // Named as a member: by the object type if only this type has these fields, or else by the type conditions.
  const isOwn = concrete !== undefined && (hasOtherType || typeConditions.has(concrete.name));
  const suffix = isOwn ? [concrete.name] : [...typeConditions];
  const siblingKey = [...suffix, key].join();
  const sibling = siblings.get(siblingKey);
  if (sibling) return sibling;
  const isFromSchema = hasOtherType && concrete !== undefined && !typeConditions.has(concrete.name);
  const nestedPath = extendPath(extendPath(path, suffix, isFromSchema), [key]);
  const id = identify(type, sets);
  // A spread fragment that contains the same selection exports its type.
  const shared = context.spread
    .map((fragment) => fragment.shared.get(id))
    .find((objects) => objects !== undefined);
  const objects = shared ?? compileObjects(context, type, sets, nestedPath);
  siblings.set(siblingKey, objects);
  if (!nestedPath.isFromSchema && !context.shared.has(id)) context.shared.set(id, objects);
  return objects;
}

function compileOutput(
  context: ResultContext,
  type: GraphQLOutputType,
  nested: (type: GraphQLCompositeType) => Objects,
): ResultType {
  if (!isNonNullType(type)) return { kind: "nullable", of: compileNonNull(context, type, nested) };
  return compileNonNull(context, type.ofType, nested);
}

function compileNonNull(
  context: ResultContext,
  type: GraphQLOutputType,
  nested: (type: GraphQLCompositeType) => Objects,
): ResultType {
  if (isNonNullType(type)) return compileNonNull(context, type.ofType, nested);
  if (isListType(type)) return { kind: "list", of: compileOutput(context, type.ofType, nested) };
  if (isCompositeType(type)) return nested(type);
  const leaf = context.leafOf(type);
  if (leaf.exported) context.enums.add(type.name);
  return leaf;
}

/** The name of an object type. */
function compileTypename(type: GraphQLCompositeType, node: FieldNode, optional: boolean): Property {
  const atoms = new Set([JSON.stringify(isAbstractType(type) ? UNKNOWN_TYPE : type.name)]);
  const leaf: Leaf = { kind: "leaf", name: "__typename", atoms };
  return { type: leaf, optional, coordinate: `${type.name}.__typename`, node };
}

const identities = new WeakMap<SelectionSetNode, number>();
let lastIdentity = 0;

/** A key that is equal for the same selections on the same type: the same nodes of the document, not only equal text. */
function identify(type: GraphQLCompositeType, sets: readonly SelectionOccurrence[]): string {
  const ids = sets.map(({ set, scope: { condition } }) => {
    const id = identities.get(set) ?? ++lastIdentity;
    identities.set(set, id);
    return condition === ALWAYS ? id : `${id} ${condition}`;
  });
  return `${type.name}:${ids.join()}`;
}
