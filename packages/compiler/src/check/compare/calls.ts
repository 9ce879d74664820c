/** Compares the arguments that the platform receives for the fields of an operation. */

import type { ASTNode, FieldNode, GraphQLSchema } from "graphql";
import { type Field, fieldAt } from "../../model/graphql.ts";
import { type Member, type Objects, type ResultType, unwrap } from "../../model/result-type.ts";
import { describeInputs } from "./differences.ts";
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
  /** Names in both schemas: of an object type, or of the interface. */
  readonly names: (readonly [old: string, now: string])[];
}

/**
 * The members of each object type in both schemas. If there is only one type, its name can have changed. If
 * both schemas have other types, and one member for all of them, the fields are those of the interface.
 */
function pairTypes(old: Objects, now: Objects): readonly PairedTypes[] {
  const oldTypes = typesOf(old.members);
  const newTypes = typesOf(now.members);
  const [first] = oldTypes;
  const [newFirst] = newTypes;
  if (!first || !newFirst) return [];
  const [oldName, oldMember] = first;
  const [newName, newMember] = newFirst;
  if (oldTypes.length === 1 && newTypes.length === 1)
    return [{ oldMember, newMember, names: [[oldName, newName]] }];
  const pairs = pairByName(oldTypes, newTypes);
  const haveOneMember = old.members.length === 1 && now.members.length === 1;
  if (pairs.length > 0 || !haveOneMember) return pairs;
  return [{ oldMember, newMember, names: [[old.name, now.name]] }];
}

type NamedMember = readonly [type: string, member: Member];

/** Pairs the members that have a type of the same name, each two members once. */
function pairByName(oldTypes: readonly NamedMember[], newTypes: readonly NamedMember[]): PairedTypes[] {
  const byType = new Map(newTypes);
  const pairs = new Map<Member, Map<Member, PairedTypes>>();
  for (const [name, oldMember] of oldTypes) {
    const newMember = byType.get(name);
    if (!newMember) continue;
    const own = pairs.get(oldMember) ?? new Map<Member, PairedTypes>();
    pairs.set(oldMember, own);
    const pair = own.get(newMember) ?? { oldMember, newMember, names: [] };
    own.set(newMember, pair);
    pair.names.push([name, name]);
  }
  return [...pairs.values()].flatMap((own) => [...own.values()]);
}

function typesOf(members: readonly Member[]): NamedMember[] {
  return members.flatMap((member) => member.types.map((type) => [type, member] as const));
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
