/** Renders the results of a run in Markdown. */

import { CODE_KINDS } from "../../packages/compiler/src/check/compare/reasons.ts";
import { EXPLAINED } from "../../packages/compiler/test/support/schema-explained.ts";
import type { OracleSummary } from "../../packages/compiler/test/support/schema-oracle.ts";
import type { PairSummary } from "../../packages/compiler/test/support/schema-pairs.ts";
import { renderTable } from "../results.ts";

/** One line of a table. */
export interface Row {
  readonly name: string;
  readonly summary: OracleSummary;
}

/** The results for `README.md`, by the name of the block. */
export function renderCounts(
  mutations: readonly Row[],
  versions: readonly Row[],
): Readonly<Record<string, string>> {
  const all = [...mutations, ...versions];
  const total = (count: (summary: OracleSummary) => number) =>
    all.reduce((sum, { summary }) => sum + count(summary), 0);
  const operations = total((summary) => summary.operations);
  const consumers = total((summary) => summary.consumers);
  const executions = total((summary) => summary.executions);
  const reasons = EXPLAINED.map(({ id, reason }) => [
    id,
    total(({ explained }) => explained.get(id) ?? 0),
    reason,
  ]);
  return {
    total: `${operations} operations were compared, with ${consumers} consumers and ${executions} executions. Disagreements: ${renderDisagreements(all)}`,
    "random changes": renderSummaries(mutations),
    versions: renderSummaries(versions),
    code: renderTable([
      ["Code", "named and confirmed", "named, confirmed by no consumer"],
      ...CODE_KINDS.map((code) => [
        `\`${code}\``,
        total((summary) => summary.code.confirmed[code]),
        total((summary) => summary.code.unconfirmed[code]),
      ]),
    ]),
    explained: renderTable([["Case", "operations", "reason"], ...reasons]),
  };
}

const COLUMNS: readonly { readonly title: string; count(summary: OracleSummary): number }[] = [
  { title: "operations", count: ({ operations }) => operations },
  { title: "breaks", count: ({ verdicts }) => verdicts.breaks },
  { title: "changes types", count: ({ verdicts }) => verdicts["changes types"] },
  { title: "unaffected", count: ({ verdicts }) => verdicts.unaffected },
  { title: "invalid", count: ({ confirmed }) => confirmed["is invalid"] },
  { title: "not compiling", count: ({ confirmed }) => confirmed["does not compile"] },
  { title: "rejected", count: ({ confirmed }) => confirmed["is rejected"] },
  { title: "other values", count: ({ confirmed }) => confirmed["receives other values"] },
  {
    title: "explained",
    count: ({ explained }) => [...explained.values()].reduce((sum, count) => sum + count, 0),
  },
  { title: "disagree", count: ({ disagreements }) => disagreements.length },
];

function renderSummaries(rows: readonly Row[]): string {
  const totals = COLUMNS.map(({ count }) => rows.reduce((sum, { summary }) => sum + count(summary), 0));
  return renderTable(
    [
      ["Schema", ...COLUMNS.map(({ title }) => title)],
      ...rows.map(({ name, summary }) => [name, ...COLUMNS.map(({ count }) => count(summary))]),
      ["**Total**", ...totals.map((count) => `**${count}**`)],
    ],
    "---:",
  );
}

/** Of pairs in which the operations change too. */
export function renderPairs(rows: readonly (readonly [name: string, summary: PairSummary])[]): string {
  return renderTable(
    [
      ["Schema", "operations", "break, confirmed", "break, not confirmed", "unaffected", "missed"],
      ...rows.map(([name, { operations, confirmed, unconfirmed, unaffected, misses }]) => [
        name,
        operations,
        confirmed,
        unconfirmed,
        unaffected,
        misses.length,
      ]),
    ],
    "---:",
  );
}

/** Groups by cause, and prints the shortest example of each. */
function renderDisagreements(rows: readonly Row[]): string {
  const groups = Map.groupBy(
    rows.flatMap(({ summary }) => summary.disagreements),
    ({ cause }) => cause,
  );
  if (groups.size === 0) return "none.";
  const sections = [...groups].map(([cause, members]) => {
    const [example] = members.map(({ details }) => details).sort((a, b) => a.length - b.length);
    return `### ${cause} (${members.length})\n\n\`\`\`\n${example}\n\`\`\``;
  });
  return `\n\n${sections.join("\n\n")}`;
}
