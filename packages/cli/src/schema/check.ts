/** The schema check: changes, verdicts, accepted changes, version step and changelog. */

import { type GraphQLSchema, isSchema } from "graphql";
import { type Acceptance, createAcceptance } from "./accept.ts";
import { compare } from "./compare.ts";
import { findUnpaged } from "./connections.ts";
import { findDeprecations } from "./deprecations.ts";
import { closureOf } from "./differences.ts";
import { ownerOf } from "./document.ts";
import { findDrift } from "./drift.ts";
import { printable } from "./render/printable.ts";
import type {
  AcceptedChange,
  Change,
  DeprecationUse,
  Finding,
  OperationReport,
  Report,
  SchemaOrigin,
  SemverStep,
  Unpaged,
} from "./report.ts";
import { compareReports, computeVerdicts, type OperationVerdict, type VerdictInput, worstOf } from "./verdicts.ts";

export interface CheckInput extends VerdictInput {
  /** Accepted changes. @default none */
  readonly accepted?: readonly AcceptedChange[];
  /** Day that decides whether an accepted change has expired: `YYYY-MM-DD`, UTC. @default today */
  readonly today?: string;
  /** Whether to list connections that have no page information in the old schema either. @default false */
  readonly unpaged?: boolean;
  /** Sources of the schemas, for the reader. */
  readonly origins?: { readonly before: SchemaOrigin; readonly after: SchemaOrigin };
  /** Notes for the reader, such as different capture methods of the schemas. @default none */
  readonly remarks?: readonly string[];
}

/**
 * Compares two schemas and reports the effect of each change on the operations.
 *
 * @throws TypeError if a schema was built by another copy of `graphql` than the one that this package uses.
 *
 * @example
 * ```ts
 * const operations = concatAST(files.map(({ name, body }) => parse(new Source(body, name))));
 * const { verdict, semver } = check({ before: buildSchema(old), after: buildSchema(now), operations });
 * ```
 */
export function check(input: CheckInput): Report {
  const { before, after, accepted = [], today = new Date().toISOString().slice(0, 10), origins } = input;
  requireSchema("before", before);
  requireSchema("after", after);
  const changes = compare(before, after);
  const verdicts = computeVerdicts(input);
  const acceptance = createAcceptance(accepted, today);
  const operations = verdicts.map(({ report }) => applyAccepted(report, acceptance)).sort(compareReports);
  const deprecations = findDeprecations(before, after, verdicts);
  const semver = chooseStep(operations, changesDocumentation(changes, deprecations, findUsedTypes(before, verdicts)));
  const remarks = verdicts.flatMap(({ isNew, report: { name } }) =>
    isNew ? [`${name} is valid only in the new schema, so it was not compared.`] : [],
  );
  return {
    version: 1,
    before: origins?.before ?? { label: "before" },
    after: origins?.after ?? { label: "after" },
    verdict: operations[0]?.verdict ?? "unaffected",
    semver,
    changelog: renderChangelog(semver, operations, deprecations),
    operations,
    changes,
    drift: findDrift(before, after, verdicts),
    deprecations,
    unpaged: listUnpaged(input, acceptance),
    staleAccepted: acceptance.listStale(),
    remarks: [...(input.remarks ?? []), ...remarks],
  };
}

/** graphql-js would throw as well, with the whole schema in the message. */
function requireSchema(name: string, schema: GraphQLSchema): void {
  if (isSchema(schema)) return;
  throw new TypeError(
    `check: "${name}" is not a GraphQLSchema of this package's copy of graphql. ` +
      "Run `npm explain graphql`, then install one copy with `npm dedupe` or overrides.",
  );
}

function findUsedTypes(before: GraphQLSchema, verdicts: readonly OperationVerdict[]): ReadonlySet<string> {
  return new Set(
    verdicts.flatMap(({ uses }) =>
      uses.flatMap(({ kind, coordinate }) =>
        kind === "variable" ? closureOf(before, coordinate) : [ownerOf(coordinate)],
      ),
    ),
  );
}

/** Marks the findings that an accepted change covers. */
function applyAccepted(report: OperationReport, acceptance: Acceptance): OperationReport {
  const findings = report.findings.map((finding): Finding => {
    const accepted = acceptance.find([finding.coordinate], finding.rule, report.name);
    return accepted ? { ...finding, accepted } : finding;
  });
  return { ...report, findings, verdict: worstOf(findings) };
}

/** Lists the connections without page information that are new in the new schema, or all. */
function listUnpaged(
  { before, after, operations, unpaged: all = false }: CheckInput,
  acceptance: Acceptance,
): Unpaged[] {
  const keyOf = ({ coordinate, place }: Unpaged) => JSON.stringify([coordinate, place]);
  const known = new Set(all ? [] : findUnpaged(before, operations).map(keyOf));
  return findUnpaged(after, operations).flatMap((unpaged) => {
    const accepted = unpaged.operations.map((name) => acceptance.find([unpaged.coordinate], "unpaged", name));
    if (known.has(keyOf(unpaged))) return [];
    return [accepted[0] && accepted.every(Boolean) ? { ...unpaged, accepted: accepted[0] } : unpaged];
  });
}

/**
 * Chooses the version step of a package of these operations.
 *
 * - `major`: code of consumers can fail to compile, or at run time.
 * - `minor`: types differ and old code still compiles. This includes inputs that accept more than before.
 * - `patch`: only documentation of used types changed.
 */
function chooseStep(operations: readonly OperationReport[], documentationChanged: boolean): SemverStep {
  const verdicts = new Set(operations.map(({ verdict }) => verdict));
  if (verdicts.has("breaks")) return "major";
  if (verdicts.has("changes types")) return "minor";
  return documentationChanged ? "patch" : "none";
}

/** Whether descriptions or deprecations of used types changed. */
function changesDocumentation(
  changes: readonly Change[],
  deprecations: readonly DeprecationUse[],
  usedTypes: ReadonlySet<string>,
): boolean {
  if (deprecations.some(({ isNew }) => isNew)) return true;
  return changes.some(
    ({ coordinate, message }) => /DESCRIPTION|DEPRECAT/i.test(message) && usedTypes.has(ownerOf(coordinate)),
  );
}

function renderChangelog(
  step: SemverStep,
  operations: readonly OperationReport[],
  deprecations: readonly DeprecationUse[],
): string {
  if (step === "none") return "";
  const deprecated = deprecations
    .filter(({ isNew }) => isNew)
    .map(({ coordinate, reason }) => `- \`${coordinate}\`: ${printable(reason)}`);
  const sections: [heading: string, lines: readonly string[]][] = [
    ["Breaking changes", operations.flatMap((operation) => renderEntry(operation, "breaks"))],
    ["Changed", operations.flatMap((operation) => renderEntry(operation, "changes types"))],
    ["Deprecated by the platform", deprecated],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  if (filled.length === 0) return "### Documentation\n\n- Descriptions in the platform's schema changed.\n";
  return filled.map(([heading, lines]) => `### ${heading}\n\n${lines.join("\n")}\n`).join("\n");
}

/** Lists an operation under its verdict, with the findings that have this verdict. */
function renderEntry({ name, verdict, findings }: OperationReport, wanted: OperationReport["verdict"]): string[] {
  if (verdict !== wanted) return [];
  const counted = findings.filter((finding) => finding.verdict === wanted && !finding.accepted);
  const messages = [...new Set(counted.map(({ message }) => printable(message)))];
  if (messages.length === 1) return [`- \`${name}\`: ${messages[0]}`];
  return [`- \`${name}\`:`, ...messages.map((message) => `  - ${message}`)];
}
