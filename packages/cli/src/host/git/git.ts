/** Runs git. */

import { execFile } from "node:child_process";
import { findRepository } from "../../files/find-repository.ts";
import { Problem } from "../errors/problem.ts";
import { MAX_SCHEMA_BYTES } from "../project/schema-text.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** The line of stderr that says why git failed. */
  readonly reason: string;
}

/** Of git, in bytes. Names of all files of a repository can be longer than a schema. */
const MAX_OUTPUT = 4 * MAX_SCHEMA_BYTES;
/** Exit code of a shell for a command that does not exist. */
const NOT_INSTALLED = 127;

/**
 * Variables that reach a remote, or configure git. A hook of git sets others, such as `GIT_DIR`, which select
 * another repository or change what a command reads.
 */
const KEPT = /^GIT_(?:ALLOW_PROTOCOL|ASKPASS|CONFIG|EXEC_PATH|HTTP|PROXY|SSH|SSL)/;

function createEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || KEPT.test(name));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: "0", GIT_LITERAL_PATHSPECS: "1", LC_ALL: "C" };
}

/** The answer of git outside of a repository. It needs no process. */
const NO_REPOSITORY: Ended = { code: 128, stdout: "", reason: "not a git repository" };

interface GitOptions {
  /** File of another index than that of the repository. */
  readonly index?: string;
  /** Text for its stdin. @default none */
  readonly input?: string;
}

/** @param folder - Working directory of git. @default that of this process */
export async function runGit(
  args: readonly string[],
  folder = ".",
  { index, input = "" }: GitOptions = {},
): Promise<Ended> {
  if (findRepository(folder) === undefined) return NO_REPOSITORY;
  const env = { ...createEnvironment(), ...(index !== undefined && { GIT_INDEX_FILE: index }) };
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      args,
      { cwd: folder, env, maxBuffer: MAX_OUTPUT },
      (error, stdout, stderr) => {
        // A part of the output would be taken for the whole.
        if (error && `${error.code}` === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
          return reject(
            new Problem(`git ${args[0]} printed more than ${MAX_OUTPUT} bytes`, "Check the file."),
          );
        if (error?.code === "ENOENT")
          return resolve({ code: NOT_INSTALLED, stdout, reason: "it is not installed" });
        const [, reason = stderr.split("\n", 1)[0] ?? ""] = /^(?:fatal|error): (.*?)\.?$/m.exec(stderr) ?? [];
        return resolve({ code: error ? Number(error.code) || 1 : 0, stdout, reason });
      },
    );
    // git can end before it has read everything.
    child.stdin?.on("error", () => {}).end(input);
  });
}

/** Returns what git prints. @throws Problem if git fails. */
export async function readGit(
  args: readonly string[],
  folder?: string,
  options?: GitOptions,
): Promise<string> {
  const ended = await runGit(args, folder, options);
  if (ended.code === 0) return ended.stdout;
  throw describeGitFailure(args, ended);
}

/** The failures have the same exit code, 128. Their messages are in English, because of `LC_ALL`. */
export function describeGitFailure([command]: readonly string[], { code, reason }: Ended): Problem {
  if (code === NOT_INSTALLED)
    return new Problem("git is not installed", "Install git, or read the schema from a file.");
  if (reason.startsWith("not a git repository"))
    return new Problem(
      "this folder is not in a git repository",
      "Run the command in a clone, or name a file.",
    );
  if (reason.startsWith("detected dubious ownership"))
    return new Problem(
      "this repository belongs to another user, so git does not read it",
      'Run "git config --global --add safe.directory <folder of the repository>".',
    );
  return new Problem(
    `git ${command} failed: ${reason || `exit code ${code}`}`,
    "Check the clone and its remote.",
  );
}

/** In characters. git takes minutes for a text of 100 kB that is no revision. */
const MAX_REVISION = 4_096;

/** Returns the commit of a revision. `undefined` if git finds none. */
export async function findCommit(revision: string, folder?: string): Promise<string | undefined> {
  if (revision.length > MAX_REVISION) return undefined;
  const command = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { code, stdout } = await runGit(command, folder);
  return code === 0 ? stdout.trim() : undefined;
}
