/** Adds to a comparison who is affected: the consumers of each operation and of each cause. */

import type { DocumentNode } from "graphql";
import { nameType } from "../model/names.ts";
import { findFragments } from "../model/selections.ts";
import { listSome } from "../text/phrases.ts";
import { ConsumerError, type ConsumerManifest, findUnknown, findUsage, type Usage } from "./consumers.ts";
import { compareText, findOperations, findUnusedFragments, ownerOf } from "./document-operations.ts";
import type { Cause, CauseUse, ConsumerReport, OperationReport, Verdict } from "./report.ts";

export interface UsedByInput {
  readonly operations: DocumentNode;
  readonly consumers: readonly ConsumerManifest[];
  /** Whether the break of an operation that no consumer uses is ignored. */
  readonly ignoreUnused?: boolean | undefined;
  /** Version of the package with the operations, if it is known. */
  readonly packageVersion?: string | undefined;
}

export interface UsedBy {
  markOperation(report: OperationReport): OperationReport;
  markCause(cause: Cause): Cause;
  listConsumers(reports: readonly OperationReport[]): ConsumerReport[];
  listUnused(reports: readonly OperationReport[]): string[];
  /** Notes about consumers of other versions. */
  readonly remarks: readonly string[];
}

/** @throws ConsumerError if a consumer uses an operation that its version of the package does not have. */
export function findUsedBy(input: UsedByInput): UsedBy {
  const { operations: document, consumers, ignoreUnused = false, packageVersion } = input;
  const fragments = findFragments(document);
  const named = findOperations(document, fragments);
  const all = [...named, ...findUnusedFragments(fragments, named)];
  const usable = all.map((operation) => ({
    name: operation.name,
    types: [operation.node, ...operation.fragments].map(nameType),
  }));
  const usage = findUsage(consumers, usable);
  return {
    markOperation(report) {
      const users = usage.ofOperation(report.name);
      const isIgnored = ignoreUnused && users.length === 0 && report.verdict === "breaks";
      return { ...report, consumers: users, ...(isIgnored && { isIgnored }) };
    },
    markCause: (cause) => ({ ...cause, used: findCauseUse(cause, usage) }),
    listConsumers: (reports) => consumers.map((manifest) => describeConsumer(manifest, reports)),
    listUnused: (reports) =>
      reports
        .filter((report) => report.consumers?.length === 0)
        .map(({ name }) => name)
        .sort(),
    remarks: consumers.flatMap((consumer) =>
      describeUnknown(consumer, new Set(all.map(({ name }) => name)), packageVersion),
    ),
  };
}

function describeConsumer(
  { consumer: name, packageVersion }: ConsumerManifest,
  reports: readonly OperationReport[],
): ConsumerReport {
  const own = reports.filter((report) => report.consumers?.includes(name));
  const namesWith = (verdict: Verdict) =>
    own.filter((report) => report.verdict === verdict).map((report) => report.name);
  return {
    name,
    packageVersion,
    operations: own.length,
    breaks: namesWith("breaks"),
    changesTypes: namesWith("changes types"),
  };
}

function findCauseUse({ breaks, changesTypes, coordinates }: Cause, usage: Usage): CauseUse {
  const counts = new Map<string, number>();
  const types = new Set(coordinates.map(ownerOf));
  for (const name of [...types].flatMap((type) => usage.ofType(type))) counts.set(name, 0);
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

function describeUnknown(
  manifest: ConsumerManifest,
  names: ReadonlySet<string>,
  version: string | undefined,
): string[] {
  const unknown = findUnknown(manifest, names);
  const { consumer, packageVersion } = manifest;
  if (unknown.length === 0) return [];
  const list = listSome(unknown, 5, String);
  if (packageVersion !== null && packageVersion === version)
    throw new ConsumerError(
      `${consumer} uses ${list}, which ${manifest.package} ${packageVersion} does not have`,
    );
  return [
    `${consumer} uses ${list} of ${manifest.package} ${packageVersion ?? "(version unknown)"}, which this version does not have.`,
  ];
}
