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
