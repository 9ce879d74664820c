/** Compares the arguments that the platform receives for the fields of an operation. */

import type { ASTNode, FieldNode, GraphQLSchema } from "graphql";
import { type Field, fieldAt } from "../../model/graphql.ts";
import { type Member, type Objects, type ResultType, unwrap } from "../../model/result-type.ts";
import { describeInputs } from "./differences.ts";
import { groupBy } from "./document-operations.ts";
import type { NodeReason } from "./reasons.ts";
import { compareArguments, type VariablesByName } from "./values.ts";

export interface FieldComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /**
   * Chooses the coordinate for a finding about the field of an object type: its own, or that of the interface
   * that the document selects, if it changed there too.
   *
   * @param describe - Returns the part of the field that is compared, as text.
   */
  chooseCoordinate(coordinate: string, node: ASTNode, describe: (field: Field | undefined) => string): string;
}

/**
 * Compares the arguments of all fields. The platform uses those of the object type's field, even if an
 * interface is selected.
 */
export function compareCalls(
  comparison: FieldComparison,
  oldType: ResultType,
  newType: ResultType,
  variables: VariablesByName,
): NodeReason[] {
  const old = unwrap(oldType);
  const now = unwrap(newType);
  if (old.kind === "list" && now.kind === "list") return compareCalls(comparison, old.of, now.of, variables);
  if (old.kind !== "objects" || now.kind !== "objects") return [];
  return pairTypes(old, now).flatMap(({ oldMember, newMember, names }) =>
    [...newMember.properties].flatMap(([key, { node, type }]) => {
      const oldProperty = oldMember.properties.get(key);
      if (!oldProperty || !node) return [];
      const own = names.flatMap(([oldName, newName]) =>
        compareCall(comparison, oldName, newName, node, variables),
      );
      return [...own, ...compareCalls(comparison, oldProperty.type, type, variables)];
    }),
  );
}

interface PairedTypes {
  readonly oldMember: Member;
  readonly newMember: Member;
  /** The types whose fields are called: of both schemas, in pairs. */
  readonly names: readonly (readonly [old: string, now: string])[];
}

/**
 * Pairs the object types whose fields the platform calls before and after.
 *
 * `{ search { id ... on Flow { steps(first: 5) } } }` has the members `Flow` and `User` in the old schema, and
 * `Flow` and `Team` in the new one: `Flow` is compared with `Flow`. No call reaches `User` any more, and none
 * reached `Team`.
 */
function pairTypes(old: Objects, now: Objects): readonly PairedTypes[] {
  const pairs = pairByName(old, now);
  if (pairs.length > 0) return pairs;
  const [first, ...oldOthers] = typesOf(old);
  const [newFirst, ...newOthers] = typesOf(now);
  if (!first || !newFirst) return [];
  const [oldType, oldMember] = first;
  const [newType, newMember] = newFirst;
  // A single type can have another name now.
  if (oldOthers.length === 0 && newOthers.length === 0)
    return [{ oldMember, newMember, names: [[oldType, newType]] }];
  // Several other types in one member have the fields of their interface.
  const haveOneMember = old.members.length === 1 && now.members.length === 1;
  return haveOneMember ? [{ oldMember, newMember, names: [[old.name, now.name]] }] : [];
}

function typesOf({ members }: Objects): (readonly [type: string, member: Member])[] {
  return members.flatMap((member) => member.types.map((type) => [type, member] as const));
}

/** Pairs the members that have a type of the same name, each two members once. */
function pairByName(old: Objects, now: Objects): PairedTypes[] {
  const newByType = new Map(typesOf(now));
  return old.members.flatMap((oldMember) => {
    const groups = groupBy(oldMember.types, (type) => newByType.get(type));
    return [...groups].flatMap(([newMember, types]) => {
      const names = types.map((type) => [type, type] as const);
      return newMember ? [{ oldMember, newMember, names }] : [];
    });
  });
}

function compareCall(
  comparison: FieldComparison,
  old: string,
  now: string,
  node: FieldNode,
  variables: VariablesByName,
): NodeReason[] {
  const { before, after } = comparison;
  const name = node.name.value;
  const oldField = fieldAt(before, `${old}.${name}`);
  const newField = fieldAt(after, `${now}.${name}`);
  if (!oldField || !newField || (oldField.args.length === 0 && newField.args.length === 0)) return [];
  const describe = (field: Field | undefined) => describeInputs(field?.args ?? []);
  const owner = comparison.chooseCoordinate(`${now}.${name}`, node, describe);
  return compareArguments(owner, oldField.args, newField.args, node, variables);
}
