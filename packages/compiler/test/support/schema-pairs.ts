/**
 * Pull requests that change a schema and its operations: the verdicts of the operations of the base, and the
 * TypeScript compiler, which compiles consumers of the old types with the new ones.
 */

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isExecutableDefinitionNode,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { findProblems } from "../../src/codegen/index.ts";
import { check, type Finding } from "../../src/index.ts";
import { isRequiredInput } from "../../src/model/graphql.ts";
import { compile, UNCHANGED } from "./schema-compiler.ts";
import { type OracleBase, prepareCases } from "./schema-oracle.ts";
import { createDice, type Dice } from "./schema-values.ts";

export interface PairSummary {
  operations: number;
  /** Operations that break, as the compiler confirms. */
  confirmed: number;
  /** Operations that break although each consumer compiles: code can import a name that no consumer uses. */
  unconfirmed: number;
  unaffected: number;
  readonly misses: string[];
}

/** Compares the verdicts of pairs, each of a changed schema and of changed operations. */
export async function comparePairs(bases: readonly OracleBase[], seed: number): Promise<PairSummary> {
  const summary: PairSummary = { operations: 0, confirmed: 0, unconfirmed: 0, unaffected: 0, misses: [] };
  const dice = createDice(seed);
  const prepared = bases.map((base) => {
    const definitions = new Map([...prepareCases(base)].filter(([, { isSubscription }]) => !isSubscription));
    const changes = base.changes.map(({ after }) => {
      const document = changeOperations(base.document, after, dice);
      const names = document.definitions.flatMap((node) =>
        isExecutableDefinitionNode(node) && node.name && definitions.has(node.name.value)
          ? [node.name.value]
          : [],
      );
      return { after, document, valid: names, names: new Set(names) };
    });
    return { ...base, definitions, changes };
  });
  const { evidence } = await compile(prepared);
  for (const [index, base] of prepared.entries()) {
    const { before, types, scalars, document: old } = base;
    for (const [change, { after, document, names }] of base.changes.entries()) {
      const installed = { operations: old, types, scalars };
      const report = check({ before, after, operations: document, installed, types, scalars });
      for (const { name, verdict, findings } of report.operations) {
        if (!names.has(name)) continue;
        const { broken } = evidence[index]?.[change]?.get(name) ?? UNCHANGED;
        const lines = broken.filter(({ code }) => code === "reads" || code === "writes");
        summary.operations++;
        if (verdict === "unaffected") summary.unaffected++;
        if (verdict === "breaks" && lines.length > 0) summary.confirmed++;
        if (verdict === "breaks" && lines.length === 0) summary.unconfirmed++;
        if (verdict === "breaks" || lines.length === 0 || findings.every(isForAbsence)) continue;
        const texts = [old, document].map((texts) => print(texts));
        summary.misses.push(
          [
            base.name,
            name,
            verdict,
            ...findings.map(({ message }) => message),
            ...lines.map(({ text }) => text),
            ...texts,
          ].join("\n"),
        );
      }
    }
  }
  return summary;
}

/**
 * Whether a field lost `@include` or `@skip`, and nothing else changed: code for its absence may break. In the
 * types of graphql-codegen, an object without a selection has each property, so it passes a test by `in`.
 */
function isForAbsence({ change }: Finding): boolean {
  if (change.kind !== "operation" || change.change !== "changed") return false;
  const { worst } = change;
  return worst.change.kind === "presence" && worst.change.now === "present";
}

/** Changes some operations and fragments. Those that the schema rejects then are left out. */
function changeOperations(document: DocumentNode, schema: GraphQLSchema, dice: Dice): DocumentNode {
  const changed = visit(
    document,
    visitWithTypeInfo(new TypeInfo(schema), {
      SelectionSet: {
        leave: (set) => (dice.below(4) === 0 ? changeSelections(set, schema, dice) : undefined),
      },
    }),
  );
  // With the places of the new text.
  let current = parse(new Source(print(changed), "new.graphql"));
  for (;;) {
    const faulty = new Set(
      findProblems(schema, current).flatMap(({ locations = [] }) => locations.map(({ line }) => line)),
    );
    if (faulty.size === 0) return current;
    const definitions = current.definitions.filter(({ loc }) => {
      const [start = 0, end = 0] = [loc?.startToken.line, loc?.endToken.line];
      return ![...faulty].some((line) => line >= start && line <= end);
    });
    if (definitions.length === current.definitions.length || definitions.length === 0)
      return { kind: Kind.DOCUMENT, definitions: [] };
    current = { ...current, definitions };
  }
}

function changeSelections(set: SelectionSetNode, schema: GraphQLSchema, dice: Dice): SelectionSetNode {
  const { selections } = set;
  const index = dice.below(selections.length);
  const chosen = selections[index];
  if (!chosen) return set;
  const others = selections.filter((_, other) => other !== index);
  const replace = (...nodes: readonly SelectionNode[]) => ({ ...set, selections: [...others, ...nodes] });
  switch (dice.below(4)) {
    case 0:
      return others.length > 0 ? replace() : set;
    case 1:
      if (chosen.kind !== Kind.FIELD) return set;
      return replace({ ...chosen, alias: { kind: Kind.NAME, value: `own${dice.below(3)}` } });
    case 2: {
      const field = findLeaf(schema, dice);
      // Valid only if the type has a field of this name.
      return field ? replace(chosen, field) : set;
    }
    default:
      return { ...set, selections: [...others, chosen] };
  }
}

/** The selection of any field without arguments that has no selections. */
function findLeaf(schema: GraphQLSchema, dice: Dice): FieldNode | undefined {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith("__"),
  );
  const type = dice.pick(types);
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const fields = Object.values(type.getFields()).filter(
    (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredInput),
  );
  if (fields.length === 0) return undefined;
  const field = dice.pick(fields);
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value: field.name } };
}
