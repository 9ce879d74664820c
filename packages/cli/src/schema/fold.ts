/** Folds the changes that follow from others, so that people see each decision of the schema's owners once. */

import { type GraphQLSchema, isInterfaceType, isObjectType } from "graphql";
import { ownerOf } from "./coordinates.ts";
import { coordinateOf, type InspectorChange, levelOf } from "./inspector-change.ts";
import { compareText } from "./place.ts";
import type { Change } from "./report.ts";

const WHOLE = /^(TYPE|DIRECTIVE|FIELD|INPUT_FIELD|ENUM_VALUE|FIELD_ARGUMENT|DIRECTIVE_ARGUMENT)_(ADDED|REMOVED)$/;
const IN_WORDS = /DESCRIPTION/;
const APPLIED = /^DIRECTIVE_USAGE/;
const RANK = { breaking: 0, dangerous: 1, safe: 2 } as const;

interface Located {
  readonly change: InspectorChange;
  readonly coordinate: string;
}

export function foldChanges(
  changes: readonly InspectorChange[],
  before: GraphQLSchema,
  after: GraphQLSchema,
): Change[] {
  const located = changes
    .filter((change) => !isRepeated(change))
    .map((change): Located => ({ change, coordinate: coordinateOf(change) }));
  const heads = new Map<string, Located>();
  for (const one of located) if (WHOLE.test(one.change.type)) heads.set(one.coordinate, one);
  const folded = new Map<string, Change>();

  for (const one of located) {
    const key = headOf(one, heads, before, after);
    const head = heads.get(key);
    if (head && head !== one) {
      add(folded, key, () => describe(head, 0), 1);
    } else if (IN_WORDS.test(one.change.type) || APPLIED.test(one.change.type)) {
      const what = IN_WORDS.test(one.change.type) ? "Descriptions" : "Applied directives";
      const owner = ownerOf(one.coordinate);
      const message = `${what} of '${owner}' changed`;
      add(folded, message, () => ({ coordinate: owner, level: levelOf(one.change), message, folded: -1 }), 1, one);
    } else {
      add(folded, head ? key : `${one.coordinate} ${one.change.type} ${one.change.message}`, () => describe(one, 0), 0);
    }
  }
  return [...folded.values()].sort(
    (a, b) =>
      RANK[a.level] - RANK[b.level] || compareText(a.coordinate, b.coordinate) || compareText(a.message, b.message),
  );
}

/** Inspector reports a deprecation twice: by itself, and as the directive that says so. */
function isRepeated({ type, meta }: InspectorChange): boolean {
  if (!APPLIED.test(type)) return false;
  const name = meta.addedDirectiveName ?? meta.removedDirectiveName ?? meta.directiveName;
  // Only that of an argument and of an input field it has in no other form.
  return name === "deprecated" && !/_(ARGUMENT_DEFINITION|INPUT_FIELD_DEFINITION)_/.test(type);
}

function describe({ change, coordinate }: Located, folded: number): Change {
  return { coordinate, level: levelOf(change), message: change.message, folded };
}

function add(folded: Map<string, Change>, key: string, first: () => Change, count: number, worse?: Located): void {
  const known = folded.get(key) ?? first();
  const level = worse && RANK[levelOf(worse.change)] < RANK[known.level] ? levelOf(worse.change) : known.level;
  folded.set(key, { ...known, level, folded: known.folded + count });
}

/** The coordinate of the change that this one follows from; its own if it stands for itself. */
function headOf(
  { change, coordinate }: Located,
  heads: ReadonlyMap<string, Located>,
  before: GraphQLSchema,
  after: GraphQLSchema,
): string {
  const owner = ownerOf(coordinate);
  if (heads.has(owner)) return owner;
  const removed = removedMember(change);
  if (removed && heads.has(removed)) return removed;
  const field = coordinate.replace(/\(.*$/, "");
  return onInterface(heads.has(field) ? field : coordinate, heads, before, after);
}

/** A union or an interface loses a type because the type is gone. */
function removedMember({ type, meta }: InspectorChange): string | undefined {
  if (type === "UNION_MEMBER_REMOVED") return String(meta.removedUnionMemberTypeName);
  return type === "OBJECT_TYPE_INTERFACE_REMOVED" ? String(meta.removedInterfaceName) : undefined;
}

/** A field or an argument comes and goes with the interface that asks for it. */
function onInterface(
  coordinate: string,
  heads: ReadonlyMap<string, Located>,
  before: GraphQLSchema,
  after: GraphQLSchema,
): string {
  const kind = heads.get(coordinate)?.change.type;
  if (!kind || !/^FIELD_/.test(kind)) return coordinate;
  const owner = ownerOf(coordinate);
  const type = (kind.endsWith("ADDED") ? after : before).getType(owner);
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const origin = interfaces
    .map(({ name }) => name + coordinate.slice(owner.length))
    .find((candidate) => heads.get(candidate)?.change.type === kind);
  return origin ? onInterface(origin, heads, before, after) : coordinate;
}
