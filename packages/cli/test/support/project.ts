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
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { command, type Finished } from "./command.ts";

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
}

/** Ignores the configuration of the machine. */
const GIT_ENV = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Tester",
  GIT_AUTHOR_EMAIL: "tester@example.com",
  GIT_COMMITTER_NAME: "Tester",
  GIT_COMMITTER_EMAIL: "tester@example.com",
};

export function createProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { cwd: folder, env: GIT_ENV, encoding: "utf8" });
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
export function createRepository(files: Readonly<Record<string, string>>): Project {
  const project = createProject(files);
  project.git("init", "--quiet", "--initial-branch", "main");
  project.commit("First");
  return project;
}
