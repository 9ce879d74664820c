/** Lists the changes between two schemas, whether or not an operation uses the changed elements. */

import { diffSchema } from "@graphql-inspector/core/diff/schema";
import { type GraphQLSchema, specifiedDirectives } from "graphql";
import { interfacesOf, resolveCoordinate } from "../../model/graphql.ts";
import { argumentCoordinate, compareText, groupBy, type NonEmpty, ownerOf } from "./document-operations.ts";

/** A change between the schemas, whether or not an operation uses the element. */
export interface SchemaChange {
  readonly coordinate: string;
  /** Level for the schema as a whole, from `@graphql-inspector/core`. */
  readonly level: "breaking" | "dangerous" | "safe";
  readonly message: string;
  /** Number of changes that follow from this one and are not listed, such as the fields of a new type. */
  readonly folded: number;
}

type InspectorChange = ReturnType<typeof diffSchema>[number];

/** A change of `@graphql-inspector/core`, with its coordinate. */
interface Located extends Omit<SchemaChange, "folded">, Pick<InspectorChange, "type" | "meta"> {}

const LEVELS: Readonly<Record<string, SchemaChange["level"]>> = {
  BREAKING: "breaking",
  DANGEROUS: "dangerous",
  NON_BREAKING: "safe",
};
const RANK = { breaking: 0, dangerous: 1, safe: 2 } as const;

/** Changes that others follow from. */
const WHOLE_ELEMENT =
  /^(TYPE|DIRECTIVE|FIELD|INPUT_FIELD|ENUM_VALUE|FIELD_ARGUMENT|DIRECTIVE_ARGUMENT)_(ADDED|REMOVED)$/;
const DESCRIPTION = /DESCRIPTION/;
const APPLIED_DIRECTIVE = /^DIRECTIVE_USAGE/;
/** Generated code contains descriptions and deprecations. */
const DOCUMENTATION = /DESCRIPTION|DEPRECAT/;

/**
 * Lists the changes, the worst level first, then by coordinate. A change that follows from another one is
 * counted in `folded` and not listed. A new type is therefore one change, not one for each of its fields.
 */
export function compare(before: GraphQLSchema, after: GraphQLSchema): SchemaChange[] {
  return compareSchemas(before, after).changes;
}

/** Also lists the coordinates whose description or deprecation changed. */
export function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
): { readonly changes: SchemaChange[]; readonly documented: readonly string[] } {
  const located = diffSchema(before, after)
    .filter((change) => !isHidden(change))
    .map(toLocated);
  const isInBoth = (coordinate: string) =>
    [before, after].every((schema) => resolveCoordinate(schema, coordinate) !== undefined);
  const documented = located.filter(
    ({ type, coordinate }) => DOCUMENTATION.test(type) && isInBoth(coordinate),
  );
  return {
    changes: foldChanges(located, before, after).sort(compareChanges),
    documented: documented.map(({ coordinate }) => coordinate),
  };
}

function toLocated(change: InspectorChange): Located {
  const { type, message, criticality, meta } = change;
  const level = LEVELS[criticality.level] ?? "breaking";
  return { type, message, meta, level, coordinate: coordinateOf(change) };
}

/** Lists each change that follows from no other, and counts those that follow from it. */
function foldChanges(
  located: readonly Located[],
  before: GraphQLSchema,
  after: GraphQLSchema,
): SchemaChange[] {
  const wholes = located.filter(({ type }) => WHOLE_ELEMENT.test(type));
  const heads: Heads = new Map(wholes.map((change) => [change.coordinate, change]));
  const groups = groupBy(located, (change) => {
    const head = findHead(change, heads, before, after);
    if (heads.has(head)) return head;
    const { type, coordinate, message } = change;
    return messageForOwner(change) ?? `${coordinate} ${type} ${message}`;
  });
  return [...groups].map(([key, group]) => foldGroup(group, heads.get(key)));
}

/** @param head - The change that the others of the group follow from. */
function foldGroup(group: NonEmpty<Located>, head: Located | undefined): SchemaChange {
  const [first] = group;
  const { coordinate, level, message } = head ?? first;
  if (head) return { coordinate, level, message, folded: group.filter((change) => change !== head).length };
  const ownerMessage = messageForOwner(first);
  if (ownerMessage === undefined) return { coordinate, level, message, folded: 0 };
  // The worst level. The first counts as the change.
  const worst = group.reduce((worst, { level }) => (RANK[level] < RANK[worst] ? level : worst), level);
  return { coordinate: ownerOf(coordinate), level: worst, message: ownerMessage, folded: group.length - 1 };
}

/** The message of the changes of a type and its members that are one. `undefined` for other changes. */
function messageForOwner({ type, coordinate }: Located): string | undefined {
  const owner = ownerOf(coordinate);
  if (DESCRIPTION.test(type)) return `Descriptions of '${owner}' changed`;
  return APPLIED_DIRECTIVE.test(type) ? `Applied directives of '${owner}' changed` : undefined;
}

function compareChanges(a: SchemaChange, b: SchemaChange): number {
  return (
    RANK[a.level] - RANK[b.level] ||
    compareText(a.coordinate, b.coordinate) ||
    compareText(a.message, b.message)
  );
}

/**
 * Neither introspection nor a snapshot contains the applied directives of a server, such as `@key`. A
 * deprecation is reported twice, except on arguments and input fields: by itself and as a directive.
 */
function isHidden({ type, meta }: InspectorChange): boolean {
  const directive: unknown = meta.addedDirectiveName ?? meta.removedDirectiveName ?? meta.directiveName;
  if (!APPLIED_DIRECTIVE.test(type)) return false;
  if (!specifiedDirectives.some(({ name }) => name === directive)) return true;
  return directive === "deprecated" && !/_(ARGUMENT_DEFINITION|INPUT_FIELD_DEFINITION)_/.test(type);
}

/** Inspector's paths are `Type.field.argument`, and can end in an applied directive with its argument. */
function coordinateOf({ type, path = "", meta }: InspectorChange): string {
  // Its path is that of the directive.
  if (type === "DIRECTIVE_ARGUMENT_ADDED")
    return argumentCoordinate(path, `${meta.addedDirectiveArgumentName}`);
  const [element = ""] = path.split(".@", 1);
  const [owner = "", member, argument] = element.split(".");
  // The schema definition has no path: query, mutation and subscription types.
  if (owner === "") return "schema";
  if (!member) return owner;
  if (owner.startsWith("@")) return argumentCoordinate(owner, member);
  return argument ? argumentCoordinate(`${owner}.${member}`, argument) : `${owner}.${member}`;
}

/** The changes of whole elements, by coordinate. */
type Heads = ReadonlyMap<string, Located>;

/** A union or an interface loses a type because the type was removed. Its name is in a member of `meta`. */
const REMOVED_NAMES: Readonly<Record<string, string>> = {
  UNION_MEMBER_REMOVED: "removedUnionMemberTypeName",
  OBJECT_TYPE_INTERFACE_REMOVED: "removedInterfaceName",
};

/** Returns the coordinate of the change that this one follows from, or its own. */
function findHead(
  { type, coordinate, meta }: Located,
  heads: Heads,
  before: GraphQLSchema,
  after: GraphQLSchema,
): string {
  const owner = ownerOf(coordinate);
  if (heads.has(owner)) return owner;
  const nameOfRemoved = REMOVED_NAMES[type];
  const removed = nameOfRemoved && meta[nameOfRemoved];
  if (typeof removed === "string" && heads.has(removed)) return removed;
  const [field = ""] = coordinate.split("(", 1);
  return findInterfaceHead(heads.has(field) ? field : coordinate, heads, before, after);
}

/** A field or an argument of an object type is added or removed because its interface requires it. */
function findInterfaceHead(
  coordinate: string,
  heads: Heads,
  before: GraphQLSchema,
  after: GraphQLSchema,
): string {
  const kind = heads.get(coordinate)?.type;
  if (!kind || !/^FIELD_/.test(kind)) return coordinate;
  const owner = ownerOf(coordinate);
  const interfaces = interfacesOf((kind.endsWith("ADDED") ? after : before).getType(owner));
  const origin = interfaces
    .map((name) => name + coordinate.slice(owner.length))
    .find((candidate) => heads.get(candidate)?.type === kind);
  return origin ? findInterfaceHead(origin, heads, before, after) : coordinate;
}
