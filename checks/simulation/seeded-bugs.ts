/** Puts bugs into an application, one after the other, and runs its tests. */

import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/** Replaces a text of the application, which occurs in it once. */
export interface Bug {
  readonly title: string;
  readonly from: string;
  readonly to: string;
}

/** An application with its tests, by title, and its bugs. */
export interface Application<App, Execute> {
  /** Module of the application. Its relative imports are those of this folder. */
  readonly source: URL;
  /** Function of the module that creates the application for an API. */
  readonly name: string;
  readonly cases: Readonly<Record<string, (app: App) => Promise<void>>>;
  readonly bugs: readonly Bug[];
  readonly openApi: () => Promise<Execute>;
}

/** Titles of the tests that fail. Each test gets a new application with a new API. */
export async function findFailures<App, Execute>(
  { source, name, cases, openApi }: Application<App, Execute>,
  bug?: Bug,
): Promise<string[]> {
  const text = await readFile(source, "utf8");
  if (bug && text.split(bug.from).length !== 2)
    throw new Error(`The bug "${bug.title}" does not match the application.`);
  const { code } = await transform(bug ? text.replace(bug.from, () => bug.to) : text, { loader: "ts" });
  // A module in a URL has no folder.
  const placed = code.replaceAll(
    /(from ")(\.[^"]*)/g,
    (_, before, path) => before + new URL(path, source).href,
  );
  const module: Record<string, (execute: Execute) => App> = await import(
    `data:text/javascript,${encodeURIComponent(placed)}`
  );
  const create = module[name] as (execute: Execute) => App;
  const failures: string[] = [];
  for (const [title, run] of Object.entries(cases)) {
    await run(create(await openApi())).catch(() => failures.push(title));
  }
  return failures;
}

/** Titles of the tests that fail only because of each bug, by its title. */
export async function findCaught<App, Execute>(
  application: Application<App, Execute>,
): Promise<Map<string, string[]>> {
  const always = await findFailures(application);
  const caught = new Map<string, string[]>();
  for (const bug of application.bugs) {
    const failures = await findFailures(application, bug);
    caught.set(
      bug.title,
      failures.filter((title) => !always.includes(title)),
    );
  }
  return caught;
}
