/** `codegen --watch`: runs again after each change, until it is interrupted. */

import { once } from "node:events";
import type { Stats } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ink } from "@integration-platform/graphql-compiler/internal/text/terminal";
import { type FSWatcher, watch as watchFiles } from "chokidar";
import { createSearch, isExclusion } from "../../codegen/find-files.ts";
import type { Settings } from "../../codegen/settings.ts";
import { renderPath } from "../../codegen/sources.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { findStats } from "../../stats.ts";
import { Problem } from "../errors/problem.ts";
import { loadConfig } from "../project/config.ts";
import { renderFailure } from "../terminal/messages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { generate, report } from "./generate.ts";

/**
 * Delay until the second run after a change. Editors write a file in several steps, and git changes many files at once.
 * Longer than the 50 ms in which chokidar drops further changes of a file.
 */
const SETTLE_MS = 60;

/** Whether a file exists and has content. An editor can have truncated it, before it writes the new text. */
function isWritten(path: string): boolean {
  return (findStats(path)?.size ?? 0) > 0;
}

/**
 * Each change starts two runs: one at once, and one after the delay, for what was not yet written or reported. Only the
 * second one reports problems.
 *
 * @returns The exit code of the interruption.
 */
export async function watch(file: string, terminal: Terminal): Promise<number> {
  const { interruption, stdout, stderr } = terminal;
  const config = resolve(file);
  const changes = new Set([config]);
  /** Generated files, which a glob can match. */
  const written = new Set<string>();
  let wake = () => {};
  const open = async (paths: readonly string[]): Promise<FSWatcher> => {
    const searches = paths.filter((path) => !isExclusion(path)).map((path) => createSearch(path));
    const ignored = (path: string, stats?: Stats) =>
      !searches.some(({ accepts }) => accepts(path, stats?.isFile() ?? false));
    const roots = searches.map(({ root }) => resolve(root));
    const opened = watchFiles(roots, { ignoreInitial: true, ignored });
    opened.on("all", (_, path) => {
      if (written.has(path)) return;
      changes.add(path);
      wake();
    });
    await once(opened, "ready");
    return opened;
  };
  interruption.addEventListener("abort", () => wake());
  let watcher = await open([config]);
  let settings: Settings | undefined;
  /** Whether the last run failed: the next one that succeeds is reported. */
  let hasFailed = false;
  try {
    for (let version = 0, isEarly = false; ; version++) {
      const isNewConfig = changes.has(config);
      changes.clear();
      try {
        if (isNewConfig || !settings) {
          const { settings: loaded } = await loadConfig(file, version);
          const { schemaFiles, documents } = loaded;
          const next = await open([config, ...schemaFiles, ...documents]);
          await watcher.close();
          watcher = next;
          if (!settings) {
            const paths = [file, ...schemaFiles, ...documents].map(renderPath).join(", ");
            stdout.print(ink`Watching ${paths}. Press Ctrl-C to stop.\n`);
          }
          settings = loaded;
        }
        const generated = await generate(settings);
        for (const { name } of generated.stale) written.add(resolve(settings.output, name));
        const isInvalid = generated.problems.length > 0;
        if (isInvalid ? !isEarly : generated.stale.length > 0 || isNewConfig || hasFailed)
          report(generated, terminal);
        hasFailed = isInvalid;
      } catch (error) {
        rethrowOthers(error, Problem);
        if (!isEarly) stderr.print(renderFailure(error));
        hasFailed = true;
      }
      if (isEarly) {
        isEarly = false;
      } else {
        if (changes.size === 0 && !interruption.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        isEarly = !changes.has(config) && [...changes].every(isWritten);
      }
      if (interruption.aborted) return Number(interruption.reason);
      if (!isEarly) await wait(SETTLE_MS);
    }
  } finally {
    await watcher.close();
  }
}
