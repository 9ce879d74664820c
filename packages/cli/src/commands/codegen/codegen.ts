/** Runs codegen with the config of a project, once or after each change. */

import { toRenderOptions } from "../../codegen/read-settings.ts";
import { findPackageManager } from "../../files/package-manager.ts";
import { EXIT, Problem } from "../../host/errors/problem.ts";
import { CONFIG_PHRASE, type Config, findConfig, loadConfig } from "../../host/project/find-config.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { isUnchanged, writeStamp } from "./stamp.ts";
import { reportUnchanged } from "./unchanged.ts";

export interface CodegenOptions {
  readonly config?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  /** Whether to print the inputs and the outputs, and to write nothing. */
  readonly inputs?: boolean;
}

export async function codegen(options: CodegenOptions, terminal: Terminal): Promise<number> {
  const modes = (["check", "watch", "inputs"] as const).filter((name) => options[name]);
  if (modes.length > 1) {
    const names = modes.map((name) => `--${name}`).join(" and ");
    throw new Problem(`${names} exclude each other`, "Remove one of them.");
  }
  if (options.inputs) {
    const { listInputs } = await import("./inputs.ts");
    terminal.stdout.printJson(listInputs(await requireConfig(options.config)));
    return EXIT.success;
  }
  if (options.watch) {
    const { watch } = await import("./watch.ts");
    const { file } = await requireConfig(options.config);
    return watch(file, terminal);
  }
  const config = await unlessInterrupted(terminal, () => requireConfig(options.config));
  // Decided once: whether there are rules can change while codegen runs.
  const settings = toRenderOptions(config.settings);
  // `--check` proves the content of the files, and a stamp could have been written by a run of another
  // program.
  const isStamped = !options.check && isUnchanged(settings);
  if (isStamped) return reportUnchanged(settings, terminal);
  // Loaded here, because a run without a change needs neither graphql nor the compiler.
  const { generateCurrent, report } = await import("./generate.ts");
  const { generated, read } = await unlessInterrupted(terminal, () =>
    generateCurrent(settings, options.check),
  );
  // Each run names what it skips, so the next one must not end early.
  const isComplete = generated.skipped.length === 0 && generated.unmatched.length === 0;
  if (generated.written && isComplete) writeStamp(settings, read, generated.files);
  return report(generated, terminal);
}

/** @throws Problem if there is no config with the preset of `typedOperations()`. */
async function requireConfig(file: string | undefined): Promise<Config> {
  if (file !== undefined) return loadConfig(file);
  const { config, foreign } = await findConfig();
  if (config) return config;
  const [own] = foreign;
  if (own !== undefined) {
    const hint = `Run "platform-graphql init" to add platform.config.ts, or "${findPackageManager().execute} graphql-codegen --config ${own}".`;
    throw new Problem(`${own} has no output with the preset of typedOperations()`, hint);
  }
  const hint = 'Run "platform-graphql init" in the folder of your package, or use --config <file>.';
  throw new Problem(`there is no ${CONFIG_PHRASE} here or above`, hint);
}

/** Rejects when the command is interrupted. The work itself continues until the process ends. */
function unlessInterrupted<Result>({ interruption }: Terminal, run: () => Promise<Result>): Promise<Result> {
  interruption.throwIfAborted();
  return Promise.race([
    run(),
    new Promise<never>((_, reject) => {
      interruption.addEventListener("abort", () => reject(interruption.reason), { once: true });
    }),
  ]);
}
