/** One run of codegen. A module of its own, because graphql-js and the plugins take long to load. */

import { type GeneratedFile, renderFiles } from "@integration-platform/graphql-compiler/codegen";
import { SourceError } from "@integration-platform/graphql-compiler/model";
import type { Settings } from "../../codegen/config.ts";
import { load } from "../../codegen/load.ts";
import { FileError } from "../../codegen/sources.ts";
import { findStale, writeFiles } from "../../codegen/write.ts";
import { joinProblems } from "../problem.ts";

/** Result of a run. */
export interface Generated {
  readonly settings: Settings;
  /** Problems in the operations or the schema, as `file:line:column: message`. */
  readonly problems: readonly string[];
  /** Files whose content was different. */
  readonly stale: readonly GeneratedFile[];
  /** Whether the stale files were written. */
  readonly written: boolean;
}

/**
 * Generates the files of a config. Another run in the same process parses, validates and renders only what has changed.
 *
 * @param check - Whether to write no file.
 * @throws Problem if a file cannot be read or written.
 */
export async function generate(settings: Settings, check = false): Promise<Generated> {
  try {
    const loaded = await load(settings);
    const stale = findStale(settings.output, await renderFiles(loaded, settings));
    if (!check) writeFiles(settings.output, stale);
    return { settings, problems: [], stale, written: !check };
  } catch (error) {
    if (error instanceof FileError) {
      const { problems } = error;
      const hint = "Fix the file or the config, then run the command again.";
      throw joinProblems(problems, `${problems.length} files cannot be read`, hint);
    }
    if (!(error instanceof SourceError)) throw error;
    return { settings, problems: error.problems, stale: [], written: false };
  }
}
