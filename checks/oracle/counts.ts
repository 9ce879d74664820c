/** Renders the result of a run in Markdown. */

import { EXPLAINED } from "../../packages/compiler/test/support/schema-explained.ts";
import type { OracleSummary } from "../../packages/compiler/test/support/schema-oracle.ts";

/** One line of a table. */
export interface Row {
  readonly name: string;
  readonly summary: OracleSummary;
}

/** Result of the changes that go through the commands. */
interface Sample {
  readonly changes: number;
  readonly failures: number;
}

export function renderCounts(mutations: readonly Row[], versions: readonly Row[], sample: Sample): string {
  const all = [...mutations, ...versions];
  const total = (count: (summary: OracleSummary) => number) =>
    all.reduce((sum, { summary }) => sum + count(summary), 0);
  return `# Verdicts and two oracles

<!-- Written by \`npm run oracle\`. -->

\`schema check\` reports what a schema change does to an operation. Two independent oracles judge the same change:

- **The TypeScript compiler.** Codegen writes the types of the operation under both schemas. Generated consumers read each
  field, narrow with \`in\`, \`typeof\` and \`__typename\`, switch over enums, compare with literals, import every exported
  type, pass results to code that is written for a fragment, and pass literals of all variables. A change breaks the
  operation if a consumer compiles only with the old types. Half of the custom scalars are mapped to other types. Half of the operations have open types. The \`switch\` of a
  consumer is exhaustive with closed types, and has a \`default\` with open types.
- **Execution.** graphql-js executes the operation under both schemas with sampled variables: omitted, \`null\`, each enum value,
  fractions, single fields and all fields of input objects. Resolvers record their arguments. A change breaks the operation
  if the new schema rejects variables that the old one accepts, or reports an error.

They agree with the verdict if it is

- \`breaks\`: an oracle shows a break, or a resolver receives another value,
- \`changes types\`: neither oracle shows a break. The types differ, or a resolver receives a value in another form, or a new default,
- \`unaffected\`: the types are assignable in both directions, and resolvers receive the same values.

${total(({ operations }) => operations)} operations were compared, with ${total(({ consumers }) => consumers)} consumers and ${total(({ executions }) => executions)} executions.

## Random changes

Changes of types, their names and kinds, nullability, members, values, arguments, defaults, directives, input types,
descriptions and deprecations. Each operation uses the changed element. Large schemas are cut into slices of about ${SLICE} types.

${renderTable(mutations)}

## Versions

Consecutive versions of public schemas: \`@octokit/graphql-schema\`, \`@shopify/hydrogen-react\`, \`@digdir/dialogporten-schema\`
and \`@linear/sdk\`. Linear's and Saleor's SDKs publish TypeScript types, from which the schema is read, without defaults. The
published versions of Saleor's SDK have one schema. Each slice contains a type that differs.

${renderTable(versions)}

- **invalid**, **not compiling**, **rejected**, **other values**: differences that the oracles found. An operation can have several.
- **explained**: the verdict is stricter than both oracles, for a reason that is listed below.
- **disagree**: ${total(({ disagreements }) => disagreements.length) === 0 ? "none." : "listed below."}

## Explained differences

| Case | operations | |
| --- | ---: | --- |
${EXPLAINED.map(({ id, reason }) => `| ${id} | ${total(({ explained }) => explained.get(id) ?? 0)} | ${reason} |`).join("\n")}

## Commands

${sample.changes} of the random changes go through \`platform-graphql codegen\` and \`platform-graphql schema check\` in projects with
\`scalars\` and \`openTypes\` in \`codegen.ts\`: the exit code and the verdicts are those above, and code that imports every
exported type still compiles if nothing breaks. Disagreements: ${sample.failures}.

New arguments and input fields are not compared: the server that adds them decides what their default means.
${renderDisagreements(all)}
\`npm test\` runs both oracles with about a hundred operations (\`oracle.test.ts\`). \`ORACLE_SEED\` and \`ORACLE_OPERATIONS\` set the seed
and the number of operations with random changes.
`;
}

/** Number of types of a slice. */
export const SLICE = 14;

const COLUMNS: readonly { readonly title: string; count(summary: OracleSummary): number }[] = [
  { title: "operations", count: ({ operations }) => operations },
  { title: "breaks", count: ({ verdicts }) => verdicts.breaks },
  { title: "changes types", count: ({ verdicts }) => verdicts["changes types"] },
  { title: "unaffected", count: ({ verdicts }) => verdicts.unaffected },
  { title: "invalid", count: ({ confirmed }) => confirmed["is invalid"] },
  { title: "not compiling", count: ({ confirmed }) => confirmed["does not compile"] },
  { title: "rejected", count: ({ confirmed }) => confirmed["is rejected"] },
  { title: "other values", count: ({ confirmed }) => confirmed["receives other values"] },
  { title: "explained", count: ({ explained }) => [...explained.values()].reduce((sum, count) => sum + count, 0) },
  { title: "disagree", count: ({ disagreements }) => disagreements.length },
];

function renderTable(rows: readonly Row[]): string {
  const totals = COLUMNS.map(({ count }) => rows.reduce((sum, { summary }) => sum + count(summary), 0));
  return [
    ["Schema", ...COLUMNS.map(({ title }) => title)],
    ["---", ...COLUMNS.map(() => "---:")],
    ...rows.map(({ name, summary }) => [name, ...COLUMNS.map(({ count }) => count(summary))]),
    ["**Total**", ...totals.map((count) => `**${count}**`)],
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** Groups by cause, and prints the shortest example of each. */
function renderDisagreements(rows: readonly Row[]): string {
  const groups = Map.groupBy(
    rows.flatMap(({ summary }) => summary.disagreements),
    ({ cause }) => cause,
  );
  if (groups.size === 0) return "";
  const sections = [...groups].map(([cause, members]) => {
    const [example] = members.map(({ details }) => details).sort((a, b) => a.length - b.length);
    return `### ${cause} (${members.length})\n\n\`\`\`\n${example}\n\`\`\`\n`;
  });
  return `\n## Disagreements\n\n${sections.join("\n")}`;
}
