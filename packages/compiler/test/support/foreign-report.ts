/** A report of a schema, of operations and of files whose names and texts others choose. */

import { quoteGraphql } from "../../../../test/support/foreign.ts";
import type { Report } from "../../src/index.ts";
import { drifted, withOperations } from "./report.ts";
import { checkTexts } from "./schema-check.ts";

/** A report with the text in each place, and the operations of the report. */
export function createForeignReport(text: string): { report: Report; sources: ReadonlyMap<string, string> } {
  const file = `operations/${text}.graphql`;
  const value = quoteGraphql(text);
  const operation = `# ${text.toWellFormed().replaceAll(/[\n\r]/g, " ")}\nquery Get { item(of: ${value}) { name kind } }`;
  const before = `type Query { item(of: String = ${value}): Item } type Item { name: String! kind: String }`;
  const after = `type Query { item(of: String, with: String = ${value}): Item }
    ${value} type Item { ${value} name: String @deprecated(reason: ${value}) other: String }`;
  const report = checkTexts(before, after, { [file]: operation });
  const [first] = drifted.operations;
  const finding = first?.findings[0];
  if (!first || !finding) throw new TypeError("The sample has findings.");
  const code = `other/${text}.graphql`;
  const place = { file: code, line: 2, column: 1 };
  const other = {
    ...first,
    name: text,
    place,
    findings: [{ ...finding, message: text, coordinate: text, place }],
  };
  const invalid = {
    ...other,
    verdict: "unaffected" as const,
    findings: [],
    errors: [{ message: text, place }],
  };
  const all = {
    ...withOperations(report, [...report.operations, other, invalid]),
    remarks: [text],
    staleAccepted: [{ coordinate: text, reason: text, expires: "2020-01-01", problem: "expired" as const }],
  };
  return {
    report: all,
    sources: new Map([
      [file, operation],
      [code, `{\n${text}\n}`],
    ]),
  };
}
