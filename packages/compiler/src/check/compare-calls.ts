/** Compares the arguments that the platform receives for the fields of an operation. */

import type { ASTNode, FieldNode, GraphQLSchema } from "graphql";
import { type Field, fieldAt } from "../model/graphql.ts";
import { type Member, type Objects, type ResultType, unwrap } from "../model/result-type.ts";
import { compareArguments, type VariablesByName } from "./compare-values.ts";
import { describeInputs } from "./differences.ts";
import type { NodeReason } from "./reasons.ts";

export interface FieldComparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /**
   * Chooses the coordinate for a finding about the field of an object type: its own, or that of the interface that the document
   * selects.
   *
   * @param describe - Returns the part of the field that is compared, as text.
   */
  chooseCoordinate(coordinate: string, node: ASTNode, describe: (field: Field | undefined) => string): string;
}

/**
 * Compares the arguments of all fields. The platform uses those of the object type's field, even if an interface is
 * selected.
 */
export function compareCalls(
  comparison: FieldComparison,
  old: ResultType,
  now: ResultType,
  variables: VariablesByName,
): NodeReason[] {
  const was = unwrap(old);
  const is = unwrap(now);
  if (was.kind === "list" && is.kind === "list") return compareCalls(comparison, was.of, is.of, variables);
  if (was.kind !== "objects" || is.kind !== "objects") return [];
  return [...pairTypes(was, is)].flatMap(({ member, other, names }) =>
    [...other.properties].flatMap(([key, { node, type }]) => {
      const property = member.properties.get(key);
      if (!property || !node) return [];
      const own = names.flatMap(([name, renamed]) => compareCall(comparison, name, renamed, node, variables));
      return [...own, ...compareCalls(comparison, property.type, type, variables)];
    }),
  );
}

interface PairedTypes {
  readonly member: Member;
  readonly other: Member;
  /** Names of an object type in both schemas. */
  readonly names: (readonly [old: string, now: string])[];
}

/** The members of each object type in both schemas. If there is only one type, its name can have changed. */
function pairTypes({ members: old }: Objects, { members: now }: Objects): Iterable<PairedTypes> {
  const oldTypes = typesOf(old);
  const newTypes = typesOf(now);
  const [first] = oldTypes;
  const [newFirst] = newTypes;
  if (first && newFirst && oldTypes.length === 1 && newTypes.length === 1) {
    const [was, member] = first;
    const [is, other] = newFirst;
    return [{ member, other, names: [[was, is]] }];
  }
  const byType = new Map(newTypes);
  const pairs = new Map<Member, Map<Member, PairedTypes>>();
  for (const [name, member] of oldTypes) {
    const other = byType.get(name);
    if (!other) continue;
    const own = pairs.get(member) ?? new Map<Member, PairedTypes>();
    pairs.set(member, own);
    const pair = own.get(other) ?? { member, other, names: [] };
    own.set(other, pair);
    pair.names.push([name, name]);
  }
  return [...pairs.values()].flatMap((own) => [...own.values()]);
}

function typesOf(members: readonly Member[]): (readonly [type: string, member: Member])[] {
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
  const was = fieldAt(before, `${old}.${name}`);
  const is = fieldAt(after, `${now}.${name}`);
  if (!was || !is || (was.args.length === 0 && is.args.length === 0)) return [];
  const describe = (field: Field | undefined) => describeInputs(field?.args ?? []);
  const owner = comparison.chooseCoordinate(`${now}.${name}`, node, describe);
  return compareArguments(owner, was.args, is.args, node, variables);
}
