/** Temporary folders and git repositories. */

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { command, type Finished } from "./command.ts";

type Files = Readonly<Record<string, string>>;

const ENTRY = join(import.meta.dirname, "../../src/codegen/index.ts");

/** Text of a `codegen.ts` with these options. */
export const renderConfig = (options: string, entry: string = ENTRY): string =>
  `import { typedOperations } from ${JSON.stringify(entry)};\nexport default typedOperations({ ${options} });\n`;

export interface Project extends Disposable {
  readonly folder: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  read(file: string): string;
  /** Content of all files in Latin-1, by name, sorted by name. Links are left out. */
  readAll(): Record<string, string>;
  /** Runs a command in the folder, with an empty environment. */
  run(...args: readonly string[]): Promise<Finished>;
  /** Creates a symbolic link. */
  link(file: string, target: string): void;
  /** Runs git in the folder, and returns its output. */
  git(...args: readonly string[]): string;
  /** Commits all files of the folder. */
  commit(message: string): void;
  /**
   * Adds commits to a branch in one process. The folder stays as it is.
   *
   * @param changes - The files that each commit writes.
   */
  addCommits(branch: string, changes: readonly Readonly<Record<string, string>>[]): void;
}

/** Ignores the configuration of the machine, copies no hooks, and starts no process after a commit. */
const GIT_ENV = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  GIT_TEMPLATE_DIR: "",
  GIT_AUTHOR_NAME: "Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_COMMITTER_NAME: "Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
};

const runGit = (folder: string, args: readonly string[], input = ""): string =>
  execFileSync("git", args, { cwd: folder, env: GIT_ENV, encoding: "utf8", input });

/** A path with a line feed, or with a quote at its start, is quoted. */
const renderPath = (path: string): string =>
  /^"|\n/.test(path) ? `"${path.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"` : path;

/**
 * Commits as the input of `git fast-import`.
 *
 * @param start - The commit before the first one. Empty for a new branch.
 */
function renderCommits(branch: string, start: string, changes: readonly Files[]): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const commits = changes.map((files, index) => {
    const written = Object.entries(files).map(
      ([name, text]) => `M 100644 inline ${renderPath(name)}\n${data(text)}`,
    );
    const from = index === 0 && start !== "" ? `from ${start}\n` : "";
    const committer = "committer Tester <tester@example.com> 1700000000 +0000\n";
    return `commit refs/heads/${branch}\n${committer}${data(`Change ${index}`)}${from}${written.join("")}`;
  });
  return commits.join("");
}

export function createProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  const git = (...args: readonly string[]) => runGit(folder, args);
  const project: Project = {
    folder,
    write(added) {
      for (const [name, text] of Object.entries(added)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    readAll() {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
      const names = entries
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .sort();
      return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "latin1")]));
    },
    run: (...args) => command(args, { cwd: folder }),
    read: (file) => readFileSync(join(folder, file), "utf8"),
    link(file, target) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      symlinkSync(target, join(folder, file));
    },
    git,
    commit(message) {
      git("add", "--all");
      git("commit", "--quiet", "--message", message);
    },
    addCommits(branch, changes) {
      const start = git("rev-parse", branch).trim();
      runGit(folder, ["fast-import", "--quiet"], renderCommits(branch, start, changes));
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
  project.write(files);
  return project;
}

/** Creates a project that is deleted at the end of the test. */
export function useProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Project {
  const project = createProject(files);
  onTestFinished(() => project[Symbol.dispose]());
  return project;
}

/** Creates a project that is a repository. Its first commit has the files. */
export function createRepository(files: Files): Project {
  return copyRepository(files, files, "main", renderCommits("main", "", [files]));
}

/**
 * A repository whose branch `main` has these files, and whose checked-out branch `change` has the others too.
 */
export function createBranch(files: Files, changed: Files): Project {
  // A commit needs a file.
  const first = { "README.md": "", ...files };
  const commits = renderCommits("main", "", [first]) + renderCommits("change", "refs/heads/main", [changed]);
  return copyRepository({ ...first, ...changed }, [first, changed], "change", commits);
}

/** The folder `.git` of each repository that was prepared. */
const prepared = new Map<string, ReturnType<typeof readFolder>>();

/**
 * Creates a repository with these files. Git imports the commits for the first one with this key: the others
 * are copies.
 */
function copyRepository(files: Files, key: unknown, branch: string, commits: string): Project {
  const project = createProject(files);
  const name = JSON.stringify(key);
  const copied = prepared.get(name);
  if (copied) {
    project.write(copied);
    // The index has the times of other files: without this, a sparse checkout keeps files that may have
    // changed.
    project.git("update-index", "--refresh");
  } else {
    // As `git init` does it, without a process.
    for (const folder of ["objects", "refs"])
      mkdirSync(join(project.folder, ".git", folder), { recursive: true });
    project.write({ ".git/HEAD": `ref: refs/heads/${branch}\n` });
    runGit(project.folder, ["fast-import", "--quiet"], commits);
    project.git("reset", "--quiet");
    prepared.set(name, readFolder(project.folder, ".git"));
  }
  return project;
}

/** Content of all files of a folder in a folder. */
function readFolder(parent: string, folder: string): Readonly<Record<string, Buffer>> {
  const entries = readdirSync(join(parent, folder), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(parent, path), readFileSync(path)]));
}
