/** Builds the type of the result of an operation or a fragment, with the names that it exports. */

import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
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
  findSelectedField,
  isNarrower,
} from "./fields.ts";
import { fieldOf } from "./graphql.ts";
import { chooseNestedNames, extendPath, type NestedName, type Path } from "./names.ts";
import { UNKNOWN_TYPE } from "./open-types.ts";
import type { ExportedName, Leaf, Member, Objects, Property, ResultType } from "./result-type.ts";
import {
  type FragmentsByName,
  type Occurrences,
  type ScopedSet,
  scopeOf,
  selectionsOf,
} from "./selections.ts";
import { type TypeStyle, traitsOf } from "./type-style.ts";

interface ResultInput {
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

/** A type with an exported name. */
type Declared = (Member | Objects) & { readonly exported: ExportedName };

export interface CompiledResult {
  readonly type: Objects;
  /** The types that it exports: nested types first, the whole result last. */
  readonly declared: readonly Declared[];
  /** Names of the enums in it, without those of borrowed types. */
  readonly enums: ReadonlySet<string>;
  /**
   * The nested types that a definition with a spread of this fragment can borrow, by the key of `identify`.
   */
  readonly reusable: ReadonlyMap<string, Objects>;
}

/**
 * The input that all functions of this file read, and the parts of the {@link CompiledResult} that they add
 * to.
 */
interface ResultContext extends Pick<ResultInput, "schema" | "fragments" | "style" | "leafOf" | "spread"> {
  readonly declared: Declared[];
  readonly enums: Set<string>;
  readonly reusable: Map<string, Objects>;
  /** The types with a wanted name. `chooseNestedNames` makes the names unique at the end. */
  readonly named: NestedName[];
}

/**
 * Builds the result of one definition.
 *
 * A nested type has the name of its path, such as `ListFlowsQuery_flows_owner`. The path of a member of an
 * interface or union ends in the name of its type, in those of the fragments on interfaces that apply to its
 * types, or in `_other` for the rest. The fields of the last two have the types of the interface. An addition
 * to the schema therefore renames no type.
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
    reusable: new Map(),
    named: [],
  };
  const path: Path = { name: input.name, isFromSchema: false };
  const type = compileObjects(context, input.type, [{ set: input.set, scope: scopeOf(input.type) }], path);
  chooseNestedNames(context.named, type.exported, input.isTaken);
  const { declared, enums, reusable } = context;
  return { type, declared, enums, reusable };
}

/** Registers a type that wants the name of its path. */
function exportName({ named }: ResultContext, path: Path): ExportedName {
  const exported = { name: path.name };
  named.push({ exported, path });
  return exported;
}

/** A place of the result that has objects. Its members are built from this. */
interface Position {
  /** The type that the schema has at this place: an object type, an interface or a union. */
  readonly type: GraphQLCompositeType;
  readonly path: Path;
  /**
   * The types of nested fields, by the end of their path. Members that select the same field have one type
   * for it.
   */
  readonly nested: Map<string, Objects>;
  readonly collectFields: ReturnType<typeof createFieldCollector>;
}

function compileObjects(
  context: ResultContext,
  type: GraphQLCompositeType,
  sets: readonly ScopedSet[],
  path: Path,
): Objects {
  const collectFields = createFieldCollector(context, type, sets);
  const position: Position = { type, path, nested: new Map(), collectFields };
  const common = collectFields(type);
  const exported = exportName(context, path);
  const isUnion = isAbstractType(type) && hasOwnMembers(context, type, common);
  const members = isUnion
    ? compileMembers(context, position, type, common.fields)
    : [compileOnlyMember(context, position, common.fields, exported)];
  const objects: Objects = { kind: "objects", name: type.name, exported, members, isUnion };
  // `compileMember` has declared the name if the only member has it. An empty member has none.
  const isDeclared = members.some((member) => member.exported === exported);
  if (!isDeclared) context.declared.push(objects);
  return objects;
}

/** Whether types of an interface or union have members of their own, in addition to the rest. */
function hasOwnMembers(
  context: ResultContext,
  type: GraphQLAbstractType,
  { fields, isPartial }: CollectedFields,
): boolean {
  if (isPartial || selectsTypename(fields)) return true;
  return context.schema.getPossibleTypes(type).some((possible) => isNamedByStyle(context, possible, fields));
}

function selectsTypename(fields: FieldsByName): boolean {
  return [...fields.values()].some(([first]) => first.node.name.value === "__typename");
}

/** Whether the style names a type because a field of it is narrower than that of the interface. */
function isNamedByStyle(
  { schema, style }: ResultContext,
  type: GraphQLObjectType,
  fields: FieldsByName,
): boolean {
  return traitsOf(style).usesImplementations && isNarrower(schema, type, fields);
}

/** The member of an object type, or the rest of an interface or union that has no other member. */
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

/**
 * Builds the members of an interface or union that has members of its own, and the rest.
 *
 * @param common - The fields of all types.
 */
function compileMembers(
  context: ResultContext,
  position: Position,
  type: GraphQLAbstractType,
  common: FieldsByName,
): Member[] {
  const { groups, others } = groupTypes(context, position, type);
  const members = groups.map(({ suffix, fields, types, concrete }) => {
    const exported = exportName(context, extendPath(position.path, suffix.parts, suffix.isFromSchema));
    const head = { exported, types: types.map(({ name }) => name), isRest: false, isOpen: false };
    return compileMember(context, position, fields, head, concrete);
  });
  const { isOpen } = traitsOf(context.style);
  if (others.length === 0 && !isOpen) return members;
  const exported = exportName(context, extendPath(position.path, ["other"]));
  const head = { exported, types: others.map(({ name }) => name), isRest: true, isOpen };
  return [...members, compileMember(context, position, common, head, undefined)];
}

/** The object types of one member. */
interface TypeGroup {
  readonly suffix: Suffix;
  readonly fields: FieldsByName;
  readonly types: GraphQLObjectType[];
  /** The type, if the group is that of a named type. */
  readonly concrete: GraphQLObjectType | undefined;
}

/**
 * Groups the types of an interface or union by the suffix of their member. `others` are those of the rest.
 */
function groupTypes(
  context: ResultContext,
  { collectFields }: Position,
  type: GraphQLAbstractType,
): { readonly groups: readonly TypeGroup[]; readonly others: readonly GraphQLObjectType[] } {
  const groups = new Map<string, TypeGroup>();
  const others: GraphQLObjectType[] = [];
  for (const possible of context.schema.getPossibleTypes(type)) {
    const { fields, typeConditions } = collectFields(possible);
    const isNamedBySchema = selectsTypename(fields) || isNamedByStyle(context, possible, fields);
    const suffix = chooseSuffix(possible, typeConditions, isNamedBySchema);
    if (suffix.parts.length === 0) {
      others.push(possible);
      continue;
    }
    const key = suffix.parts.join();
    const concrete = suffix.isType ? possible : undefined;
    // The same fragments apply to the types of a group, so they have the same fields.
    const group = groups.get(key) ?? { suffix, fields, types: [], concrete };
    group.types.push(possible);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], others };
}

/** The end of a path that tells members apart, or the fields of members. */
interface Suffix {
  /** The name of the object type, or the type conditions that it meets. Empty for the rest. */
  readonly parts: readonly string[];
  /** Whether it is the name of the object type. */
  readonly isType: boolean;
  /** Whether the schema decides that the name is part of the path, and not only the document. */
  readonly isFromSchema: boolean;
}

/**
 * @param type - The object type.
 * @param typeConditions - Names of the types in `... on Type` that it meets.
 * @param isNamedBySchema - Whether the type is named even if no fragment on it applies. It is then one of the
 * types that the schema has today.
 */
function chooseSuffix(
  type: GraphQLCompositeType | undefined,
  typeConditions: ReadonlySet<string>,
  isNamedBySchema: boolean,
): Suffix {
  if (type && typeConditions.has(type.name)) return { parts: [type.name], isType: true, isFromSchema: false };
  if (type && isNamedBySchema) return { parts: [type.name], isType: true, isFromSchema: true };
  return { parts: [...typeConditions], isType: false, isFromSchema: false };
}

/** A member without its properties. */
type MemberHead = Pick<Member, "types" | "isRest" | "isOpen"> & { readonly exported: ExportedName };

/** @param concrete - The object type, unless the member is that of an interface or of the rest. */
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
  if (properties.size === 0) return { ...head, properties, exported: undefined };
  const member = { ...head, properties };
  context.declared.push(member);
  return member;
}

/** Builds a field. `undefined` if the schema does not have it. */
function compileProperty(
  context: ResultContext,
  position: Position,
  key: string,
  occurrences: Occurrences,
  concrete: GraphQLCompositeType | undefined,
): Property | undefined {
  const { schema } = context;
  const [{ node }] = occurrences;
  const optional = !isAlwaysPresent(occurrences.map(({ condition }) => condition));
  if (node.name.value === "__typename") return compileTypename(concrete ?? position.type, node, optional);
  const selected = findSelectedField(schema, occurrences);
  const owner = concrete ?? selected?.owner;
  const field = owner && fieldOf(schema, owner, node.name.value);
  if (!owner || !field || !selected) return undefined;
  const isImplementation = concrete !== undefined && isAbstractType(position.type);
  const returnsOtherType = isImplementation && getNamedType(field.type) !== getNamedType(selected.field.type);
  const compileObject = (type: GraphQLCompositeType) =>
    compileNested(context, position, type, { key, occurrences, concrete, returnsOtherType });
  return {
    type: compileOutput(context, field.type, compileObject),
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
  readonly occurrences: Occurrences;
  readonly concrete: GraphQLCompositeType | undefined;
  /**
   * Whether `concrete` implements the field with another named type than that of the interface which the
   * document selects.
   */
  readonly returnsOtherType: boolean;
}

function compileNested(
  context: ResultContext,
  { path, nested }: Position,
  type: GraphQLCompositeType,
  { key, occurrences, concrete, returnsOtherType }: NestedField,
): Objects {
  const sets = selectionsOf(occurrences, type);
  const typeConditions = new Set(occurrences.flatMap((occurrence) => occurrence.typeConditions));
  // Not that of the member: the path has only the conditions under which the field itself is selected.
  const suffix = chooseSuffix(concrete, typeConditions, returnsOtherType);
  const nestedKey = [...suffix.parts, key].join();
  const built = nested.get(nestedKey);
  if (built) return built;
  const id = identify(type, sets);
  const nestedPath = extendPath(extendPath(path, suffix.parts, suffix.isFromSchema), [key]);
  const objects = findBorrowed(context, id) ?? compileObjects(context, type, sets, nestedPath);
  nested.set(nestedKey, objects);
  // If another schema does not name this type, definitions that had borrowed it would have another name for
  // theirs.
  if (!nestedPath.isFromSchema && !context.reusable.has(id)) context.reusable.set(id, objects);
  return objects;
}

/** The type that a spread fragment exports for the same selections. */
function findBorrowed({ spread }: ResultContext, id: string): Objects | undefined {
  return spread.map(({ reusable }) => reusable.get(id)).find((objects) => objects !== undefined);
}

function compileOutput(
  context: ResultContext,
  type: GraphQLOutputType,
  compileObject: (type: GraphQLCompositeType) => Objects,
): ResultType {
  const compiled = compileNonNull(context, type, compileObject);
  return isNonNullType(type) ? compiled : { kind: "nullable", of: compiled };
}

function compileNonNull(
  context: ResultContext,
  type: GraphQLOutputType,
  compileObject: (type: GraphQLCompositeType) => Objects,
): ResultType {
  if (isNonNullType(type)) return compileNonNull(context, type.ofType, compileObject);
  if (isListType(type)) return { kind: "list", of: compileOutput(context, type.ofType, compileObject) };
  if (isCompositeType(type)) return compileObject(type);
  const leaf = context.leafOf(type);
  if (leaf.exported) context.enums.add(type.name);
  return leaf;
}

/** @param type - The type of the member. An interface or union for the rest. */
function compileTypename(type: GraphQLCompositeType, node: FieldNode, optional: boolean): Property {
  const atoms = new Set([JSON.stringify(isAbstractType(type) ? UNKNOWN_TYPE : type.name)]);
  const leaf: Leaf = { kind: "leaf", name: "__typename", atoms };
  return { type: leaf, optional, coordinate: `${type.name}.__typename`, node };
}

const identities = new WeakMap<SelectionSetNode, number>();
let lastIdentity = 0;

/**
 * A key that is equal for the same selections on the same type: for the same nodes of the document, and not
 * for equal text.
 */
function identify(type: GraphQLCompositeType, sets: readonly ScopedSet[]): string {
  const ids = sets.map(({ set, scope: { condition } }) => {
    const id = identities.get(set) ?? ++lastIdentity;
    identities.set(set, id);
    return condition === ALWAYS ? id : `${id} ${condition}`;
  });
  return `${type.name}:${ids.join()}`;
}
