/**
 * `npm run check -- servers [<part of a scene's name> …] [--write]`: runs the scenes with each client, and
 * prints what became of the calls. Fails if this client completes fewer calls than another one in a scene and
 * in its repetition, or if one of its mutations ran twice. `--write` writes the table of its page, and the
 * sums of the documentation.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { renderRows, renderTable, replaceResults } from "../results.ts";
import { readStamp, renderStamp, type Stamp } from "../stamp.ts";
import { CLIENTS, type ClientName } from "./clients.ts";
import { type Outcome, runScene, type Scene } from "./scene.ts";
import { gateways } from "./scenes/gateways.ts";
import { intermediaries } from "./scenes/intermediaries.ts";
import { limits } from "./scenes/limits.ts";
import { outages } from "./scenes/outages.ts";
import { revoked } from "./scenes/revoked.ts";
import { rotation } from "./scenes/rotation.ts";

const GROUPS = {
  "tokens that a gateway checks, refresh endpoints that fail": gateways,
  "rate limits": limits,
  "compression, rules for responses, proxies, and batches": intermediaries,
  "outages, slow and lost responses": outages,
  "rotation of refresh tokens": rotation,
  "revoked access tokens": revoked,
};
const SCENES: readonly Scene[] = Object.values(GROUPS).flat();
/** Scenes that run at the same time, each with one client. Most of them wait. */
const CONCURRENCY = 60;
const NAMES = Object.keys(CLIENTS) as ClientName[];
/** The programs that are not packages, and the Debian packages that contain them. */
const TOOLS = {
  nginx: "nginx",
  haproxy: "haproxy",
  "redis-server": "redis-server",
  caddy: "caddy",
  squid: "squid",
  apache2: "apache2 libapache2-mod-security2",
};

type Result = Readonly<Record<ClientName, Outcome>>;
type Results = Map<Scene, Result>;

/** @throws Error if no scene has one of the parts in its name. */
function selectScenes(parts: readonly string[]): readonly Scene[] {
  for (const part of parts) {
    if (!SCENES.some(({ name }) => name.includes(part)))
      throw new Error(`No scene has a name with "${part}".`);
  }
  return parts.length === 0 ? SCENES : SCENES.filter(({ name }) => parts.some((part) => name.includes(part)));
}

/** @throws Error that names what to install. */
function checkTools(): void {
  const missing = Object.entries(TOOLS).filter(
    ([tool]) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0,
  );
  const packages = missing.map(([, names]) => names).join(" ");
  if (missing.length > 0) throw new Error(`Not installed. Run "apt-get install ${packages}".`);
}

async function runScenes(scenes: readonly Scene[]): Promise<Results> {
  const longFirst = scenes.toSorted(
    (left, right) => Number(right.isLong ?? false) - Number(left.isLong ?? false),
  );
  const jobs = longFirst.flatMap((scene) => NAMES.map((client) => ({ scene, client })));
  const outcomes = new Map<Scene, Partial<Record<ClientName, Outcome>>>(scenes.map((scene) => [scene, {}]));
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const outcome = await runScene(job.scene, job.client);
      Object.assign(outcomes.get(job.scene) ?? {}, { [job.client]: outcome });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return outcomes as Results;
}

/** Why a scene fails; `undefined` if it passes. */
function findFault({ exception }: Scene, { ours, plain, urql }: Result): string | undefined {
  if (ours.ranTwice > 0) return `${ours.ranTwice} mutations ran twice`;
  const best = Math.max(plain.completed, urql.completed);
  const missing = best - ours.completed - (exception?.calls ?? 0);
  return missing > 0 ? `${missing} fewer calls than ${best}: ${JSON.stringify(ours.errors)}` : undefined;
}

function findFailed(results: Results): Scene[] {
  return [...results].filter(([scene, result]) => findFault(scene, result)).map(([scene]) => scene);
}

function renderOutcome({ completed, calls, requests, refreshes, ranTwice }: Outcome): string {
  return `${completed}/${calls}, ${requests}, ${refreshes}, ${ranTwice}`;
}

function renderResults(results: Results): string {
  const head = ["completed, requests, refreshes, mutations that ran twice", ...NAMES];
  const rows = [...results].map(([{ name, exception }, result]) => [
    exception ? `${name} (*${exception.reason}*)` : name,
    ...NAMES.map((client) => renderOutcome(result[client])),
  ]);
  return renderTable([head, ...rows]);
}

function printResults(results: Results): void {
  process.stdout.write(`${renderResults(results)}\n`);
  for (const [scene, result] of results) {
    const fault = findFault(scene, result);
    if (fault) process.stdout.write(`✗ ${scene.name}: ${fault}\n`);
  }
}

/** Writes the table of all scenes to the page, and the sums of each group for the documentation. */
async function writeResults(results: Results, stamp: Stamp): Promise<void> {
  const page = join(import.meta.dirname, "README.md");
  const blocks = {
    commit: `Measured at ${await renderStamp(stamp, "client")}.`,
    scenes: renderResults(results),
  };
  writeFileSync(page, replaceResults(readFileSync(page, "utf8"), blocks));
  const groups = Object.entries(GROUPS).map(([group, scenes]) => [
    `${group}, ${scenes.length} scenes`,
    Object.fromEntries(
      NAMES.map((client) => [client, sumOutcomes(scenes.map((scene) => results.get(scene)?.[client]))]),
    ),
  ]);
  const text = renderRows({ ...stamp, groups: Object.fromEntries(groups) }, 2);
  writeFileSync(join(import.meta.dirname, "results.json"), `${text}\n`);
}

function sumOutcomes(outcomes: readonly (Outcome | undefined)[]): Omit<Outcome, "errors"> {
  const sum = (field: keyof Omit<Outcome, "errors">) =>
    outcomes.reduce((total, outcome) => total + (outcome?.[field] ?? 0), 0);
  return {
    calls: sum("calls"),
    completed: sum("completed"),
    requests: sum("requests"),
    refreshes: sum("refreshes"),
    ranTwice: sum("ranTwice"),
  };
}

/** Returns whether all scenes pass. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean", default: false } },
  });
  if (values.write && positionals.length > 0)
    throw new Error("--write requires all scenes. Remove the names.");
  const scenes = selectScenes(positionals);
  checkTools();
  const stamp = values.write ? await readStamp("client") : undefined;
  const results = await runScenes(scenes);
  for (const [scene, result] of await runScenes(findFailed(results))) results.set(scene, result);
  printResults(results);
  const failed = findFailed(results).length;
  const seconds = Math.round(performance.now() / 1_000);
  process.stdout.write(`${results.size} scenes, ${failed} failed, ${seconds} s\n`);
  if (stamp) await writeResults(results, stamp);
  return failed === 0;
}

try {
  // Timers of clients whose calls have failed keep the process alive.
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : error}\n`);
  process.exit(2);
}
