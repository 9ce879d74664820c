/** Results in pages: tables, and the blocks in which commands write them. */

/** A table in Markdown. @param alignment - Of all columns except the first one. */
export function renderTable(
  [head = [], ...rows]: readonly (readonly (string | number)[])[],
  alignment = "---",
): string {
  const lines = [head, head.map((_, index) => (index === 0 ? "---" : alignment)), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => `${cell}`.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

/** Replaces results in a page, each between `<!-- results: name -->` and `<!-- /results -->`. */
export function replaceResults(page: string, results: Readonly<Record<string, string>>): string {
  return Object.entries(results).reduce((text, [name, result]) => {
    const block = new RegExp(`(<!-- results: ${name} -->\n)[^]*?(<!-- /results -->)`);
    if (!block.test(text)) throw new Error(`The page has no results of ${name}.`);
    return text.replace(block, (_, before, after) => `${before}\n${result}\n\n${after}`);
  }, page);
}

/**
 * JSON with a line for each value at a depth, so that a changed row is a changed line. Fractions have four
 * digits.
 */
export function renderRows(value: unknown, depth: number, indent = ""): string {
  if (depth === 0 || typeof value !== "object" || value === null) return JSON.stringify(value, roundFraction);
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${renderRows(member, depth - 1, inner)}`,
  );
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

const roundFraction = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
