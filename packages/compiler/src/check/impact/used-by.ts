/** Adds to a comparison who is affected: the consumers of each operation and of each cause. */

import { type DocumentNode, type GraphQLSchema, isInputObjectType } from "graphql";
import { lazy, memoize } from "../../model/cache.ts";
import { inputTypesOf } from "../../model/graphql.ts";
import { nameType } from "../../model/names.ts";
import { findFragments } from "../../model/selections.ts";
import {
  compareText,
  findOperations,
  findUnusedFragments,
  type Operation,
  ownerOf,
} from "../compare/document-operations.ts";
import type { ElementChange } from "../compare/reasons.ts";
import type { Cause, CauseUse, ConsumerReport, OperationReport, Verdict } from "../verdict/report.ts";
import { type Consumer, findUsage, type Usage } from "./consumers.ts";

interface UsedByInput {
  /** Schema that the operations were written for. */
  readonly before: GraphQLSchema;
  readonly operations: DocumentNode;
  /** Operations of the base, which consumers have installed. */
  readonly installed?: { readonly operations: DocumentNode } | undefined;
  /** Whether the break of an operation that no consumer uses is ignored. */
  readonly ignoreUnused?: boolean | undefined;
}

interface UsedBy {
  markOperation(report: OperationReport): OperationReport;
  markCause(cause: Cause): Cause;
  listConsumers(reports: readonly OperationReport[]): ConsumerReport[];
  listUnused(reports: readonly OperationReport[]): string[];
}

export function findUsedBy(
  { before, operations, installed, ignoreUnused = false }: UsedByInput,
  consumers: readonly Consumer[],
): UsedBy {
  const all = [operations, installed?.operations ?? []].flat().flatMap(listDefinitions);
  const usable = all.map((operation) => ({
    name: operation.name,
    types: [operation.node, ...operation.fragments].map(nameType),
  }));
  const usage = findUsage(consumers, usable);
  const typeUsersOf = createTypeUsers(before, usage);
  return {
    markOperation(report) {
      const users = usage.ofOperation(report.name);
      const isUnused = users.length === 0 && !breaksUsedType(report, typeUsersOf);
      const isIgnored = ignoreUnused && isUnused && report.verdict === "breaks";
      return { ...report, consumers: users, ...(isIgnored && { isIgnored }) };
    },
    markCause: (cause) => ({ ...cause, used: findCauseUse(cause, usage, typeUsersOf) }),
    listConsumers: (reports) => consumers.map(({ name }) => describeConsumer(name, reports)),
    listUnused: (reports) =>
      reports
        .filter((report) => report.consumers?.length === 0)
        .map(({ name }) => name)
        .sort(),
  };
}

function listDefinitions(document: DocumentNode): Operation[] {
  const fragments = findFragments(document);
  const operations = findOperations(document, fragments);
  return [...operations, ...findUnusedFragments(fragments, operations)];
}

/** Returns the consumers of the enums and input types that a change affects. */
type TypeUsers = (coordinate: string, change: ElementChange) => readonly string[];

function createTypeUsers(before: GraphQLSchema, usage: Usage): TypeUsers {
  const listInputs = lazy(() =>
    Object.values(before.getTypeMap())
      .filter(isInputObjectType)
      .map(({ name }) => ({ name, contained: new Set(inputTypesOf(before, [name])) })),
  );
  const ofChanged = memoize((type: string) => {
    const around = listInputs().filter(({ contained }) => contained.has(type));
    return [type, ...around.map(({ name }) => name)].flatMap(usage.ofType);
  });
  return (coordinate, change) => {
    const users = ofChanged(ownerOf(coordinate));
    const lost = lostNameOf(change);
    return lost === undefined ? users : [...users, ...usage.ofType(lost)];
  };
}

/** The name of a type that generated code no longer exports. */
function lostNameOf(change: ElementChange): string | undefined {
  if (change.kind === "name") return change.name;
  return change.kind === "type" ? change.lost : undefined;
}

/** Whether the operation breaks because of an enum or an input type that a consumer uses. */
function breaksUsedType({ findings }: OperationReport, typeUsersOf: TypeUsers): boolean {
  return findings.some(
    ({ verdict, accepted, coordinate, change }) =>
      verdict === "breaks" && !accepted && typeUsersOf(coordinate, change).length > 0,
  );
}

function describeConsumer(name: string, reports: readonly OperationReport[]): ConsumerReport {
  const own = reports.filter((report) => report.consumers?.includes(name));
  const namesWith = (verdict: Verdict) =>
    own.filter((report) => report.verdict === verdict).map((report) => report.name);
  return {
    name,
    operations: own.length,
    breaks: namesWith("breaks"),
    changesTypes: namesWith("changes types"),
  };
}

function findCauseUse(
  { breaks, changesTypes, coordinates, change }: Cause,
  usage: Usage,
  typeUsersOf: TypeUsers,
): CauseUse {
  const counts = new Map<string, number>();
  const typeUsers = coordinates.flatMap((coordinate) => typeUsersOf(coordinate, change));
  for (const name of typeUsers) counts.set(name, 0);
  let operations = 0;
  for (const operation of [...breaks, ...changesTypes]) {
    const users = usage.ofOperation(operation);
    if (users.length > 0) operations++;
    for (const name of users) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].map(([name, count]) => ({ name, operations: count }));
  return {
    operations,
    consumers: sorted.sort((a, b) => b.operations - a.operations || compareText(a.name, b.name)),
  };
}
