import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkTexts } from "./support/schema-check.ts";
import { RULE_EXAMPLES } from "./support/schema-rules.ts";

const DOCS = join(import.meta.dirname, "../../../docs/schema-checks.md");
const REPORT_SCHEMA = join(import.meta.dirname, "../../cli/report.schema.json");

test.each(RULE_EXAMPLES)("decides $rule: $verdict by $change", ({ rule, verdict, before, change, ...options }) => {
  const after = before.replace(...change);
  expect(after).not.toBe(before);
  const [report] = checkTexts(before, after, options.operation, options).operations;

  expect(report?.findings.map((finding) => [finding.rule, finding.verdict])).toContainEqual([rule, verdict]);
  expect(report?.verdict).toBe(verdict);
});

test("the table of the documentation has a row for each example, and each rule has an example", async () => {
  const rows = (await readFile(DOCS, "utf8")).split("\n").map((line) => line.split(" | ").map((cell) => cell.trim()));
  for (const { rule, verdict, change, openTypes = true } of RULE_EXAMPLES) {
    const example = `\`${change[0]}\` → \`${change[1]}\``.replaceAll("|", "\\|");
    const verdictCell = `\`${verdict}\`${openTypes ? "" : " with closed types"}`;
    const found = rows.filter(
      (cells) => cells[0] === `| \`${rule}\`` && cells[2] === verdictCell && cells[3] === `${example} |`,
    );
    expect(found, `${rule} ${verdict} ${example}`).toHaveLength(1);
  }
  const { $defs } = JSON.parse(await readFile(REPORT_SCHEMA, "utf8"));
  expect([...new Set(RULE_EXAMPLES.map(({ rule }) => rule))].sort()).toEqual([...$defs.rule.enum].sort());
});
