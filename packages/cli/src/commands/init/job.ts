/** The job for pull requests that `init --ci` writes. */

import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { renderString } from "@integration-platform/graphql-compiler/internal/text/render-json";
import { runGit } from "../git/git.ts";
import { exists, readText } from "../project/files.ts";
import type { PackageManager } from "../project/packages.ts";

export type System = "github" | "gitlab";

export interface Job {
  readonly file: string;
  readonly text: string;
  /** Steps that remain to be done by hand. */
  readonly next: readonly string[];
}

/**
 * The root of the git repository. "" if there is none: the job is then for the working directory.
 *
 * @param folder - A folder of the project. @default the working directory
 */
export async function findRoot(folder = "."): Promise<string> {
  return (await runGit(["rev-parse", "--show-toplevel"], folder)).stdout.trim();
}

/** Fits the template, which is for npm and a package in the root, to the package in the working directory. */
export async function createJob(system: System, root: string, manager: PackageManager): Promise<Job> {
  // The templates are in the package, next to the code.
  const template = await readFile(new URL(`../../../workflows/${system}.yml`, import.meta.url), "utf8");
  const folder = relative(root, process.cwd()).replaceAll(sep, "/");
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

function fitGithub(template: string, name: string, { folder, root, manager: { prepare } }: Place): Job {
  const defaults = `    defaults:\n      run:\n        working-directory: ${renderString(folder)}\n`;
  const text = template
    .replace("    steps:\n", (steps) => (folder === "" ? steps : `${defaults}${steps}`))
    .replace("      - run: ", `${prepare === undefined ? "" : `      - run: ${prepare}\n\n`}      - run: `);
  return { file: toLocal(join(root, `.github/workflows/${name}.yml`)), text, next: [] };
}

/** The job is in a file of its own if there is a file of GitLab without it. */
async function fitGitlab(
  template: string,
  name: string,
  { folder, root, manager: { prepare } }: Place,
): Promise<Job> {
  const before = [
    ...(folder === "" ? [] : [renderString(`cd ${quoteForShell(folder)}`)]),
    ...(prepare === undefined ? [] : [prepare]),
  ];
  const text = template
    .replace("\nschema:", `\n${name}:`)
    .replace("  script:\n", (script) => script + before.map((line) => `    - ${line}\n`).join(""))
    .replaceAll(/(?<=\[|junit: )schema-report\.\w+/g, (file) =>
      folder === "" ? file : renderString(`${folder}/${file}`),
    );
  const main = join(root, ".gitlab-ci.yml");
  const existing = exists(main) ? await readText(main, "Check the file.") : undefined;
  if (existing === undefined || hasJob(existing, name)) return { file: toLocal(main), text, next: [] };
  const file = `.gitlab/${name}.yml`;
  const next = existing.includes(file) ? [] : [`Add to .gitlab-ci.yml:  include: [{ local: ${file} }]`];
  return { file: toLocal(join(root, file)), text, next };
}

/** Whether a file of GitLab has the job of an earlier run. A job of the user can have the same name. */
function hasJob(text: string, name: string): boolean {
  const hasName = text.split("\n").some((line) => line.startsWith(`${name}:`));
  return hasName && text.includes("platform-graphql ci");
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const toLocal = (file: string): string => relative(process.cwd(), file).replaceAll(sep, "/");
