/** Compares the arguments that the platform receives for the fields of an operation. */

import type { ASTNode } from "graphql";
import type { Field } from "../model/graphql.ts";
import { type Objects, type ResultType, unwrap } from "../model/result-type.ts";
import { compareArguments, type VariablesByName } from "./compare-values.ts";
import { describeInputs } from "./differences.ts";
import { chooseCoordinate, findField, type ResultComparison } from "./result-comparison.ts";
import type { NodeFinding } from "./validity.ts";

/**
 * Compares the arguments of all fields. The platform uses those of the object type's field, even if an interface is
 * selected. Those of unknown types are not known.
 */
export function compareCalls(
  comparison: ResultComparison,
  old: ResultType,
  now: ResultType,
  variables: VariablesByName,
): NodeFinding[] {
  const [was, is] = [unwrap(old), unwrap(now)];
  if (was.kind === "list" && is.kind === "list") return compareCalls(comparison, was.of, is.of, variables);
  if (was.kind !== "objects" || is.kind !== "objects") return [];
  return pairTypes(was, is).flatMap(({ member, other, names }) =>
    [...other.properties].flatMap(([key, { node, type }]) => {
      const property = member.properties.get(key);
      if (!property || !node || node.name.value === "__typename") return [];
      const own = names.flatMap(([name, renamed]) =>
        compareCall(comparison, `${name}.${node.name.value}`, `${renamed}.${node.name.value}`, node, variables),
      );
      return [...own, ...compareCalls(comparison, property.type, type, variables)];
    }),
  );
}

interface PairedTypes {
  readonly member: Objects["members"][number];
  readonly other: Objects["members"][number];
  /** Names of an object type in both schemas. */
  readonly names: readonly (readonly [old: string, now: string])[];
}

/** The members of each object type in both schemas. If there is only one type, its name can have changed. */
function pairTypes(old: Objects, now: Objects): PairedTypes[] {
  const [only, single] = [old, now].map(({ members }) => members.flatMap(({ types }) => types));
  const isRenamed = only?.length === 1 && single?.length === 1;
  return old.members.flatMap((member) =>
    now.members.flatMap((other): PairedTypes[] => {
      const common = other.types.filter((name) => member.types.includes(name)).map((name) => [name, name] as const);
      const names = isRenamed ? [[only?.[0] ?? "", single?.[0] ?? ""] as const] : common;
      return names.length > 0 ? [{ member, other, names }] : [];
    }),
  );
}

function compareCall(
  comparison: ResultComparison,
  old: string,
  now: string,
  node: ASTNode & Parameters<typeof compareArguments>[3],
  variables: VariablesByName,
): NodeFinding[] {
  const { before, after } = comparison;
  const [was, is] = [findField(before, old), findField(after, now)];
  if (!was || !is || (was.args.length === 0 && is.args.length === 0)) return [];
  const describe = (field: Field | undefined) => describeInputs(field?.args ?? []);
  const owner = chooseCoordinate(comparison, now, node, describe);
  return compareArguments(owner, was.args, is.args, node, variables);
}
