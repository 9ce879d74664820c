/** A report as JSON: for programs, and for comparing one run with another. Its form is `schema/report.schema.json`. */

import type { Report } from "../report.ts";
import { printableJson } from "./printable.ts";

/** Every key of a report, in the order in which they are written whatever order they came in. */
const KEYS = [
  ...["version", "before", "after", "label", "how", "name", "kind"],
  ...["verdict", "semver", "changelog"],
  ...["level", "coordinate", "rule", "message", "folded"],
  ...["reason", "announced", "isNew", "operation", "place", "file", "line", "column"],
  ...["accepted", "expires", "problem", "invalidBefore", "findings", "types"],
  ...["missing", "operations", "changes", "drift", "deprecations", "uses", "unpaged", "staleAcceptances", "remarks"],
];

export function renderJson(report: Report): string {
  return `${printableJson(JSON.stringify(report, KEYS, 2))}\n`;
}
