/** The commit of a measurement, and whether the code has changed since. */

import { execute, finish, ROOT } from "./commands.ts";

/** What was measured, and when. */
export interface Stamp {
  readonly commit: string;
  readonly date: string;
}

const COMPILER = "packages/compiler/src/*.ts";

/** Paths of measured code, as git reads them. */
export const CODE = {
  client: ["src/*.ts", ":!src/generated"],
  compiler: [COMPILER],
  codegen: [COMPILER, "packages/cli/src/codegen"],
  check: [COMPILER, "packages/cli/src"],
  serve: ["packages/testing/src", "packages/cli/src"],
  packages: ["src/*.ts", "packages/*/src", "package-lock.json"],
} as const;
export type Code = keyof typeof CODE;

const git = (...args: readonly string[]) => execute(ROOT, ["git", ...args]);

/** The commit that is checked out, and today. @throws Error if the code has changes that no commit contains */
export async function readStamp(code: Code): Promise<Stamp> {
  const changes = await git("status", "--porcelain", "--", ...CODE[code]);
  if (changes)
    throw new Error(`A figure names the commit that it was measured at. Commit first:\n${changes}`);
  const commit = (await git("rev-parse", "--short=10", "HEAD")).trim();
  return { commit, date: new Date().toISOString().slice(0, 10) };
}

/** Number of commits that changed the code since; undefined if the commit is not in this history. */
async function countSince(commit: string, code: Code): Promise<number | undefined> {
  const command = ["git", "rev-list", "--count", `${commit}..HEAD`, "--", ...CODE[code]];
  const { code: status, stdout } = await finish(ROOT, command);
  return status === 0 ? Number(stdout) : undefined;
}

/** Such as "`0123456789`, 2030-01-31", with a mark if the code is newer. */
export async function renderStamp({ commit, date }: Stamp, code: Code): Promise<string> {
  const count = await countSince(commit, code);
  const text = `\`${commit}\`, ${date}`;
  if (count === undefined) return `${text}, **of a commit that this history does not have**`;
  return count === 0 ? text : `${text}, **older than the code: ${count} commits since**`;
}

/** A page whose stamps are marked anew. @param codeOf - the code that the figures of a line measure */
export async function markPage(page: string, codeOf: (line: string) => Code): Promise<string> {
  const lines = page.split("\n").map(async (line) => {
    const [stamp = "", commit = "", date = ""] =
      /`([0-9a-f]{10})`, (\d{4}-\d\d-\d\d)(?:, \*\*o[^*]*\*\*)?/.exec(line) ?? [];
    return stamp === "" ? line : line.replace(stamp, await renderStamp({ commit, date }, codeOf(line)));
  });
  return (await Promise.all(lines)).join("\n");
}

/** A text without the counts of its marks, which grow with each commit. */
export const withoutCounts = (text: string): string => text.replaceAll(/\d+ commits since/g, "");
