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

/** Paths that have changed since the last run. */
interface Inbox {
  /** Absolute. */
  readonly changes: Set<string>;
  /** Generated files, which a glob can match. Their changes do not count. */
  readonly written: Set<string>;
  /** Ends the wait for a change. */
  wake: () => void;
}

/**
 * Each change starts two runs: one at once, and one after the delay, for what was not yet written or
 * reported. Only the second one reports problems.
 *
 * @returns The exit code of the interruption.
 */
export async function watch(file: string, terminal: Terminal): Promise<number> {
  const { interruption, stdout } = terminal;
  const config = resolve(file);
  const inbox: Inbox = { changes: new Set(), written: new Set(), wake: () => {} };
  interruption.addEventListener("abort", () => inbox.wake());
  let watcher = await openWatcher([config], inbox);
  let isAnnounced = false;
  try {
    // Node.js loads a config again only under another name: the version.
    for (let version = 0; !interruption.aborted; version++) {
      inbox.changes.clear();
      const settings = await loadSettings(file, version, terminal);
      const inputs = settings ? [...settings.schemaFiles, ...settings.documents] : [];
      // The types of rules are generated if the file of rules exists.
      const next = await openWatcher([config, ...inputs, ...(settings ? [settings.rules] : [])], inbox);
      await watcher.close();
      watcher = next;
      if (settings && !isAnnounced) {
        const paths = [file, ...inputs].map(renderPath).join(", ");
        stdout.print(ink`Watching ${paths}. Press Ctrl-C to stop.\n`);
        isAnnounced = true;
      }
      if (settings) await runAfterChanges(settings, config, inbox, terminal);
      else await waitForChange(inbox, interruption);
    }
    return Number(interruption.reason);
  } finally {
    await watcher.close();
  }
}

/** `undefined` if the config is invalid: then no run writes files as the old one asked. */
async function loadSettings(
  file: string,
  version: number,
  { stderr }: Terminal,
): Promise<Settings | undefined> {
  try {
    return (await loadConfig(file, version)).settings;
  } catch (error) {
    rethrowOthers(error, Problem);
    stderr.print(renderFailure(error));
    return undefined;
  }
}

/** Runs now, and after each change, until the config changes. */
async function runAfterChanges(
  settings: Settings,
  config: string,
  inbox: Inbox,
  terminal: Terminal,
): Promise<void> {
  const { interruption } = terminal;
  const { changes } = inbox;
  // The first run is reported, and the first one that succeeds after a failure.
  let isNews = true;
  while (!interruption.aborted && !changes.has(config)) {
    changes.clear();
    isNews = await run(settings, { isNews, isEarly: false }, inbox, terminal);
    await waitForChange(inbox, interruption);
    const canRunAtOnce = !interruption.aborted && !changes.has(config) && [...changes].every(isWritten);
    if (canRunAtOnce) isNews = await run(settings, { isNews, isEarly: true }, inbox, terminal);
    if (!interruption.aborted) await wait(SETTLE_MS);
  }
}

interface RunOptions {
  /** Whether a run without a change is reported. */
  readonly isNews: boolean;
  /** Whether another run follows, which reports the problems. */
  readonly isEarly: boolean;
}

/** @returns whether the run failed. */
async function run(
  settings: Settings,
  { isNews, isEarly }: RunOptions,
  { written }: Inbox,
  terminal: Terminal,
): Promise<boolean> {
  try {
    const generated = await generate(settings);
    for (const { name } of generated.stale) written.add(resolve(settings.output, name));
    const isInvalid = generated.problems.length > 0;
    const isReported = isInvalid ? !isEarly : isNews || generated.stale.length > 0;
    if (isReported) report(generated, terminal);
    return isInvalid;
  } catch (error) {
    rethrowOthers(error, Problem);
    if (!isEarly) terminal.stderr.print(renderFailure(error));
    return true;
  }
}

async function waitForChange(inbox: Inbox, interruption: AbortSignal): Promise<void> {
  if (inbox.changes.size > 0 || interruption.aborted) return;
  await new Promise<void>((resolve) => {
    inbox.wake = resolve;
  });
}

/** Watches files, folders and globs, even if they are missing, or are deleted and created again. */
async function openWatcher(paths: readonly string[], inbox: Inbox): Promise<FSWatcher> {
  const searches = paths.filter((path) => !isExclusion(path)).map((path) => createSearch(path));
  const roots = searches.map(({ root }) => resolve(root));
  const ignored = (path: string, stats?: Stats) =>
    !roots.some((root) => isInside(root, path)) &&
    !searches.some(({ accepts }) => accepts(path, stats?.isFile() ?? false));
  const folders = roots.map(findParent);
  const watcher = watchFiles(folders, { ignoreInitial: true, ignored });
  watcher.on("all", (_, path) => {
    if (inbox.written.has(path)) return;
    inbox.changes.add(path);
    inbox.wake();
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
