/** Holds our verdicts against the compiler's. */

import { type DefinitionNode, Kind } from "graphql";
import { collectDefinitions } from "../../src/codegen/documents.ts";
import { findProblems } from "../../src/codegen/load.ts";
import { judge } from "../../src/schema/index.ts";
import type { Finding, OperationReport } from "../../src/schema/report.ts";
import { askCompiler, type OracleCase, type Refusals } from "./schema-oracle.ts";

export interface Tally {
  operations: number;
  /** Both say that importers break, or both that they do not. */
  agreements: number;
  breaks: number;
  /** Does not validate any more: codegen refuses it, there are no types to compare. */
  invalid: number;
  /** Breaks only for reasons that types do not show. */
  blind: number;
  blindByRule: Map<string, number>;
  disagreements: string[];
}

/** Rules whose breaks the compiler cannot see, and why. */
export const BLIND: Readonly<Record<string, string>> = {
  default: "a default value is not part of any type",
  "input-field":
    "an input field is gone: TypeScript minds a property too many only in an object that is written on the spot, the server always does",
};

function createTally(): Tally {
  return { operations: 0, agreements: 0, breaks: 0, invalid: 0, blind: 0, blindByRule: new Map(), disagreements: [] };
}

/** Judges each case and asks the compiler about it; both have the last word on nothing. */
export async function holdVerdicts(
  cases: readonly OracleCase[],
  nameOf: (index: number) => string = (index) => `case ${index}`,
): Promise<Tally> {
  const tally = createTally();
  const valid = cases.map(keepValid);
  const refusals = await askCompiler(valid.map(({ kept }) => kept));
  for (const [index, { before, after, document }] of cases.entries()) {
    for (const { report } of judge({ before, after, operations: document })) {
      tally.operations++;
      if (report.verdict === "breaks") tally.breaks++;
      const where = `${nameOf(index)}, ${report.name}`;
      if (!valid[index]?.invalid.has(report.name)) judgeVerdict(report, refusals[index], tally, where);
      else if (report.verdict === "breaks" && report.findings.some(({ rule }) => !(rule in BLIND))) tally.invalid++;
      else tally.disagreements.push(`${where}: we say ${report.verdict}, codegen refuses it`);
    }
  }
  return tally;
}

/** Codegen has no types for operations that do not fit the new schema. */
function keepValid(one: OracleCase): { readonly kept: OracleCase; readonly invalid: ReadonlySet<string> } {
  const { operations } = collectDefinitions(one.document);
  const invalid = operations.filter(({ document }) => findProblems(one.after, document).length > 0);
  const names = new Set(invalid.map(({ name }) => name));
  const kept = operations.filter(({ name }) => !names.has(name));
  const definitions = [...new Map(kept.flatMap(({ document }) => document.definitions).map(byName)).values()];
  return { kept: { ...one, document: { kind: Kind.DOCUMENT, definitions } }, invalid: names };
}

/** Fragments come with each operation that spreads them. */
function byName(node: DefinitionNode): [string, DefinitionNode] {
  return ["name" in node && node.name && "value" in node.name ? `${node.kind} ${node.name.value}` : node.kind, node];
}

function judgeVerdict(report: OperationReport, refusals: Refusals | undefined, tally: Tally, where: string): void {
  const breaks = refusals?.breaks.has(report.name) ?? false;
  const differs = refusals?.differs.has(report.name) ?? false;
  const reasons = report.findings.filter(({ verdict }) => verdict === "breaks");
  const blind = reasons.filter(({ rule }) => rule in BLIND);
  if (reasons.length > 0 && reasons.length === blind.length && !breaks) {
    tally.blind++;
    for (const rule of new Set(blind.map((finding) => finding.rule))) {
      tally.blindByRule.set(rule, (tally.blindByRule.get(rule) ?? 0) + 1);
    }
  } else if (breaks !== reasons.length > 0 || (differs && report.findings.length === 0)) {
    const compiler = breaks ? "breaks" : differs ? "changes types" : "unaffected";
    tally.disagreements.push(
      `${where}, ${report.name}: we say ${report.verdict}, the compiler ${compiler}\n${report.findings.map(describe).join("\n")}`,
    );
  } else {
    tally.agreements++;
  }
}

function describe({ verdict, rule, coordinate, message }: Finding): string {
  return `    ${verdict} ${rule} ${coordinate} ${message}`;
}
