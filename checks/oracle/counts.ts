/** The counts of a run, in Markdown. */

import { BLIND, type Tally } from "../../packages/cli/test/support/schema-verdicts.ts";

/** Two consecutive versions, and what our verdicts on them are worth. */
export interface Pair {
  readonly name: string;
  readonly tally: Tally;
}

export function renderCounts(pairs: readonly Pair[]): string {
  const total = (count: (tally: Tally) => number): number => pairs.reduce((sum, { tally }) => sum + count(tally), 0);
  const cells = COLUMNS.map(({ count }) => total(count));
  const disagreements = pairs.flatMap(({ tally }) => tally.disagreements);
  return `# The oracle

<!-- Written by \`npm run oracle\`. -->

\`schema check\` says of each operation whether a change of the schema breaks those who import it. The TypeScript compiler
is asked the same: we generate the types under both versions, as \`npm run codegen\` does, and it says whether the new
result is assignable to the old one and the old variables to the new ones. If not, code that compiled may not any more.

The schemas are consecutive versions of GitHub's public one (\`@octokit/graphql-schema\`, about 1.1 MB each). The operations
are invented over the older version from a fixed seed, half of them where the versions differ: fragments in several
places, unions and interfaces, aliases, \`@include\` and \`@skip\`, inline values and variables.

${renderRow(["Versions", ...COLUMNS.map(({ title }) => title)])}
${renderRow(["---", ...COLUMNS.map(() => "---:")])}
${pairs.map(({ name, tally }) => renderRow([name, ...COLUMNS.map(({ count }) => `${count(tally)}`)])).join("\n")}
${renderRow([`**${pairs.length} pairs**`, ...cells.map((cell) => `**${cell}**`)])}

- **agree**: both say that importers break, or both that they do not; and where we say \`unaffected\`, the types are the same
  for the compiler in both directions.
- **invalid**: codegen refuses the operation under the new version, so that there are no types to compare. We say \`breaks\`.
- **blind**: we say \`breaks\` for a reason that types cannot show:
${renderBlind(pairs)}
- **disagree**: ${disagreements.length === 0 ? "none." : "to be mended:"}
${disagreements.map((text) => `\n\`\`\`\n${text}\n\`\`\`\n`).join("")}
A property test (\`test/oracle.test.ts\`) does the same on every \`npm test\`, with random changes of a small schema that has
everything in it. It takes \`ORACLE_CASES\` and \`ORACLE_SEED\`.
`;
}

const COLUMNS: readonly { readonly title: string; count(tally: Tally): number }[] = [
  { title: "operations", count: ({ operations }) => operations },
  { title: "we say breaks", count: ({ breaks }) => breaks },
  { title: "agree", count: ({ agreements }) => agreements },
  { title: "invalid", count: ({ invalid }) => invalid },
  { title: "blind", count: ({ blind }) => blind },
  { title: "disagree", count: ({ disagreements }) => disagreements.length },
];

function renderRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function renderBlind(pairs: readonly Pair[]): string {
  return Object.entries(BLIND)
    .map(([rule, reason]) => {
      const count = pairs.reduce((sum, { tally }) => sum + (tally.blindByRule.get(rule) ?? 0), 0);
      return `  - \`${rule}\` (${count}): ${reason}.`;
    })
    .join("\n");
}
