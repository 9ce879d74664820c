/** The platforms of the smoke suite, while one runtime is asked: where they are, and what each was asked in the end. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What a check must say, and the requests that it must have taken: exactly. */
interface Expectation {
  readonly result: unknown;
  readonly api: number;
  readonly refresh: number;
}

/** In the order of the table. */
export const EXPECTED: Readonly<Record<string, Expectation>> = {
  exchange: { result: 3, api: 2, refresh: 1 },
  query: { result: ["Orders", "Invoices"], api: 1, refresh: 1 },
  replay: { result: 10, api: 20, refresh: 2 },
  abort: { result: true, api: 1, refresh: 1 },
  timeout: { result: "headers", api: 2, refresh: 1 },
  partial: { result: [3, 1, true], api: 2, refresh: 1 },
};

/** Starts the platforms, has the suite run against them, and returns a line for each thing that went wrong. */
export async function holdToPlatforms(
  folder: string,
  runSuite: (targets: string) => Promise<Readonly<Record<string, unknown>>>,
): Promise<string[]> {
  const child = spawn(process.execPath, ["smoke/platforms.ts"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const readLine = async (): Promise<string> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error("the simulated platforms have ended");
    return value;
  };
  try {
    const results = await runSuite(await readLine());
    child.stdin.end();
    const counts = JSON.parse(await readLine());
    return Object.entries(EXPECTED).flatMap(([name, { result, api, refresh }]) => {
      const got = JSON.stringify([results[name], counts[name].api, counts[name].refresh]);
      const wanted = JSON.stringify([result, api, refresh]);
      return got === wanted ? [] : [`${name}: [result, API requests, exchanges] is ${got}, not ${wanted}`];
    });
  } finally {
    child.kill();
  }
}
