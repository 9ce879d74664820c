/** Renders the result of a run in Markdown. */

import { INVISIBLE, type OracleSummary } from "../../packages/cli/test/support/schema-oracle.ts";

/** Two consecutive versions, and the result of their comparison. */
export interface Pair {
  readonly name: string;
  readonly summary: OracleSummary;
}

export function renderCounts(pairs: readonly Pair[]): string {
  const total = (count: (summary: OracleSummary) => number): number =>
    pairs.reduce((sum, { summary }) => sum + count(summary), 0);
  const cells = COLUMNS.map(({ count }) => total(count));
  const disagreements = pairs.flatMap(({ summary }) => summary.disagreements);
  return `# Verdicts and the TypeScript compiler

<!-- Written by \`npm run oracle\`. -->

\`schema check\` reports whether a schema change breaks the code that uses an operation. This check generates the types of
the operations under both schemas and compiles them: the new result must be assignable to the old one, and the old
variables to the new ones. The verdict and the compiler must agree.

The schemas are consecutive versions of GitHub's public schema (\`@octokit/graphql-schema\`, about 1.1 MB each). The
operations are generated from the older version with a fixed seed. Half of them use elements that differ.

${renderRow(["Versions", ...COLUMNS.map(({ title }) => title)])}
${renderRow(["---", ...COLUMNS.map(() => "---:")])}
${pairs.map(({ name, summary }) => renderRow([name, ...COLUMNS.map(({ count }) => `${count(summary)}`)])).join("\n")}
${renderRow(["**Total**", ...cells.map((cell) => `**${cell}**`)])}

- **agree**: the verdict and the compiler agree. For \`unaffected\`, the types are assignable in both directions.
- **invalid**: the operation is invalid in the new version, so it has no types to compare. The verdict is \`breaks\`.
- **invisible**: the verdict is \`breaks\` for a reason that types do not show:
${renderInvisible(pairs)}
- **disagree**: ${disagreements.length === 0 ? "none." : "bugs:"}
${disagreements.map((text) => `\n\`\`\`\n${text}\n\`\`\`\n`).join("")}
\`npm test\` does the same with random changes of a small schema (\`oracle.test.ts\`, with \`ORACLE_CASES\` and \`ORACLE_SEED\`).
`;
}

const COLUMNS: readonly { readonly title: string; count(summary: OracleSummary): number }[] = [
  { title: "operations", count: ({ operations }) => operations },
  { title: "breaks", count: ({ breaks }) => breaks },
  { title: "agree", count: ({ agreements }) => agreements },
  { title: "invalid", count: ({ invalid }) => invalid },
  { title: "invisible", count: ({ invisible }) => invisible },
  { title: "disagree", count: ({ disagreements }) => disagreements.length },
];

function renderRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function renderInvisible(pairs: readonly Pair[]): string {
  return Object.entries(INVISIBLE)
    .map(([rule, reason]) => {
      const count = pairs.reduce((sum, { summary }) => sum + (summary.invisibleByRule.get(rule) ?? 0), 0);
      return `  - \`${rule}\` (${count}): ${reason}.`;
    })
    .join("\n");
}
