/** Compares the verdicts with two oracles: the TypeScript compiler, and the execution under both schemas. */

import { type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import type { CodeKind } from "../../src/check/compare/reasons.ts";
import { check } from "../../src/check/index.ts";
import { findProblems } from "../../src/codegen/index.ts";
import { compile as compileModel, type OperationReport, type Verdict } from "../../src/index.ts";
import type { CompiledDefinition } from "../../src/model/compilation.ts";
import type { TypeStyle } from "../../src/model/index.ts";
import { findFragments } from "../../src/model/index.ts";
import { type CompilerEvidence, compile, type Definition, UNCHANGED } from "./schema-compiler.ts";
import { writeReads } from "./schema-consumers.ts";
import { describeDisagreement } from "./schema-disagreement.ts";
import { compareRecordings, type Difference, type RecordedRun, recordAll } from "./schema-execution.ts";
import { type Comparison, EXPLAINED, type ExplainedCase } from "./schema-explained.ts";
import { type Scalars, sampleVariables } from "./schema-values.ts";
import { writeEchoes, writeResults, writeVariables } from "./schema-writers.ts";

/** Operations that are valid in the old schema, and changes of that schema. */
export interface OracleBase {
  readonly name: string;
  readonly before: GraphQLSchema;
  readonly types: TypeStyle;
  /** TypeScript types of custom scalars. */
  readonly scalars: Scalars;
  /** Also contains fragments that no operation spreads. They are compared like operations. */
  readonly document: DocumentNode;
  readonly changes: readonly {
    readonly after: GraphQLSchema;
    /** Operations and fragments to compare. */
    readonly names: ReadonlySet<string>;
  }[];
}

export interface OracleSummary {
  operations: number;
  readonly verdicts: Record<Verdict, number>;
  /** Differences that agree with the verdict. An operation can have several. */
  readonly confirmed: Record<
    "is invalid" | "does not compile" | "is rejected" | "receives other values",
    number
  >;
  /** Statements that compile with the old types. */
  consumers: number;
  /** Executions that succeed under the old schema. */
  executions: number;
  /** Operations by kind of code that the findings name: a consumer confirms it, or none does. */
  readonly code: Readonly<Record<"confirmed" | "unconfirmed", Record<CodeKind, number>>>;
  /** Number of operations by case. */
  readonly explained: Map<ExplainedCase["id"], number>;
  readonly disagreements: Disagreement[];
}

export interface Disagreement {
  /** Verdict with its rules, then the differences that the oracles found. */
  readonly cause: string;
  readonly details: string;
}

/** Differences that the oracles found. */
export interface Evidence extends CompilerEvidence, Difference {
  /** Reasons why codegen rejects the operation. */
  readonly invalid: readonly string[];
}

export interface Case extends Definition {
  readonly runs: readonly RecordedRun[];
  readonly isSubscription: boolean;
}

const NO_CODE = { reads: 0, writes: 0, constructs: 0, readsVariables: 0, switches: 0 };

export function createSummary(): OracleSummary {
  return {
    operations: 0,
    consumers: 0,
    executions: 0,
    explained: new Map(),
    disagreements: [],
    code: { confirmed: { ...NO_CODE }, unconfirmed: { ...NO_CODE } },
    verdicts: { breaks: 0, "changes types": 0, unaffected: 0 },
    confirmed: { "is invalid": 0, "does not compile": 0, "is rejected": 0, "receives other values": 0 },
  };
}

/** Adds the result to `summary`. */
export async function compareWithOracles(
  bases: readonly OracleBase[],
  summary: OracleSummary = createSummary(),
): Promise<OracleSummary> {
  const prepared = bases.map((base) => {
    const definitions = prepareCases(base);
    const changes = base.changes.map((change) => {
      const validate = ({ document }: Case) =>
        findProblems(change.after, document).map(({ message }) => message);
      return {
        ...change,
        problems: new Map([...definitions].map(([name, definition]) => [name, validate(definition)])),
      };
    });
    return { ...base, definitions, changes };
  });
  const { evidence: compiled, consumers } = await compile(
    prepared.map(({ changes, ...base }) => ({
      ...base,
      definitions: new Map([...base.definitions].filter(([, { isSubscription }]) => !isSubscription)),
      changes: changes.map(({ after, names, problems }) => ({
        after,
        names,
        valid: [...problems].flatMap(([name, messages]) => (messages.length === 0 ? [name] : [])),
      })),
    })),
  );
  summary.consumers += consumers;
  for (const [index, base] of prepared.entries()) {
    for (const { runs } of base.definitions.values()) summary.executions += runs.length;
    for (const [change, { after, names, problems }] of base.changes.entries()) {
      const { before, types, scalars, document: operations } = base;
      for (const report of check({ before, after, operations, types, scalars }).operations) {
        const definition = base.definitions.get(report.name);
        const invalid = problems.get(report.name);
        if (!definition || !invalid || !names.has(report.name)) continue;
        const evidence: Evidence = {
          ...(compiled[index]?.[change]?.get(report.name) ?? UNCHANGED),
          ...(invalid.length === 0 ? compareRecordings(definition.runs, after) : {}),
          invalid,
        };
        const { isSubscription, document } = definition;
        const compared = { before, after, types, report, evidence, isSubscription, document };
        compareVerdict(summary, compared, () =>
          describeDisagreement(base, after, definition, report, evidence),
        );
      }
    }
  }
  return summary;
}

export function prepareCases({ before, document, types, scalars }: OracleBase): ReadonlyMap<string, Case> {
  const { definitions } = compileModel(before, document, { types, scalars });
  const operations = definitions.filter(({ kind }) => kind !== "fragment");
  const fragments = findFragments(document);
  const options = { schema: before, fragments, types, scalars };
  const spread = new Set(operations.flatMap((operation) => operation.fragments));
  const prepare = ({ node, fragments: used }: CompiledDefinition): Case => {
    const own: DocumentNode = {
      kind: Kind.DOCUMENT,
      definitions: [node, ...used.map((fragment) => fragment.node)],
    };
    const isSubscription = node.kind === Kind.OPERATION_DEFINITION && node.operation === "subscription";
    if (isSubscription) return { node, document: own, consumers: [], runs: [], isSubscription };
    const samples = node.kind === Kind.OPERATION_DEFINITION ? sampleVariables(before, own, scalars) : [];
    // Code can be written for the types of the fragments, too.
    const consumers = own.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION
        ? writeReads(options, definition)
        : [],
    );
    if (node.kind === Kind.OPERATION_DEFINITION) {
      consumers.push(...writeVariables(before, node, samples, scalars), ...writeEchoes(before, node));
      consumers.push(...writeResults(before, own, samples, scalars));
    }
    return { node, document: own, consumers, runs: recordAll(before, own, samples), isSubscription };
  };
  const unused = definitions.filter(
    (definition) => definition.kind === "fragment" && !spread.has(definition),
  );
  return new Map([...operations, ...unused].map((definition) => [definition.name, prepare(definition)]));
}

/**
 * The findings must name each kind of code that breaks. A kind that no consumer of the oracle confirms is
 * counted.
 */
function compareCode(
  summary: OracleSummary,
  { findings }: OperationReport,
  broken: ReadonlySet<CodeKind>,
  details: () => string,
): void {
  const named = new Set(findings.flatMap(({ code }) => code));
  // Code that lists all members also reads results or passes variables.
  const isStopped = named.has("reads") || named.has("writes");
  const missing = [...broken]
    .filter((code) => !named.has(code) && !(code === "switches" && isStopped))
    .sort();
  if (missing.length > 0)
    summary.disagreements.push({ cause: `breaks ${missing.join(", ")}, not named`, details: details() });
  const hasBroken = broken.has("reads") || broken.has("writes");
  for (const code of named) {
    const isConfirmed = broken.has(code) || (code === "switches" && hasBroken);
    summary.code[isConfirmed ? "confirmed" : "unconfirmed"][code]++;
  }
}

/** Errors of the oracle's own resolvers, which return types that the new schema does not have. */
const RESOLVER_ERROR = /^Abstract type /;

/**
 * If the document or a sampled variable is invalid, the harm must be `rejected`. Not vice versa: not each
 * value is sampled, and only the platform knows which values a custom scalar accepts.
 */
function compareHarm(summary: OracleSummary, { report, evidence }: Comparison, details: () => string): void {
  const isRejected =
    evidence.invalid.length > 0 ||
    (evidence.rejected !== undefined && !RESOLVER_ERROR.test(evidence.rejected));
  if (isRejected && report.harm !== "rejected")
    summary.disagreements.push({ cause: `harm ${report.harm}, but calls are rejected`, details: details() });
}

function compareVerdict(summary: OracleSummary, compared: Comparison, details: () => string): void {
  const { report, evidence } = compared;
  const { verdict, findings } = report;
  summary.operations++;
  summary.verdicts[verdict]++;
  if (evidence.faulty.length > 0) {
    summary.disagreements.push({ cause: "codegen writes types that do not compile", details: details() });
    return;
  }
  const broken = new Set(evidence.broken.map(({ code }) => code));
  const breaks = [
    ...(evidence.invalid.length > 0 ? (["is invalid"] as const) : []),
    ...(broken.has("reads") || broken.has("writes") ? (["does not compile"] as const) : []),
    ...(evidence.rejected === undefined ? [] : (["is rejected"] as const)),
    ...(evidence.received === undefined ? [] : (["receives other values"] as const)),
  ];
  const differs = [
    ...(evidence.converted === undefined ? [] : ["receives values in another form"]),
    ...(evidence.differs ? ["has other types"] : []),
  ];
  const isConfirmed = {
    breaks: breaks.length > 0,
    "changes types": breaks.length === 0 && (differs.length > 0 || evidence.changed),
    unaffected: breaks.length === 0 && differs.length === 0,
  }[verdict];
  const explain = (id: ExplainedCase["id"]) =>
    summary.explained.set(id, (summary.explained.get(id) ?? 0) + 1);
  if (isConfirmed) {
    for (const effect of breaks) summary.confirmed[effect]++;
    compareHarm(summary, compared, details);
    if (evidence.invalid.length === 0 && !compared.isSubscription)
      compareCode(summary, report, broken, details);
    return;
  }
  const explained = EXPLAINED.find(({ applies }) => applies(compared));
  if (explained) {
    explain(explained.id);
    return;
  }
  const rules = new Set(findings.filter((finding) => finding.verdict === verdict).map(({ rule }) => rule));
  const cause = `${[verdict, ...[...rules].sort()].join(" ")}: ${[...breaks, ...differs].join(", ") || "no difference"}`;
  summary.disagreements.push({ cause, details: details() });
}
