/** Puts the bugs into the application, and runs its tests. */

import { readFile } from "node:fs/promises";
import { transform } from "esbuild";
import { type Bug, bugs } from "./bugs.ts";
import { cases } from "./cases.ts";
import type { createCustomers as create, Execute } from "./customers.ts";

type Create = typeof create;

const APPLICATION = new URL("customers.ts", import.meta.url);

/** Loads the application with a bug. @throws Error if the text that the bug replaces does not exist */
async function loadWith({ title, from, to }: Bug): Promise<Create> {
  const source = await readFile(APPLICATION, "utf8");
  if (source.split(from).length !== 2) throw new Error(`The bug "${title}" does not match the application.`);
  const { code } = await transform(
    source.replace(from, () => to),
    { loader: "ts" },
  );
  const module: { createCustomers: Create } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.createCustomers;
}

/** Titles of the tests that fail. */
export async function findFailures(createCustomers: Create, createMock: () => Promise<Execute>): Promise<string[]> {
  const failures: string[] = [];
  for (const [title, run] of Object.entries(cases)) {
    await run(createCustomers(await createMock())).catch(() => failures.push(title));
  }
  return failures;
}

/** Titles of the tests that fail only because of each bug. */
export async function findCaught(createMock: () => Promise<Execute>, correct: Create): Promise<Map<string, string[]>> {
  const always = await findFailures(correct, createMock);
  const caught = new Map<string, string[]>();
  for (const bug of bugs) {
    const failures = await findFailures(await loadWith(bug), createMock);
    caught.set(
      bug.title,
      failures.filter((title) => !always.includes(title)),
    );
  }
  return caught;
}
