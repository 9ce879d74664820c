/** The pages with measured figures: whether they mark those that are older than the code. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Name, SUBJECTS } from "../bench/page.ts";
import { ROOT } from "../commands.ts";
import { type Code, markPage, withoutCounts } from "../stamp.ts";

/** The code that a line of each page measures. */
const PAGES: Readonly<Record<string, (line: string) => Code>> = {
  "checks/bench/README.md": (line) => SUBJECTS[/`(\w+)`/.exec(line)?.[1] as Name].code,
  "checks/servers/README.md": () => "client",
  "checks/oracle/README.md": () => "compiler",
};

/** Returns the pages without a mark for figures that are older than the code, and writes the marks. */
export async function markPages(options: { readonly write: boolean }): Promise<string[]> {
  const stale: string[] = [];
  for (const [page, codeOf] of Object.entries(PAGES)) {
    const text = readFileSync(join(ROOT, page), "utf8");
    const marked = await markPage(text, codeOf);
    if (options.write) writeFileSync(join(ROOT, page), marked);
    else if (withoutCounts(marked) !== withoutCounts(text)) stale.push(page);
  }
  return stale;
}
