/** Runs codegen with the config of a project, once or after each change. */

import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { count } from "@integration-platform/graphql-compiler/reports";
import { readSettings, type Settings } from "../../codegen/config.ts";
import { renderFailure } from "../failure.ts";
import { EXIT, Problem } from "../problem.ts";
import { paint, printable, type Terminal } from "../terminal.ts";
import type { Generated } from "./generate.ts";

export interface CodegenOptions {
  readonly config?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
}

/** File names that graphql-codegen uses for its config. */
const CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs", "yml", "yaml", "json"].map((end) => `codegen.${end}`);

/** Returns the name of the config in the working directory. */
export function findConfig(): string | undefined {
  return CONFIGS.find((name) => existsSync(name));
}

export async function codegen(options: CodegenOptions, terminal: Terminal): Promise<number> {
  const config = options.config ?? findConfig();
  if (config === undefined) {
    throw new Problem(
      "no codegen.ts in this folder",
      "Run the command in the folder that contains it, or use --config <file>.",
    );
  }
  if (!existsSync(config)) throw new Problem("--config: the file does not exist", "Pass the path of a codegen.ts.");
  if (options.check && options.watch)
    throw new Problem("--check and --watch exclude each other", "Remove one of them.");
  // The plugins of graphql-codegen are large. The cache of compiled code halves the time to load them.
  enableCompileCache?.();
  if (options.watch) {
    const { watch } = await import("./watch.ts");
    return watch(config, terminal);
  }
  const settings = await unlessInterrupted(terminal, loadSettings(config));
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

/** Loads the config. Node caches modules by URL, so `version` must change if the file changed. @throws Problem */
export async function loadSettings(file: string, version = 0): Promise<Settings> {
  const module = await importConfig(`${pathToFileURL(resolve(file)).href}${version > 0 ? `?${version}` : ""}`, file);
  const settings = readSettings(module);
  if (settings) return settings;
  const hint = `Run "npx graphql-codegen --config ${file}" for other configs.`;
  throw new Problem(`${file} does not export the result of typedOperations()`, hint);
}

async function importConfig(url: string, file: string): Promise<unknown> {
  if (/\.(ya?ml|json)$/.test(file)) return undefined;
  const { emitWarning } = process;
  // Node warns about TypeScript, and about packages without "type": "module". Both work.
  process.emitWarning = () => {};
  try {
    const { default: config } = await import(/* @vite-ignore */ url);
    return config;
  } catch (error) {
    const { code, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
    if (code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new Problem(
        `Node ${process.versions.node} cannot load ${file}`,
        "Use Node 22.18 or later, or write the config as codegen.mjs.",
      );
    }
    const [reason = ""] = message.split("\n");
    throw new Problem(`${file} cannot be loaded: ${reason}`, "Fix the config, then run the command again.");
  } finally {
    process.emitWarning = emitWarning;
  }
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
    return fail("the generated code is stale", `Run "${command}" and commit the changes.`, files);
  }
  const result = files.length > 0 ? `updated ${files.join(", ")}` : `${output} is up to date`;
  stdout.write(`${paint(stdout, "green", "✓")} ${printable(result)}\n`);
  return EXIT.success;
}
