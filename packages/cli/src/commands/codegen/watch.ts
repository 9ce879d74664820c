/** `codegen --watch`: runs again after each change, until it is interrupted. */

import { once } from "node:events";
import type { Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ink } from "@integration-platform/graphql-compiler/internal/text/ink";
import { type FSWatcher, watch as watchFiles } from "chokidar";
import type { Settings } from "../../codegen/settings.ts";
import { createSearch, isExclusion } from "../../files/find-files.ts";
import { isInside } from "../../files/paths.ts";
import { renderPath } from "../../files/sources.ts";
import { findStats } from "../../files/stats.ts";
import { Problem } from "../../host/errors/problem.ts";
import { loadConfig } from "../../host/project/find-config.ts";
import { renderFailure } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { generate, report } from "./generate.ts";

/**
 * Delay until the second run after a change. Editors write a file in several steps, and git changes many
 * files at once. Longer than the 50 ms in which chokidar drops further changes of a file.
 */
const SETTLE_MS = 60;

/** Whether a file exists and has content. An editor can have truncated it, before it writes the new text. */
function isWritten(path: string): boolean {
  return (findStats(path)?.size ?? 0) > 0;
}

/** State of a watcher: changes that it reported, and files that it wrote. */
interface Watched {
  /** The config as the user named it. */
  readonly file: string;
  /** Its absolute path. */
  readonly config: string;
  /** Absolute paths that changed since the last run. */
  readonly changes: Set<string>;
  /** Generated files, which a glob can match. */
  readonly written: Set<string>;
  /** Ends the wait for a change. */
  wake: () => void;
  watcher: FSWatcher;
  /** `undefined` until the config is loaded, and after each change of it. */
  settings: Settings | undefined;
  /** Whether the watched paths were printed. */
  isAnnounced: boolean;
  /** Number of the run: Node.js loads a config again only under another name. */
  version: number;
  /** Whether the last run failed: the next one that succeeds is reported. */
  hasFailed: boolean;
}

/**
 * Each change starts two runs: one at once, and one after the delay, for what was not yet written or
 * reported. Only the second one reports problems.
 *
 * @returns The exit code of the interruption.
 */
export async function watch(file: string, terminal: Terminal): Promise<number> {
  const { interruption } = terminal;
  const watched = await openWatched(file);
  interruption.addEventListener("abort", () => watched.wake());
  try {
    while (!interruption.aborted) {
      await runCodegen(watched, terminal, false);
      await waitForChange(watched, interruption);
      if (!interruption.aborted && canRunAtOnce(watched)) await runCodegen(watched, terminal, true);
      if (!interruption.aborted) await wait(SETTLE_MS);
    }
    return Number(interruption.reason);
  } finally {
    await watched.watcher.close();
  }
}

async function openWatched(file: string): Promise<Watched> {
  const config = resolve(file);
  const state = {
    file,
    config,
    changes: new Set([config]),
    written: new Set<string>(),
    wake: () => {},
    settings: undefined,
    isAnnounced: false,
    version: 0,
    hasFailed: false,
  };
  // The state is one object, because the watcher reports changes to it.
  return Object.assign(state, { watcher: await openWatcher([config], state) });
}

/** Watches files, folders and globs, even if they are missing, or are deleted and created again. */
async function openWatcher(
  paths: readonly string[],
  state: Pick<Watched, "changes" | "written" | "wake">,
): Promise<FSWatcher> {
  const searches = paths.filter((path) => !isExclusion(path)).map((path) => createSearch(path));
  const roots = searches.map(({ root }) => resolve(root));
  const ignored = (path: string, stats?: Stats) =>
    !roots.some((root) => isInside(root, path)) &&
    !searches.some(({ accepts }) => accepts(path, stats?.isFile() ?? false));
  const folders = roots.map(findParent);
  const watcher = watchFiles(folders, { ignoreInitial: true, ignored });
  watcher.on("all", (_, path) => {
    if (state.written.has(path)) return;
    state.changes.add(path);
    state.wake();
  });
  await once(watcher, "ready");
  return watcher;
}

/** The nearest folder that notices if a path is created. The working directory is not deleted. */
function findParent(path: string): string {
  if (isInside(process.cwd(), path)) return path;
  const parent = dirname(path);
  return findStats(parent)?.isDirectory() ? parent : findParent(parent);
}

async function waitForChange(watched: Watched, interruption: AbortSignal): Promise<void> {
  if (watched.changes.size > 0 || interruption.aborted) return;
  await new Promise<void>((resolve) => {
    watched.wake = resolve;
  });
}

/** Whether the files that changed have their new text already. */
function canRunAtOnce({ changes, config }: Watched): boolean {
  return !changes.has(config) && [...changes].every(isWritten);
}

/** @param isEarly - Whether another run follows, which reports the problems. */
async function runCodegen(watched: Watched, terminal: Terminal, isEarly: boolean): Promise<void> {
  const isNewConfig = watched.changes.has(watched.config);
  // If the new config is invalid, no run writes files as the old one asked.
  if (isNewConfig) watched.settings = undefined;
  watched.changes.clear();
  try {
    const settings = watched.settings ?? (await readConfig(watched, terminal));
    const generated = await generate(settings);
    for (const { name } of generated.stale) watched.written.add(resolve(settings.output, name));
    const isInvalid = generated.problems.length > 0;
    const isNews = generated.stale.length > 0 || isNewConfig || watched.hasFailed;
    const isReported = isInvalid ? !isEarly : isNews;
    if (isReported) report(generated, terminal);
    watched.hasFailed = isInvalid;
  } catch (error) {
    rethrowOthers(error, Problem);
    if (!isEarly) terminal.stderr.print(renderFailure(error));
    watched.hasFailed = true;
  }
  watched.version++;
}

/** Loads the config, and watches what it names. */
async function readConfig(watched: Watched, { stdout }: Terminal): Promise<Settings> {
  const { file, config } = watched;
  const { settings } = await loadConfig(file, watched.version);
  const { schemaFiles, documents, rules } = settings;
  // The types of rules are generated if the file of rules exists.
  const watcher = await openWatcher([config, rules, ...schemaFiles, ...documents], watched);
  await watched.watcher.close();
  watched.watcher = watcher;
  if (!watched.isAnnounced) {
    const paths = [file, ...schemaFiles, ...documents].map(renderPath).join(", ");
    stdout.print(ink`Watching ${paths}. Press Ctrl-C to stop.\n`);
    watched.isAnnounced = true;
  }
  watched.settings = settings;
  return settings;
}
