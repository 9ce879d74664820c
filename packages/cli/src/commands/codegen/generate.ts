/** Generates the files of a config, and prints the result. */

import {
  type GeneratedFile,
  renderFiles,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { ink, paint } from "@integration-platform/graphql-compiler/internal/text/ink";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { load } from "../../codegen/load.ts";
import { loadNodePlugin } from "../../codegen/node-plugin.ts";
import { toRenderOptions } from "../../codegen/read-settings.ts";
import type { Settings } from "../../codegen/settings.ts";
import {
  checkTargets,
  describeStale,
  describeUpdate,
  findObsoleteFiles,
  findStale,
  type StaleFile,
  writeOutputs,
} from "../../codegen/write-outputs.ts";
import { findPackageManager } from "../../files/package-manager.ts";
import { ProjectError, type Reads, recordReads } from "../../files/sources.ts";
import { EXIT, joinProblems, Problem } from "../../host/errors/problem.ts";
import { nameSchema } from "../../host/project/project.ts";
import { renderFailure, renderSkipped, renderUnmatched } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { isCurrent } from "./stamp.ts";
import { reportUnchanged } from "./unchanged.ts";

/** Result of a run. */
export interface Generated {
  readonly settings: Settings;
  /** All files, whether or not they were different. Empty if there are problems. */
  readonly files: readonly GeneratedFile[];
  /** Problems in the operations, as `file:line:column: message`. */
  readonly problems: readonly string[];
  /** Operations without generated code, as `file:line:column: message`. */
  readonly skipped: readonly string[];
  /** Globs that match no file. */
  readonly unmatched: readonly string[];
  /** Files whose content was different. */
  readonly stale: readonly StaleFile[];
  /** Whether the stale files were written. */
  readonly written: boolean;
}

/**
 * Generates the files of a config. Another run in the same process parses, validates and renders only what
 * has changed.
 *
 * @param check - Whether to write no file.
 * @throws Problem if a file cannot be read or written.
 */
export async function generate(settings: Settings, check = false): Promise<Generated> {
  requireApplied(settings, check);
  try {
    const loaded = await load(settings);
    const { skipped, unmatched } = loaded;
    const files = renderFiles(loaded, toRenderOptions(settings), await loadNodePlugin(settings));
    const changed = findStale(settings.output, files);
    const stale = [...changed, ...findObsoleteFiles(settings.output, files)];
    checkTargets(settings, stale);
    if (!check) writeOutputs(settings.output, stale);
    return { settings, files, problems: [], skipped, unmatched, stale, written: !check };
  } catch (error) {
    if (error instanceof ProjectError) {
      const subject = error.isSchema ? "the schema has" : "the files of the project have";
      throw joinProblems(error.problems, subject, findHint(error));
    }
    rethrowOthers(error, SourceError);
    const { problems } = error;
    return { settings, files: [], problems, skipped: [], unmatched: [], stale: [], written: false };
  }
}

/** @throws Problem if the config has settings that only graphql-codegen applies. */
function requireApplied({ notApplied, configFile = "codegen.ts" }: Settings, check: boolean): void {
  const names = [...notApplied.operations, ...notApplied.files];
  if (names.length === 0) return;
  const command = `${findPackageManager().execute} graphql-codegen --config ${configFile}${check ? " --check" : ""}`;
  throw new Problem(
    `only graphql-codegen applies what ${quotePath(configFile)} sets: ${names.join(", ")}`,
    `Run "${command}".`,
  );
}

function findHint({ isEmpty, isSchema, install }: ProjectError): string {
  if (isSchema)
    return 'Read it with "platform-graphql schema pull", fix it, or change "schema" in the config.';
  if (install !== undefined) return `Run "${findPackageManager().addForDevelopment} ${install}".`;
  if (isEmpty) return 'Write one with "platform-graphql add <field>", or change "documents" in the config.';
  return "Fix the file or the config, then run the command again.";
}

/** A run whose files change again and again: another program writes them. */
const MAX_RUNS = 5;

/**
 * Generates the files of a config, until the operations and the schema after a run are those that it has
 * read. So the slower one of two runs never leaves the output of older files.
 *
 * @param check - Whether to write no file.
 * @throws Problem if a file cannot be read or written, or if the files change again and again.
 */
export async function generateCurrent(
  settings: Settings,
  check = false,
): Promise<{ readonly generated: Generated; readonly read: Reads }> {
  const stale = new Map<string, StaleFile>();
  for (let run = 1; run <= MAX_RUNS; run++) {
    const { result, read } = await recordReads(() => generate(settings, check));
    for (const file of result.stale) stale.set(file.name, file);
    const generated = { ...result, stale: [...stale.values()] };
    if (!result.written || isCurrent(settings, read)) return { generated, read };
  }
  const hint = "Run the command again.";
  throw new Problem("the operations or the schema change while codegen runs", hint);
}

/** Prints the result of a run. @returns The exit code. */
export function report(generated: Generated, { stdout, stderr }: Terminal): number {
  const { settings, problems, skipped, unmatched, stale, written } = generated;
  stderr.print(renderUnmatched(unmatched));
  stderr.print(renderSkipped(skipped));
  const { output, command } = settings;
  const fail = (message: string, hint: string, details: readonly string[]) => {
    stderr.print(renderFailure(new Problem(message, hint, { details })));
    return EXIT.found;
  };
  if (problems.length > 0) {
    return fail(
      `${count(problems.length, "problem")}, no file was written`,
      `Fix the operations, leave out those of another schema ("!<path>" in "documents"), or update ${nameSchema(settings.schemaFiles)}.`,
      problems,
    );
  }
  if (stale.length > 0 && !written) {
    return fail(
      `the generated code is ${describeStale(output, stale)}`,
      `Run "${command}" and commit the changes.`,
      [],
    );
  }
  if (stale.length === 0) return reportUnchanged(settings, { stdout });
  stdout.print(ink`${paint("green", "✓")} ${describeUpdate(output, stale)}\n`);
  return EXIT.success;
}
