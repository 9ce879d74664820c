/** Runs graphql-codegen with the config of a project, where there is anything to do. */

import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Recipe, readRecipe } from "../../codegen/recipe.ts";
import { describeFailure, renderFailure } from "../failure.ts";
import { EXIT, Problem } from "../problem.ts";
import { showProgress } from "../progress.ts";
import { paint, printable, type Terminal } from "../terminal.ts";
import { findConfig } from "./find-config.ts";
import { openStamp } from "./stamp.ts";

export interface CodegenOptions {
  readonly envPrefix: string;
  readonly config?: string;
  readonly check?: boolean;
  readonly force?: boolean;
}

export async function codegen(options: CodegenOptions, terminal: Terminal): Promise<number> {
  const { check = false, force = false } = options;
  const file = options.config ?? findConfig();
  if (file === undefined) {
    throw new Problem("there is no codegen.ts here", "run it in the package that has one, or name it with --config");
  }
  if (!existsSync(file)) throw new Problem(`there is no config ${file}`, "--config names a file");
  const recipe = readRecipe(await unlessInterrupted(terminal, importConfig(file)));
  const stamp = recipe && (await openStamp(file, recipe));
  const what = recipe ? recipe.output : `what ${file} writes`;
  if (stamp?.isCurrent && !check && !force) {
    return report(`${what} is up to date: nothing has changed since it was generated`, terminal);
  }
  try {
    using _ = showProgress(terminal, "generating");
    const stale = await unlessInterrupted(terminal, generate(file, check, recipe));
    if (stale.length > 0) throw refuseStale(stale, recipe);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const failure = describeFailure(error, { prefix: options.envPrefix });
    if (failure) terminal.stderr.write(renderFailure(failure, terminal.stderr));
    return EXIT.problem;
  }
  await stamp?.renew();
  return report(check ? `${what} is up to date` : `${what} is generated`, terminal);
}

/** The answer is no: what was written does not fit, or not any more. */
class Refusal extends Problem {}

/** As Node loads it, without graphql-codegen and its loader. What Node cannot load, such as YAML, that one may. */
async function importConfig(file: string): Promise<unknown> {
  const { emitWarning } = process;
  // Node has something to say of TypeScript in a package without `"type": "module"`. It works, and it is not our business.
  process.emitWarning = () => {};
  try {
    const { default: config } = await import(pathToFileURL(resolve(file)).href);
    return config;
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Leaves the work where it is when the command is interrupted: the process ends with it. */
function unlessInterrupted<Result>({ interruption }: Terminal, work: Promise<Result>): Promise<Result> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(interruption.reason);
    if (interruption.aborted) stop();
    interruption.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, interrupted]);
}

/** @returns The files that are stale, if nothing is to be written. */
async function generate(file: string, check: boolean, recipe: Recipe | undefined): Promise<string[]> {
  // The config explains stale files where graphql-codegen was told to look for them; here we do.
  process.argv = process.argv.filter((argument) => argument !== "--check");
  try {
    const cli = await import("@graphql-codegen/cli");
    const context = await cli.loadContext(file);
    if (check) context.enableCheckMode();
    await cli.generate(context);
    return context.checkModeStaleFiles;
  } catch (error) {
    // What ours has to say it says; others are asked to say more with a flag.
    const hint = recipe ? undefined : `npx graphql-codegen --config ${file} --verbose says more`;
    throw error instanceof Problem ? error : toProblem(error, hint);
  }
}

function toProblem(error: unknown, hint: string | undefined): Problem {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [first = "it does not say why"] = lines;
  // By name: the config has been loaded by another loader than ours, and may have its own copy of the class.
  if (name === "NoSourceError") return new Problem(first);
  if (name === "SourceError") {
    return lines.length === 1
      ? new Refusal(first)
      : new Refusal(`${lines.length} problems, nothing is written`, undefined, { details: lines });
  }
  return new Problem(`graphql-codegen failed: ${first}`, hint, { details: lines.slice(1) });
}

function refuseStale(files: readonly string[], recipe: Recipe | undefined): Refusal {
  const details = files.map((file) => relative("", file)).sort();
  const command = recipe?.command ?? "platform-graphql codegen";
  return new Refusal(`generated code is stale`, `run \`${command}\` and commit what it writes`, { details });
}

function report(text: string, { stdout }: Terminal): number {
  stdout.write(`${paint(stdout, "green", "✓")} ${printable(text)}\n`);
  return EXIT.success;
}
