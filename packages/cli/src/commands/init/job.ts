/** The job for pull requests that `init --ci` writes. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderString } from "@integration-platform/graphql-compiler/internal/text/render-json";
import type { PackageManager } from "../../files/package-manager.ts";
import { pathFrom } from "../../files/paths.ts";
import { Problem } from "../../host/errors/problem.ts";
import { readIfPresent } from "../../host/project/files.ts";
import { quotePath } from "../../text/quote.ts";

export type System = "github" | "gitlab";

export interface Job {
  readonly file: string;
  readonly text: string;
  /** Steps that remain to be done by hand. */
  readonly next: readonly string[];
}

/** Fits the template, which is for npm and a package in the root, to the package in the working directory. */
export async function createJob(system: System, root: string, manager: PackageManager): Promise<Job> {
  // The templates are in the package, next to the code.
  const template = await readFile(new URL(`../../../workflows/${system}.yml`, import.meta.url), "utf8");
  const folder = pathFrom(root, process.cwd());
  const text = template
    .replace("npm ci --ignore-scripts", manager.install)
    .replace("npx --no-install", manager.execute);
  const name = folder === "" ? "schema" : `schema-${folder.replaceAll(/[^\w.]+/g, "-")}`;
  return system === "github"
    ? fitGithub(text, name, { folder, root, manager })
    : fitGitlab(text, name, { folder, root, manager });
}

interface Place {
  /** From the root to the package. "" is the root. */
  readonly folder: string;
  readonly root: string;
  readonly manager: PackageManager;
}

/** @throws Problem if the file has the job of another folder. */
async function fitGithub(template: string, name: string, { folder, root, manager }: Place): Promise<Job> {
  const { prepare } = manager;
  const defaults = `    defaults:\n      run:\n        working-directory: ${renderString(folder)}\n`;
  // GitHub shows the checks of all workflows in one list. The name of a job has no dots.
  const title = folder === "" ? "Schema" : renderString(`Schema (${folder})`);
  const text = template
    .replace("name: Schema\n", () => `name: ${title}\n`)
    .replace("  schema:\n", `  ${name.replaceAll(".", "-")}:\n`)
    .replace("    steps:\n", (steps) => (folder === "" ? steps : `${defaults}${steps}`))
    .replace("      - run: ", `${prepare === undefined ? "" : `      - run: ${prepare}\n\n`}      - run: `);
  const file = toLocal(join(root, `.github/workflows/${name}.yml`));
  const existing = await readIfPresent(file);
  if (existing === undefined) return { file, text, next: [] };
  if (!existing.includes(COMMAND)) {
    return { file, text, next: [`Add a step to ${file}, which exists:  ${manager.execute} ${COMMAND}`] };
  }
  const isOwn = folder === "" ? !existing.includes("working-directory:") : existing.includes(defaults);
  if (!isOwn) throw describeClash(name, file, folder);
  return { file, text, next: [] };
}

const COMMAND = "platform-graphql ci";

function describeClash(name: string, file: string, folder: string): Problem {
  const own = folder === "" ? "the root" : quotePath(folder);
  return new Problem(
    `${file} has another job with the name ${name}, which that of ${own} needs`,
    "Rename that job, and its file if it has one of its own. Or rename the folder.",
  );
}

/**
 * The job is in a file of its own if there is a file of GitLab without it.
 *
 * @throws Problem if another job has its name: GitLab would merge both.
 */
async function fitGitlab(
  template: string,
  name: string,
  { folder, root, manager: { prepare } }: Place,
): Promise<Job> {
  const enter = folder === "" ? undefined : renderString(`cd ${quoteForShell(folder)}`);
  const before = [...(enter === undefined ? [] : [enter]), ...(prepare === undefined ? [] : [prepare])];
  const text = template
    .replace("\nschema:", `\n${name}:`)
    .replace("  script:\n", (script) => script + before.map((line) => `    - ${line}\n`).join(""))
    .replaceAll(/(?<=\[|junit: )schema-report\.\w+/g, (file) =>
      folder === "" ? file : renderString(`${folder}/${file}`),
    );
  const main = toLocal(join(root, ".gitlab-ci.yml"));
  const own = toLocal(join(root, `.gitlab/${name}.yml`));
  const existing = await readIfPresent(main);
  for (const file of [main, own]) {
    const found = findJob((await readIfPresent(file)) ?? "", name);
    if (found !== undefined && !isOwnJob(found, enter)) throw describeClash(name, file, folder);
    if (found !== undefined && file === main) return { file: main, text, next: [] };
  }
  if (existing === undefined) return { file: main, text, next: [] };
  const local = `.gitlab/${name}.yml`;
  const next = existing.includes(local) ? [] : [`Add to .gitlab-ci.yml:  include: [{ local: ${local} }]`];
  return { file: own, text, next };
}

/** The lines of a job: up to the next line that is not indented. `undefined` if there is none. */
function findJob(text: string, name: string): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`${name}:`));
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex((line) => /^[^\s#]/.test(line));
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join("\n");
}

/** Whether an earlier run has written a job, for the same folder. */
function isOwnJob(job: string, enter: string | undefined): boolean {
  const isSameFolder = enter === undefined ? !job.includes('- "cd ') : job.includes(enter);
  return job.includes(COMMAND) && isSameFolder;
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const toLocal = (file: string): string => pathFrom(process.cwd(), file);
