/** Compares the verdicts with two oracles: the TypeScript compiler, and the execution under both schemas. */

import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import { collectDefinitions, type NamedDefinition } from "../../src/codegen/documents.ts";
import { findProblems } from "../../src/codegen/problems.ts";
import { computeVerdicts, type OperationReport, type Verdict } from "../../src/index.ts";
import { findFragments } from "../../src/model/graphql.ts";
import { type CompilerEvidence, compile, type Definition, UNCHANGED } from "./schema-compiler.ts";
import { writeConsumers } from "./schema-consumers.ts";
import { describeDisagreement } from "./schema-disagreement.ts";
import { compareRecordings, type Difference, type RecordedRun, recordAll } from "./schema-execution.ts";
import { sampleVariables } from "./schema-values.ts";

/** Operations that are valid in the old schema, and changes of that schema. */
export interface OracleBase {
  readonly name: string;
  readonly before: GraphQLSchema;
  readonly openTypes: boolean;
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
  readonly confirmed: Record<"is invalid" | "does not compile" | "is rejected" | "receives other values", number>;
  /** Statements that compile with the old types. */
  consumers: number;
  /** Executions that succeed under the old schema. */
  executions: number;
  /** By cause. */
  readonly explained: Map<string, number>;
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

interface Case extends Definition {
  readonly runs: readonly RecordedRun[];
}

/** Causes of disagreements that are no faults, and the reason. The verdict is stricter than both oracles. */
export const EXPLAINED: Readonly<Record<string, string>> = {
  "breaks type: no difference":
    "A possible type lost a field that a directive can remove. Without `__typename`, code cannot distinguish this type and still compiles.",
  "changes types type: no difference":
    "An input has another custom scalar with the same TypeScript type. Only the platform knows which values it accepts.",
};

export function createSummary(): OracleSummary {
  return {
    ...{ operations: 0, consumers: 0, executions: 0, explained: new Map(), disagreements: [] },
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
    const changes = base.changes.map(({ after, names }) => {
      const validate = (name: string): readonly [string, readonly string[]] => {
        const document = definitions.get(name)?.document;
        return [name, document ? findProblems(after, document).map(({ message }) => message) : []];
      };
      return { after, problems: new Map([...names].map(validate)) };
    });
    return { ...base, definitions, changes };
  });
  const { evidence, consumers } = await compile(
    prepared.map(({ changes, ...base }) => ({
      ...base,
      changes: changes.map(({ after, problems }) => ({
        after,
        names: [...problems].flatMap(([name, found]) => (found.length === 0 ? [name] : [])),
      })),
    })),
  );
  summary.consumers += consumers;
  for (const [index, base] of prepared.entries()) {
    for (const { runs } of base.definitions.values()) summary.executions += runs.length;
    for (const [change, { after, problems }] of base.changes.entries()) {
      const { before, openTypes, document: operations } = base;
      for (const { report } of computeVerdicts({ before, after, operations, openTypes })) {
        const definition = base.definitions.get(report.name);
        const invalid = problems.get(report.name);
        if (!definition || !invalid) continue;
        const found: Evidence = {
          ...(evidence[index]?.[change]?.get(report.name) ?? UNCHANGED),
          ...(invalid.length === 0 ? compareRecordings(definition.runs, after) : {}),
          invalid,
        };
        compareVerdict(summary, report, found, () => describeDisagreement(base, after, definition, report, found));
      }
    }
  }
  return summary;
}

function prepareCases({ before, document, openTypes }: OracleBase): ReadonlyMap<string, Case> {
  const { operations, fragments: all } = collectDefinitions(document);
  const fragments = findFragments(document);
  const spread = new Set(operations.flatMap((one) => one.document.definitions.map(nameOf)));
  const prepare = ({ node, document: own }: NamedDefinition<Definition["node"]>): Case => {
    const samples = node.kind === Kind.OPERATION_DEFINITION ? sampleVariables(before, own) : [];
    const consumers = writeConsumers({ schema: before, fragments, openTypes }, node, samples);
    return { node, document: own, consumers, runs: recordAll(before, own, samples) };
  };
  const unused = all.filter(({ name }) => !spread.has(name));
  return new Map([...operations, ...unused].map((one) => [one.name, prepare(one)]));
}

function nameOf(node: DefinitionNode): string | undefined {
  return node.kind === Kind.FRAGMENT_DEFINITION ? node.name.value : undefined;
}

function compareVerdict(summary: OracleSummary, report: OperationReport, found: Evidence, details: () => string): void {
  const { verdict, findings } = report;
  summary.operations++;
  summary.verdicts[verdict]++;
  if (found.faulty.length > 0) {
    summary.disagreements.push({ cause: "codegen writes types that do not compile", details: details() });
    return;
  }
  const breaks = [
    ...(found.invalid.length > 0 ? (["is invalid"] as const) : []),
    ...(found.broken.length > 0 ? (["does not compile"] as const) : []),
    ...(found.rejected === undefined ? [] : (["is rejected"] as const)),
    ...(found.received === undefined ? [] : (["receives other values"] as const)),
  ];
  const differs = [
    ...(found.converted === undefined ? [] : ["receives values in another form"]),
    ...(found.differs ? ["has other types"] : []),
  ];
  const isConfirmed = {
    breaks: breaks.length > 0,
    "changes types": breaks.length === 0 && (differs.length > 0 || found.changed),
    unaffected: breaks.length === 0 && differs.length === 0,
  }[verdict];
  if (isConfirmed) {
    for (const one of breaks) summary.confirmed[one]++;
    return;
  }
  const rules = new Set(findings.filter((one) => one.verdict === verdict).map(({ rule }) => rule));
  const cause = `${[verdict, ...[...rules].sort()].join(" ")}: ${[...breaks, ...differs].join(", ") || "no difference"}`;
  if (cause in EXPLAINED) summary.explained.set(cause, (summary.explained.get(cause) ?? 0) + 1);
  else summary.disagreements.push({ cause, details: details() });
}
