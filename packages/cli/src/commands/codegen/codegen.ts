/** Runs codegen with the config of a project, once or after each change. */

import { join } from "node:path";
import { count } from "@integration-platform/graphql-compiler/summary";
import { exists, renderFailure } from "../failure.ts";
import { EXIT, Problem } from "../problem.ts";
import { describeMissingSchema, findConfig, loadSettings } from "../project.ts";
import { paint, printable, type Terminal } from "../terminal.ts";
import type { Generated } from "./generate.ts";

export interface CodegenOptions {
  readonly config?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
}

export async function codegen(options: CodegenOptions, terminal: Terminal): Promise<number> {
  const config = options.config ?? findConfig();
  if (config === undefined) {
    throw new Problem(
      "no codegen.ts in this folder",
      "Run the command in the folder that contains it, or use --config <file>.",
    );
  }
  if (options.check && options.watch)
    throw new Problem("--check and --watch exclude each other", "Remove one of them.");
  if (options.watch) {
    const { watch } = await import("./watch.ts");
    return watch(config, terminal);
  }
  const settings = await unlessInterrupted(terminal, loadSettings(config));
  if (!exists(settings.schema)) throw describeMissingSchema(settings.schema);
  const { generate } = await import("./generate.ts");
  return report(await unlessInterrupted(terminal, generate(settings, options.check)), terminal);
}

/** Rejects when the command is interrupted. The work itself continues until the process ends. */
function unlessInterrupted<Result>({ interruption }: Terminal, work: Promise<Result>): Promise<Result> {
  interruption.throwIfAborted();
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      interruption.addEventListener("abort", () => reject(interruption.reason), { once: true });
    }),
  ]);
}

/** Prints the result of a run. @returns The exit code. */
export function report({ settings, problems, stale, written }: Generated, { stdout, stderr }: Terminal): number {
  const { output, command } = settings;
  const fail = (message: string, hint: string, details: readonly string[]) => {
    stderr.write(renderFailure(new Problem(message, hint, { details }), stderr));
    return EXIT.problem;
  };
  if (problems.length > 0) {
    return fail(
      `${count(problems.length, "problem")}, no file was written`,
      "Fix the operations or the schema, then run the command again.",
      problems,
    );
  }
  const files = stale.map(({ name }) => join(output, name)).sort();
  if (files.length > 0 && !written) {
    return fail(`the generated code is stale: ${files.join(", ")}`, `Run "${command}" and commit the changes.`, []);
  }
  const result = files.length > 0 ? `updated ${files.join(", ")}` : `${output} is up to date`;
  stdout.write(`${paint(stdout, "green", "✓")} ${printable(result)}\n`);
  return EXIT.success;
}
