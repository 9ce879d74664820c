/**
 * What consumers have installed: the operations of the base. One that has the same text is compared as an
 * operation of today. Of another one, the types are compared across both schemas and both texts:
 *
 * base      query A { flow { id name } }     type Flow { id: ID!  name: String! }
 * today     query A { flow { id } }          type Flow { id: Int! name: String! }
 *
 * Both fields differ in the types of `A`. `Flow.id` differs in the schemas too, so the schema is the cause. The
 * schemas agree about `Flow.name`, so the text is.
 */

import {
  type ASTNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  isExecutableDefinitionNode,
  print,
} from "graphql";
import { memoize } from "../../model/cache.ts";
import type { CompileOptions } from "../../model/compilation.ts";
import { resolveCoordinate } from "../../model/graphql.ts";
import { findFragments } from "../../model/selections.ts";
import { createIsChanged } from "./differences.ts";
import { contains, findOperations, groupBy, listFragments, type Operation } from "./document-operations.ts";
import type { InstalledOperations, OperationPair, VerdictInput } from "./models.ts";
import { BREAKING_CODE, CODE_KINDS, mergeCode, type NodeReason } from "./reasons.ts";
import { findInvalid } from "./validity.ts";

/** An operation of the base that has no successor of its name. */
interface RemovedOperation {
  readonly operation: Operation;
  readonly reason: NodeReason;
}

/** The operations that those of today are compared with. */
export interface Base {
  /**
   * Returns what consumers have of an operation: without a base, the operation itself. `undefined` if there is
   * nothing to compare it with.
   */
  find(operation: Operation): Operation | undefined;
  /** What reports say of a valid operation that has none. */
  readonly missing: "added" | "not compared";
  /** Whether consumers have another text, or code that was generated with other options. */
  hasOther(operation: Operation): boolean;
  /**
   * Merges the reasons that the text or the options cause into one for each changed definition.
   *
   * @param reasons - About the exported types alone, not about inputs in the schema.
   */
  mergeByText(reasons: readonly NodeReason[], pair: OperationPair): readonly NodeReason[];
  listRemoved(): RemovedOperation[];
}

/**
 * @param today - The operations and the unused fragments of today.
 * @param isValidBefore - Whether one of them is valid in the old schema.
 */
export function findBase(
  input: VerdictInput,
  today: readonly Operation[],
  isValidBefore: (operation: Operation) => boolean,
): Base {
  if (input.installed) return findInstalled(input, input.installed, today);
  // Consumers have the same operations. One that is valid only in the new schema was written for it.
  return {
    find: (operation) => (isValidBefore(operation) ? operation : undefined),
    missing: "not compared",
    hasOther: () => false,
    mergeByText: (reasons) => reasons,
    listRemoved: () => [],
  };
}

function findInstalled(
  input: VerdictInput,
  installed: InstalledOperations,
  today: readonly Operation[],
): Base {
  const { before, after } = input;
  const old = listValid(input, adoptUnchanged(installed.operations, input.operations));
  const oldByName = new Map(old.map((operation) => [nameOf(operation), operation]));
  const hasSameOptions = describeOptions(installed) === describeOptions(input);
  const find = (operation: Operation) => oldByName.get(nameOf(operation));
  const isSame = (base: Operation, operation: Operation) => hasSameOptions && hasSameText(base, operation);
  const isChanged = createIsChanged(before, after);
  // Whether the schema is the cause, and not the text.
  const isOfSchema = ({ change, coordinate }: NodeReason) => {
    // Only a text adds a field to a result. It also removes one, unless the schema no longer has it.
    if (change.kind === "field")
      return change.change === "removed" && resolveCoordinate(after, coordinate) === undefined;
    // Only a text has `@include` and `@skip`, which decide whether a field is always present.
    return change.kind !== "presence" && isChanged(coordinate);
  };
  return {
    find,
    missing: "added",
    hasOther(operation) {
      const base = find(operation);
      return base !== undefined && !isSame(base, operation);
    },
    mergeByText(reasons, pair) {
      if (isSame(pair.base, pair.operation)) return reasons;
      const ofText = reasons.filter((reason) => !isOfSchema(reason));
      return [...reasons.filter(isOfSchema), ...mergeByDefinition(ofText, pair)];
    },
    listRemoved() {
      // An operation can spread a fragment that no operation spread before, and the reverse.
      const fragments = listFragments(findFragments(input.operations));
      const names = new Set([...today, ...fragments].map(nameOf));
      const added = today.filter((operation) => !oldByName.has(nameOf(operation)));
      const byBody = new Map(added.map((operation) => [describeBody(operation), operation.name]));
      // The differences of a fragment that an operation spreads are those of the operation.
      const spread = new Set<ASTNode>(old.flatMap((operation) => operation.fragments));
      return old
        .filter((operation) => !names.has(nameOf(operation)) && !spread.has(operation.node))
        .map((operation) => ({ operation, reason: describeRemoved(operation, byBody) }));
    },
  };
}

/** Replaces each definition of the base by that of today, if they are the same when printed. */
function adoptUnchanged(old: DocumentNode, now: DocumentNode): DocumentNode {
  const byName = new Map(
    now.definitions.filter(isExecutableDefinitionNode).map((node) => [keyOf(node), node]),
  );
  const definitions = old.definitions.map((node) => {
    const other = isExecutableDefinitionNode(node) ? byName.get(keyOf(node)) : undefined;
    return other && (other === node || print(other) === print(node)) ? other : node;
  });
  return { ...old, definitions };
}

const keyOf = ({ kind, name }: ExecutableDefinitionNode): string => `${kind} ${name?.value}`;

/** An operation and a fragment can have one name. */
const nameOf = ({ kind, name }: Operation): string => (kind === "fragment" ? `fragment ${name}` : name);

function hasSameText(base: Operation, { node, fragments }: Operation): boolean {
  return base.node === node && base.fragments.every((fragment) => fragments.includes(fragment));
}

/** The operations and all fragments. Code exists only for what is valid in the schema of the base. */
function listValid({ before }: VerdictInput, document: DocumentNode): Operation[] {
  const fragments = findFragments(document);
  const all = [...findOperations(document, fragments), ...listFragments(fragments)];
  const invalid = findInvalid(before, all);
  return all.filter((operation) => !invalid.has(operation));
}

function describeOptions({ types = "open", scalars = {} }: CompileOptions): string {
  return JSON.stringify([types, Object.entries(scalars).sort()]);
}

const describeBody = memoize(({ node, fragments }: Operation): string => {
  const { name: _, ...unnamed } = node;
  return [print(unnamed as ASTNode), ...fragments.map(print)].join("\n");
});

function describeRemoved(operation: Operation, byBody: ReadonlyMap<string, string>): NodeReason {
  const to = byBody.get(describeBody(operation));
  return {
    rule: "operation",
    coordinate: operation.name,
    change: { kind: "operation", change: "removed", ...(to !== undefined && { to }) },
    code: CODE_KINDS,
    node: operation.node,
  };
}

/** The coordinate of a change of the options of codegen. */
const OPTIONS = "codegen";

/** One reason for each operation or fragment whose text changed, or one for the options of codegen. */
function mergeByDefinition(reasons: readonly NodeReason[], { base, operation }: OperationPair): NodeReason[] {
  const today = [operation.node, ...operation.fragments];
  const definitions = [...today, base.node, ...base.fragments];
  const isOfOptions = hasSameText(base, operation);
  const groups = groupBy(reasons, ({ node }) => {
    if (isOfOptions) return OPTIONS;
    return definitions.find((definition) => contains(definition, node))?.name?.value ?? operation.name;
  });
  return [...groups].map(([name, group]) => {
    const isWorse = ({ code }: NodeReason) => BREAKING_CODE.some((kind) => code.includes(kind));
    const { coordinate, change, code } = group.find(isWorse) ?? group[0];
    // The types of a fragment and of the operation can have the same difference.
    const different = new Set(group.map((reason) => JSON.stringify([reason.coordinate, reason.change])));
    return {
      rule: "operation",
      coordinate: name,
      change: {
        kind: "operation",
        change: "changed",
        by: isOfOptions ? "options" : "text",
        differences: different.size,
        worst: { coordinate, change, code },
      },
      code: mergeCode(group.map((reason) => reason.code)),
      node: today.find((definition) => definition.name?.value === name) ?? operation.node,
    };
  });
}
