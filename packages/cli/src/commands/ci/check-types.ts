/** Runs the type checker of the project: its script "types". */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import { findPackageManager } from "../../files/package-manager.ts";
import { listProjectFolders } from "../../files/project-folders.ts";
import { readPackage } from "../../host/consumers/package-json.ts";
import { EXIT, Problem } from "../../host/errors/problem.ts";
import { exists } from "../../host/project/files.ts";
import type { Output } from "../../host/terminal/output.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { isRecord } from "../../text/decode-text.ts";

/** Exit codes of a shell for a command that cannot run. */
const CANNOT_RUN: readonly (number | null)[] = [null, 126, 127];

/**
 * @param start - Folder of the config.
 * @returns the exit code, or the reason if the project has no TypeScript.
 * @throws Problem if the types cannot be checked.
 */
export async function checkTypes(
  start: string,
  terminal: Terminal,
): Promise<{ readonly exitCode: number | undefined; readonly reason?: string }> {
  const folder = findPackageFolder(start);
  const { scripts } = await readPackage(folder);
  if (!isRecord(scripts) || typeof scripts.types !== "string") {
    if (exists(join(folder, "tsconfig.json")))
      throw new Problem(
        'package.json has no script "types", so they were not checked',
        'Add "types": "tsc --noEmit".',
      );
    const reason = 'no tsconfig.json, and no script "types"';
    terminal.stdout.print(ink`not checked: ${reason}\n`);
    return { exitCode: undefined, reason };
  }
  const { run } = findPackageManager(folder);
  const command = `${run} types`;
  const code = await execute(command, folder, terminal);
  if (CANNOT_RUN.includes(code))
    throw new Problem(`"${command}" could not run`, "Install the packages first.");
  return { exitCode: code === 0 ? EXIT.success : EXIT.found };
}

/**
 * The nearest folder of the project with a package.json; the start if there is none. Scripts of folders above
 * the project are not run: they can be of other users.
 */
function findPackageFolder(start: string): string {
  const folders = listProjectFolders(start);
  return folders.find((folder) => exists(join(folder, "package.json"))) || start || ".";
}

/** Runs a command of a shell, and prints its output. @returns `null` if a signal ended it. */
async function execute(
  command: string,
  folder: string,
  { stdout, stderr, env, interruption }: Terminal,
): Promise<number | null> {
  const child = spawn(command, {
    shell: true,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env },
    signal: interruption,
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  const [code] = await Promise.all([ended, copyLines(child.stdout, stdout), copyLines(child.stderr, stderr)]);
  return code;
}

/**
 * Copies whole lines, because a secret is recognized only as a whole. Styles are removed, and nothing else is
 * interpreted.
 */
async function copyLines(input: Readable, output: Output): Promise<void> {
  for await (const line of createInterface({ input })) output.print(ink`${stripVTControlCharacters(line)}\n`);
}
